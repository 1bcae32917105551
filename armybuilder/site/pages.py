"""Pages and helpers shared by the views of all apps: colour theme, error pages, reading of numbers."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import quote, urlencode

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from armybuilder.site.logs import request_id
from armybuilder.site.problems import BODY, is_for_programs, problem_response, unknown_game
from armybuilder.site.version import site_version
from rulesets.core.codec import CodecError
from rulesets.core.findings import Problem
from rulesets.registry import all_rulesets

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

VARIES = "armybuilder.varies"
"""The key of a request under which the headers stand that its answer depends on."""
THEMES = ("light", "dark", "auto")
THEME_COOKIE = f"{settings.COOKIE_PREFIX}theme"
YEAR = 60 * 60 * 24 * 365
MOST_SENT = 999_999_999
"""The largest revision or version number that is accepted."""

ERRORS = {
    400: ("Bad request", "Something in the request was missing or malformed. Nothing was changed."),
    403: ("Permission denied", "You are not allowed to do that here. Nothing was changed."),
    404: ("Page not found", "The address is wrong, or what was here has been removed or is not shared."),
    409: ("Someone else saved first", "What you were editing has changed in the meantime. Nothing was overwritten."),
    410: ("No longer shared", "This link was withdrawn by the player who made it. Ask for another one."),
    413: ("Too large", "Nothing was saved. Please send something smaller."),
    422: ("That cannot be done", "Nothing was changed."),
    429: ("Too many requests", "Please wait a moment and try again."),
    500: ("Server error", "Your saved armies are unchanged. Please go back and try again."),
    503: (
        "Nothing can be stored at the moment",
        "The site’s disk is full or broken. Nothing was changed; what is stored can be read. Please try again later.",
    ),
}
"""Title and explanation of each error that a visitor can encounter."""

OWNED_KEYS = ("address", "key")
"""URL parameters that identify players' data: armies, battles, own entries and house rules."""

SIGN_IN = "You are not signed in: only the owner of an account can see what belongs to it."
"""Explanation for an address that may belong to an account."""


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: the games, the site's version, and the visitor's colour theme, or auto."""
    theme = request.COOKIES.get(THEME_COOKIE)
    return {"games": all_rulesets(), "site_version": site_version(), "theme": theme if theme in THEMES else "auto"}


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Store light, dark or auto in a cookie and return to the page."""
    theme = request.POST.get("theme", "")
    if theme not in THEMES:
        return error_page(request, 400)
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    response.set_cookie(
        THEME_COOKIE, theme, max_age=YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )
    return response


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
        patch_vary_headers(response, sorted(request.META.get(VARIES, ())))
        return response

    return answer


def error_page(request: HttpRequest, status: int, words: str = "") -> HttpResponse:
    """The response to a failed request: a page, or a message in the page's message region for a part of a page.

    `words` replace the explanation in `ERRORS`: what is wrong and what would be right. Programs get RFC 9457 problems.
    """
    title, plain = ERRORS[status]
    if status >= 500 and request_id():
        words = f"{words or plain} If you report it, add the number of the request: {request_id()}."
    if is_for_programs(request):
        words = words or f"{title}. {plain}"
        wrong = {404: unknown_game(request), 413: Problem(BODY, words)}.get(status)
        return problem_response(status, words, [wrong] if wrong else [])
    partial = is_htmx(request)
    template = "components/message.html" if partial else "error.html"
    context = {"kind": "danger", "status": status, "title": title, "words": words or plain}
    if status == 404 and _may_be_theirs(request):
        back = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("armies:list")
        context["words"] = f"{context['words']} {SIGN_IN}"
        context["sign_in"] = f"{reverse('account_login')}?{urlencode({'next': back})}"
    response = render(request, template, context, status=status)
    if partial:
        response.headers["HX-Retarget"] = "#messages"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def _may_be_theirs(request: HttpRequest) -> bool:
    """Whether an anonymous visitor requests the address of players' data."""
    user = getattr(request, "user", None)
    named = request.resolver_match.kwargs if request.resolver_match else {}
    return not named.keys().isdisjoint(OWNED_KEYS) and not (user and user.is_authenticated)


def attachment(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    """A response that downloads as a file with this name, and with an ASCII name for browsers that need one."""
    stem, _, ending = name.rpartition(".")
    plain = f"{slugify(stem) or 'file'}.{ending}"
    disposition = f'attachment; filename="{plain}"'
    if plain != name:
        disposition += f"; filename*=UTF-8''{quote(name)}"
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})


def too_large(request: HttpRequest) -> HttpResponse:
    """The response to a request that is too large."""
    return error_page(request, 413)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 400, which is also called for requests over Django's own limits."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_large(request)
    return error_page(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 403."""
    return error_page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 404."""
    return error_page(request, 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's response to a form without a valid CSRF token."""
    return error_page(
        request,
        403,
        "The form could not be verified, which happens when cookies are refused or a page was open for a long time. "
        "Go back, reload the page and send it again.",
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler for 500."""
    return error_page(request, 500)


class Refused(Exception):
    """Raised by views that cannot do what was requested; ``words`` explain what would be right."""

    def __init__(self, status: int, words: str) -> None:
        """Store both for the response."""
        super().__init__(words)
        self.status = status


def readable_as(what: str) -> Callable[[View[P]], View[P]]:
    """Decorator for views: respond with an explanation to ``Refused`` and to data that its game can no longer read.

    ``what`` is the word for the data: army or battle.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def around(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except Refused as refusal:
                return error_page(request, refusal.status, str(refusal))
            except CodecError as error:
                words = f"This {what} was saved by another version of its game, which can no longer read it: {error}"
                return error_page(request, 409, words)

        return around

    return decorate


def read_number(text: str, most: int) -> int | None:
    """A string of digits as a number from 0 to ``most``; ``None`` for anything else, however long."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) else most + 1
    return number if number <= most else None


def sent_number(data: Mapping[str, str], name: str) -> int:
    """A whole number from form data, such as a revision's; 0 for anything else."""
    return read_number(data.get(name, ""), MOST_SENT) or 0
