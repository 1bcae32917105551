"""What the views of all apps share: context of every page, colour theme, downloads, numbers in forms."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from armybuilder.site.errors import error_page
from armybuilder.site.version import site_version
from rulesets.registry import all_rulesets

THEMES = ("light", "dark", "auto")
THEME_COOKIE = f"{settings.COOKIE_PREFIX}theme"
YEAR = 60 * 60 * 24 * 365
MAX_SENT_NUMBER = 999_999_999
"""The largest revision or version number that is accepted."""


def site_context(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: the games, the site's version, and the visitor's colour theme, or auto."""
    theme = request.COOKIES.get(THEME_COOKIE)
    return {"games": all_rulesets(), "site_version": site_version(), "theme": theme if theme in THEMES else "auto"}


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Store light, dark or auto in a cookie and return to the page."""
    theme = request.POST.get("theme", "")
    if theme not in THEMES:
        return error_page(request, 400)
    response = HttpResponseRedirect(local_address(request, "/"))
    remember(response, THEME_COOKIE, theme)
    return response


def remember(response: HttpResponse, cookie: str, value: str) -> None:
    """Have the browser remember a choice for a year."""
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(cookie, value, YEAR, secure=secure, httponly=True, samesite="Lax")


def local_address(request: HttpRequest, otherwise: str) -> str:
    """The page of this site that a form names as ``next``; another one without it."""
    back = request.POST.get("next", "")
    hosts = {request.get_host()}
    return back if url_has_allowed_host_and_scheme(back, hosts, require_https=request.is_secure()) else otherwise


def attachment(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    """A response that downloads as a file with this name, and with an ASCII name for browsers that need one."""
    stem, _, ending = name.rpartition(".")
    plain = f"{slugify(stem) or 'file'}.{ending}"
    disposition = f'attachment; filename="{plain}"'
    if plain != name:
        disposition += f"; filename*=UTF-8''{quote(name)}"
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})


def read_number(text: str, maximum: int) -> int | None:
    """A string of digits as a number from 0 to ``maximum``; ``None`` for anything else, however long."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(maximum)) else maximum + 1
    return number if number <= maximum else None


def sent_number(data: Mapping[str, str], name: str) -> int:
    """A whole number from form data, such as a revision's; 0 for anything else."""
    return read_number(data.get(name, ""), MAX_SENT_NUMBER) or 0
