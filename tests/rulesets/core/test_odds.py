"""The odds of results, against all rolls of the dice; and the luck of short logs."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from rulesets.core.calculators import Result, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.engagements import possible_results
from rulesets.core.odds import odds_of
from rulesets.core.play.definition import Harm
from rulesets.core.play.luck import MILLION, Balance, Moment, Odds, luck_of
from rulesets.core.play.matches import AT_START, Match, MatchState
from rulesets.core.play.states import Change, PlayState, Side
from rulesets.core.play.throws import Hand, outcome_of
from rulesets.registry import get_ruleset
from rulesets.systems.forge_of_war.command.command_value import rally_modifiers
from rulesets.systems.forge_of_war.command.rally import removed_by
from rulesets.systems.forge_of_war.modifiers import modified
from rulesets.systems.forge_of_war.tables import DIE

HARM = Harm("figures", lambda change: change.amount if change.track == "lost" else 0)
GAMES = ("mbt2020", "forge-of-war", "warstrike", "forum-combat")


def lost(number: int, chance: Fraction | None, part: str = "") -> Result:
    changes = (Change("lost", number),) if number else ()
    return Result(f"{number} lost", opposing=changes, chance=chance, worth=number, part=part)


@cache
def match_of(game: str, ticked: bool = False) -> Match:
    """A match of the game's example army against itself; ``ticked``: everything counted once."""
    ruleset = get_ruleset(game)
    context = ruleset.context(ruleset.demo())
    assert ruleset.play is not None
    return Match(ruleset.play, (context, context))


def sides(match: Match, side: int, state: MatchState = AT_START) -> Iterator[Side]:
    deployed = match.deployed(state, side)
    assert deployed is not None
    for group, unit in deployed.force.units():
        yield Side(deployed.force, group, unit, deployed)


def results_of(match: Match, game: str, slug: str, own: Side, opposing: Side | None, **fields: Any) -> Iterable[Any]:
    ruleset = get_ruleset(game)
    calculator = ruleset.calculator(slug)
    filled = calculator.prefill(own, opposing) if calculator.prefill else {}
    question = decode(calculator.question, filled | fields)
    context = SolveContext(ruleset.catalogue, match.contexts[0].house)
    return possible_results(match, calculator, question, 0, own, opposing, context)


def test_a_result_is_compared_with_those_of_its_part() -> None:
    half, third, sixth = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
    own = Result("1 own lost", (Change("lost", 1),), chance=sixth, worth=-1, part="own")
    none, one, two, by_itself, back = odds_of(HARM, [lost(0, half), lost(1, third), lost(2, sixth), lost(3, None), own])
    of_both = (Balance(-2, 166_667), Balance(-1, 333_333), Balance(0, 500_000))
    assert none == Odds(500_000, MILLION, 0, 667, 0, 0, of_both)
    assert one == Odds(833_333, 500_000, 0, 667, 0, 1000, of_both)
    assert two == Odds(MILLION, 166_667, 0, 667, 0, 2000, of_both)
    assert by_itself is None
    assert back == Odds(166_667, MILLION, 167, 0, 1000, 0, (Balance(0, 833_333), Balance(1, 166_667)))


def test_what_is_unlikely_is_never_certain_or_impossible() -> None:
    tiny = Fraction(1, 10**12)
    none, one = odds_of(None, [lost(0, 1 - tiny), lost(1, tiny)])
    assert none == Odds(MILLION - 1, MILLION)
    assert one == Odds(MILLION, 1)


@pytest.mark.parametrize("game", GAMES)
def test_chances_of_a_part_are_certain_together(game: str) -> None:
    """Except where nothing of it may happen: a morale check that holds, a volley without backfire."""
    match, known = match_of(game), set()
    everything = MatchState(tuple(PlayState(_hurt(match, side)) for side in (0, 1)))  # type: ignore[arg-type]
    for state in (AT_START, everything):
        for own, opposing in product(sides(match, 0, state), sides(match, 1, state)):
            actions = match.play.actions(own) if match.play.actions else ()
            alone = [(each, None) for each in actions]
            for engagement, other in (*((each, opposing) for each in match.play.engagements(own, opposing)), *alone):
                kind = engagement, state is AT_START
                if kind in known:
                    continue
                known.add(kind)
                parts: dict[str, list[Fraction | None]] = {}
                for each in results_of(match, game, engagement.calculator, own, other):
                    parts.setdefault(each.result.part, []).append(each.result.chance)
                for part, chances in parts.items():
                    if None in chances:
                        assert set(chances) == {None}
                    elif part == "backfire" or engagement.calculator == "morale":
                        assert 0 < sum(filter(None, chances)) < 1
                    else:
                        assert sum(filter(None, chances)) == 1, (engagement.calculator, part)
    assert known


