"""Static files with checksums in their names, and their compressed versions."""

import hashlib
import os
import re
from functools import cache
from operator import attrgetter
from os.path import normpath
from pathlib import Path, PurePosixPath
from typing import Any, Final, cast

import tree_sitter_javascript
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from tree_sitter import Language, Parser, Query, QueryCursor
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT: Final = (
    r"""(?P<matched>(?P<keyword>import|export)\s*(?P<names>(?:\{[^}]*\}\s*from\s*)?)["'](?P<url>\.\.?/[^"']+)["'];)"""
)
"""The line in which a script imports another; not the call that loads one when it is needed."""

MODULE_IMPORTS: Final = (
    (IMPORT, """%(keyword)s %(names)s"%(url)s";"""),
    (r"""(?P<matched>import\(["'](?P<url>\.\.?/.*?)["']\))""", """import("%(url)s")"""),
)
"""The ways in which scripts name others, each with what replaces it."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which ignores the source maps that vendored files refer to but do not include.

    Imports in the site's own scripts and in vendored ones get names with checksums. Django's support for that would
    also process the scripts of other packages, which refer to missing files.
    """

    max_post_process_passes = 20  # a script's checksum includes the names of those that it imports, and so on
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
        *((folder, MODULE_IMPORTS) for folder in ("js/*.js", "vendor/*.js")),
    )

    def _save(self, name: str, content: File[Any]) -> str:
        """Store a file under its name with its checksum, the site's scripts without their comments."""
        if name.startswith("js/") and name.endswith(".js"):
            content = ContentFile(without_comments(content.open().read()))
        return cast(str, super()._save(name, content))


JAVASCRIPT: Final = Language(tree_sitter_javascript.language())
COMMENTS: Final = Query(JAVASCRIPT, "(comment) @comment")


def without_comments(script: bytes) -> bytes:
    """The script as browsers get it: its comments and the types in them are for those who read its source."""
    found = QueryCursor(COMMENTS).captures(Parser(JAVASCRIPT).parse(script).root_node)
    for comment in sorted(found.get("comment", ()), key=attrgetter("start_byte"), reverse=True):
        script = script[: comment.start_byte] + script[comment.end_byte :]
    return script


FOR_PAPER = ["*.ttf"]
"""Patterns of the fonts for printing, which are read from the source and never sent to browsers."""


def collect() -> None:
    """Collect and compress the static files, which takes seconds, unless they have not changed since last time."""
    checksum = hashlib.sha256(Path(__file__).read_bytes())
    for finder in finders.get_finders():
        for path, storage in finder.list(FOR_PAPER):
            with storage.open(path) as file:
                checksum.update(path.encode() + hashlib.sha256(file.read()).digest())
    stamp = Path(settings.STATIC_ROOT, ".collected")
    if not stamp.exists() or stamp.read_text() != checksum.hexdigest():
        # After a power failure the list of files may be empty, and it is read before everything is cleared.
        Path(settings.STATIC_ROOT, HashedFiles.manifest_name).unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=FOR_PAPER)
        os.sync()  # the stamp must not be on the disk before the files
        stamp.write_text(checksum.hexdigest())


@cache
def imports_of(script: str) -> tuple[str, ...]:
    """The names of the scripts that one of the site's scripts imports, directly or through another one of them."""
    found: dict[str, None] = {}
    waiting = [script]
    while waiting:
        name = waiting.pop()
        for line in re.finditer(IMPORT, source_of(name)):
            imported = normpath(PurePosixPath(name).parent / line["url"])
            if imported != script and imported not in found:
                found[imported] = None
                waiting.append(imported)
    return tuple(sorted(found))


def source_of(name: str) -> str:
    """The text of one of the site's static files in its source; raises ``FileNotFoundError``."""
    file = finders.find(name)
    if file is None:
        raise FileNotFoundError(name)
    return Path(file).read_text()
