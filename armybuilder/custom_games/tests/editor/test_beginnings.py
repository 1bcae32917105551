"""The game that three answers make."""

import itertools
from typing import Any

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.custom_games.editor.beginnings import Beginning, Way, beginning
from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.findings import is_legal
from rulesets.core.play.states import Side
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.ruleset import from_document, read_game

TROOPS = "Riflemen\nHeavy cavalry\n\n  Cannon \nRiflemen"


def game_of(answers: Beginning) -> AnyRuleset:
    """The game that the answers make; raises ``CodecError``."""
    return from_document(read_game(beginning(answers)))


@pytest.mark.parametrize(("way", "points"), list(itertools.product(Way, (True, False))))
def test_every_answer_makes_a_whole_game(way: Way, points: bool):
    ruleset = game_of(Beginning("Hill war", TROOPS, points, way))
    army = LoadedArmy(ruleset, ruleset.demo())
    assert is_legal(army.findings)
    assert army.unit_count == 3
    assert (ruleset.points is not None) is points
    assert len(ruleset.calculators) == (way is not Way.NONE)
    assert ruleset.title == "Hill war"


def test_troops_are_those_that_the_player_named():
    ruleset = game_of(Beginning("Hill war", TROOPS, one="Regiment"))
    assert [entry.name for entry in ruleset.catalogue.of_kind("troops")] == ["Riflemen", "Heavy cavalry", "Cannon"]
    assert ruleset.kinds[0].plural == "Regiments"


def test_names_of_any_script_make_a_game():
    ruleset = game_of(Beginning("Горы", "Стрелки\nПушка\n大砲"))
    assert [entry.name for entry in ruleset.catalogue.of_kind("troops")] == ["Стрелки", "Пушка", "大砲"]
    assert len({row.row.title for group in LoadedArmy(ruleset, ruleset.demo()).groups for row in group.units}) == 3


def test_hits_wounds_and_saves_have_their_chances():
    ruleset = game_of(Beginning("Hill war", TROOPS))
    attack = ruleset.calculators[0]
    force = ruleset.demo()
    group, unit = next(iter(force.units()))
    side = Side(force, group, unit)
    assert attack.prefill is not None
    question = attack.question(**attack.prefill(side, side))
    # Five dice hit on 4+, wound on 4+ and are saved on 5+: 5 * 1/2 * 1/2 * 2/3.
    assert attack.solve(question, SolveContext(ruleset.catalogue, HouseRules(()))).headline == "0.83 wounds on average"


def test_the_quick_reference_has_the_rows_of_the_tables():
    ruleset = game_of(Beginning("Hill war", f"{TROOPS}\nScouts"))
    army = LoadedArmy(ruleset, ruleset.demo())

    def names(*armies: Any) -> dict[str, list[str]]:
        sections = ruleset.sections(HouseRules(()), armies)
        return {each.slug: [row[0].text for table in each.tables for row in table.rows] for each in sections}

    assert names() == {
        "turn": [],
        "attacks": [],
        "troops": ["Riflemen", "Heavy cavalry", "Cannon", "Scouts"],
        "weapons": ["Rifle", "Knife"],
    }
    assert names(army.context) == {
        "turn": [],
        "attacks": [],
        "troops": ["Riflemen", "Heavy cavalry", "Cannon"],
        "weapons": ["Rifle"],
    }


def test_a_game_is_summed_up_by_its_first_troops():
    assert [
        game_of(Beginning("Hill war", troops)).about for troops in ("Guns", "Guns\nFoot", TROOPS, f"{TROOPS}\nX")
    ] == [
        "A game with Guns.",
        "A game with Guns and Foot.",
        "A game with Riflemen, Heavy cavalry and Cannon.",
        "A game with Riflemen, Heavy cavalry, Cannon and more.",
    ]


def test_each_unit_has_a_marker_to_print():
    ruleset = game_of(Beginning("Hill war", TROOPS))
    assert [(each.title, each.count) for each in ruleset.tokens(ruleset.context(ruleset.demo()))] == [("Acted", 3)]
