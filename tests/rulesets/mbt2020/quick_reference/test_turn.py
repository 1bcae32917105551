"""The turn, movement and deployment on the sheet."""

import pytest

from rulesets.core.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from tests.rulesets.mbt2020.quick_reference.sheets import first_cells, rows, sheet
from tests.rulesets.mbt2020.shorthand import army
from tests.rulesets.sheets import sheet_for


def test_the_complete_tables() -> None:
    complete = sheet()
    assert first_cells(complete["movement"]) == [
        "INF-",
        "INFn, INF+, all ADA, PDA",
        "MBT-",
        "MBTn, MBT+",
        "Blank, fake",
    ]
    assert first_cells(complete["turn"]) == ["1", "2", "3", "4", "5", "6"]
    assert rows(complete["fragile"]) == [
        ["Battle group of 12", "4", "2"],
        ["Army of 12", "5", "3"],
        ["Army of 24", "10", "5"],
        ["Army of 36", "15", "8"],
        ["Army of 48", "20", "10"],
        ["Army of 60", "24", "12"],
    ]


def test_a_sheet_for_two_players_counts_the_losses_and_fakes_of_each() -> None:
    """Being Fragile and fakes are per player, and nobody reads the fakes of the other from a sheet to share."""
    twelve, twenty_four = (
        RULESET.context(army([{"stands": ["MBTn"] * 12}] * groups, {"fakes": fakes}))
        for groups, fakes in ((1, 3), (2, 0))
    )
    shared = {section.slug: section for section in sheet_for(RULESET, twelve, twenty_four)}
    assert rows(shared["fragile"]) == [
        ["Battle group of 12", "4", "2"],
        ["Army of 12", "5", "3"],
        ["Army of 24", "10", "5"],
    ]
    said = [
        next(line.text for line in sheet["deployment"].lines if line.term == "Fakes")
        for sheet in ({section.slug: section for section in sheet_for(RULESET, twelve)}, shared)
    ]
    assert said == ["3 of 3 allowed, if agreed", "if agreed, up to 30 % extra, rounded down"]


@pytest.mark.parametrize(
    ("switch", "slug", "term", "told"),
    [
        ("flights_near_bghq", "movement", "BGHQ", "on-table stands stay within 12″ of it, flights too"),
        ("blank_keeps_mode", "movement", "Blanks", "in STATIC or FAST keep to their mode"),
        ("fakes_up", "deployment", "Fakes", "if agreed, up to 30 % extra, rounded up"),
        ("any_ecm", "factors", "ECM", "F12 counts that of either side"),
        (
            "mutual_engages_both",
            "ranges",
            "Once a turn",
            "a stand engages one target a turn; in a mutual one both do",
        ),
        ("smoke_engages", "smoke", "Instead", "who lays smoke or illuminates engages nothing this turn"),
        ("twilight_last_hour", "season", "Dawn, dusk", "the last hour is part of them"),
        ("noon_is_am", "season", "Hour", "d6: 1-4 a.m., else p.m.; then 2d6, 12 a.m. is noon; an hour a turn"),
    ],
)
def test_the_sheet_says_what_another_reading_changes(switch: str, slug: str, term: str, told: str) -> None:
    def said(*chosen: tuple[str, str]) -> list[str]:
        found = {section.slug: section for section in RULESET.sections(HouseRules(RULESET.rulings, chosen), ())}
        return [str(line.text) for line in found[slug].lines if line.term == term]

    assert said((switch, "on")) == [told]
    assert said() != [told]
