"""What the site rolls for a question agrees with its exact odds: all that the dice can show is counted."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.play.matches import Match, MatchState
from rulesets.core.play.states import PlayState
from rulesets.registry import get_ruleset
from tests.rulesets.core.test_odds import sides
from tests.rulesets.every_roll import every_roll

Fields = dict[str, Any]
Ticked = Mapping[str, Mapping[str, tuple[int, ...]]]

ARMS: Fields = {"shooters.volleys": [{"weapon": "assault_rifle", "count": 1}, {"weapon": "lsw", "count": 1}]}
PLASMA: Fields = {"shooters.volleys": [{"weapon": "plasma_rifle", "count": 2}]}
ROCKETS: Fields = {"shooters.volleys": [{"weapon": "rpg_heap", "count": 2}, {"weapon": "plasma_rifle", "count": 1}]}
FEW: Fields = {"attackers.figures": 2, "defenders.figures": 3}
AT_VEHICLE: Fields = {"attackers.figures": 2, "attackers.close_combat": 2}
SHAKEN: Ticked = {"u5": {"markers": (1, 2), "situation": (1,)}}
SMALL: Ticked = {"u5": {"strength": (1, 2, 3, 4, 5, 6, 7), "markers": (1,), "situation": (1,)}}

CASES: list[tuple[str, str, str, str, Fields, Fields, Ticked]] = [
    ("forge-of-war", "activation", "u5", "", {}, {}, {}),
    ("forge-of-war", "activation", "u5", "", {}, {}, SMALL),
    ("forge-of-war", "rally", "u5", "", {}, {}, SHAKEN),
    ("forge-of-war", "rally", "u5", "", {}, {"rally_initiative": "needs_activation"}, SHAKEN),
    ("forge-of-war", "shooting", "u5", "u5", ARMS, {}, {}),
    ("forge-of-war", "shooting", "u5", "u5", PLASMA, {}, {}),
    ("forge-of-war", "shooting", "u5", "u5", PLASMA | {"target.av": 15, "shooters.volleys": [{"weapon": "plasma_rifle", "count": 4}]}, {}, {}),
    ("forge-of-war", "vehicle-damage", "u5", "u3", ROCKETS, {}, {}),
    ("forge-of-war", "vehicle-damage", "u5", "u10", ROCKETS | {"target.av": 15}, {"vehicle_reroll_damage": "margin"}, {}),
    ("forge-of-war", "close-combat", "u5", "u5", FEW, {}, {}),
    ("forge-of-war", "close-combat", "u5", "u5", FEW | {"charge.cover": "hard"}, {}, {}),
    ("forge-of-war", "close-combat", "u5", "u3", AT_VEHICLE, {}, {}),
    ("forge-of-war", "reaction-test", "u5", "u5", PLASMA, {}, {}),
    ("forge-of-war", "reaction-test", "u5", "u5", {"melee_only": True}, {}, {}),
    ("forge-of-war", "disengage", "u5", "u5", {"enemy.figures": 3}, {}, SHAKEN),
    ("forge-of-war", "disengage", "u5", "u5", {"enemy.figures": 3}, {"disengage_free_attack": "on"}, SHAKEN),
    ("forge-of-war", "disengage", "u5", "u5", {"enemy.figures": 3}, {}, SMALL),
    ("forge-of-war", "indirect-fire", "u8", "u5", {"target.figures": 3, "distance": 12}, {}, {}),
    ("forge-of-war", "indirect-fire", "u8", "u3", {}, {}, {}),
    ("forge-of-war", "indirect-fire", "u8", "u5", {}, {"indirect_attack": "weight_of_fire"}, {}),
]  # fmt: skip


def with_fields(plain: Any, fields: Fields) -> Any:
    """The plain data with values put at paths."""
    for path, value in fields.items():
        part, (*parents, last) = plain, path.split(".")
        for name in parents:
            part = part.setdefault(name, {})
        part[last] = value
    return plain


@pytest.mark.parametrize(("game", "slug", "own", "opposing", "fields", "played", "ticked"), CASES)
def test_a_roll_has_the_exact_odds_of_its_question(
    game: str, slug: str, own: str, opposing: str, fields: Fields, played: Fields, ticked: Ticked
) -> None:
    ruleset = get_ruleset(game)
    assert ruleset.play is not None
    army = ruleset.context(replace(ruleset.demo(), house_rules=tuple(sorted(played.items()))))
    match = Match(ruleset.play, (army, army))
    state = MatchState((PlayState(ticked), PlayState(ticked)))
    first, second = ({each.unit.id: each for each in sides(match, side, state)} for side in (0, 1))
    unit, other = first[own], second.get(opposing)
    calculator = ruleset.calculator(slug)
    assert calculator.prefill is not None
    assert calculator.results is not None
    assert calculator.roll is not None
    question = decode(calculator.question, with_fields(calculator.prefill(unit, other), fields))
    context = SolveContext(ruleset.catalogue, match.contexts[0].house)
    possible = calculator.results(question, unit, other, context)
    roll = calculator.roll
    rolled = every_roll(lambda roller: roll(question, unit, other, context, roller))
    assert len(possible) > 1
    for part in {each.part for each in possible}:
        found: dict[tuple[Any, ...], Fraction] = {}
        for results, chance in rolled.items():
            for each in results:
                if each.part == part:
                    key = each.label, each.own, each.opposing
                    found[key] = found.get(key, Fraction(0)) + chance
        odds = {(each.label, each.own, each.opposing): each.chance for each in possible if each.part == part}
        assert {key: chance for key, chance in found.items() if key in odds} == odds
        assert sum(found.values()) == 1 or part == "backfire"
