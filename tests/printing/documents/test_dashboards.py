"""Dashboards: what a group has to know with its units, on half a sheet each."""

from dataclasses import replace

import pytest
from lxml import html

from armybuilder.armies.current_state import FRESH, CurrentState
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import Boxes, PrintOptions, Turned, TypeSize
from armybuilder.printing.paper import Paper
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.reading import ticked
from tests.printing.samples import PRINTER, demo, every_game, in_turn
from tests.rulesets.described.games import games_with

ALONE = PrintOptions(roster=False, cards=False, qrs=False, dashboards=True)


def texts(ruleset: AnyRuleset, options: PrintOptions = ALONE) -> list[str]:
    """The words of each page."""
    document = document_of(demo(ruleset), options, PRINTER)
    return [page.text.replace("\u00a0", " ") for page in read(print_pdf(document, PRINTER))]


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_group_s_units_and_what_it_has_to_know_stand_together(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    pages = texts(ruleset, replace(ALONE, turned=Turned.ACROSS))
    assert len(pages) == len(army.force.groups)
    for page, group in zip(pages, army.force.groups, strict=True):
        assert ruleset.group_lines is not None
        lines = ruleset.group_lines(group, army.context)
        assert lines
        words = [group.name, *(f"{line.term} {line.text}" for line in lines)]
        words += [ruleset.row(unit, group, army.context).title for unit in group.units]
        assert [text for text in words if "".join(text.split()) not in "".join(page.split())] == []


@pytest.mark.parametrize(
    ("choices", "pages"),
    [
        ({}, 1),
        ({"paper": Paper.LETTER}, 1),
        ({"paper": Paper.A5}, 2),
        ({"turned": Turned.ACROSS}, 2),
        ({"type_size": TypeSize.SIXTEEN}, 2),
    ],
)
def test_two_stand_on_an_upright_sheet_where_they_fit(choices: dict[str, object], pages: int) -> None:
    assert len(texts(get_ruleset("warstrike"), replace(ALONE, **choices))) == pages  # type: ignore[arg-type]


@every_game
def test_the_boxes_of_units_and_groups_are_as_they_stand(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    group = army.force.groups[0]
    assert ruleset.play is not None
    of_group = ruleset.play.group_tracks(group, army.context) if ruleset.play.group_tracks else ()
    holder, tracks = (group.id, of_group) if of_group else (
        group.units[0].id, ruleset.card(group.units[0], group, army.context).tracks
    )  # fmt: skip
    state = FRESH.set(holder, tracks[0].now((1,)))
    for boxes, count in ((Boxes.FRESH, 0), (Boxes.NOW, 1)):
        document = document_of(army, replace(ALONE, state=boxes), PRINTER, current=CurrentState(state))
        assert ticked(html.fromstring("".join(batch.content for batch in document.batches))) == count


@pytest.mark.parametrize(("game", "paper", "pages"), [("forge-of-war", Paper.A5, 2), ("mbt2020", Paper.LETTER, 1)])
def test_a_dashboard_fits_a_half_sheet_to_its_last_line(game: str, paper: Paper, pages: int) -> None:
    assert len(texts(get_ruleset(game), replace(ALONE, paper=paper))) == pages


@every_game
def test_no_page_of_a_group_is_without_a_unit(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    names = [ruleset.row(unit, group, army.context).title for group, unit in army.force.units()]
    pages = texts(ruleset, replace(ALONE, type_size=TypeSize.SIXTEEN))
    assert [page for page in pages if not any(name.split()[0] in page for name in names)] == []


@in_turn(ruleset=games_with("guard", "starter"), part=["dashboards", "roster"])
def test_small_paper_has_columns_of_values_too(ruleset: AnyRuleset, part: str) -> None:
    options = replace(ALONE, dashboards=part == "dashboards", roster=part == "roster", paper=Paper.A5)
    content = "".join(batch.content for batch in document_of(demo(ruleset), options, PRINTER).batches)
    assert 'class="value centre"' in content
    assert 'class="stat"' not in content
