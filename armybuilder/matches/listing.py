"""The visitor's list of games at the table, and what it can be filtered by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet
from django.http import QueryDict

from armybuilder.matches.models import Match
from armybuilder.site.list_filters import EVERYTHING, ListFilter
from rulesets.registry import all_rulesets

MAX_WORDS: Final = 8
STATES: Final = {"playing": "Being played", "ended": "Ended"}


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """The filter of the list's address."""

    words: str
    game: str
    state: str

    @classmethod
    def read(cls, data: QueryDict) -> MatchQuery:
        """The filter that an address's parameters describe."""
        words = " ".join(data.get("q", "").split()[:MAX_WORDS])
        return cls(words, data.get("game", ""), data.get("state", ""))

    @property
    def is_filtered(self) -> bool:
        """Whether it hides some games."""
        return any((self.words, self.game, self.state))

    def filter(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """The games that match it."""
        for word in self.words.split():
            matches = matches.filter(Q(name__icontains=word) | Q(forces__name__icontains=word))
        if self.game:
            matches = matches.filter(ruleset=self.game)
        if self.state:
            matches = matches.filter(ended=self.state == "ended")
        return matches.distinct()

    def filters(self, matches: QuerySet[Match]) -> list[ListFilter]:
        """What can be chosen, with the numbers of the visitor's games; empty without any."""
        # With their keys, since games that are alike are not one.
        rows = list(matches.order_by().values_list("pk", "ruleset", "ended"))
        in_state, of_game = Counter(ended for _, _, ended in rows), Counter(game for _, game, _ in rows)
        titles = {ruleset.slug: ruleset.title for ruleset in all_rulesets()}
        games = [(slug, titles.get(slug, slug), number) for slug, number in sorted(of_game.items())]
        states = [(state, title, in_state[state == "ended"]) for state, title in STATES.items()]
        if not games:
            return []
        return [
            ListFilter("state", "Show", [EVERYTHING, *states], self.state),
            ListFilter("game", "Game", [EVERYTHING, *games], self.game),
        ]
