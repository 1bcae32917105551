"""The colours of print: for each tint and accent a strong shade that bears white letters, and a pale one for grounds.

Three sets of inks: full colour; ink saver (no filled grounds); black and white (no colours, symbols in lines).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from armybuilder.drawing.symbols import Variant
from rulesets.core.cards import Ink as Ink
from rulesets.core.cards import Tint


@dataclass(frozen=True, slots=True)
class Shade:
    """Three colours of one hue: ``deep`` for letters and filled bands, ``pale`` for grounds, ``line`` for rules."""

    deep: str
    pale: str
    line: str


SHADES: dict[str, Shade] = {
    Tint.STEEL: Shade("#35506b", "#e8edf2", "#a9b9c9"),
    Tint.OLIVE: Shade("#545c1e", "#eeefdf", "#bdc193"),
    Tint.RUST: Shade("#94401c", "#f8eae2", "#dcae97"),
    Tint.COBALT: Shade("#2a4694", "#e6ebf7", "#a5b4dc"),
    Tint.PLUM: Shade("#703460", "#f3e8f0", "#c9a3bf"),
    Tint.TEAL: Shade("#17605b", "#e1efed", "#93c0bb"),
    Tint.OCHRE: Shade("#7a5400", "#f7eed9", "#d6bb7c"),
    Tint.BRICK: Shade("#8c2626", "#f8e7e5", "#d9a29d"),
    Tint.MOSS: Shade("#2f5d34", "#e5efe4", "#9fc09f"),
    Tint.UMBER: Shade("#5d4330", "#f0e9e2", "#c2ad9b"),
    Tint.SLATE: Shade("#454a4f", "#ecedee", "#b4b9be"),
    Tint.VIOLET: Shade("#553d8a", "#ece8f5", "#b6a9d6"),
}
"""Shades by name; tints and accents of one name are one shade."""

LEGAL = Shade("#245429", "#eaf3e8", "#245429")
ILLEGAL = Shade("#8c1d16", "#fbeae7", "#8c1d16")
"""Of a legal army and of one that is not."""
BLACK = Shade("#1d1d1b", "#eeeeec", "#a3a3a0")
INK = "#1d1d1b"
MUTED = "#56554f"
FAINT = "#6d6c66"
PAPER = "#ffffff"


def shade(tint: str) -> str:
    """The name of the shade for a tint: its own, or for any other word always the same one of the tints."""
    if tint in SHADES:
        return str(tint)
    if not tint:
        return Tint.SLATE.value
    names = list(Tint)
    return names[zlib.crc32(tint.encode()) % len(names)].value


def drawn_shade(shade: Shade, ink: Ink) -> Shade:
    """The shade as these inks draw it."""
    if ink is Ink.MONO:
        return BLACK
    return Shade(shade.deep, "#ffffff", shade.line) if ink is Ink.SAVER else shade


Colours = Mapping[str, str]
"""What the names of colours stand for; nothing is filled with an empty one."""


@cache
def colours(name: str, ink: Ink) -> Colours:
    """The colours of pieces of that shade in these inks."""
    drawn = drawn_shade(SHADES.get(name, SHADES[Tint.SLATE]), ink)
    legal, illegal = drawn_shade(LEGAL, ink), drawn_shade(ILLEGAL, ink)
    saved = ink is Ink.SAVER
    return {
        "ink": INK,
        "muted": INK if ink is Ink.MONO else MUTED,
        "faint": FAINT,
        "paper": PAPER,
        "deep": drawn.deep,
        "pale": drawn.pale,
        "line": drawn.line,
        "marker": PAPER if ink is Ink.MONO else drawn.pale,
        "band": "" if saved else drawn.deep,
        "on-band": drawn.deep if saved else PAPER,
        "lattice": drawn.line,
        "legal": legal.deep,
        "legal-pale": legal.pale,
        "illegal": illegal.deep,
        "illegal-pale": illegal.pale,
    }


def symbol_variant(ink: Ink) -> Variant:
    """How symbols are drawn in these inks."""
    return Variant.FRIEND_PLAIN if ink is Ink.MONO else Variant.FRIEND


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by the rules for accessible pages, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
