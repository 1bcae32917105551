"""What the page of a club evening shows a visitor, read by the same few queries however many play."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.club_evenings.access import evenings_of, places_of
from armybuilder.club_evenings.at_the_table import PAIRING
from armybuilder.club_evenings.models import Evening, Pairing
from armybuilder.club_evenings.playing import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    ORGANISER,
    may_pair,
    open_games,
    standings_at,
)
from armybuilder.club_evenings.standings import DRAW, WIN
from armybuilder.matches.log.seats import matches_of
from armybuilder.matches.models import PLAYER_LENGTH, Match, Seat
from armybuilder.sharing.links import qr_code
from rulesets.core.play.matches import Verdict
from rulesets.registry import find_ruleset


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing as the visitor sees it.

    ``result`` says who won, ``source`` where that is known from. ``said_by`` is how the visitor is named who may enter
    a result, and empty for all others; ``verdicts`` are the results to choose from. ``game`` is the address of the
    game at the table and the words that lead there; ``None`` for those who do not play it.
    """

    pairing: Pairing
    result: str
    source: str
    said_by: str
    verdicts: tuple[tuple[str, str], ...]
    game: tuple[str, str] | None


def evening_page(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """The context of the page."""
    players = list(evening.players.select_related("place"))
    pairings = list(evening.pairings.select_related("evening", "first", "second"))
    own = next(iter(places_of(request).filter(player__evening=evening).values_list("player", flat=True)), None)
    organises, ruleset = evenings_of(request).filter(pk=evening.pk).exists(), find_ruleset(evening.ruleset)
    games = _games_of(request, [each for each in pairings if own in (each.first_id, each.second_id)])
    rounds: dict[int, list[PairingRow]] = {}
    for each in sorted(pairings, key=lambda each: -each.round if evening.kind == Evening.Kind.SWISS else each.round):
        own_name = {each.first_id: each.first.name, each.second_id: each.second and each.second.name}.get(own)
        said_by = own_name or (ORGANISER if organises else "")
        game = games.get(each.pk) if ruleset is not None and ruleset.play else None
        rounds.setdefault(each.round, []).append(_row(each, said_by if each.second_id else "", game))
    link = request.build_absolute_uri(evening.get_absolute_url())
    return {
        "evening": evening,
        "ruleset": ruleset,
        "organises": organises,
        "own": own,
        "players": players,
        "without_place": [each for each in players if not hasattr(each, "place")],
        "with_place": [each for each in players if hasattr(each, "place")],
        "limits": {"players": MAX_PLAYERS, "fewest": MIN_PLAYERS, "name": PLAYER_LENGTH},
        "points": {"win": WIN, "draw": DRAW},
        "standings": standings_at(evening, players, pairings),
        "rounds": rounds,
        "open_games": open_games(pairings),
        "may_pair": may_pair(evening, len(players), pairings),
        "link": link,
        "code": qr_code(link) if organises and not evening.rounds else None,
    }


def _row(pairing: Pairing, said_by: str, game: tuple[str, str] | None) -> PairingRow:
    if pairing.second is None:
        return PairingRow(pairing, "Bye", "", "", (), None)
    words = {
        Verdict.FIRST.value: f"{pairing.first} won",
        Verdict.DRAW.value: "Draw",
        Verdict.SECOND.value: f"{pairing.second} won",
    }
    source = f"Entered by {pairing.said_by}" if pairing.said_by else "From the game at the table"
    choices = {**words, "": "No result yet"}
    return PairingRow(
        pairing,
        words.get(pairing.verdict, ""),
        source if pairing.verdict else "",
        said_by,
        tuple((value, text) for value, text in choices.items() if value != pairing.verdict),
        None if pairing.verdict else game,
    )


def _games_of(request: HttpRequest, pairings: list[Pairing]) -> dict[int, tuple[str, str]]:
    """Where the visitor plays these pairings at the table, by their keys: the game, its free seat, or a new one."""
    linked = {each.match for each in pairings if each.match}
    open_matches = set(Match.objects.filter(pk__in=linked, deleted=None).values_list("pk", flat=True))
    own = set(matches_of(request).filter(pk__in=linked).values_list("pk", flat=True))
    free = dict(
        Seat.objects.filter(match__in=open_matches - own, side=1, taken=None, withdrawn=None).values_list(
            "match", "invitation"
        )
    )
    games = {}
    for each in pairings:
        if each.match in own:
            games[each.pk] = reverse("matches:match", args=[each.match]), "Go to the game"
        elif each.match in free:
            games[each.pk] = reverse("matches:join", args=[free[each.match]]), "Join the game"
        elif each.evening.ruleset and each.match not in open_matches:
            new = reverse("matches:new", args=[each.evening.ruleset])
            games[each.pk] = f"{new}?{urlencode({PAIRING: each.pk})}", "Play it at the table"
    return games
