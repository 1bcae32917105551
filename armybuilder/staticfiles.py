"""Static files with checksums in their names, and their compressed versions."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which ignores the source maps that vendored files refer to but do not include.

    Imports in the site's own scripts get names with checksums. Django's support for that would also process the scripts
    of other packages, which refer to missing files.
    """

    patterns = (
        (
            "*.css",
            (
                r"""(?P<matched>url\((?P<quote>['"]{0,1})\s*(?P<url>.*?)(?P=quote)\))""",
                (
                    r"""(?P<matched>@import\s*["']\s*(?P<url>.*?)["'])""",
                    """@import url("%(url)s")""",
                ),
            ),
        ),
        (
            "js/*.js",
            (
                (
                    r"""(?P<matched>import\s*(?P<names>\{[^}]*\})\s*from\s*["'](?P<url>\./.*?)["'];)""",
                    """import %(names)s from "%(url)s";""",
                ),
                (r"""(?P<matched>import\(["'](?P<url>\./.*?)["']\))""", """import("%(url)s")"""),
            ),
        ),
    )


FOR_PAPER = ["*.ttf"]
"""Patterns of the fonts for printing, which are read from the source and never sent to browsers."""


def collect() -> None:
    """Collect and compress the static files, which takes seconds, unless they have not changed since last time."""
    checksum = hashlib.sha256(Path(__file__).read_bytes())
    for finder in get_finders():
        for path, storage in finder.list(FOR_PAPER):
            with storage.open(path) as file:
                checksum.update(path.encode() + hashlib.sha256(file.read()).digest())
    stamp = Path(settings.STATIC_ROOT, ".collected")
    if not stamp.exists() or stamp.read_text() != checksum.hexdigest():
        call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=FOR_PAPER)
        stamp.write_text(checksum.hexdigest())


def source_of(name: str) -> str:
    """The text of one of the site's static files in its source; raises ``FileNotFoundError``."""
    return next(Path(folder, name) for folder in settings.STATICFILES_DIRS).read_text()
