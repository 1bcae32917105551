"""Several units at one target: compared with every path of results, played in a match."""

import itertools
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.engagements import Targets, possible_results, side_of
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import AT_START, Event, Match, MatchState
from rulesets.core.play.states import Change
from rulesets.core.sequences import Firing
from rulesets.registry import all_rulesets, get_ruleset
from tests.tiny_system.pebbles import RULESET as PEBBLES

GAMES = [*(each.slug for each in all_rulesets() if each.play), PEBBLES.slug]


class Played:
    """A match of a game's example against itself in which results are recorded as a player would."""

    def __init__(self, game: str) -> None:
        """Begin it."""
        self.ruleset = PEBBLES if game == PEBBLES.slug else get_ruleset(game)
        assert self.ruleset.play is not None
        context = self.ruleset.context(self.ruleset.demo())
        self.match = Match(self.ruleset.play, (context, context))
        self.context = SolveContext(self.ruleset.catalogue, context.house.untraced)
        groups = context.force.groups
        by_group = self.ruleset.group_card is not None
        self.units = [unit.id for group in groups for unit in group.units[: 1 if by_group else None]]

    def firing(self, target: str) -> Firing:
        """The sequence at a target."""
        return Firing(self.match, self.ruleset.calculator, 0, target, self.context, 6)

    def paths(
        self, state: MatchState, units: list[str], target: str, chance: Fraction, lost: int
    ) -> Iterator[tuple[MatchState, Fraction, int]]:
        """Every way in which the results of the units can follow one another."""
        if not units or self.firing(target).is_gone(state):
            yield state, chance, lost
            return
        own, opposing = (side_of(self.match.deployed(state, side), unit) for side, unit in ((0, units[0]), (1, target)))
        asked = Targets(self.match, self.ruleset.calculator, own, self.context, 6).asked(opposing)
        if asked is None or asked[1] is None or asked[2]:
            yield from self.paths(state, units[1:], target, chance, lost)
            return
        calculator = self.ruleset.calculator(asked[0].calculator)
        possible = possible_results(self.match, calculator, asked[1], 0, own, opposing, self.context)
        parts = [
            [each for each in possible if each.result.part == part and each.result.opposing and each.result.chance]
            for part in dict.fromkeys(each.result.part for each in possible)
        ]
        for chosen in itertools.product(*([*part, None] for part in parts)):
            likely, after, more = chance, state, 0
            for part, each in zip(parts, chosen, strict=True):
                chances = [other.result.chance or Fraction(0) for other in part]
                likely *= 1 - sum(chances, Fraction(0)) if each is None else each.result.chance or Fraction(0)
            if not likely:
                continue
            for number, each in enumerate(filter(None, chosen)):
                changes = tuple(decode(Change, change) for change in each.event["changes"] if change["side"] == 1)
                after, _ = play(self.match, after, (), 0, Event(f"e{number}", changes=changes), both=True)
                more += self.harm(changes)
            yield from self.paths(after, units[1:], target, likely, lost + more)

    def harm(self, changes: tuple[Change, ...]) -> int:
        """What the changes take."""
        harm = self.match.play.harm
        return sum(max(0, harm.of(each)) for each in changes) if harm else 0


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_is_what_every_path_of_results_leaves(game: str) -> None:
    played = Played(game)
    for target in played.units[:3]:
        firing, units = played.firing(target), played.units[:2]
        *_, last = firing.steps(AT_START, units)
        gone, lost, left = Fraction(0), Fraction(0), defaultdict[Any, Fraction](Fraction)
        for state, chance, taken in played.paths(AT_START, units, target, Fraction(1), 0):
            lost += chance * taken
            if firing.is_gone(state):
                gone += chance
            else:
                left[side_of(played.match.deployed(state, 1), target).state] += chance
        assert (last.gone, last.lost, dict(last.left)) == (gone, lost, dict(left))
        assert gone + sum(left.values()) == 1


@pytest.mark.parametrize("game", ["mbt2020", "forge-of-war", "forum-combat"])
def test_each_unit_leaves_less_of_the_target(game: str) -> None:
    played = Played(game)
    target = played.units[0]
    steps = list(played.firing(target).steps(AT_START, played.units[:3]))
    assert [each.unit for each in steps] == played.units[:3]
    assert steps[0].lost <= steps[1].lost <= steps[2].lost
    assert steps[-1].lost > 0
    turned = list(played.firing(target).steps(AT_START, played.units[:3][::-1]))
    assert [each.unit for each in turned] == played.units[:3][::-1]


def test_what_the_rules_leave_to_the_players_is_said_to_be_open() -> None:
    played = Played("warstrike")
    steps = list(played.firing(played.units[0]).steps(AT_START, played.units[:2]))
    assert [each.open for each in steps] == [True, True]
    assert {each.lost for each in steps} == {Fraction(0)}
