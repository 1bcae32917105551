"""The battle log: all turns on the first page, and every unit."""

import re
from dataclasses import replace

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.log import log_parts
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.options import Turned, TypeSize
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering import Batch, Rendered, Tick, no_tick
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.printing.documents.making import ALONE, Making
from tests.printing.samples import MEASURING, demo, in_turn, laid_out
from tests.rulesets.described.games import games_with


@in_turn(ruleset=games_with("court", "duel"), paper=[Paper.A4, Paper.LETTER, Paper.A5])
def test_a_log_has_its_turns_and_a_row_for_each_unit(ruleset: AnyRuleset, paper: Paper) -> None:
    making = Making(log_parts, ruleset, MEASURING)
    part = making.part(replace(ALONE, paper=paper))
    (page,) = making.laid_out(part)
    assert page.measured["turns"].page == 1
    content = part.batches[0].content
    turns = [int(turn) for turn in re.findall(r'<tr><th scope="row">(\d+)</th>', content)]
    assert turns == list(range(1, len(turns) + 1))
    assert 6 <= len(turns) <= 12
    assert [int(turn) for turn in re.findall(r'<th scope="col">(\d+)</th>', content)] == turns, "a column for each turn"
    rows = re.findall(r'<th scope="row">(.+?)</th>', content.partition('class="unit"')[2])
    army = demo(ruleset)
    numbers = [ruleset.standing(unit, group, army.context).short for group, unit in army.force.units()]
    assert len(rows) == army.row_count
    assert all(row.startswith(f"{number} ") for row, number in zip(rows, numbers, strict=True))
    together = 'class="units together"' in content
    assert page.pages == (1 if together else 2)


def test_few_units_stand_below_the_turns(pebbles: AnyRuleset) -> None:
    (page,) = Making(log_parts, pebbles, MEASURING).pages(ALONE)
    assert page.pages == 1


def test_a_small_log_in_large_type_has_its_turns_together(pebbles: AnyRuleset) -> None:
    choices = replace(ALONE, paper=Paper.A5, turned=Turned.ACROSS, type_size=TypeSize.SIXTEEN)
    (page,) = Making(log_parts, pebbles, MEASURING).pages(choices)
    assert (page.measured["turns"].page, page.pages) == (1, 2)


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_rows_are_lower_where_a_last_page_would_have_few_units(paper: Paper) -> None:
    """The 24 stands of the example took a third page for the last one or two of them."""
    making = Making(log_parts, get_ruleset("mbt2020"), MEASURING)
    (page,) = making.pages(replace(ALONE, paper=paper, type_size=TypeSize.SIXTEEN))
    assert (page.measured["turns"].page, page.pages) == (1, 2)


@pytest.mark.parametrize("size", [TypeSize.TEN, TypeSize.SIXTEEN])
def test_a_log_is_laid_out_at_most_three_times(pebbles: AnyRuleset, size: TypeSize) -> None:
    """A long name takes room that the estimate does not know of."""
    army = demo(pebbles)
    army = LoadedArmy(pebbles, replace(army.force, name="The Long Road to the Shore " * 2))
    layouts: list[Batch] = []

    def counted(batch: Batch, tick: Tick = no_tick) -> Rendered:
        layouts.append(batch)
        return laid_out(batch)

    options = replace(ALONE, paper=Paper.A5, type_size=size)
    page_format = PageFormat.of(options, "olive", Printer(counted))
    (part,) = log_parts(PrintContext(army, options, page_format))
    (page,) = page_format.printer.rendered(part.batches)
    assert len(layouts) <= 3
    last = page.measured["end" if page.pages == 1 else "turns"]
    foot = options.sheet.height - lengths("log")["bottom"]
    assert last.page == 1
    assert foot - 1 < last.bottom <= foot, "the turns fill the page"
