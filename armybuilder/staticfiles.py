"""Static files under names that carry their checksum, compressed beside them."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage without a look at source maps, which the vendored files name but do not bring.

    The site's own scripts import one another by names with checksums too; Django's support of that would read the
    scripts of other packages as well, which name what they do not bring.
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
"""Fonts that only printing reads, from where they lie; no browser gets them."""


def collect() -> None:
    """Collect and compress the static files, unless those collected last are the same (it takes seconds)."""
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
    """A text file of the site's static files, as it lies in the source; raises ``FileNotFoundError``."""
    return next(Path(folder, name) for folder in settings.STATICFILES_DIRS).read_text()
