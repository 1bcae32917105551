"""Forms to write on, such as orders: a table of a quick reference whose cells are empty, on a sheet of its own."""

import math

from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.geometry import page_css, rem_css
from armybuilder.printing.fitting.lengths import lengths, style_of_size
from armybuilder.printing.rendering import Batch
from rulesets.core.reference import Section
from rulesets.core.tables import Table


def is_form(table: Table) -> bool:
    """Whether all cells of a table but the names of its rows are empty."""
    return bool(table.rows) and len(table.columns) > 1 and not any(cell.text for row in table.rows for cell in row[1:])


def form_batch(printing: PrintContext, section: Section, table: Table) -> Batch:
    """A page with as many copies of the form as it has room for, at least one."""
    sheet, rem = printing.options.sheet, printing.options.type_size.points
    css = lengths(style_of_size("forms", rem))
    height = css["caption"] + css["headings"] + len(table.rows) * css["row"]
    available_height = sheet.height - css["top"] - css["bottom"] - css["title"]
    values = {
        "title": f"{printing.army.ruleset.title}: {section.title.casefold()}",
        "army": printing.army.force.name,
        "table": table,
        "times": range(max(1, math.floor(available_height / height))),
    }
    geometry = page_css("forms", sheet, printing.credit(), section.title) + rem_css(rem)
    return printing.format.batch("forms", values, geometry, pages=None)
