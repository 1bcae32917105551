"""The version of the site, which changes with every file that goes into its pages.

Pages, the engine in browsers and the site's responses state their versions, so that a mixture never goes unnoticed.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PLACES: Final = ("armybuilder", "rulesets", "templates", "static/css", "static/js")
SUFFIXES: Final = (".css", ".html", ".js", ".py", ".toml", ".txt")


@cache
def site_version() -> str:
    """A checksum of the site's files."""
    checksum = hashlib.sha256()
    for place in PLACES:
        for file in sorted((settings.BASE_DIR / place).rglob("*")):
            if file.suffix in SUFFIXES:
                checksum.update(file.relative_to(settings.BASE_DIR).as_posix().encode() + file.read_bytes())
    return checksum.hexdigest()[:16]


class SiteVersion:
    """Middleware that adds the site's version as the header ``Site-Version``, since pages may have another one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request and add the header."""
        response = self.get_response(request)
        response.headers["Site-Version"] = site_version()
        return response
