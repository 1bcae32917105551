"""A player's history as its page shows it: counts by what games have in common, luck, and units."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict

from armybuilder.matches.history.bars import ExpectedAndReal, expected_and_real
from armybuilder.matches.history.counting import (
    Count,
    Outcome,
    PastGame,
    best_and_worst,
    count_of_games,
    deeds_of,
    grouped,
)
from armybuilder.matches.history.past_games import names_of_units
from rulesets.core.calculators import decimal
from rulesets.core.play.luck import Losses, added
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import find_ruleset, titles_of

MAX_LISTED: Final = 50
"""The most games listed of each set of rules; the CSV file has all."""
WORDS: Final = {Outcome.WON: "Won", Outcome.DRAWN: "Drawn", Outcome.LOST: "Lost", Outcome.UNKNOWN: "No result"}
BEST: Final = "Most for what was expected"
WORST: Final = "Least for what was expected"
KEYS: Final[Mapping[str, Callable[[PastGame], str]]] = {
    "game": lambda each: each.game,
    "army": lambda each: each.army[0],
    "opponent": lambda each: each.opponent,
    "rulings": lambda each: each.house_rules[0],
}
"""What games have in common, by the name of its parameter in the address."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Games with something in common: what that is, the address of the page with these alone, and how they ended."""

    title: str
    query: str
    count: Count


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The games by what they have in common."""

    title: str
    rows: tuple[GroupRow, ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: what became of it, and the losses of the enemy and of the player, where odds are known."""

    game: PastGame
    outcome: str
    bars: tuple[ExpectedAndReal, ...]


@dataclass(frozen=True, slots=True)
class RulesetHistory:
    """The games of one set of rules; ``harm`` is the plural of what is lost, empty where nothing was and had to be.

    ``totals`` are the losses of the enemy and of the player in all of them. ``units`` says which unit did most and
    which least for what was expected of it.
    """

    title: str
    accent: str
    count: Count
    harm: str
    totals: tuple[ExpectedAndReal, ...]
    units: tuple[tuple[str, str], ...]
    lines: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """All of it; ``only`` says which games alone are counted, in words, unless a filter leaves none."""

    count: Count
    is_filtered: bool
    only: tuple[str, ...]
    tables: tuple[GroupTable, ...]
    rulesets: tuple[RulesetHistory, ...]


def _wanted(query: QueryDict) -> dict[str, str]:
    return {name: str(query[name]) for name in KEYS if query.get(name)}


def chosen(games: Sequence[PastGame], query: QueryDict) -> list[PastGame]:
    """The games that an address asks for."""
    wanted = _wanted(query)
    return [each for each in games if all(KEYS[name](each) == value for name, value in wanted.items())]


def history_page(games: Sequence[PastGame], query: QueryDict) -> HistoryPage:
    """The page of those of a player's games that an address asks for."""
    wanted = _wanted(query)
    found, titles = chosen(games, query), titles_of({each.game for each in games})
    several = len(titles) > 1
    words: Mapping[str, Callable[[PastGame], str]] = {
        "game": lambda each: titles.get(each.game, each.game),
        "army": lambda each: each.army[1] or "No army",
        "opponent": lambda each: each.opponent or "Without a name",
        "rulings": lambda each: (
            f"{titles.get(each.game, each.game)}: {each.house_rules[1]}" if several else each.house_rules[1]
        ),
    }

    def rows(name: str) -> Iterator[GroupRow]:
        for key, group in grouped(found, KEYS[name]).items():
            address = urlencode(wanted | {name: key}) if key else ""
            yield GroupRow(words[name](group[0]), address, count_of_games(group))

    headings = {"army": "Armies", "opponent": "Opponents", "game": "Rules", "rulings": "House rules"}
    tables = ((name, GroupTable(title, tuple(rows(name)))) for name, title in headings.items() if name not in wanted)
    # House rules that are the same in all games of a set of rules tell nothing that the rules do not tell.
    rows_needed = {"game": 2, "rulings": len({each.game for each in found}) + 1}
    return HistoryPage(
        count_of_games(found),
        bool(wanted),
        tuple(words[name](found[0]) for name in wanted) if found else (),
        tuple(table for name, table in tables if len(table.rows) >= rows_needed.get(name, 1)),
        _by_ruleset(found, titles),
    )


