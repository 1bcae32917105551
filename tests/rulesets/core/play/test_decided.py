"""What of a match's log counts as luck."""

from dataclasses import replace

from rulesets.core.play.decided import Decided, decided, odds_that_count
from rulesets.core.play.definition import Harm
from rulesets.core.play.luck import Odds
from rulesets.core.play.matches import AT_START, Event, EventKind, LogEntry
from rulesets.core.play.rolls import Rolled
from rulesets.core.play.states import Change
from rulesets.core.play.throws import Hand, ThrowOutcome

HARM = Harm("figures", lambda change: change.amount)
ODDS = Odds(worse=900_000, better=200_000, opposing_expected=1500, opposing_lost=2000)
TWO = (Change("losses", amount=2, holder="u9", side=1),)


def shot(number: int, changes: tuple[Change, ...] = TWO) -> LogEntry:
    event = Event(f"e{number}", changes=changes, calculator="shooting", own="u1", opposing="u9", result="2 lost")
    return LogEntry(number, 0, event, rolled=(Rolled("2 lost", TWO, odds=(ODDS,)),))


def about(number: int, kind: EventKind, of: int, *, agreed: bool = True) -> LogEntry:
    return LogEntry(number, 1, Event(f"e{number}", kind, of=of, agreed=agreed))


def numbers(
    *entries: LogEntry, waiting: frozenset[int] = frozenset(), undone: frozenset[int] = frozenset()
) -> list[int]:
    state = replace(AT_START, waiting=waiting, undone=undone)
    return [each.number for each in decided(HARM, entries, state)]


def test_a_result_counts_for_the_unit_that_engaged() -> None:
    assert list(decided(HARM, [shot(1)], AT_START)) == [Decided(1, 0, "u1", ODDS)]


def test_what_was_undone_or_waits_or_was_refused_does_not_count() -> None:
    assert numbers(shot(1), shot(2), undone=frozenset({1})) == [2]
    assert numbers(shot(1), shot(2), waiting=frozenset({2})) == [1]
    refusal = about(3, EventKind.ANSWER, 1, agreed=False)
    assert numbers(shot(1), shot(2), refusal) == [2]
    assert numbers(shot(1), shot(2), refusal, undone=frozenset({3})) == [1, 2]
    assert numbers(shot(1), about(2, EventKind.ANSWER, 1)) == [1]


def test_a_corrected_result_does_not_count_once_that_is_agreed() -> None:
    correction = about(2, EventKind.CORRECT, 1)
    assert numbers(shot(1), correction) == []
    assert numbers(shot(1), correction, waiting=frozenset({2})) == [1]
    assert numbers(shot(1), correction, about(3, EventKind.ANSWER, 2, agreed=False)) == [1]


def test_odds_count_only_with_the_losses_that_they_speak_of() -> None:
    one = (replace(TWO[0], amount=1),)
    assert odds_that_count(HARM, shot(1), 0) == (ODDS,)
    assert odds_that_count(HARM, shot(1, one), 0) == ()
    assert odds_that_count(HARM, replace(shot(1, one), event=replace(shot(1).event, kind=EventKind.ROLL)), 0) == (ODDS,)


def test_a_throw_counts_for_the_side_that_asked_once_it_is_answered() -> None:
    rolled = tuple(Rolled(str(each), odds=(ODDS,), throw=each) for each in ThrowOutcome)
    throw = LogEntry(1, 0, Event("a", EventKind.THROW, calculator="engagement", own="u1", opposing="u9"), rolled=rolled)
    answer = replace(about(2, EventKind.ANSWER, 1), rolled=rolled, hands=(Hand.ROCK, Hand.SCISSORS))
    assert list(decided(HARM, [throw, answer], AT_START)) == [Decided(2, 0, "u1", ODDS)]
    assert list(decided(HARM, [answer], AT_START)) == []
    assert list(decided(HARM, [throw], replace(AT_START, waiting=frozenset({1})))) == []
