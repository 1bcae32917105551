"""The version of the site, which changes with every file that its pages are made of."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

from django.conf import settings

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
