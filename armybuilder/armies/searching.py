"""What is written beside an army so that a search finds it without opening it; read anew when one searches."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, QuerySet

from armybuilder.armies.models import Army, Revision
from armybuilder.armies.opened import Opened
from armybuilder.armies.revisions import open_head
from rulesets.core.codec import CodecError

MOST_LETTERS = 20_000


def _texts(opened: Opened) -> Iterator[str]:
    force = opened.force
    yield force.name
    yield force.notes
    for group in opened.groups:
        yield group.name
        yield group.notes
        for unit in group.units:
            yield unit.row.title
            yield unit.row.subtitle
            yield unit.notes


def words_of(opened: Opened) -> str:
    """Names, notes and what the units are, each once and without capitals."""
    return "\n".join(dict.fromkeys(text.casefold() for text in _texts(opened) if text))[:MOST_LETTERS]


def index(armies: QuerySet[Army]) -> None:
    """Read what the armies are found by where it is of another revision than they stand at.

    One that its game can no longer read is found by its name, folder and tags.
    """
    for army in armies.exclude(indexed=F("head")).defer("words"):
        try:
            words = words_of(open_head(army))
        except (KeyError, CodecError, Revision.DoesNotExist):
            words = ""
        Army.objects.filter(pk=army.pk, head=army.head).update(words=words, indexed=army.head)
