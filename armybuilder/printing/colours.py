"""How much ink documents use. The colours themselves are in ``static/css/print/inks.css``.

Drawings, which style sheets do not reach on paper, read them from that file.
"""

import re
import zlib
from collections.abc import Mapping
from functools import cache

from armybuilder.drawing.symbols import Variant
from armybuilder.printing.rendering import STYLES
from rulesets.core.cards import Ink as Ink
from rulesets.core.cards import Tint


def shade(tint: str) -> str:
    """The name of the shade for a tint; any other word always gets the same one of the tints."""
    if tint in set(Tint):
        return str(tint)
    if not tint:
        return Tint.SLATE.value
    names = list(Tint)
    return names[zlib.crc32(tint.encode()) % len(names)].value


def symbol_variant(ink: Ink) -> Variant:
    """The variant in which symbols are drawn in these inks."""
    return Variant.FRIEND_PLAIN if ink is Ink.MONO else Variant.FRIEND


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PROPERTY = re.compile(r"--([a-z-]+):\s*([^;]+);")


@cache
def colours(name: str, ink: Ink) -> Mapping[str, str]:
    """The colours of a shade in these inks by their names in the style sheet (``deep``, ``pale``, ``line``, …)."""
    properties: dict[str, str] = {}
    for selectors, body in RULE.findall((STYLES / "inks.css").read_text()):
        classes = {f".t-{name}", f".ink-{ink}"}
        if classes & {selector.strip() for selector in re.sub(r"/\*.*?\*/", "", selectors, flags=re.DOTALL).split(",")}:
            properties |= dict(PROPERTY.findall(body))
    return {
        key: properties.get(value[6:-1], value) if value.startswith("var(") else value
        for key, value in properties.items()
    }
