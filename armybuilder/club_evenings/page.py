"""What the page of a club evening shows a visitor, read by the same few queries however many play."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.club_evenings.access import organises, own_player
from armybuilder.club_evenings.at_the_table import PAIRING
from armybuilder.club_evenings.models import Evening, Pairing, Player
from armybuilder.club_evenings.playing import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    ORGANISER,
    may_join,
    may_pair,
    open_games,
    standings_at,
)
from armybuilder.club_evenings.standings import DRAW, WIN
from armybuilder.matches.log.seats import matches_of
from armybuilder.matches.log.wording import verdict_words
from armybuilder.matches.models import PLAYER_LENGTH, Match, Seat
from armybuilder.sharing.links import qr_code
from rulesets.core.play.matches import Verdict
from rulesets.registry import find_ruleset


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing as the visitor sees it.

    ``result`` says who won, ``source`` where that is known from. ``enters_as`` is how the visitor is named who may
    enter a result, and empty for all others; ``verdicts`` are the results to choose from. ``game`` is the address of
    the game at the table and the words that lead there; ``None`` for those who do not play it.
    """

    pairing: Pairing
    result: str
    source: str
    enters_as: str
    verdicts: tuple[tuple[str, str], ...]
    game: tuple[str, str] | None


def evening_page(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """The context of the page."""
    players = list(evening.players.select_related("place"))
    pairings = list(evening.pairings.select_related("first", "second"))
    own, is_organiser = own_player(request, evening), organises(request, evening)
    ruleset = find_ruleset(evening.ruleset)
    playing = [each for each in pairings if each.second and not each.verdict and own in (each.first, each.second)]
    games = _games_of(request, ruleset.slug, playing) if ruleset is not None and ruleset.play else {}
    rounds: dict[int, list[PairingRow]] = {}
    for each in sorted(pairings, key=lambda each: -each.round if evening.kind == Evening.Kind.SWISS else each.round):
        row = _row(each, enters_as(each, own, is_organiser), games.get(each.pk))
        rounds.setdefault(each.round, []).append(row)
    link = request.build_absolute_uri(evening.get_absolute_url())
    return {
        "evening": evening,
        "ruleset": ruleset,
        "organises": is_organiser,
        "own": own,
        "players": players,
        "without_place": [each for each in players if not hasattr(each, "place") and not each.has_left],
        "with_place": [each for each in players if hasattr(each, "place")],
        "present": [each for each in players if not each.has_left],
        "absent": [each for each in players if each.has_left],
        "may_join": may_join(evening, len(players)),
        "limits": {"max_players": MAX_PLAYERS, "min_players": MIN_PLAYERS, "name_length": PLAYER_LENGTH},
        "points": {"win": WIN, "draw": DRAW},
        "standings": standings_at(evening, players, pairings),
        "rounds": rounds,
        "open_games": open_games(pairings),
        "may_pair": may_pair(evening, players, pairings),
        "link": link,
        "code": qr_code(link) if is_organiser and not evening.rounds else None,
    }


def enters_as(pairing: Pairing, own: Player | None, is_organiser: bool) -> str:
    """How a visitor is named who enters the result of a pairing; empty for those who may not, and for a bye."""
    if pairing.second is None:
        return ""
    if own is not None and own in (pairing.first, pairing.second):
        return own.name
    return ORGANISER if is_organiser else ""


def _row(pairing: Pairing, enters_as: str, game: tuple[str, str] | None) -> PairingRow:
    if pairing.second is None:
        return PairingRow(pairing, "Bye", "", "", (), None)
    sides = (pairing.first.name, pairing.second.name)
    words = {each.value: verdict_words(each, sides) for each in (Verdict.FIRST, Verdict.DRAW, Verdict.SECOND)}
    source = f"Entered by {pairing.said_by}" if pairing.said_by else "From the game at the table"
    choices = {**words, "": "No result yet"}
    return PairingRow(
        pairing,
        words.get(pairing.verdict, ""),
        source if pairing.verdict else "",
        enters_as,
        tuple((value, text) for value, text in choices.items() if value != pairing.verdict),
        game,
    )


def _games_of(request: HttpRequest, ruleset: str, pairings: list[Pairing]) -> dict[int, tuple[str, str]]:
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
        elif each.match not in open_matches and each.is_open:
            new = reverse("matches:new", args=[ruleset])
            games[each.pk] = f"{new}?{urlencode({PAIRING: each.pk})}", "Play it at the table"
    return games
