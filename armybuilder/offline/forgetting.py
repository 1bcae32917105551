"""Clears a browser's data of the site, so that no user leaves stored pages or unsent events to another one.

The data is cleared when a user signs out, and when a different user signs in than last time.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

FORGET: Final = '"cache", "storage"'
"""The site's data that a browser clears (``Clear-Site-Data``): everything stored, and the worker that stored it."""
SIGNED_OUT: Final = "has_signed_out"
SIGNED_IN: Final = "has_signed_in"
LAST_USER: Final = "last_user"
"""The cookie with the last user who signed in on a device."""
LIFETIME: Final = 60 * 60 * 24 * 400
"""The longest time in seconds that browsers keep a cookie."""


@receiver(user_logged_out)
def note_sign_out(request: HttpRequest, **kwargs: object) -> None:
    """Make the response to this request clear the browser's data."""
    setattr(request, SIGNED_OUT, True)


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: AbstractBaseUser, **kwargs: object) -> None:
    """Make the response to this request clear the browser's data of another user."""
    setattr(request, SIGNED_IN, str(user.pk))


class ForgetUsers:
    """Middleware that makes a browser clear its data when its user signs out or another one signs in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, adding the header and the cookie."""
        response = self.get_response(request)
        user = getattr(request, SIGNED_IN, "")
        last_user = request.get_signed_cookie(LAST_USER, default=user)
        if hasattr(request, SIGNED_OUT) or (user and user != last_user):
            response.headers["Clear-Site-Data"] = FORGET
        if user:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_signed_cookie(LAST_USER, user, max_age=LIFETIME, secure=secure, httponly=True, samesite="Lax")
        return response
