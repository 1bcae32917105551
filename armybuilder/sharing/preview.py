"""The picture that messengers show next to a link: the army's name, status and units."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from armybuilder.armies.loaded_army import LoadedArmy, Mark
from armybuilder.drawing.lettering import FontCut
from armybuilder.drawing.painting import (
    PlacedSymbol,
    Rectangle,
    Rule,
    Shape,
    colours,
    cut_short,
    picture,
    pixels,
    text_line,
)
from armybuilder.drawing.picture_files import png_of
from armybuilder.drawing.symbols import Variant, symbol_svg
from rulesets.core.cards import UnitRow
from rulesets.core.wording import count_of, isolated

WIDTH, HEIGHT = 1200, 630
"""Pixels, the size that messengers expect."""
EDGE = 64
AVAILABLE_WIDTH = WIDTH - 2 * EDGE
CELL_HEIGHT, TOP = 88, 271
LARGER = 1.27
"""How much larger units are drawn here than in the strip: messengers show the picture at a third of its size."""
STRIP_WIDTH, STRIP_HEIGHT = 600, 212
"""Pixels of a picture that is legible where it is as wide as a phone."""
PAINTS = {"note": "muted"}
"""The colours of marks that are not called like them."""

UNKNOWN = "The game reveals what each of them is."


def _marks(loaded: LoadedArmy, blanks: int | None) -> list[Mark]:
    """The army's status and numbers of units and groups; for one shown as ``blanks`` only what opponents know."""
    words = loaded.ruleset.words
    units = count_of(loaded.unit_count, words.unit, words.units)
    groups = count_of(len(loaded.force.groups), words.group, words.groups)
    if blanks is None and not loaded.unit_count:
        return list(loaded.status)
    if blanks is None:
        return [*loaded.status, Mark("ink", units), Mark("ink", groups)]
    return [Mark("ink", count_of(blanks, "blank", "blanks")), *([Mark("ink", units)] if loaded.unit_count else [])]


def facts(loaded: LoadedArmy, blanks: int | None = None) -> str:
    """The army's status and numbers of units and groups in one line."""
    return ", ".join(mark.text for mark in _marks(loaded, blanks))


@dataclass(frozen=True, slots=True)
class _Cells:
    """Where units of a name and kind stand, and how large: left and top edge, columns, rows, width of a column."""

    x: float
    y: float
    columns: int
    rows: int
    width: float
    scale: float = 1

    def cell(self, place: int, units: Sequence[UnitRow], paint: dict[str, str]) -> Iterator[Shape]:
        """The units of a name and kind, with as much below the name as fits in whole parts."""
        row, strengths, count = units[0], {unit.strength for unit in units}, sum(unit.count for unit in units)
        scale = self.scale
        x, y = self.x + place % self.columns * self.width, self.y + place // self.columns * CELL_HEIGHT * scale
        if row.symbol:
            width = round(64 * scale)
            yield PlacedSymbol(x, y, symbol_svg(row.symbol, Variant.FRIEND, named=False, width=width), paint["ink"])
        available_width = self.width - (64 + 14 + 18) * scale
        large, small = 30 * scale, 25 * scale
        name = cut_short(row.title, FontCut.NARROW_STRONG, large, available_width)
        yield text_line(x + 78 * scale, y + 28 * scale, name, FontCut.NARROW_STRONG, large, paint["ink"])
        kind = list(map(isolated, row.subtitle.split(" · "))) if row.subtitle != row.title else []
        parts = [*([f"× {count}"] if count > 1 else []), *(strengths if len(strengths) == 1 else []), *kind]
        parts = list(filter(None, parts))
        while len(parts) > 1 and pixels(" · ".join(parts), FontCut.NARROW, small) > available_width:
            parts.pop()
        under = cut_short(" · ".join(parts), FontCut.NARROW, small, available_width)
        yield text_line(x + 78 * scale, y + 58 * scale, under, FontCut.NARROW, small, paint["muted"])

    def draw(self, loaded: LoadedArmy, paint: dict[str, str], *, told: bool) -> tuple[list[Shape], int]:
        """The first units of the army, with their strength if it is ``told``, and how many kinds are left out."""
        kinds: dict[tuple[str, str], list[UnitRow]] = {}
        for each in (unit.row for group in loaded.groups for unit in group.units):
            row = each if told else replace(each, count=1, strength="")
            kinds.setdefault((row.title, row.subtitle), []).append(row)
        shown = list(kinds.values())[: self.columns * self.rows]
        shapes = [shape for place, units in enumerate(shown) for shape in self.cell(place, units, paint)]
        return shapes, len(kinds) - len(shown)


