"""The battle log: the battle's data, a line for each turn, and a table of units by turn."""

from collections.abc import Iterator

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import page_css, properties_css
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.rendering import EXACT, Batch, Layout

FIELDS = (("Date and place", "Opponent"), ("Scenario", "Opponent’s army"), ("Result", "Points or losses"))
TURNS = 12
MIN_TURNS = 6
NUMBER_LINE = 5.1
"""Height of a turn's number in millimetres at the usual type size."""
TURN = 22.0
"""Millimetres of the page for each turn."""
BESIDE = 0.35
"""The largest fraction of the first page for the units."""
LOWER = 0.85
"""The height of the units' rows, relative to the usual one, where a last page would have few of them."""


def log_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """Turns and units to fill in; a few units are on the same page as the turns."""
    army, sheet, css = printing.army, printing.options.sheet, lengths("log")
    scale = printing.options.type_size.scale
    game = army.ruleset
    name, units = game.name_of(army.force), _numbered_units(army)
    whole = sheet.height - css["top"] - css["bottom"]
    available_width = sheet.width - 2 * css["side"] - css["unit-column"]
    turns = max(MIN_TURNS, min(TURNS, int(whole / TURN), int(available_width / css["turn-column"])))
    together = bool(units) and scale * (css["units-head"] + len(units) * css["unit"]) <= BESIDE * whole
    values = {
        "name": name,
        "game": game.title,
        "fields": FIELDS,
        "turns": range(1, turns + 1),
        "units": units,
        "unit": game.words.unit,
        "together": together,
    }
    page = page_css("log", sheet, printing.credit(), f"Battle log · {name}")

    def lay_out(row: float, unit: float) -> tuple[Batch, Layout]:
        """Lay out the log with turns and units of these heights in millimetres."""
        rows = properties_css({"row": row, "unit": unit})
        geometry = f"{page}.log{{{rows}font-size:{10 * scale:g}pt}}"
        batch = printing.format.batch("log", values, geometry, pages=None)
        return batch, printing.format.printer.rendered((batch,))[0]

    minimum, unit = max(css["min-turn"], scale * NUMBER_LINE), scale * css["unit"]
    batch, layout = lay_out(minimum, unit)
    end = layout.measured["end"]
    last = end if end.page == 1 else layout.measured["turns"]
    # The turns share what they leave of the first page.
    spare = (sheet.height - css["bottom"] - last.bottom) / turns - EXACT if last.page == 1 else 0.0
    lower = LOWER if end.page > 2 and end.y < sheet.height / 4 else 1.0
    if spare > 0 or lower < 1:
        batch, _ = lay_out(minimum + max(0.0, spare), unit * lower)
    yield DocumentPart("Battle log", (batch,))


def _numbered_units(army: LoadedArmy) -> list[str]:
    return [
        f"{army.ruleset.standing(unit, group, army.context).short} {army.ruleset.row(unit, group, army.context).title}"
        for group, unit in army.force.units()
    ]
