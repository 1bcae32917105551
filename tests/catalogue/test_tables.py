"""Tables of entries."""

from dataclasses import replace

import pytest

from armybuilder.catalogue.tables import are_numbers, related_tables, table_of
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset


def test_no_row_has_the_headings_the_other_way_round(pebbles: AnyRuleset) -> None:
    kind, entries = pebbles.kind("stone"), pebbles.catalogue.of_kind("stone")
    facts: list[dict[str, str]] = [
        {"Weight": "3 g", "Surface": "Rough"},
        {"Weight": "2 g", "Colour": "Red", "Surface": "Smooth"},
    ]
    table = table_of(kind, list(zip(entries, facts, strict=False)))
    assert [heading for heading, _ in table.headings] == ["Weight", "Colour", "Surface"]
    assert [[fact.text for fact in row] for _, row in table.rows] == [["3 g", "", "Rough"], ["2 g", "Red", "Smooth"]]


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["24″", "8(2)", "–"], True),
        (["4", "2, over 12″ 1"], False),
        (["–", ""], False),
        (["yes", "no"], False),
        ([], False),
    ],
)
def test_a_column_of_numbers_has_numbers_alone(texts: list[str], numbers: bool) -> None:
    assert are_numbers(texts) is numbers


@pytest.mark.parametrize(
    ("game", "kind", "key", "tables"),
    [
        (
            "forge-of-war",
            "vehicle",
            "light_tank",
            {"Weapons": ["40mm Cannon", "Heavy Machine Gun"], "Armour": ["Armoured Fighting Vehicles"]},
        ),
        ("forge-of-war", "weapon", "cannon_40mm", {"Vehicles that use it": ["Light tank"]}),
        ("warstrike", "weapon", "carbine", {"Units that use it": ["Lieutenant", "Support Team", "Scouts"]}),
        (
            "forge-of-war",
            "training",
            "veteran",
            {"Other training bands": ["Elite", "Professional", "Militia", "Horde"]},
        ),
        ("forge-of-war", "weapon", "nonesuch", {}),
    ],
)
def test_an_entry_has_tables_of_what_it_uses_and_what_uses_it(
    game: str, kind: str, key: str, tables: dict[str, list[str]]
) -> None:
    ruleset = get_ruleset(game)
    found = related_tables(ruleset, ruleset.catalogue, kind, key)
    assert {table.title: [entry.name for entry, _ in table.rows] for table in found} == tables


def test_own_entries_are_among_what_uses_an_entry() -> None:
    ruleset = get_ruleset("warstrike")
    lieutenant = ruleset.catalogue.get("unit", "lieutenant")
    assert lieutenant is not None
    mine = ruleset.catalogue.with_entries([replace(lieutenant, key="mine", name="Mine")])
    (table,) = related_tables(ruleset, mine, "weapon", "carbine")
    assert [entry.name for entry, _ in table.rows] == ["Lieutenant", "Support Team", "Scouts", "Mine"]
