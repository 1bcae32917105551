"""An army in another version of its game: what fits stays, what does not is named."""

from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.moving import moved
from rulesets.core.declarations.catalogue import Entry, Source
from rulesets.core.forces.force import add_group
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import Game, KindField, UnitField
from rulesets.described.ruleset import from_document, load_game
from rulesets.starter import RULESET

DOCUMENT = load_game(files("rulesets.starter") / "data" / "game.json")
NOTHING: dict[str, Any] = {"chips": (), "lines": (), "back": (), "values": (), "summary": ()}
"""A display without texts, which names no column."""


def version(**parts: Any) -> AnyRuleset:
    """The small game under another slug, with other parts of its document."""
    return from_document(replace(DOCUMENT, slug="starter-2", **parts))


def with_unit_field(name: str, **settings: Any) -> AnyRuleset:
    """The small game in which that field of a unit has other settings, and nothing else names it."""
    unit = tuple(replace(each, **settings) if each.name == name else each for each in DOCUMENT.unit)
    return version(unit=unit, ready=(), example=())


@pytest.fixture
def army() -> LoadedArmy:
    """The example army: five veterans and ten regulars."""
    return LoadedArmy(RULESET, replace(RULESET.demo().with_ids(), house_rules=(("six_always_hits", "off"),)))


def test_an_army_that_fits_is_the_same_in_another_version(army: LoadedArmy) -> None:
    result = moved(army, version())
    assert result.lost == {}
    assert result.loaded.ruleset.slug == result.loaded.force.ruleset == "starter-2"
    assert [unit.id for _, unit in result.loaded.force.units()] == [unit.id for _, unit in army.force.units()]
    assert [unit.spec.models for _, unit in result.loaded.force.units()] == [5, 10]
    assert result.loaded.force.house_rules == army.force.house_rules


def test_an_army_of_the_same_version_is_left_alone(army: LoadedArmy) -> None:
    assert moved(army, RULESET).loaded is army


def test_a_value_beyond_its_limits_is_named_and_gets_the_default(army: LoadedArmy) -> None:
    result = moved(army, with_unit_field("models", max=8))
    assert result.lost == {"Models": 1}
    assert [unit.spec.models for _, unit in result.loaded.force.units()] == [5, 5]


def test_a_house_rule_that_is_gone_is_named(army: LoadedArmy) -> None:
    without = tuple(replace(each, switch="another_switch") for each in DOCUMENT.rulings)
    result = moved(army, from_document(_unnamed(without)))
    assert result.loaded.force.house_rules == ()
    assert result.lost == {f"The house rule “{DOCUMENT.rulings[0].question}”": 1}


def test_a_custom_entry_of_a_kind_that_is_gone_is_named(army: LoadedArmy) -> None:
    entry = replace(next(iter(RULESET.catalogue)), key="mine", name="Mine")
    mine = LoadedArmy(RULESET, replace(army.force, groups=(), entries=(entry,)))
    kinds = tuple(replace(each, slug="others") if each.slug == entry.kind else each for each in RULESET.kinds)
    result = moved(mine, replace(RULESET, slug="starter-2", kinds=kinds))
    assert (result.loaded.force.entries, result.lost) == ((), {"The custom entry “Mine”": 1})


def _unnamed(rulings: Any) -> Game:
    return replace(DOCUMENT, slug="starter-2", rulings=rulings, odds=(), odds_groups=(), sheet=())


def test_a_setting_that_is_gone_is_named(army: LoadedArmy) -> None:
    display = replace(DOCUMENT.display, summary=())
    result = moved(army, version(army=(), limits=DOCUMENT.limits[:1], display=display))
    assert result.lost == {"Points limit": 1}
    assert result.loaded.unit_count == 2


def test_hundreds_of_values_that_no_longer_fit_are_all_named(army: LoadedArmy) -> None:
    group = army.force.groups[0]
    units = tuple(replace(group.units[1], id="") for _ in range(500))
    force = add_group(army.force, "Many", group.spec, units).with_ids()
    result = moved(LoadedArmy(RULESET, force), with_unit_field("models", max=8))
    assert result.lost == {"Models": 501}


def test_entries_that_are_gone_stay_named_in_their_units(army: LoadedArmy) -> None:
    kind = replace(DOCUMENT.kinds[0], entries=DOCUMENT.kinds[0].entries[:1])
    result = moved(army, version(kinds=(kind,), ready=(), example=()))
    assert [unit.spec.troop_type for _, unit in result.loaded.force.units()] == ["veterans", "regulars"]
    assert any("veterans" in finding.message.casefold() for finding in result.loaded.findings)


def test_custom_entries_stay_when_their_columns_change(army: LoadedArmy) -> None:
    spec = RULESET.kinds[0].spec(move=12, skill=4, points=8)
    scouts = tuple(Entry("troop-type", key, key.capitalize(), spec, source=Source.OWN) for key in ("scouts", "raiders"))
    force = replace(army.force, entries=scouts)
    move, skill, points = DOCUMENT.kinds[0].fields
    new = KindField("wounds", "Wounds", min=1, max=9)
    rows = tuple(replace(row, values=(*row.values[:2], "1")) for row in DOCUMENT.kinds[0].entries)
    kind = replace(DOCUMENT.kinds[0], fields=(replace(move, max=8), skill, new), entries=rows)
    changed = version(kinds=(kind,), costs=(), limits=DOCUMENT.limits[:1], display=replace(DOCUMENT.display, **NOTHING))
    result = moved(LoadedArmy(RULESET, force), changed)
    assert [(entry.spec.move, entry.spec.skill, entry.spec.wounds) for entry in result.loaded.force.entries] == [
        (0, 4, 1),
        (0, 4, 1),
    ]
    assert result.lost == {points.label: 2, "Move": 2}


def test_a_new_setting_has_its_default(army: LoadedArmy) -> None:
    new = UnitField("wounds", "Wounds", default="2", min=0, max=9)
    result = moved(army, version(unit=(*DOCUMENT.unit, new)))
    assert [unit.spec.wounds for _, unit in result.loaded.force.units()] == [2, 2]
