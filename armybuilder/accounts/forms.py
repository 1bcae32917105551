"""The library's forms with the site's labels and hints."""

import random
import time
from typing import Any

from allauth.account import app_settings
from allauth.account import forms as account_forms
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from armybuilder.accounts.adapters import AccountAdapter
from armybuilder.site.errors import Refused

LABELS = {
    "email": "E-mail address",
    "login": "E-mail address",
    "password": "Password",
    "password1": "Password",
    "password2": "Password again",
    "oldpassword": "Current password",
    "passwordless": "Sign in with this passkey alone, without a password",
}
HINTS = {
    "password1": "At least 8 characters. Not a common password, and not similar to your e-mail address.",
    "passwordless": "The device then asks for its PIN, a fingerprint or a face. If you leave this unticked, "
    "signing in takes your password and this passkey, or a recovery code, on every device.",
}

MAX_DELAY = 0.1
"""Seconds that the answer to a forgotten password waits at most."""


class SiteWords:
    """Mixin that sets labels and hints by field name, and removes the library's placeholders."""

    fields: dict[str, Any]
    labels: dict[str, str] = LABELS

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = HINTS.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)


class LoginForm(SiteWords, account_forms.LoginForm):  # type: ignore[misc]
    """The sign-in form."""


class SignupForm(SiteWords, account_forms.SignupForm):  # type: ignore[misc]
    """The form that creates an account."""

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the account as a whole, or sign in to the one that the same form has created at the same moment.

        Where addresses have to be confirmed, the answer is the same as for an address that has an account already.
        """
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            if app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY:
                self.account_already_exists = True
                return super().try_save(request)  # type: ignore[no-any-return]
            user, response = User.objects.get(email__iexact=self.cleaned_data["email"]), None
            if not user.check_password(self.cleaned_data["password1"]):
                raise Refused(409, AccountAdapter.error_messages["email_taken"]) from None
        return user, response


class AddEmailForm(SiteWords, account_forms.AddEmailForm):  # type: ignore[misc]
    """The form that changes the e-mail address."""

    labels = LABELS | {"email": "New e-mail address"}


class ChangePasswordForm(SiteWords, account_forms.ChangePasswordForm):  # type: ignore[misc]
    """The form that changes the password."""

    labels = LABELS | {"password1": "New password"}


class ResetPasswordForm(SiteWords, account_forms.ResetPasswordForm):  # type: ignore[misc]
    """The form that requests an e-mail with a link to choose a new password."""

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the e-mail, and return its address after a random delay.

        The e-mail for an account takes a millisecond more to write than that for an unknown address. So few are sent
        to one address that the delays cannot be averaged away.
        """
        email: str = super().save(request, **kwargs)
        time.sleep(random.SystemRandom().uniform(0, MAX_DELAY))
        return email


class ResetPasswordKeyForm(SiteWords, account_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The form that sets the new password."""

    labels = LABELS | {"password1": "New password"}


class ReauthenticateForm(SiteWords, account_forms.ReauthenticateForm):  # type: ignore[misc]
    """The form that asks for the password again."""


class CredentialField(forms.JSONField):
    """What a browser sends for a passkey; refused if it cannot be read or was made for a page of another site.

    The library takes those of subdomains and other ports, too, and without HTTPS those of any site.
    """

    def __init__(self, response: type[AuthenticationResponse] | type[RegistrationResponse]) -> None:
        super().__init__(widget=forms.HiddenInput)
        self._response = response

    def clean(self, value: Any) -> Any:
        """The credential as plain data; raises ``ValidationError``."""
        try:
            credential = super().clean(value)
            origin = self._response.from_dict(credential).response.client_data.origin
        except forms.ValidationError:
            raise
        except Exception:  # a damaged credential makes the library raise almost anything
            origin = ""
        if origin != f"{context.request.scheme}://{context.request.get_host()}":
            raise get_adapter().validation_error("incorrect_code")
        return credential

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Nothing: what was sent is good for once, and may be nested too deep to be read."""
        return initial


class PasskeyForm(AuthenticateWebAuthnForm):  # type: ignore[misc]
    """The form that takes a passkey after the password."""

    credential = CredentialField(AuthenticationResponse)


class PasskeyLoginForm(LoginWebAuthnForm):  # type: ignore[misc]
    """The form that signs in with a passkey alone."""

    credential = CredentialField(AuthenticationResponse)


class PasskeyReauthenticateForm(ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """The form that asks for a passkey again."""

    credential = CredentialField(AuthenticationResponse)


class AddPasskeyForm(SiteWords, AddWebAuthnForm):  # type: ignore[misc]
    """The form that adds a passkey, which signs in alone unless the player chooses otherwise."""

    credential = CredentialField(RegistrationResponse)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True
