"""What comes of a question at the table: by its dice, which the site rolls, by rock, paper, scissors, or as entered."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from django.http import Http404, QueryDict

from armybuilder.matches.asking.engagement import ALONE, Asked, asked
from armybuilder.matches.log.store import LoadedMatch
from rulesets.core.engagements import decided_by_throw, possible_results, roll
from rulesets.core.play.matches import NOT_IN_THE_GAME, Event, EventKind
from rulesets.core.play.rolls import Rolled
from rulesets.core.play.states import Change, InvalidChange


def rolled_for(side: int, event: Event, loaded: LoadedMatch, seed: int) -> tuple[Rolled, ...]:
    """What came of the event's question, or may come of its throw; empty for an event that asks nothing.

    A result that a player entered came of its question only if the event makes that result's changes. It has the odds
    that the site works out for it now, if it has any. Without a question it may be one of the question that the site
    would ask first about these units, but then it has no odds. Raises ``InvalidChange`` for a roll or throw about a
    question that has no answer.
    """
    if event.kind is EventKind.CHANGE and event.calculator:
        with suppress(InvalidChange):
            return tuple(_entered(event, *_asked(side, event, loaded)))
    if not event.question or event.kind not in (EventKind.ROLL, EventKind.THROW):
        return ()
    found = _asked(side, event, loaded)
    if event.kind is EventKind.THROW:
        return decided_by_throw(*found)
    rolled = roll(*found, seed)
    return () if rolled is None else (rolled,)


def _entered(event: Event, *question: *Asked) -> Iterator[Rolled]:
    """The result that a player entered, if the event makes the changes of that result."""
    made = _counted(event.changes)
    for each in possible_results(*question):
        if (each.result.label, _counted(each.changes)) == (event.result, made):
            odds = (each.odds,) if event.question and each.odds else ()
            yield Rolled(event.result, event.changes, odds=odds)
            return


def _counted(changes: Iterable[Change]) -> Counter[Change]:
    """The changes in any order; what a player saw before belongs to no result."""
    return Counter(replace(each, seen=None) for each in changes)


def _asked(side: int, event: Event, loaded: LoadedMatch) -> Asked:
    """The event's question; raises ``InvalidChange`` where it has no answer."""
    data = QueryDict(event.question, mutable=True)
    data["calculator"] = event.calculator
    if not event.opposing and loaded.armies[1 - side] is not None:
        data[ALONE] = "1"
    try:
        found = asked(loaded, loaded.viewer(side), side, event.own, event.opposing, data)
    except Http404:
        raise InvalidChange(NOT_IN_THE_GAME) from None
    if found is None or found[1].slug != event.calculator:
        raise InvalidChange("This question has no answer. Open the engagement again.")
    return found
