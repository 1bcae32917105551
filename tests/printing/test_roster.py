"""The roster as data: what stands on it, and in which order."""

from dataclasses import replace
from typing import Any

from armybuilder.armies.opened import Opened
from armybuilder.printing.choices import TypeSize
from armybuilder.printing.paging import SHORT
from armybuilder.printing.paper import Paper, Size
from armybuilder.printing.roster import (
    BOTTOM,
    CLOSE,
    LOOSE,
    TIGHT,
    TOP,
    GroupHead,
    Head,
    Heading,
    Remark,
    UnitRow,
    _divided,
    _unit,
    roster_pages,
    verdict,
)
from rulesets.core.cards import Chip
from rulesets.core.findings import Finding, Place, Severity
from rulesets.core.force import add_units, change_unit
from rulesets.core.trackers import Track
from tests.printing.samples import demo, every_game
from tests.printing.strained import page_faults

A4 = Paper.A4.size


def drawn(army: Opened) -> list[list[Any]]:
    pages = roster_pages(army.ruleset, army.review, army.findings, A4, "credit")
    return [[placed.content for placed in page.placed] for page in pages]


def with_units(army: Opened, count: int) -> Opened:
    group = army.force.groups[0]
    return Opened(army.ruleset, add_units(army.force, group.id, (group.units[0],) * (count - 3)))


def test_a_small_army_stands_on_one_page(pebbles) -> None:
    ((head, summary, group, *units),) = drawn(demo(pebbles))
    assert isinstance(head, Head)
    assert (head.title, head.verdict, head.detail) == ("Small beach", "Legal", "nothing to mend")
    assert head.line == "Pebbles · 1 · 3 pebbles in 1 pile"
    assert [line.term for _, line in summary.cells] == ["Pebbles"]
    assert (group.title, group.count) == ("First pile", "3 pebbles")
    assert [unit.title for unit in units] == ["Flint"] * 3
    assert {unit.density for unit in units} == {LOOSE}


def test_findings_stand_behind_the_groups_with_their_places(pebbles) -> None:
    army = with_units(demo(pebbles), 4)
    (page,) = drawn(army)
    assert page[0].verdict == "Not legal"
    assert page[0].detail == "1 error"
    heading, remark = page[-2:]
    assert isinstance(heading, Heading)
    assert heading.title == "Findings"
    assert isinstance(remark, Remark)
    assert (remark.mark, remark.where) == ("Error", "First pile · PEB-2")


def test_notes_and_house_rules_are_printed(pebbles) -> None:
    army = demo(pebbles)
    unit = army.force.groups[0].units[0]
    force = change_unit(army.force, unit.id, notes="wet")
    force = replace(force, notes="Low tide only.", house_rules=(("wet_stones", "on"),))
    (page,) = drawn(Opened(pebbles, force))
    assert next(row for row in page if isinstance(row, UnitRow)).notes == "wet"
    assert [row.title for row in page if isinstance(row, Heading)] == ["Notes", "House rules"]
    assert next(row.text for row in page if isinstance(row, Remark)) == "Low tide only."


def test_rows_close_up_where_that_saves_a_page(pebbles) -> None:
    (page,) = drawn(with_units(demo(pebbles), 27))
    assert {row.density for row in page if isinstance(row, UnitRow)} == {CLOSE}


def test_rows_stand_tight_where_only_a_few_would_be_left_for_the_last_page(pebbles) -> None:
    army = with_units(demo(pebbles), 27)
    close = sum(row.height for row in drawn(army)[0])
    for spare, density in ((0.1, CLOSE), (-0.1, TIGHT), (-15.0, TIGHT)):
        sheet = Size(A4.width, close + spare + TOP + BOTTOM)
        (page,) = roster_pages(army.ruleset, army.review, army.findings, sheet, "credit")
        assert {placed.content.density for placed in page.placed if isinstance(placed.content, UnitRow)} == {density}
        assert list(page_faults(page)) == []


