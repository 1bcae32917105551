"""The version of the site, which changes with every file that goes into its pages.

Pages, the engine in browsers and the site's responses state their versions, so that a mixture never goes unnoticed.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Final

from django.http import HttpRequest, HttpResponse

from armybuilder.site.folders import BASE_DIR, SHARED_DIR

PLACES: Final = (
    BASE_DIR / "armybuilder",
    BASE_DIR / "rulesets",
    *(SHARED_DIR / place for place in ("templates", "static/css", "static/js")),
)
SUFFIXES: Final = (".css", ".html", ".js", ".py", ".toml", ".txt")


@cache
def site_version() -> str:
    """A checksum of the site's files."""
    checksum = hashlib.sha256()
    for place in PLACES:
        for file in sorted(place.rglob("*")):
            if file.suffix in SUFFIXES:
                checksum.update(file.relative_to(BASE_DIR).as_posix().encode() + file.read_bytes())
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