CELLS = _Cells(EDGE, TOP, 2, 3, AVAILABLE_WIDTH / 2, LARGER)
STRIP_CELLS = _Cells(16, 10, 2, 2, (STRIP_WIDTH - 16) / 2)


def _foot(left_out: int, word: str = "") -> str:
    """How many kinds the picture leaves out, and that word."""
    return " · ".join(filter(None, (f"and {count_of(left_out, 'kind', 'kinds')} more" if left_out else "", word)))


def preview_svg(loaded: LoadedArmy, blanks: int | None = None) -> SafeString:
    """The picture as SVG; ``blanks`` is the number of blanks of an army that is shown as blanks."""
    paint = colours()
    accent = paint[f"accent-{loaded.ruleset.accent}"]
    name = loaded.title
    size = next(
        (size for size in (104, 88, 76, 66) if pixels(name, FontCut.NARROW_STRONG, size) <= AVAILABLE_WIDTH), 66
    )
    parts: list[Shape] = [
        Rectangle(0, 0, WIDTH, HEIGHT, paint["paper"]),
        Rectangle(0, 0, WIDTH, 20, accent),
        text_line(EDGE, 82, loaded.ruleset.title.upper(), FontCut.NARROW_STRONG, 36, accent),
        text_line(
            EDGE - 3,
            178,
            cut_short(name, FontCut.NARROW_STRONG, size, AVAILABLE_WIDTH),
            FontCut.NARROW_STRONG,
            size,
            paint["ink"],
        ),
    ]
    x = float(EDGE)
    for mark in _marks(loaded, blanks):
        parts.append(text_line(x, 236, mark.text, FontCut.NARROW_STRONG, 38, paint[PAINTS.get(mark.kind, mark.kind)]))
        x += pixels(mark.text, FontCut.NARROW_STRONG, 38) + 40
    parts.append(Rule(EDGE, 254, AVAILABLE_WIDTH, paint["line"]))
    shapes, left_out = CELLS.draw(loaded, paint, told=blanks is None)
    if not shapes and blanks:
        shapes = [text_line(EDGE, TOP + 38, UNKNOWN, FontCut.NARROW, 38, paint["muted"])]
    parts += shapes
    foot = _foot(left_out, "Armybuilder")
    long = pixels(foot, FontCut.NARROW, 26)
    parts.append(text_line(WIDTH - EDGE - long, HEIGHT - 22, foot, FontCut.NARROW, 26, paint["muted"]))
    return picture(WIDTH, HEIGHT, parts)


def preview_png(loaded: LoadedArmy, blanks: int | None = None, width: int = WIDTH) -> bytes:
    """The picture as a PNG of that width."""
    return png_of(preview_svg(loaded, blanks), width)


def strip_svg(loaded: LoadedArmy) -> SafeString:
    """The army's first units alone, for lists of armies."""
    paint = colours()
    shapes, left_out = STRIP_CELLS.draw(loaded, paint, told=True)
    foot = text_line(94, STRIP_HEIGHT - 12, _foot(left_out), FontCut.NARROW, 25, paint["muted"])
    return picture(
        STRIP_WIDTH, STRIP_HEIGHT, [Rectangle(0, 0, STRIP_WIDTH, STRIP_HEIGHT, paint["paper"]), *shapes, foot]
    )


def strip_png(loaded: LoadedArmy) -> bytes:
    """The strip as a PNG, sharp on screens with two pixels for each of CSS."""
    return png_of(strip_svg(loaded), 2 * STRIP_WIDTH)
