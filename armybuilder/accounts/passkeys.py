"""The adapter of the library's passkeys, with the site's names and error messages, and their part in signing in."""

from typing import ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from django.contrib.auth.models import User
from django.http import HttpResponseBase


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """The library's adapter, with the site's error messages."""

    error_messages: ClassVar[dict[str, str]] = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": "The address of an account with passkeys cannot be changed. Remove the passkeys first.",
        "cannot_delete_authenticator": "This passkey cannot be removed.",
        "cannot_generate_recovery_codes": "Add a passkey first. Recovery codes replace it if you lose it.",
        "incorrect_code": "This passkey or recovery code was not accepted. Try again or use another.",
        "unverified_email": "Confirm your e-mail address first. Then you can add a passkey.",
    }

    def generate_authenticator_name(self, user: User, type: str) -> str:
        """Return the name of a new passkey, such as ``Passkey 2``."""
        return f"Passkey {Authenticator.objects.filter(user=user, type=type).count() + 1}"


class SecondFactorStage(AuthenticateStage):  # type: ignore[misc]
    """The step of signing in that asks for a passkey after the password."""

    def handle(self) -> tuple[HttpResponseBase | None, bool]:
        """Ask, unless all passkeys sign in alone: they are another way in, and the password stays one."""
        passkeys = Authenticator.objects.filter(user=self.login.user, type=Authenticator.Type.WEBAUTHN)
        if all(passkey.wrap().is_passwordless for passkey in passkeys):
            return None, True
        return super().handle()  # type: ignore[no-any-return]
