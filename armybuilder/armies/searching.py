"""What is written beside an army so that a search finds it without opening it; read anew when one searches."""

from __future__ import annotations

import time
from collections.abc import Iterator

from django.db.models import F, QuerySet

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head
from armybuilder.faults import while_reading
from rulesets.core.codec import CodecError

MOST_LETTERS = 20_000


def _texts(loaded: LoadedArmy) -> Iterator[str]:
    force = loaded.force
    yield force.name
    yield force.notes
    for group in force.groups:
        yield group.name
        yield group.notes
        for unit in group.units:
            row = loaded.ruleset.row(unit, group, loaded.context)
            yield row.title
            yield row.subtitle
            yield unit.notes


def words_of(loaded: LoadedArmy) -> str:
    """Names, notes and what the units are, each once and without capitals."""
    return "\n".join(dict.fromkeys(text.casefold() for text in _texts(loaded) if text))[:MOST_LETTERS]


def index(armies: QuerySet[Army], seconds: float) -> int:
    """Read what the armies are found by where it is of another revision than they stand at; gives how many are left.

    At least one is read, those changed last first, and no further one begun after so many seconds. One that its game
    can no longer read is found by its name, folder and tags.
    """
    end = time.monotonic() + seconds
    outdated = list(armies.exclude(indexed=F("head")).order_by("-updated").values_list("pk", flat=True))
    for number, key in enumerate(outdated, 1):
        army = Army.objects.defer("words").get(pk=key)
        try:
            words = words_of(load_head(army))
        except (KeyError, CodecError, Revision.DoesNotExist):
            words = ""
        with while_reading():
            Army.objects.filter(pk=army.pk, head=army.head).update(words=words, indexed=army.head)
        if time.monotonic() >= end:
            return len(outdated) - number
    return 0
