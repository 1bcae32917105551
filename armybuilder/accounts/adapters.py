"""The adapter of the account library, with the site's error messages."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The library's adapter, with errors that tell the user what to do."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account has been closed.",
        "duplicate_email": "This is already your address. Enter another one.",
        "email_password_mismatch": "The e-mail address or the password is wrong.",
        "email_taken": "There is an account with this e-mail address. Sign in to it, or enter another address.",
        "enter_current_password": "This is not your current password.",
        "incorrect_password": "This is not your password.",
        "invalid_password_reset": "This link has been used or is too old. Ask for a new one.",
        "too_many_login_attempts": "Too many attempts with a wrong password. Please try again in a few minutes.",
        "unknown_email": "There is no account with this e-mail address.",
        "rate_limited": "Too many requests. Please try again in a few minutes.",
    }
