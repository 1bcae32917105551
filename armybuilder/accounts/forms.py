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
    "password2": "Password again",
    "oldpassword": "Current password",
    "passwordless": "Sign in with it alone, without the password",
}
HINTS = {
    "password1": "8 characters or more; not one that many people use, nor one like your e-mail address.",
    "passwordless": "The device then asks for its PIN, a fingerprint or a face.",
}


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


class AddEmailForm(SiteWords, account_forms.AddEmailForm):  # type: ignore[misc]
    """The form that changes the e-mail address."""

    labels = LABELS | {"email": "New e-mail address"}


class ChangePasswordForm(SiteWords, account_forms.ChangePasswordForm):  # type: ignore[misc]
    """The form that changes the password."""

    labels = LABELS | {"password1": "New password"}


class ResetPasswordForm(SiteWords, account_forms.ResetPasswordForm):  # type: ignore[misc]
    """The form that requests an e-mail with a link to choose a new password."""


class ResetPasswordKeyForm(SiteWords, account_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The form that sets the new password."""

    labels = LABELS | {"password1": "New password"}


class ReauthenticateForm(SiteWords, account_forms.ReauthenticateForm):  # type: ignore[misc]
    """The form that asks for the password again."""


class AddPasskeyForm(SiteWords, AddWebAuthnForm):  # type: ignore[misc]
    """The form that adds a passkey."""
