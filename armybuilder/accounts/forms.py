"""The library's forms with the site's labels and hints."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account_forms
from allauth.mfa.webauthn.forms import AddWebAuthnForm

LABELS = {
    "email": "E-mail address",
    "login": "E-mail address",
    "password": "Password",
    "password1": "Password",
    "password2": "The same password again",
    "oldpassword": "Current password",
    "passwordless": "Sign in with it alone, without the password",
}
HINTS = {
    "password1": "8 characters or more; not one that many people use, nor one like your e-mail address.",
    "passwordless": "The device then asks for its PIN, a fingerprint or a face.",
}


class SiteWords:
    """Labels and hints by the field's name, in place of the library's and of its placeholders."""

    fields: dict[str, Any]
    labels: dict[str, str] = LABELS

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = HINTS.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)


class LoginForm(SiteWords, account_forms.LoginForm):  # type: ignore[misc]
    """Sign in."""


class SignupForm(SiteWords, account_forms.SignupForm):  # type: ignore[misc]
    """Make an account."""


class AddEmailForm(SiteWords, account_forms.AddEmailForm):  # type: ignore[misc]
    """Change the address."""

    labels = LABELS | {"email": "New e-mail address"}


class ChangePasswordForm(SiteWords, account_forms.ChangePasswordForm):  # type: ignore[misc]
    """Change the password."""

    labels = LABELS | {"password1": "New password"}


class ResetPasswordForm(SiteWords, account_forms.ResetPasswordForm):  # type: ignore[misc]
    """Have a letter sent that leads to a new password."""


class ResetPasswordKeyForm(SiteWords, account_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Choose the new password."""

    labels = LABELS | {"password1": "New password"}


class ReauthenticateForm(SiteWords, account_forms.ReauthenticateForm):  # type: ignore[misc]
    """Give the password once more."""


class AddPasskeyForm(SiteWords, AddWebAuthnForm):  # type: ignore[misc]
    """Add a passkey."""
