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

FAR_ABOVE: Fields = {"target.av": 15, "shooters.volleys": [{"weapon": "plasma_rifle", "count": 4}]}

RIFLE: Fields = {"name": "Rifle", "attacks": 1, "acc": 4, "strength": 4, "ap": 0, "damage": 1, "reach": 24}
BLOW: Fields = {"attacks": 1, "acc": 3, "strength": 4, "ap": 1, "damage": 2}
GUN: Fields = {"name": "Gun", "attacks": 1, "acc": 3, "strength": 6, "ap": 1, "damage": 3, "reach": 30}
VOLLEY: Fields = {"firing": [RIFLE | {"count": 1}, GUN | {"count": 1}]}
NO_BLOWS: Fields = {"attacks": 0}
CLOSE: Fields = {
    "own.0.close_quarters": NO_BLOWS,
    "theirs.0.close_quarters": NO_BLOWS,
    "own_reach": 2,
    "theirs_reach": 1,
}
BOTH: Fields = {"own_reach": 1, "theirs_reach": 1, "own.0.close_quarters": BLOW, "theirs.0.close_quarters": NO_BLOWS}
IN_MELEE: Ticked = {"g5": {"place": (2,)}}

DOWN: Fields = {"action": "get_down"}
MARKED: Ticked = {"u3": {"markers": (1, 2, 3)}}
FEW_LEFT: Ticked = {"u3": {"markers": (1, 2), "models": (1, 2, 3, 4, 5, 6)}}

CASES: list[tuple[str, str, str, str, Fields, Fields, Ticked]] = [
    ("forge-of-war", "activation", "u5", "", {}, {}, {}),
    ("forge-of-war", "activation", "u5", "", {}, {}, SMALL),
    ("forge-of-war", "rally", "u5", "", {}, {}, SHAKEN),
    ("forge-of-war", "rally", "u5", "", {}, {"rally_initiative": "needs_activation"}, SHAKEN),
    ("forge-of-war", "shooting", "u5", "u5", ARMS, {}, {}),
    ("forge-of-war", "shooting", "u5", "u5", PLASMA, {}, {}),
    ("forge-of-war", "shooting", "u5", "u5", FAR_ABOVE, {}, {}),
    ("forge-of-war", "covering-fire", "u6", "u5", PLASMA, {}, {"u6": {"covering": (1,)}}),
    ("forge-of-war", "vehicle-damage", "u5", "u3", ROCKETS, {}, {}),
    ("forge-of-war", "vehicle-damage", "u5", "u10", FAR_ABOVE, {"vehicle_reroll_damage": "margin"}, {}),
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
    ("forum-combat", "shooting", "u2", "u2", VOLLEY, {}, {}),
    ("forum-combat", "shooting", "u2", "u2", VOLLEY, {"fc.alloc": "random"}, {}),
    ("forum-combat", "shooting", "u2", "u9", VOLLEY, {"fc.alloc": "random_all"}, {}),
    ("forum-combat", "firing-into-melee", "u9", "u2", VOLLEY, {}, IN_MELEE),
    ("forum-combat", "charge", "u2", "u2", {}, {}, {}),
    ("forum-combat", "charge", "u2", "u2", {"disengages": True, "was_engaged": True}, {}, {}),
    ("forum-combat", "morale", "u2", "", {"abandoned": 1}, {}, {}),
    ("forum-combat", "disengage", "u9", "", {}, {}, {}),
    ("forum-combat", "melee", "u9", "u9", CLOSE, {}, {}),
    ("forum-combat", "melee", "u9", "u9", BOTH, {}, {}),
    ("forum-combat", "melee", "u9", "u9", BOTH, {"fc.cq_then_melee": "strike", "fc.alloc": "random_all"}, {}),
    ("forum-combat", "melee", "u9", "u9", CLOSE | {"rounds": 2, "own_reach": 1}, {}, {}),
    ("warstrike", "what-happens-next", "u3", "", {}, {}, MARKED),
    ("warstrike", "what-happens-next", "u3", "", {"safer_position": False, "officer_ld": 3}, {}, FEW_LEFT),
    *(
        ("warstrike", "what-happens-next", "u3", "", DOWN, {"getdown_compare": compare, "getdown_stack": stack}, MARKED)
        for compare in ("check", "base", "after")
        for stack in ("cumulative", "dice_only")
    ),
]  # fmt: skip


def with_fields(plain: Any, fields: Fields) -> Any:
    """The plain data with values put at paths."""
    for path, value in fields.items():
        part, (*parents, last) = plain, path.split(".")
        for name in parents:
            part = part[int(name)] if isinstance(part, list) else part.setdefault(name, {})
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
    assert len(possible) > 1 or slug == "morale"
    for part in {each.part for each in possible}:
        odds = {each.label: each for each in possible if each.part == part}
        found: dict[str, Fraction] = {}
        changes: dict[str, set[Any]] = {}
        for results, chance in rolled.items():
            for each in results:
                if each.part == part:
                    found[each.label] = found.get(each.label, Fraction(0)) + chance
                    changes.setdefault(each.label, set()).add((each.own, each.opposing))
        assert {label: found.get(label) for label in odds} == {label: each.chance for label, each in odds.items()}
        assert sum(found.values()) == 1 or part == "backfire"
        for label, each in odds.items():
            assert (each.own, each.opposing) in changes[label]
