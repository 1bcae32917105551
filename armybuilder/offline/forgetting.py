"""Whoever signs out leaves nothing behind on the device: neither kept pages nor events that were not sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

FORGET: Final = '"cache", "storage"'
"""What a browser clears of the site's data (``Clear-Site-Data``): all that was kept, and the worker that kept it."""
SIGNED_OUT: Final = "has_signed_out"


@receiver(user_logged_out)
def note_sign_out(request: HttpRequest, **kwargs: object) -> None:
    """Have the answer to this request clear what the browser keeps."""
    setattr(request, SIGNED_OUT, True)


class ForgetAtSignOut:
    """Middleware that has a browser clear what it keeps when its user signs out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self.get_response(request)
        if hasattr(request, SIGNED_OUT):
            response.headers["Clear-Site-Data"] = FORGET
        return response
