"""Map symbols (APP-6) and icons as self-contained SVG: no style attributes, no scripts, no ids.

A symbol's frame is as wide in every drawing of a set, so symbols of one width line up. Lines outside a frame,
and all lines of the plain variants, take the colour of the text around them (``currentColor``).
"""

import enum
import importlib.resources
import json
import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import milsymbol
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rulesets.core.cards import Symbol, SymbolSet


class Variant(enum.StrEnum):
    """Whose symbol it is, in colours or in plain lines for black and white. Icons look the same in all variants."""

    FRIEND = "friend"
    HOSTILE = "hostile"
    FRIEND_PLAIN = "friend-plain"
    HOSTILE_PLAIN = "hostile-plain"

    @property
    def plain(self) -> bool:
        """Whether it is drawn only in lines."""
        return self.value.endswith("-plain")


class UnknownSymbol(ValueError):
    """A code that stands for no symbol."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing and the box it fills, in units of its own, for ``drawing/symbol.svg``.

    A map symbol is the ``body`` of an SVG, which milsymbol has drawn, an icon one ``path``. ``staff`` is what hangs
    below a frame.
    """

    left: float
    top: float
    width: float
    height: float
    staff: float = 0
    body: str = ""
    path: str = ""

    @property
    def view_box(self) -> str:
        """The value of the SVG's ``viewBox`` attribute."""
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"


ICON_SIZE = 512
ICON_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
APP6_CODE = re.compile(r"10[0-9]{18}", re.ASCII)
APP6_LEFT, APP6_WIDTH = 19, 162
APP6_TOP = {"3": 2, "6": -11}
APP6_BOTTOM = {"3": 154, "6": 177}
SIDES = {"friend": "3", "hostile": "6"}
STAFF_FOOT = 180
"""Where a headquarters' staff ends; the standard's own, a frame's height below, would double the height of a row."""
HALF_LINE = 4
TEXT_COLOUR = "currentColor"
"""The colour of the text around a drawing."""
HEADQUARTERS = "2367"
"""Values of the eighth figure that mean a headquarters, alone or with a task force or a feint."""
LETTERS = "Barlow Condensed, Arial Narrow, Arial, sans-serif"


@cache
def _icons() -> dict[str, Any]:
    file = importlib.resources.files(__package__) / "icons.json"
    loaded: dict[str, Any] = json.loads(file.read_text())
    return loaded


def icon_names() -> tuple[str, ...]:
    """The names of all icons, in order."""
    return tuple(_icons()["icons"])


def icon_credit() -> str:
    """Who drew the icons and under which licence, for about pages and printed credit lines."""
    return str(_icons()["credit"])


def load_map_symbols() -> None:
    """Have milsymbol read its 37,000 drawings, 140 MB, which processes that are forked later share."""
    milsymbol.Symbol("10031000000000000000")


def _milsymbol(code: str) -> str | None:
    """The inside of milsymbol's SVG, or None for a code it does not know."""
    symbol = milsymbol.Symbol(code)
    if not symbol.is_valid():
        return None
    return str(symbol.as_svg()).partition(">")[2].removesuffix("</svg>")


def _app6(code: str, variant: Variant) -> Drawing:
    if not APP6_CODE.fullmatch(code):
        raise UnknownSymbol(f"{code!r} is not an APP-6 code of twenty figures")
    side = SIDES[variant.value.partition("-")[0]]
    code = code[:3] + side + code[4:]
    inside, whole = _milsymbol(f"{code[:6]}0000{code[10:]}"), _milsymbol(code)
    if inside is None or whole is None:
        raise UnknownSymbol(f"{code!r} is not an APP-6 symbol")
    marks = whole.removeprefix(inside).replace('"black"', f'"{TEXT_COLOUR}"')
    marks = re.sub(r"M([\d.]+),([\d.]+) L\1,[\d.]+", rf"M\1,\2 L\1,{STAFF_FOOT}", marks)
    if variant.plain:
        inside = re.sub(r'"rgb\([^"]*\)"', '"none"', inside.replace('"black"', f'"{TEXT_COLOUR}"'))
    body = (inside + marks).replace('font-family="Arial"', f'font-family="{LETTERS}"').replace(" >", ">")
    body = re.sub(r"></(path|circle)>", "/>", body)
    frame = APP6_BOTTOM[side] - APP6_TOP[side]
    staff = STAFF_FOOT + HALF_LINE - APP6_BOTTOM[side] if code[7] in HEADQUARTERS else 0
    return Drawing(APP6_LEFT, APP6_TOP[side], APP6_WIDTH, frame + staff, staff, body)


def _icon(code: str, variant: Variant) -> Drawing:
    path = _icons()["icons"].get(code) if ICON_NAME.fullmatch(code) else None
    if path is None:
        raise UnknownSymbol(f"{code!r} is not an icon")
    return Drawing(0, 0, ICON_SIZE, ICON_SIZE, path=path)


_DRAW = {SymbolSet.APP6: _app6, SymbolSet.ICON: _icon}


@lru_cache(maxsize=4096)
def drawing(symbols: SymbolSet, code: str, variant: Variant = Variant.FRIEND) -> Drawing:
    """The drawing of a symbol by its set and code; raises ``UnknownSymbol``."""
    return _DRAW[symbols](code, variant)


@lru_cache(maxsize=4096)
def symbol_svg(
    symbol: Symbol,
    variant: Variant = Variant.FRIEND,
    *,
    named: bool = True,
    width: int = 40,
    titled: bool = False,
    colour: str = "",
) -> SafeString:
    """A symbol for a page: an inline SVG ``width`` pixels wide (style sheets may change that) of class ``symbol``.

    ``named`` gives it the symbol's words; leave that out where the same words are shown beside it. ``titled`` gives it
    a title as well, which is the alternative text in a PDF, and ``colour`` takes the place of that of the text around
    it. An unknown code is drawn as an empty frame, so that a page never fails because of a picture.
    """
    try:
        picture = drawing(symbol.set, symbol.code, variant)
    except UnknownSymbol:
        picture = _UNKNOWN
    if colour:
        picture = replace(picture, body=picture.body.replace(TEXT_COLOUR, colour))
    context = {
        "drawing": picture,
        "symbol": symbol,
        "named": named,
        "titled": titled,
        "colour": colour or TEXT_COLOUR,
        "width": width,
        "height": round(width * picture.height / picture.width),
    }
    return render_to_string("drawing/symbol.svg", context)


_UNKNOWN = Drawing(APP6_LEFT, APP6_TOP["3"], APP6_WIDTH, APP6_BOTTOM["3"] - APP6_TOP["3"])