def _hurt(match: Match, side: int) -> dict[str, dict[str, tuple[int, ...]]]:
    return {
        holder: {track.slug: (1,) for track in tracks if track.slug in ("markers", "place", "situation")}
        for holder, tracks in match.tracks[side].items()
    }


# --- a short log of each game against all rolls of its dice -------------------------------------------


def _hands(own: Side) -> Iterator[str]:
    for hands in product(Hand, repeat=2):
        yield outcome_of(*hands).label


def _rally(own: Side) -> Iterator[str]:
    """Each D-marker above the permanent ones goes on a roll below the modified Command Value, one for each point.

    A roll above it and a natural 10 pass the initiative, a natural 1 never does.
    """
    ruleset = get_ruleset("forge-of-war")
    question: Any = decode(ruleset.calculator("rally").question, ruleset.calculator("rally").prefill(own, None))  # type: ignore[misc]
    house = match_of("forge-of-war").contexts[0].house
    value = modified(question.unit.cv, rally_modifiers(question.unit, question.slaughtered, question.hiding, house))
    for roll in range(1, DIE + 1):
        count = removed_by(roll, value, question.unit.markers, 0, house)
        passes = roll != 1 and not roll <= min(value, DIE - 1)
        yield f"{count} D-marker{'s' * (count != 1)} removed{', initiative passes' * passes}"


def _downed(own: Side) -> Iterator[str]:
    """Each of three engaged units is downed on 1 to 3."""
    for rolls in product(range(1, 7), repeat=3):
        yield f"{sum(roll <= 3 for roll in rolls) or 'Nobody'} downed"


def _activation(own: Side) -> Iterator[str]:
    """One of the Ld dice must show the Nv, less one for each marker after the first, or less."""
    for rolls in product(range(1, 7), repeat=own.unit.spec.ld):
        yield "acts" if min(rolls) <= own.unit.spec.nv - 1 else "fails"


LOGS: dict[str, tuple[str, dict[str, Any], Callable[[Side], Iterator[str]], Callable[[str], str]]] = {
    "mbt2020": ("engagement", {}, _hands, lambda label: label.partition(":")[0]),
    "forge-of-war": ("rally", {}, _rally, lambda label: label),
    "forum-combat": ("disengage", {"engaged": 3, "standing": 5}, _downed, lambda label: label),
    "warstrike": ("what-happens-next", {}, _activation, lambda label: label),
}


@pytest.mark.parametrize("game", [game for game in GAMES if game != "warstrike"])
def test_odds_are_those_of_all_rolls(game: str) -> None:
    slug, fields, rolls, named = LOGS[game]
    match = match_of(game)
    state = AT_START
    if game == "forge-of-war":
        ticks = {unit.unit.id: {"markers": (1, 2)} for unit in sides(match, 0)}
        state = MatchState((PlayState(ticks), PlayState()))
    for own, opposing in product(sides(match, 0, state), sides(match, 1, state)):
        if slug == "engagement" and not match.play.engagements(own, opposing):
            continue
        possible = list(results_of(match, game, slug, own, opposing if slug == "engagement" else None, **fields))
        if possible:
            break
    by_label = {named(each.result.label): each for each in possible}
    counts = Counter(rolls(own))
    total, worth = counts.total(), {label: each.result.worth for label, each in by_label.items()}
    assert set(by_label) == set(counts)
    moments = []
    for number, (label, each) in enumerate(by_label.items(), 1):
        odds = each.odds
        assert odds is not None
        worse, better = (
            sum(count for other, count in counts.items() if (worth[other] - worth[label]) * sign >= 0)
            for sign in (-1, 1)
        )
        assert odds.worse == round(Fraction(worse, total) * MILLION)
        assert odds.better == round(Fraction(better, total) * MILLION)
        moments.append(Moment(number, 1, 0, odds))
    harm = match.play.harm
    assert harm is not None
    taken = {label: [_taken(harm, changes) for changes in (each.result.own, each.result.opposing)]
             for label, each in by_label.items()}  # fmt: skip
    luck = luck_of(moments)
    for side in (0, 1):
        expected = Fraction(sum(taken[label][side] * count for label, count in counts.items()), total)
        assert abs(luck.losses[1, side].expected - expected * len(moments)) < Fraction(len(moments), 1000)
        assert luck.losses[1, side].real == sum(each[side] for each in taken.values())


def _taken(harm: Harm, changes: Iterable[Change]) -> int:
    return sum(harm.of(change) for change in changes)


def test_the_check_of_an_activation_is_that_of_all_rolls() -> None:
    match = match_of("warstrike")
    ticks = {unit.unit.id: {"markers": (1, 2)} for unit in sides(match, 0)}
    own = next(sides(match, 0, MatchState((PlayState(ticks), PlayState()))))
    results = list(results_of(match, "warstrike", "what-happens-next", own, None))
    acts = sum(each.result.chance for each in results if each.result.worth == 0)
    counts = Counter(_activation(own))
    assert acts == Fraction(counts["acts"], counts.total())
