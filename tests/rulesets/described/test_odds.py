"""The calculators of documents: exact chances against rolled dice, what units fill in, house rules, refusals."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.calculators import Calculator, QuestionError, Result, SolveContext
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import all_tracks
from rulesets.core.play.states import DeployedForce, PlayState, Side
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.model import Model
from rulesets.described.ruleset import from_document
from tests.rulesets.every_roll import every_roll

from .armies import army
from .games import DESCRIBED, described, document

LANES, DUEL, GUARD, COURT = map(described, ("lanes", "duel", "guard", "court"))


def context_of(game: AnyRuleset, **readings: str) -> SolveContext:
    return SolveContext(game.catalogue, HouseRules(game.rulings, readings.items()))


def ask(game: AnyRuleset, slug: str, readings: dict[str, str] | None = None, **fields: Any) -> Any:
    calculator = game.calculator(slug)
    return calculator.ask(
        calculator.question(**fields), game.catalogue, HouseRules(game.rulings, (readings or {}).items())
    )


def standing_of(game: AnyRuleset, unit: dict[str, Any], ticks: dict[str, tuple[int, ...]] | None = None) -> Side:
    """A unit alone in its army, with these boxes ticked."""
    force = army(game, ({}, [unit]))
    (group,) = force.groups
    assert game.play is not None
    tracks = all_tracks(game.play, game.context(force))[group.units[0].id]
    state = PlayState({group.units[0].id: ticks or {}}).of(group.units[0].id, tracks)
    return Side(force, group, group.units[0], DeployedForce(force, {group.units[0].id: state}))


def test_a_volley_is_worked_out_by_hand() -> None:
    """A ranger with a lance hits militia on 3+, wounds on 2+ with ones again, and no save is left."""
    answer = ask(LANES, "shooting", gun="lance", models=1, targets=1)
    chance = Fraction(4, 6) * (Fraction(5, 6) + Fraction(1, 6) * Fraction(5, 6))
    assert {outcome.label: outcome.chance for outcome in answer.charts[0].outcomes} == {"0": 1 - chance, "1": chance}
    assert [(step.label, step.value, step.reason) for step in answer.steps] == [
        ("Shots", "1", ""),
        ("To hit", "3+", "67%"),
        ("To wound", "2+", "97%"),
        ("Save", "9+", "0%"),
    ]
    assert answer.assumed == ("target in the open",)


def test_damage_is_spread_over_models_with_their_wounds() -> None:
    """Two hits of one point each put no model with three wounds out, three hits put one out."""
    answer = ask(LANES, "shooting", gun="repeater", models=1, target="walkers", targets=2)
    one = Fraction(4, 6) * Fraction(2, 6) * Fraction(7, 6) * Fraction(2, 6)
    assert answer.charts[0].outcomes[1].chance == one**3


def test_a_table_is_looked_up_for_the_difference_of_two_rolls() -> None:
    answer = ask(DUEL, "duel", fighter="squire", foe="squire")
    totals = [(2 + mine) - (3 + theirs) for mine in range(1, 11) for theirs in range(1, 11)]
    counted = [
        ("Missed", sum(total < 0 for total in totals)),
        ("Touched", sum(0 <= total < 5 for total in totals)),
        ("Struck", sum(total >= 5 for total in totals)),
    ]
    assert [(outcome.label, outcome.chance) for outcome in answer.charts[0].outcomes] == [
        (label, Fraction(count, 100)) for label, count in counted
    ]
    assert answer.headline == "Missed: 55%"


def test_extra_dice_are_in_the_working() -> None:
    answer = ask(GUARD, "volley", ranks=1, rested=True)
    hit = Fraction(1, 3) * Fraction(7, 6)
    assert answer.charts[0].mean == Fraction(2, 3) * hit * (1 + hit / 2 + hit**2 / 4)
    assert [(step.label, step.value, step.reason) for step in answer.steps] == [
        ("Ranks", "1", ""),
        ("To hit", "5+", "39%"),
        ("To hit, extra dice", "6+", "at most 2 for each die"),
        ("Cover", "5+", "33%"),
    ]
    assert [step.label for step in ask(GUARD, "volley", ranks=1).steps] == ["Ranks", "To hit", "Cover"]


def test_a_die_that_explodes_is_added_to_an_opposed_roll() -> None:
    answer = ask(DUEL, "duel", fighter="squire", foe="squire", fury=True)
    assert [(step.label, step.value, step.reason) for step in answer.steps] == [
        ("Roll", "1d10, the highest + 2", ""),
        ("Roll, extra dice", "10+", "at most 2 for each die"),
        ("Against", "1d10, the highest + 3", ""),
    ]
    plain = ask(DUEL, "duel", fighter="squire", foe="squire")
    # A 10 struck against 4 or less, and every extra die brings it five above the foe.
    more = sum(Fraction(10 + extra - foe - 1 >= 5, 1000) for foe in range(5, 11) for extra in range(1, 11))
    assert answer.charts[0].outcomes[2].chance == plain.charts[0].outcomes[2].chance + more


def test_a_game_without_dice_has_one_answer() -> None:
    answer = ask(COURT, "charm", courtier="duchess", gifts=2, rival="jester")
    assert (answer.headline, answer.charts) == ("Pride: 5", ())


def test_an_upgrade_changes_what_the_unit_asks_and_not_the_other() -> None:
    plain, veteran = (ask(GUARD, "nerve", regiment="line", veteran=each) for each in (False, True))
    chances = [{each.label: each.chance for each in answer.charts[0].outcomes} for answer in (plain, veteran)]
    assert [each["Stands"] for each in chances] == [Fraction(21, 36), Fraction(26, 36)]
    assert ask(LANES, "shooting", drilled=True).steps[1].value == "2+"
    assert (
        ask(LANES, "shooting", drilled=True, target="rangers").steps[2:]
        == ask(LANES, "shooting", target="rangers").steps[2:]
    )


def test_house_rules_change_the_answer_and_are_named_where_they_do() -> None:
    cover = {"troop": "militia", "cover": True}
    assert ask(LANES, "shooting").rulings == ()
    answer = ask(LANES, "shooting", cover=True)
    assert [played.ruling.switch for played in answer.rulings] == ["cover_takes"]
    assert answer.steps[1].value == "4+"
    assert ask(LANES, "shooting", {"cover_takes": "two"}, cover=True).steps[1].value == "5+"
    assert ask(LANES, "shooting", {"cover_takes": "two"}, **cover).steps[1] == replace(
        answer.steps[1], value="7+", reason="17%"
    )


def test_units_fill_in_the_question_less_what_they_have_lost() -> None:
    own = standing_of(LANES, {"troop": "walkers", "gun": "lance", "models": 3, "drilled": True}, {"lost": (1,)})
    opposing = standing_of(LANES, {"troop": "rangers", "models": 4}, {"lost": (1, 2)})
    prefill = LANES.calculator("shooting").prefill
    assert prefill is not None
    assert prefill(own, opposing) == {
        "troop": "walkers",
        "drilled": True,
        "gun": "lance",
        "models": 2,
        "target": "rangers",
        "targets": 2,
    }
    assert prefill(own, None) == {"troop": "walkers", "drilled": True, "gun": "lance", "models": 2}


def test_what_units_are_not_asked_is_worked_out_once_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    sides: list[Side] = []
    not_asked = Model.not_asked

    def counted(self: Model, side: Side) -> frozenset[str]:
        sides.append(side)
        return not_asked(self, side)

    monkeypatch.setattr(Model, "not_asked", counted)
    monkeypatch.setattr(Model, "fits", lambda *_: pytest.fail("No row is offered here."))
    own, opposing = (standing_of(LANES, {"troop": troop}) for troop in ("walkers", "rangers"))
    prefill = LANES.calculator("shooting").prefill
    assert prefill is not None
    prefill(own, opposing)
    assert sides == [own, opposing]


def test_unknown_entries_and_too_many_dice_are_refused_at_their_field() -> None:
    with pytest.raises(QuestionError) as unknown:
        ask(LANES, "shooting", target="militias")
    assert (unknown.value.field, unknown.value.message) == (
        "target",
        "“militias” is not in the catalogue. Did you mean “Militia”?",
    )
    starter = DESCRIBED[-1]
    with pytest.raises(QuestionError) as many:
        ask(starter, "shooting", models=20, dice=21)
    assert (many.value.field, many.value.message) == (
        "models",
        "These are 420 dice. The odds are worked out for at most 400.",
    )


CASES: list[tuple[AnyRuleset, str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (LANES, "shooting", {"models": 2}, {"troop": "walkers", "models": 2}, {"gun": "lance", "models": 2}),
    (LANES, "shooting", {"models": 2}, {"troop": "militia", "models": 2}, {"models": 2, "sustained": True}),
    (LANES, "morale", {"models": 4}, {}, {"lost": 3}),
    (DUEL, "duel", {"fighter": "swordsman", "blessed": True}, {"fighter": "squire"}, {}),
    (DUEL, "duel", {"fighter": "squire"}, {"fighter": "squire"}, {"fury": True}),
    (GUARD, "nerve", {"regiment": "landwehr"}, {}, {"flank": True}),
    (GUARD, "volley", {}, {}, {"rested": True, "ranks": 1}),
]


@pytest.mark.parametrize(("game", "slug", "own", "opposing", "fields"), CASES)
def test_rolled_results_have_exactly_their_odds(
    game: AnyRuleset, slug: str, own: dict[str, Any], opposing: dict[str, Any], fields: dict[str, Any]
) -> None:
    calculator: Calculator[Any] = game.calculator(slug)
    unit, other = standing_of(game, own), standing_of(game, opposing)
    assert calculator.prefill is not None
    assert calculator.roll is not None
    question = calculator.question(**{**calculator.prefill(unit, other), **fields})
    context, roll = context_of(game), calculator.roll
    possible = calculator.possible(question, unit, other, context)
    assert sum(each.chance or 0 for each in possible) == 1

    def effect(result: Result) -> tuple[Any, ...]:
        return result.label, result.own, result.opposing

    rolled = every_roll(lambda roller: tuple(map(effect, roll(question, unit, other, context, roller))))
    assert {effects[0]: chance for effects, chance in rolled.items()} == {
        effect(each): each.chance for each in possible if each.chance
    }


@pytest.mark.parametrize(
    ("title", "labels"),
    [
        ("Hits", ["1 hit", "2 hits"]),
        ("Figures", ["1 figure", "2 figures"]),
        ("Losses", ["1 loss", "2 losses"]),
        ("Lives", ["Lives: 1", "Lives: 2"]),
        ("Men", ["Men: 1", "Men: 2"]),
        ("Zombies", ["Zombies: 1", "Zombies: 2"]),
    ],
)
def test_one_loss_is_said_in_the_singular(title: str, labels: list[str]) -> None:
    tracks = tuple(replace(track, title=title) if track.slug == "lost" else track for track in document("lanes").tracks)
    game = from_document(replace(document("lanes"), tracks=tracks))
    unit = standing_of(game, {"troop": "militia", "models": 5})
    question = game.calculator("shooting").question(models=2, target="militia", targets=5)
    possible = game.calculator("shooting").possible(question, unit, unit, context_of(game))
    assert [each.label for each in possible] == ["No loss", *labels]


def test_a_number_without_dice_is_said_in_the_singular() -> None:
    shooting = next(odds for odds in document("lanes").odds if odds.slug == "shooting")
    sure = replace(shooting, slug="sure", what="wounds", chain=None, certain="models", harm="", saved_by_hand=False)
    game = from_document(replace(document("lanes"), odds=(*document("lanes").odds, sure), odds_groups=()))
    calculator = game.calculator("sure")
    answers = [calculator.ask(calculator.question(models=n), game.catalogue, context_of(game).house) for n in (1, 2)]
    assert [answer.headline for answer in answers] == ["1 wound", "2 wounds"]


def test_harm_is_at_most_what_is_left() -> None:
    question = LANES.calculator("shooting").question(models=20, target="militia", targets=5)
    hurt = standing_of(LANES, {"troop": "militia", "models": 5}, {"lost": (1, 2, 3)})
    possible = LANES.calculator("shooting").possible(question, hurt, hurt, context_of(LANES))
    assert [each.label for each in possible] == ["No loss", "Lost: 1", "Lost: 2"]
    assert sum(each.chance or 0 for each in possible) == 1
    assert [each.opposing[0].amount for each in possible[1:]] == [1, 2]


def test_targets_are_compared_by_the_mean_or_the_last_ending() -> None:
    brief = LANES.calculator("shooting").brief
    assert brief is not None
    question = LANES.calculator("shooting").question()
    answer = ask(LANES, "shooting")
    assert brief(question, context_of(LANES)).worth == (answer.charts[0].mean,)
    duel = DUEL.calculator("duel")
    assert duel.brief is not None
    found = duel.brief(duel.question(), context_of(DUEL))
    assert found.worth[0] == sum(n * outcome.chance for n, outcome in enumerate(ask(DUEL, "duel").charts[0].outcomes))
