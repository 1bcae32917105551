"""What a visitor has built and played, as texts to search: armies with their units here, games by a signal."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.dispatch import Signal
from django.http import HttpRequest

from armybuilder.armies.access import armies_of
from armybuilder.armies.searching import index, shown_words
from armybuilder.search.results import WORD
from armybuilder.search.search_texts import SearchText
from armybuilder.site.list_filters import PlainTexts
from rulesets.core.names import plain_words

MAX_OWN = 40
"""Most armies, and most games, that are searched further: the most recently changed ones with all words."""
SECONDS_OF_READING = 0.05
"""How long a search may index changed armies."""

own_texts_requested = Signal()
"""Sent with the ``request`` and its plain ``words``; receivers return what they have of the visitor."""


def texts_of_visitor(request: HttpRequest, query: str) -> Iterator[SearchText]:
    """The visitor's own armies, and what others add, as far as they may have all words of the query."""
    words = WORD.findall(plain_words(query))
    if not words:
        return
    armies = armies_of(request).filter(deleted=None)
    index(armies, SECONDS_OF_READING)
    names = PlainTexts(armies, "name")
    for word in words:
        armies = armies.filter(Q(words__contains=word) | Q(pk__in=names.having(word)))
    for army in armies.order_by("-updated")[:MAX_OWN]:
        units = " · ".join(text for text in shown_words(army) if text != army.name)
        yield SearchText(army.ruleset, "Your army", "", str(army), units, army.get_absolute_url())
    answers: Any = own_texts_requested.send(SearchText, request=request, words=words)
    for _, texts in answers:
        yield from texts
