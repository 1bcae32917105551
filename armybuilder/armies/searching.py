"""The search index of armies, updated when somebody searches."""

import time
from collections.abc import Iterator

from django.db import transaction
from django.db.models import F, QuerySet

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head
from armybuilder.site.errors import optional_writes
from rulesets.core.declarations.codec import CodecError
from rulesets.core.names import plain_words

MAX_LETTERS = 20_000


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
    """Names, notes and kinds of units, each once in a line: as they are, and after an empty line in plain words."""
    lines = filter(None, (" ".join(text.split()) for text in _texts(loaded)))
    shown = "\n".join(dict.fromkeys(lines))[:MAX_LETTERS]
    return f"{shown}\n\n{plain_words(shown)}"


def shown_words(army: Army) -> list[str]:
    """The names, notes and kinds of units that the index has."""
    return army.words.partition("\n\n")[0].splitlines()


def index(armies: QuerySet[Army], seconds: float) -> int:
    """Update the index of armies that have changed since; returns how many are left.

    The most recently changed come first. After ``seconds`` no other one is begun, but at least one is updated. An army
    that its game can no longer read is only found by its name, folder and tags.
    """
    end = time.monotonic() + seconds
    outdated = list(armies.exclude(indexed=F("head")).order_by("-updated").values_list("pk", flat=True))
    for number, key in enumerate(outdated, 1):
        army = Army.objects.defer("words").get(pk=key)
        try:
            words = words_of(load_head(army))
        except (KeyError, CodecError, Revision.DoesNotExist):
            words = ""
        with optional_writes(), transaction.atomic():
            Army.objects.filter(pk=army.pk, head=army.head).update(words=words, indexed=army.head)
        if time.monotonic() >= end:
            return len(outdated) - number
    return 0
