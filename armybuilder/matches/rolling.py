"""What comes of a question at the table: by its dice, which the site rolls, or by rock, paper, scissors."""

from django.http import Http404, QueryDict

from armybuilder.matches.engaging import asked
from armybuilder.matches.log import LoadedMatch
from rulesets.core.engagements import decided_by_throw, roll
from rulesets.core.play.matches import NOT_IN_THE_GAME, Event, EventKind
from rulesets.core.play.rolls import Rolled
from rulesets.core.play.states import InvalidChange


def rolled_for(side: int, event: Event, loaded: LoadedMatch, seed: int) -> tuple[Rolled, ...]:
    """What came of the event's question, or may come of its throw; empty for an event without a question.

    Raises ``InvalidChange`` for a question that has no answer.
    """
    if not event.question or event.kind not in (EventKind.ROLL, EventKind.THROW):
        return ()
    data = QueryDict(event.question, mutable=True)
    data["calculator"] = event.calculator
    try:
        found = asked(loaded, loaded.viewer(side), side, event.own, event.opposing, data)
    except Http404:
        raise InvalidChange(NOT_IN_THE_GAME) from None
    if found is None:
        raise InvalidChange("This question has no answer. Open the engagement again.")
    if event.kind is EventKind.THROW:
        return decided_by_throw(*found)
    rolled = roll(*found, seed)
    return () if rolled is None else (rolled,)
