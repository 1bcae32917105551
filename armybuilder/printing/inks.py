"""How much ink documents use. The colours themselves stand in ``static/css/print/inks.css``."""

from __future__ import annotations

import zlib

from armybuilder.drawing.symbols import Variant
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
