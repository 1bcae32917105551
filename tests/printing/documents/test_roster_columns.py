"""Statlines and weapons stand in columns, which are equal in all groups of a roster."""

from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.documents import document_of
from armybuilder.printing.documents import roster as module
from armybuilder.printing.options import TypeSize
from armybuilder.printing.paper import Paper
from rulesets.registry import get_ruleset
from tests.printing.documents.test_roster import ALONE, html, made
from tests.printing.pdf_reading import read
from tests.printing.samples import demo, fresh_printer


@pytest.mark.parametrize(
    ("options", "beside"), [({}, True), ({"paper": Paper.A5}, False), ({"type_size": TypeSize.SIXTEEN}, False)]
)
@pytest.mark.parametrize("game", ["forge-of-war", "forum-combat"])
def test_weapons_have_one_row_of_headings_in_a_group(game: str, options: dict[str, Any], beside: bool) -> None:
    """Beside the statline, or below it on small paper and in large print."""
    ruleset = get_ruleset(game)
    army = demo(ruleset)
    text = html(army, replace(ALONE, **options))
    (group, unit), *_ = army.force.units()
    weapons = ruleset.card(unit, group, army.context).tables[0]
    groups = len(army.force.groups)
    for column in weapons.columns[1:]:
        assert text.count(f'" scope="col">{column.heading}</th>') == groups
    assert text.count('class="group beside"') == (groups if beside else 0)
    first = text.split('<tr class="unit">')[1].split("</tr>")[0]
    assert (f">{weapons.rows[0][0].text}</th>" in first) is beside


def test_columns_are_as_wide_in_each_group_and_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A weapon's values stand at the same place wherever its unit is."""
    monkeypatch.setattr(module, "MAX_ROWS", 12)
    army = demo(get_ruleset("forum-combat"))
    printer = fresh_printer()
    pdf = made(army, printer)
    lefts = {round(x, 1) for page in read(pdf) for x, _, said in page.texts if said == "Sidearm"}
    values = {round(x, 1) for page in read(pdf) for x, _, said in page.texts if said == "12"}
    assert len(document_of(army, ALONE, printer).batches) > 1
    assert len(lefts) == 1
    assert len(values) == 2  # ranges of two kinds
