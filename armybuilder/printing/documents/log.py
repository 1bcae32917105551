"""The battle log: who, where and when, each turn in a line, and what became of each unit."""

from __future__ import annotations

from collections.abc import Iterator

from armybuilder.printing.documents.document import Part
from armybuilder.printing.documents.geometry import page_css, properties_css
from armybuilder.printing.documents.order import Order
from armybuilder.printing.fitting.lengths import lengths

FIELDS = (("Date and place", "Opponent"), ("Scenario", "Opponent’s army"), ("Result", "Points or losses"))
TURNS = 12
LEAST_TURNS = 6
MOST_COLUMNS = 12
SMALLER = 0.98
"""How much lower rows become at a time until all turns stand on the first page."""
BESIDE = 0.35
"""The share of the first page that the units may take."""


def log_parts(order: Order) -> Iterator[Part]:
    """Turns and units to be filled in; the units stand below the turns where they are few."""
    army, sheet, css = order.army, order.choices.sheet, lengths("log")
    scale = order.choices.type_size.scale
    game = army.ruleset
    name = game.name_of(army.force)
    units = [
        f"{number}.{place} {game.row(unit, group, army.context).title}"
        for number, group in enumerate(army.force.groups, 1)
        for place, unit in enumerate(group.units, 1)
    ]
    whole = sheet.height - css["top"] - css["bottom"]
    space = whole - scale * (css["head"] + css["headings"]) - len(FIELDS) * css["field"] - css["gap"]
    own = scale * (css["units-head"] + len(units) * css["unit"])
    together = bool(units) and own <= min(BESIDE * whole, space - LEAST_TURNS * css["least-turn"])
    room = space - own if together else space
    turns = max(LEAST_TURNS, min(TURNS, int(room / css["turn"])))
    across = sheet.width - 2 * css["side"] - css["unit-column"]
    columns = max(1, min(MOST_COLUMNS, int(across / css["turn-column"])))
    context = {
        "name": name,
        "game": game.title,
        "fields": FIELDS,
        "turns": range(1, turns + 1),
        "units": units,
        "unit": game.words.unit,
        "together": together,
        "columns": range(1, columns + 1),
    }
    words = f"{name} · battle log"
    page = page_css("log", sheet, bottom_left=order.credit(), bottom_right=words, numbered="bottom_right")
    row = max(css["least-turn"], room / turns)
    while True:
        geometry = (
            f"{page}.log{{{properties_css({'row': row, 'unit': scale * css['unit']})}font-size:{10 * scale:g}pt}}"
        )
        batch = order.look.batch("log", context, geometry, pages=None)
        (rendered,) = order.printer.rendered((batch,))
        first = rendered.measured["turns"].page + (rendered.measured["end"].page - 1 if together else 0)
        if first == 1 or row < css["least-turn"]:
            break
        row *= SMALLER
    yield Part("Battle log", (batch,))
