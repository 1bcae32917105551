"""A user leaves nothing on a device that another one uses: neither kept pages nor events that were not sent.

It is cleared when a user signs out, and when another one signs in than did last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

FORGET: Final = '"cache", "storage"'
"""What a browser clears of the site's data (``Clear-Site-Data``): all that was kept, and the worker that kept it."""
SIGNED_OUT: Final = "has_signed_out"
SIGNED_IN: Final = "has_signed_in"
LAST_USER: Final = "last_user"
"""The cookie that says who signed in last on a device."""
LIFETIME: Final = 60 * 60 * 24 * 400
"""Seconds that browsers keep a cookie at most."""


@receiver(user_logged_out)
def note_sign_out(request: HttpRequest, **kwargs: object) -> None:
    """Have the answer to this request clear what the browser keeps."""
    setattr(request, SIGNED_OUT, True)


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: AbstractBaseUser, **kwargs: object) -> None:
    """Have the answer to this request clear what the browser keeps of another user."""
    setattr(request, SIGNED_IN, str(user.pk))


class ForgetUsers:
    """Middleware that has a browser clear what it keeps when its user signs out, or another one signs in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self.get_response(request)
        user = getattr(request, SIGNED_IN, "")
        before = request.get_signed_cookie(LAST_USER, default=user)
        if hasattr(request, SIGNED_OUT) or (user and user != before):
            response.headers["Clear-Site-Data"] = FORGET
        if user:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_signed_cookie(LAST_USER, user, max_age=LIFETIME, secure=secure, httponly=True, samesite="Lax")
        return response
