"""The adapter of the account library, with the site's error messages and steps of signing in."""

import time
from typing import Any, Final

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import user_signed_up
from allauth.mfa.stages import AuthenticateStage
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.accounts.passkeys import SecondFactorStage

SENT: Final = "account/messages/email_confirmation_sent.txt"
"""The message that an address has to be confirmed."""
SIGNED_UP: Final = "signed_up"
"""The key of a session with the time at which its user signed up in it, as seconds since 1970."""


@receiver(user_signed_up)
def remember_signing_up(request: HttpRequest, **kwargs: object) -> None:
    """Note in the session that the new user has just chosen the password."""
    request.session[SIGNED_UP] = time.time()


def _path(stage: type) -> str:
    return f"{stage.__module__}.{stage.__qualname__}"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The library's adapter, with errors that tell the user what to do."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account has been closed.",
        "duplicate_email": "This is already your address. Enter another one.",
        "email_password_mismatch": "The e-mail address or the password is wrong.",
        "email_taken": "There is an account with this e-mail address. Sign in to it, or enter another address.",
        "enter_current_password": "This is not your current password.",
        "incorrect_password": "This is not your password.",
        "invalid_password_reset": "This link has already been used or has expired. Ask for a new one.",
        "too_many_login_attempts": "Too many attempts with a wrong password. Please try again in a few minutes.",
        "unknown_email": "There is no account with this e-mail address.",
        "rate_limited": "Too many requests. Please try again in a few minutes.",
    }

    def get_login_stages(self) -> list[str]:
        """Return the library's steps of signing in, with ours for passkeys after the password."""
        ours = {_path(AuthenticateStage): _path(SecondFactorStage)}
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether to ask for the password: not as long after signing up as after entering it."""
        age = time.time() - self.request.session.get(SIGNED_UP, 0)
        is_new: bool = age < app_settings.REAUTHENTICATION_TIMEOUT
        return not is_new and super().is_reauthentication_required(app=app, **kwargs)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        """Add a message, but not that a letter was sent to a new account: the page says it of every address."""
        is_secret = app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY
        if not (is_secret and message_template == SENT and request.user.is_anonymous):
            super().add_message(request, level, message_template, *args, **kwargs)
