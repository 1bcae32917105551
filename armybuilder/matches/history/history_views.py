"""The history of a player's games: as a page, and as CSV."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.matches.history.counting import PastGame
from armybuilder.matches.history.pages import MAX_LISTED, WORDS, chosen, history_page
from armybuilder.matches.history.past_games import MAX_COUNTED, has_uncounted_games, past_games_of
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment
from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import write_csv
from rulesets.core.calculators import decimal
from rulesets.registry import titles_of

HEADINGS: Final = (
    "Started",
    "Game",
    "Rules",
    "Your army",
    "Opponent",
    "Opposing army",
    "House rules",
    "Result",
    "Note",
    "Turns",
    "Enemy losses expected",
    "Enemy losses",
    "Your losses expected",
    "Your losses",
)


@never_cache
@require_safe
@limit("match-reports")
def history(request: HttpRequest) -> HttpResponse:
    """What became of the visitor's games; ``game``, ``army``, ``opponent`` and ``rulings`` limit it to some of them."""
    games = past_games_of(request)
    context = {
        "history": history_page(games, request.GET),
        "has_games": bool(games),
        "query": request.GET.urlencode(),
        "max_listed": MAX_LISTED,
        "max_counted": MAX_COUNTED,
        "has_more": has_uncounted_games(request),
    }
    return render(request, "matches/history.html", context)


@never_cache
@require_safe
@limit("match-reports")
def history_csv(request: HttpRequest) -> HttpResponse:
    """The same games, one in each row."""
    games = chosen(past_games_of(request), request.GET)
    rows = ([escape_formula(cell) for cell in row] for row in _rows(games))
    return attachment(write_csv([HEADINGS, *rows]), "text/csv; charset=utf-8", "History.csv")


def _rows(games: Sequence[PastGame]) -> Iterator[Sequence[str]]:
    titles = titles_of({each.game for each in games})
    for each in games:
        yield (
            f"{localtime(each.started):%Y-%m-%d}",
            each.name,
            titles.get(each.game, each.game),
            each.army[1],
            each.opponent,
            each.opposing_army,
            each.house_rules[1],
            WORDS[each.outcome],
            each.note,
            str(each.turns),
            decimal(each.caused.expected, 1),
            decimal(each.caused.real, 0),
            decimal(each.suffered.expected, 1),
            decimal(each.suffered.real, 0),
        )
