"""Requests of htmx, which ask for a part of a page."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

VARIES: Final = "armybuilder.varies"
"""The key of a request under which the headers stand that its answer depends on."""


def is_htmx(request: HttpRequest) -> bool:
    """Whether the request is for a part of a page; the answer then varies by it."""
    _varies(request, "HX-Request", "HX-History-Restore-Request")
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def is_partial(request: HttpRequest) -> bool:
    """Whether the answer will replace a part of a page and not its whole body; the answer then varies by it."""
    _varies(request, "HX-Request-Type")
    return request.headers.get("HX-Request-Type") == "partial"


def _varies(request: HttpRequest, *headers: str) -> None:
    request.META.setdefault(VARIES, set()).update(headers)


def vary_by_htmx(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that names in ``Vary`` the headers by which ``is_htmx`` and ``is_partial`` decided what to answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if varies := request.META.get(VARIES):  # Django would write a name that is empty
            patch_vary_headers(response, sorted(varies))
        return response

    return answer
