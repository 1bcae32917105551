"""How much ink documents use. The colours themselves stand in ``static/css/print/inks.css``.

Drawings, which style sheets do not reach on paper, take them from there.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from functools import cache

from armybuilder.drawing.symbols import Variant
from armybuilder.printing.rendering import STYLES
from rulesets.core.cards import Ink as Ink
from rulesets.core.cards import Tint


def shade(tint: str) -> str:
    """The name of the shade for a tint: its own, or for any other word always the same one of the tints."""
    if tint in set(Tint):
        return str(tint)
    if not tint:
        return Tint.SLATE.value
    names = list(Tint)
    return names[zlib.crc32(tint.encode()) % len(names)].value


def symbol_variant(ink: Ink) -> Variant:
    """How symbols are drawn in these inks."""
    return Variant.FRIEND_PLAIN if ink is Ink.MONO else Variant.FRIEND


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PROPERTY = re.compile(r"--([a-z-]+):\s*([^;]+);")


@cache
def colours(name: str, ink: Ink) -> Mapping[str, str]:
    """The colours of a shade in these inks by their names in the style sheet (``deep``, ``pale``, ``line``, …)."""
    found: dict[str, str] = {}
    for selectors, body in RULE.findall((STYLES / "inks.css").read_text()):
        wanted = {f".t-{name}", f".ink-{ink}"}
        if wanted & {selector.strip() for selector in re.sub(r"/\*.*?\*/", "", selectors, flags=re.DOTALL).split(",")}:
            found |= dict(PROPERTY.findall(body))
    return {key: found.get(value[6:-1], value) if value.startswith("var(") else value for key, value in found.items()}