def test_a_group_goes_on_under_its_name(pebbles) -> None:
    pages = drawn(with_units(demo(pebbles), 80))
    assert len(pages) == 3
    for page in pages[1:]:
        assert isinstance(page[0], GroupHead)
        assert (page[0].title, page[0].again) == ("First pile", True)
    assert sum(isinstance(row, UnitRow) for page in pages for row in page) == 80
    for page in pages:
        assert sum(isinstance(row, UnitRow) for row in page) >= 2


def test_boxes_stand_in_rows_and_many_become_a_line_to_write_on(pebbles) -> None:
    card = pebbles.card
    tracks = (Track("few", "Few", 4, start=1), Track("many", "Many", 40))
    game = replace(pebbles, card=lambda *arguments: replace(card(*arguments), tracks=tracks))
    (page,) = drawn(Opened(game, game.demo()))
    panel = next(row for row in page if isinstance(row, UnitRow)).panel
    assert panel is not None
    assert [tick.ticked for tick in panel.boxes] == [True, False, False, False]
    assert [words.text for words in panel.titles] == ["Few", "Many", "of 40"]
    assert len(panel.rules) == 1


def test_chips_go_on_a_second_line(pebbles) -> None:
    row = pebbles.row
    chips = tuple(Chip(f"a rather long chip {number}") for number in range(6))
    game = replace(pebbles, row=lambda *arguments: replace(row(*arguments), chips=chips))
    (page,) = drawn(Opened(game, game.demo()))
    unit = next(row for row in page if isinstance(row, UnitRow))
    assert len(unit.chips) > 1
    assert [chip for line in unit.chips for chip in line] == list(chips)


def test_the_verdict_counts_by_severity() -> None:
    findings = tuple(
        Finding("R", severity, "m", Place()) for severity in (Severity.WARNING, Severity.NOTE, Severity.NOTE)
    )
    assert verdict(findings) == ("Legal", "1 warning, 2 notes")
    assert verdict((*findings, Finding("R", Severity.ERROR, "m", Place()))) == (
        "Not legal",
        "1 error, 1 warning, 2 notes",
    )


@every_game
def test_no_page_ends_half_empty_and_the_last_has_more_than_a_few_lines_however_large_the_type(ruleset) -> None:
    army = demo(ruleset)
    for paper in (Paper.A4, Paper.LETTER):
        for sheet in (paper.size, Size(paper.size.height, paper.size.width)):
            for scale in (size.scale for size in TypeSize):
                room = Size(sheet.width / scale, sheet.height / scale)
                pages = list(roster_pages(army.ruleset, army.review, army.findings, room, "credit"))
                ends = [max(placed.box.bottom for placed in page.placed) / room.height for page in pages]
                assert all(end >= 0.6 for end in ends[:-1]), (paper, sheet, scale, ends)
                last = sum(placed.box.height for placed in pages[-1].placed) / (room.height - TOP - BOTTOM)
                assert len(pages) == 1 or last >= SHORT, (paper, sheet, scale, last)


def test_a_tall_row_is_begun_under_the_head_and_goes_on_overleaf(pebbles) -> None:
    army = demo(pebbles)
    pages = list(roster_pages(army.ruleset, army.review, army.findings, Size(105, 148), "credit"))
    row = next(placed.content for page in pages for placed in page.placed if isinstance(placed.content, UnitRow))
    tracks = tuple(Track(f"t{number}", f"A track of boxes number {number}", 10) for number in range(12))
    tall = _unit(replace(row.entry, tracks=tracks), 1, row.columns, row.group, row.density, glued=True)
    parted = _divided(tall, tall.height * 0.6, tall.height)
    assert parted is not None
    begun, rest = parted
    assert begun.entry.tracks + rest.entry.tracks == tracks
    assert begun.height <= tall.height * 0.6
    assert (begun.title, rest.title) == (row.title, f"{row.title} (continued)")
    assert _divided(tall, tall.height * 0.2, tall.height) is None
    assert _divided(row, row.height * 0.9, tall.height * 4) is None
