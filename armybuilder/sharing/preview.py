"""The picture that messengers show next to a link: the army's name, status and units."""

from collections.abc import Iterator, Sequence

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
from rulesets.core.wording import count_of

WIDTH, HEIGHT = 1200, 630
"""Pixels, the size that messengers expect."""
EDGE = 64
AVAILABLE_WIDTH = WIDTH - 2 * EDGE
COLUMNS, ROWS = 3, 3
CELL_WIDTH, CELL_HEIGHT, TOP = AVAILABLE_WIDTH / COLUMNS, 88, 318
UNKNOWN = "What they are is known once they are revealed in the game."


def _marks(loaded: LoadedArmy, blanks: int | None) -> list[Mark]:
    """The army's status and numbers of units and groups; for one shown as ``blanks`` only what opponents know."""
    words = loaded.ruleset.words
    units = count_of(loaded.unit_count, words.unit, words.units)
    groups = count_of(len(loaded.force.groups), words.group, words.groups)
    if blanks is None:
        return [*loaded.status, Mark("ink", units), Mark("ink", groups)]
    return [Mark("ink", count_of(blanks, "blank", "blanks")), *([Mark("ink", units)] if loaded.unit_count else [])]


def facts(loaded: LoadedArmy, blanks: int | None = None) -> str:
    """The army's status and numbers of units and groups in one line."""
    return ", ".join(mark.text for mark in _marks(loaded, blanks))


def _cell(place: int, rows: Sequence[UnitRow], paint: dict[str, str], *, valued: bool) -> Iterator[Shape]:
    """The units of a name and kind; ``valued`` adds their first value, such as their figures, if all have the same."""
    row, values = rows[0], {row.chips[0].text if valued and row.chips else "" for row in rows}
    x, y = EDGE + place % COLUMNS * CELL_WIDTH, TOP + place // COLUMNS * CELL_HEIGHT
    if row.symbol:
        yield PlacedSymbol(x, y, symbol_svg(row.symbol, Variant.FRIEND, named=False, width=64), paint["ink"])
    available_width = CELL_WIDTH - 64 - 14 - 18
    name = cut_short(row.title, FontCut.NARROW_STRONG, 30, available_width)
    yield text_line(x + 78, y + 28, name, FontCut.NARROW_STRONG, 30, paint["ink"])
    count = f"× {len(rows)}" if len(rows) > 1 else ""
    kind = row.subtitle if row.subtitle != row.title else ""
    under = " · ".join(filter(None, (count, values.pop() if len(values) == 1 else "", kind)))
    yield text_line(
        x + 78, y + 58, cut_short(under, FontCut.NARROW, 25, available_width), FontCut.NARROW, 25, paint["muted"]
    )


def preview_svg(loaded: LoadedArmy, blanks: int | None = None) -> SafeString:
    """The picture as SVG; ``blanks`` is the number of blanks of an army that is shown as blanks."""
    paint = colours()
    accent = paint[f"accent-{loaded.ruleset.accent}"]
    name = loaded.title
    size = next(
        (size for size in (112, 96, 80, 66) if pixels(name, FontCut.NARROW_STRONG, size) <= AVAILABLE_WIDTH), 66
    )
    parts: list[Shape] = [
        Rectangle(0, 0, WIDTH, HEIGHT, paint["paper"]),
        Rectangle(0, 0, WIDTH, 20, accent),
        text_line(EDGE, 92, loaded.ruleset.title.upper(), FontCut.NARROW_STRONG, 36, accent),
        text_line(
            EDGE - 3,
            200,
            cut_short(name, FontCut.NARROW_STRONG, size, AVAILABLE_WIDTH),
            FontCut.NARROW_STRONG,
            size,
            paint["ink"],
        ),
    ]
    x = float(EDGE)
    for mark in _marks(loaded, blanks):
        parts.append(text_line(x, 262, mark.text, FontCut.NARROW_STRONG, 38, paint[mark.kind]))
        x += pixels(mark.text, FontCut.NARROW_STRONG, 38) + 40
    parts.append(Rule(EDGE, 290, AVAILABLE_WIDTH, paint["line"]))
    kinds: dict[tuple[str, str], list[UnitRow]] = {}
    for group in loaded.groups:
        for unit in group.units:
            kinds.setdefault((unit.row.title, unit.row.subtitle), []).append(unit.row)
    shown = list(kinds.values())[: COLUMNS * ROWS]
    if not shown and blanks:
        parts.append(text_line(EDGE, TOP + 28, UNKNOWN, FontCut.NARROW, 30, paint["muted"]))
    for place, rows in enumerate(shown):
        parts += _cell(place, rows, paint, valued=blanks is None)
    foot = "Armybuilder"
    if len(kinds) > len(shown):
        foot = f"and {count_of(len(kinds) - len(shown), 'kind', 'kinds')} more · {foot}"
    long = pixels(foot, FontCut.NARROW, 26)
    parts.append(text_line(WIDTH - EDGE - long, HEIGHT - 22, foot, FontCut.NARROW, 26, paint["muted"]))
    return picture(WIDTH, HEIGHT, parts)


def preview_png(loaded: LoadedArmy, blanks: int | None = None, width: int = WIDTH) -> bytes:
    """The picture as a PNG of that width."""
    return png_of(preview_svg(loaded, blanks), width)