class _Deeds:
    """What units did in games, and which of each set of rules did most and least for what was expected of it."""

    def __init__(self, games: Sequence[PastGame]) -> None:
        self.losses = deeds_of(games)
        self.extremes = {
            slug: best_and_worst({key: losses for key, losses in self.losses.items() if key[0] == slug})
            for slug in {each.game for each in games}
        }
        self.names = names_of_units(games, {key for pair in self.extremes.values() for key in pair if key})
        self.armies = {(each.game, each.army[0]): each.army[1] for each in reversed(games)}

    def facts(self, slug: str, harm: str) -> Iterator[tuple[str, str]]:
        """What the best and the worst unit did, each under its term; nothing where there is none."""
        for term, key in zip((BEST, WORST), self.extremes[slug], strict=True):
            if key is not None and key in self.names:
                done = self.losses[key]
                told = f"enemy {harm} lost {decimal(done.real, 0)}, expected {decimal(done.expected, 1)}"
                yield term, f"{self.names[key]} ({self.armies[key[:2]]}): {told}"


def _by_ruleset(games: Sequence[PastGame], titles: Mapping[str, str]) -> tuple[RulesetHistory, ...]:
    deeds, histories = _Deeds(games), []
    for slug, group in grouped(games, KEYS["game"]).items():
        ruleset = find_ruleset(slug)
        totals = [added(each.caused for each in group), added(each.suffered for each in group)]
        known = _harm(ruleset) if any(each.expected or each.real for each in totals) else ""
        histories.append(
            RulesetHistory(
                titles.get(slug, slug),
                ruleset.accent.value if ruleset else "ink",
                count_of_games(group),
                known,
                _bars(totals) if known else (),
                tuple(deeds.facts(slug, known)),
                tuple(_lines(group[:MAX_LISTED], known)),
            )
        )
    return tuple(histories)


def _harm(ruleset: AnyRuleset | None) -> str:
    """The plural of what is lost; empty where luck is not measured."""
    harm = ruleset.play.harm if ruleset and ruleset.play else None
    return harm.words if harm else ""


def so_far(games: Sequence[PastGame], address: str) -> Iterator[tuple[str, str]]:
    """What became of the player's games like the one at that address, and its units, as facts for its report.

    The games are those up to that one, so that later games do not change what its report tells.

    Nothing is told of a game that has not ended, nor how often something happened that happened in this game alone.
    """
    this = next((each for each in games if each.address == address), None)
    if this is None:
        return
    like = [each for each in games if each.game == this.game]
    groups = [("Your games so far", like)]
    if this.army[1]:
        groups.append((f"With {this.army[1]}", [each for each in like if each.army[0] == this.army[0]]))
    if this.opponent:
        groups.append((f"Against {this.opponent}", [each for each in like if each.opponent == this.opponent]))
    for term, group in groups:
        if len(group) > 1:
            yield term, count_of_games(group).words
    yield from _Deeds([this]).facts(this.game, _harm(find_ruleset(this.game)))


def _lines(games: Sequence[PastGame], harm: str) -> Iterator[GameLine]:
    numbers = (number for each in games for losses in (each.caused, each.suffered) for number in _numbers(losses))
    maximum = max(numbers, default=Fraction(0))
    for each in games:
        losses = [each.caused, each.suffered]
        known = harm and any(number for both in losses for number in _numbers(both))
        yield GameLine(each, WORDS[each.outcome], _bars(losses, maximum) if known else ())


def _bars(losses: Sequence[Losses], maximum: Fraction | None = None) -> tuple[ExpectedAndReal, ...]:
    maximum = maximum or max(number for each in losses for number in _numbers(each))
    return tuple(expected_and_real(side, each, maximum) for side, each in enumerate(losses))


def _numbers(losses: Losses) -> tuple[Fraction, Fraction]:
    return losses.expected, losses.real
