"""The odds of the possible results of an engagement, as a match stores them with the one that came about."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from rulesets.core.calculators import Result
from rulesets.core.play.definition import Harm
from rulesets.core.play.luck import MAX_LOST, MILLION, THOUSAND, Balance, Odds
from rulesets.core.play.states import Change


def rolled_odds(harm: Harm | None, rolled: Sequence[Result], results: Sequence[Result]) -> list[Odds]:
    """The odds of what was rolled among the possible ``results``, part by part, as far as they are known."""
    return [odds for each in rolled if (odds := _rolled(harm, each, results)) is not None]


def _rolled(harm: Harm | None, rolled: Result, results: Sequence[Result]) -> Odds | None:
    part = [each for each in results if each.part == rolled.part]
    found = next((each for each in part if each.label == rolled.label), None)
    if found is None:  # that nothing of it has happened
        found = replace(rolled, chance=1 - sum((each.chance or Fraction(0) for each in part), Fraction(0)))
        part.append(found)
    return _odds(harm, found, part)


def odds_of(harm: Harm | None, results: Sequence[Result]) -> list[Odds | None]:
    """The odds of each result among those of its part; ``None`` where the rules leave it to the players."""
    return [_odds(harm, each, [other for other in results if other.part == each.part]) for each in results]


def _odds(harm: Harm | None, result: Result, part: Sequence[Result]) -> Odds | None:
    chances = [(each, each.chance) for each in part if each.chance is not None]
    if result.chance is None:
        return None
    # Where none of a part may happen, such as a backfire, that is better than what is bad and worse than what is good.
    nothing = 1 - sum(chance for _, chance in chances)
    worse = sum(chance for each, chance in chances if each.worth <= result.worth) + nothing * (result.worth > 0)
    better = sum(chance for each, chance in chances if each.worth >= result.worth) + nothing * (result.worth <= 0)
    expected = [sum(chance * _lost(harm, changes(each)) for each, chance in chances) for changes in (_own, _opposing)]
    lost = [_lost(harm, changes(result)) for changes in (_own, _opposing)]
    balances = defaultdict[int, Fraction](Fraction)
    if harm and nothing:
        balances[0] += nothing
    for each, chance in chances if harm else ():
        balances[_lost(harm, each.own) - _lost(harm, each.opposing)] += chance
    own_expected, opposing_expected, own_lost, opposing_lost = (
        min(MAX_LOST, round(each * THOUSAND)) for each in (*expected, *lost)
    )
    return Odds(
        _millionths(worse),
        _millionths(better),
        own_expected,
        opposing_expected,
        own_lost,
        opposing_lost,
        tuple(Balance(more, max(1, round(weight * MILLION))) for more, weight in sorted(balances.items())),
    )


def _own(result: Result) -> tuple[Change, ...]:
    return result.own


def _opposing(result: Result) -> tuple[Change, ...]:
    return result.opposing


def _lost(harm: Harm | None, changes: Iterable[Change]) -> int:
    return sum(max(0, harm.of(change)) for change in changes) if harm else 0


def _millionths(chance: Fraction | int) -> int:
    # Rounding makes nothing sure that is not, and nothing impossible that is possible.
    return MILLION if chance >= 1 else max(1, min(MILLION - 1, round(chance * MILLION)))
