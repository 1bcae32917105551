"""The decided engagements of a match: who engaged, and the odds of what came of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.core.play.definition import Harm
from rulesets.core.play.luck import MAX_LOST, THOUSAND, Odds
from rulesets.core.play.matches import SIDES, EventKind, LogEntry, MatchState
from rulesets.core.play.states import Change


@dataclass(frozen=True, slots=True)
class Decided:
    """A part of an engagement with known odds: the entry's number, and the side and the unit that engaged."""

    number: int
    side: int
    unit: str
    odds: Odds


def decided(harm: Harm | None, entries: Iterable[LogEntry], state: MatchState) -> Iterator[Decided]:
    """The decided engagements of a match in that state, in order.

    Of the ``entries`` of its log those may be missing that neither engage nor answer nor correct anything.
    """
    log = {entry.number: entry for entry in entries}
    counted = [entry for entry in log.values() if entry.number not in state.undone]
    answers = ((each.number, each.event.kind, each.event.of, each.event.agreed) for each in counted)
    left_out = without_effect(answers, state.waiting)
    for entry in counted:
        is_answer = entry.event.kind is EventKind.ANSWER
        asked = log.get(entry.event.of, entry) if is_answer and entry.came else entry
        if entry.number not in left_out and asked.event.calculator:
            for odds in odds_that_count(harm, entry, asked.side):
                yield Decided(entry.number, asked.side, asked.event.own, odds)


def without_effect(entries: Iterable[tuple[int, str, int, bool]], waiting: Iterable[int]) -> set[int]:
    """The numbers of the entries that wait, were refused, or count otherwise since they were corrected.

    Each entry is its number, its kind, the number of the entry that it is about, and whether it agrees to that.
    """
    known = list(entries)
    refused = {of for _, kind, of, agreed in known if kind == EventKind.ANSWER and not agreed}
    idle = refused.union(waiting)
    return idle | {of for number, kind, of, _ in known if kind == EventKind.CORRECT and number not in idle}


def odds_that_count(harm: Harm | None, entry: LogEntry, asking: int) -> tuple[Odds, ...]:
    """The odds of what came of a question of the side ``asking``, or of a result that was entered."""
    came, entered = entry.came, entry.event.odds
    odds = came.odds if came is not None else (entered,) if entered is not None else ()
    return _fitting_odds(harm, odds, entry, asking) if entry.event.kind is EventKind.CHANGE else odds


def _fitting_odds(harm: Harm | None, odds: Iterable[Odds], entry: LogEntry, asking: int) -> tuple[Odds, ...]:
    """Those of the odds that speak of the losses which the entry's changes make."""
    lost = _lost(harm, entry.event.changes, asking)
    return tuple(each for each in odds if (each.own_lost, each.opposing_lost) == lost)


def _lost(harm: Harm | None, changes: Iterable[Change], asking: int) -> tuple[int, ...]:
    """What changes take from the side ``asking`` and from the other, in thousandths as ``Odds`` have it."""
    lost = dict.fromkeys(SIDES, 0)
    if harm is not None:
        for each in changes:
            lost[each.side] += THOUSAND * max(0, harm.of(each))
    return tuple(min(MAX_LOST, lost[side]) for side in (asking, 1 - asking))
