"""What the site calls passkeys, and says when something about them cannot be done."""

from __future__ import annotations

from typing import ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """The library's way, in the site's own words."""

    error_messages: ClassVar[dict[str, str]] = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": "The address of an account with passkeys cannot be changed; remove the passkeys first.",
        "cannot_delete_authenticator": "This passkey cannot be removed.",
        "cannot_generate_recovery_codes": "Add a passkey first; recovery codes stand in for it.",
        "incorrect_code": "This passkey or recovery code was not accepted; try again or use another.",
        "unverified_email": "Confirm your e-mail address first; then add a passkey.",
    }

    def generate_authenticator_name(self, user: User, type: str) -> str:
        """What a new passkey is called until its owner renames it."""
        return f"Passkey {Authenticator.objects.filter(user=user, type=type).count() + 1}"
