"""Dashboards: for each group its units' statlines and boxes and what its players have to know, on half a sheet."""

from collections.abc import Iterator
from itertools import islice

from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import properties_css, rem_css, sheet_css
from armybuilder.printing.documents.roster import fitted_roster
from armybuilder.printing.paper import PAPER_SIZES, Paper
from armybuilder.printing.rendering import EXACT, Batch

TITLE = "Dashboards"
TOGETHER = 12
"""The most groups laid out at once."""


def dashboards_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """A dashboard for each group, two on a sheet that is larger than A5 and upright."""
    army, sheet = printing.army, printing.options.sheet
    lines_of = army.ruleset.group_lines
    roster = fitted_roster(printing, army)
    halved = sheet.height > max(sheet.width, PAPER_SIZES[Paper.A5].height)
    share = properties_css({"share": sheet.height / (2 if halved else 1) - EXACT})
    geometry = f"{sheet_css('dashboards', sheet)}{rem_css(roster.rem)}.dashboards{{{share}}}{roster.columns.widths_css}"
    about = " · ".join(filter(None, (army.ruleset.name_of(army.force), army.ruleset.title, printing.current.moment)))
    groups = zip(roster.groups(), army.force.groups, strict=True)
    batches: list[Batch] = []
    while run := list(islice(groups, TOGETHER)):
        symbols = (unit.profile.symbol for printed, _ in run for unit in printed.units)
        credit = printing.credit((printing.format.badge, *symbols))
        dashboards = [(printed, lines_of(group, army.context) if lines_of else ()) for printed, group in run]
        values = {"dashboards": dashboards, "about": about, "heading": not batches, "credit": credit, "key": roster.key}
        styles = ("roster", "dashboards")
        batches.append(printing.format.batch("dashboards", values | roster.table, geometry, styles=styles, pages=None))
    yield DocumentPart(TITLE, tuple(batches))
