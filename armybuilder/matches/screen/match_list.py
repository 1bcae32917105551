"""The visitor's list of games at the table, and what it can be filtered by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.http import Http404, QueryDict

from armybuilder.matches.log.store import game_of, players_of, states_now
from armybuilder.matches.log.wording import OPPONENT, told_apart, verdict_words
from armybuilder.matches.models import Match
from armybuilder.site.list_filters import EVERYTHING, ListFilter, PlainTexts
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.names import plain_words
from rulesets.core.play.matches import MatchState, Verdict, acting_in
from rulesets.registry import titles_of

MAX_WORDS: Final = 8
STATES: Final = {"playing": "Being played", "ended": "Ended"}


def turns_now(matches: Iterable[Match], sides: Mapping[str, int]) -> dict[str, str]:
    """The turn, its segment and who acts, of those matches that go on, given the visitor's sides; by one query."""
    played = {match.pk: match for match in matches if not match.ended}
    turns = {}
    for address, state in states_now(played.values()).items():
        # A game that the site no longer has, or whose readings it no longer has, is listed without its turn.
        with suppress(KeyError, Http404):
            turns[address] = turn_words(played[address], state, sides.get(address))
    return turns


def turn_words(match: Match, state: MatchState, side: int | None = None) -> str:
    """The turn and its segment, and for a side who acts in it."""
    ruleset = game_of(match)
    assert ruleset.play is not None  # noqa: S101
    segment = ruleset.play.sequence(HouseRules(ruleset.rulings, match.house_rules.items()))[state.segment]
    acting = acting_in(segment, state)
    whose = "both sides" if len(acting) > 1 else "your side" if side in acting else "the other side"
    words = f"Turn {state.turn} · {segment.title}"
    return words if side is None else f"{words} · {whose}"


def state_of(match: Match) -> str:
    """Whether it is being played or has ended, as the filter has it."""
    return "ended" if match.ended else "playing"


def verdicts_for(match: Match) -> list[tuple[str, str]]:
    """What a player may say of who won, with its words."""
    return [(each.value, verdict_words(each, _sides(match))) for each in (Verdict.FIRST, Verdict.DRAW, Verdict.SECOND)]


def results_of(matches: Iterable[Match]) -> dict[str, str]:
    """Who won each of those matches that have ended and of which somebody has said it."""
    return {match.pk: verdict_words(Verdict(match.verdict), _sides(match)) for match in matches if match.verdict}


def _sides(match: Match) -> tuple[str, str]:
    armies = {force.side: force.name for force in match.forces.all()}
    return told_apart(*(player or armies.get(side, OPPONENT) for side, player in enumerate(players_of(match))))


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
        """The games that match the search."""
        matches = PlainTexts(matches, "name", "forces__name").matching(plain_words(self.words).split())
        if self.game:
            matches = matches.filter(ruleset=self.game)
        if self.state:
            matches = matches.filter(ended=self.state == "ended")
        return matches

    def filters(self, matches: QuerySet[Match]) -> list[ListFilter]:
        """What can be chosen, with the numbers of the visitor's games; empty without any."""
        # With their keys, since games that are alike are not one.
        rows = list(matches.order_by().values_list("pk", "ruleset", "ended"))
        in_state, of_game = Counter(ended for _, _, ended in rows), Counter(game for _, game, _ in rows)
        titles = titles_of(of_game)
        games = [(slug, titles.get(slug, slug), number) for slug, number in sorted(of_game.items())]
        states = [(state, title, in_state[state == "ended"]) for state, title in STATES.items()]
        if not games:
            return []
        return [
            ListFilter("state", "Show", [EVERYTHING, *states], self.state),
            ListFilter("game", "Game", [EVERYTHING, *games], self.game),
        ]
