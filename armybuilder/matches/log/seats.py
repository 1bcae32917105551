"""Who may see and change a match: the holders of its seats."""

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest
from django.utils import timezone

from armybuilder.armies.access import armies_of
from armybuilder.armies.models import Army
from armybuilder.armies.visits import claims_here, unvisited_rows
from armybuilder.matches.log.codes import coded
from armybuilder.matches.log.photos import digest_for
from armybuilder.matches.models import Match, Plans, Seat
from armybuilder.search.own import MAX_OWN, own_texts_requested
from armybuilder.search.search_texts import SearchText
from armybuilder.sharing.models import Share
from armybuilder.site.claims import Author, owned_by
from armybuilder.site.errors import Refused
from armybuilder.site.list_filters import PlainTexts
from armybuilder.site.quotas import quota_transaction
from armybuilder.site.withdrawals import undoable_since

TAKEN = "This seat is taken. Ask for another link, or open your seat’s link to take it again."
MAX_SPECTATORS = 20
"""Seats of spectators at one match."""
PLAYERS_FIRST = F("side").asc(nulls_last=True)
"""The order of a visitor's seats at one match."""


class SeatTaken(ValueError):
    """The seat is already taken; the message is for the player."""


@receiver(own_texts_requested)
def texts_of_matches(request: HttpRequest, words: list[str], **kwargs: object) -> list[SearchText]:
    """The visitor's games at the table whose name or armies have all words."""
    matches = PlainTexts(matches_of(request), "name", "forces__name").matching(words)
    found = matches.order_by("-updated").prefetch_related("forces")[:MAX_OWN]
    return [
        SearchText(
            match.ruleset,
            "Game at the table",
            "",
            str(match),
            " · ".join(force.name for force in match.forces.all()),
            match.get_absolute_url(),
        )
        for match in found
    ]


def matches_of(request: HttpRequest) -> QuerySet[Match]:
    """The matches at which the visitor has a seat, most recently played first."""
    seats = Seat.objects.filter(owned_by(request), withdrawn=None)
    return Match.objects.filter(seats__in=seats, deleted=None).distinct()


def seat_of(request: HttpRequest, address: str) -> Seat:
    """The visitor's seat at the match of that address, a side's before a spectator's; raises ``Http404``."""
    seat = _seats_of(request, address).select_related("match").order_by(PLAYERS_FIRST).first()
    if seat is None:
        raise Http404
    return seat


def sides_of(seats: QuerySet[Seat]) -> dict[str, int]:
    """The side of these seats in each match, by its address; the first of a player of both, none of a spectator."""
    rows = seats.filter(withdrawn=None).order_by("-side").values_list("match", "side")
    return {match: side for match, side in rows if side is not None}


def sides_of_visitor(request: HttpRequest) -> dict[str, int]:
    """The visitor's side in each match, by its address."""
    return sides_of(Seat.objects.filter(owned_by(request)))


def own_seat(request: HttpRequest, address: str) -> Seat:
    """The visitor's seat, which must be a side's; raises ``Http404``, ``Refused`` for a spectator."""
    seat = seat_of(request, address)
    if seat.side is None:
        raise Refused(403, "You are a spectator. Only the two players can change the game.")
    return seat


def last_entry(request: HttpRequest, address: str) -> tuple[int, int, str]:
    """The number of the last entry in that match's log, how often its forces have changed, and its photo's digest.

    It takes one query. The digest is empty if the visitor may see no photo. Raises ``Http404`` for a visitor without a
    seat.
    """
    columns = ("match__head", "match__forces_changed", "match__photo__digest", "side", "match__ended")
    found = _seats_of(request, address).order_by(PLAYERS_FIRST).values_list(*columns).first()
    if found is None:
        raise Http404
    head, forces_changed, digest, side, ended = found
    return head - 1, forces_changed, digest_for(digest, side, ended=ended)


def _seats_of(request: HttpRequest, address: str) -> QuerySet[Seat]:
    return Seat.objects.filter(owned_by(request), match=address, match__deleted=None, withdrawn=None)


def matches_begun_by(request: HttpRequest) -> QuerySet[Match]:
    """The matches that the visitor began, including deleted ones."""
    return Match.objects.filter(owned_by(request))


def unvisited_matches() -> QuerySet[Match]:
    """The ``unvisited_rows`` matches without a seat of a user or of a browser that visited recently."""
    visited = Seat.objects.filter(Q(owner__isnull=False) | Q(claim_hash__in=claims_here()), withdrawn=None)
    return unvisited_rows(Match.objects.all()).exclude(pk__in=visited.values("match"))


def controls_both_sides(match: Match) -> bool:
    """Whether the first player answers for both sides because nobody else has taken the second seat."""
    players = match.seats.filter(withdrawn=None, side__isnull=False).exclude(taken=None)
    return len(set(players.values_list("owner", "claim_hash"))) < 2


def plans_allowed(match: Match) -> bool:
    """Whether the site may plan: who began the game allows it, and so does the other player, if there is one."""
    return match.plans >= Plans.ALLOWED or (match.plans == Plans.OFFERED and controls_both_sides(match))


def allow_plans(match: Match) -> None:
    """The second player allows what the first one offers."""
    Match.objects.filter(pk=match.pk, plans=Plans.OFFERED).update(plans=Plans.ALLOWED)


def invite(match: Match, side: int | None) -> Seat:
    """The free seat of a side, or a new one of a spectator; raises ``SeatTaken``."""
    if side is None:
        with quota_transaction("seats", match.pk):
            _check_room(match.seats.filter(side=None, withdrawn=None))
            return Seat.objects.create(match=match)
    seat, _ = Seat.objects.get_or_create(match=match, side=side, withdrawn=None)
    return seat if seat.taken else coded(seat)


def _check_room(spectators: QuerySet[Seat]) -> None:
    if spectators.count() >= MAX_SPECTATORS:
        raise SeatTaken(f"This game already has {MAX_SPECTATORS} spectators.")


def find_seat(token: str) -> Seat:
    """The seat whose invitation or own link has that secret; raises ``Http404``, also if it was withdrawn."""
    seats = Seat.objects.filter(withdrawn=None, match__deleted=None).select_related("match")
    seat = seats.filter(invitation=token).first() or seats.filter(token=token).first()
    if seat is None:
        raise Http404
    return seat


def is_withdrawn(token: str) -> bool:
    """Whether the token is that of a withdrawn seat, by its invitation or its own link."""
    return Seat.objects.filter(Q(invitation=token) | Q(token=token)).exclude(withdrawn=None).exists()


def revealing_links(request: HttpRequest, seat: Seat) -> QuerySet[Share]:
    """The visitor's open links that show the army of the seat as it is, while units are hidden in the match."""
    hides = seat.match.hides and not seat.match.ended
    army_ids = seat.match.forces.filter(side=seat.side or 0).values("army")
    own = armies_of(request).filter(pk__in=army_ids) if hides else Army.objects.none()
    return Share.objects.filter(army__in=own, revoked=None, blanks=False).defer("document")


@transaction.atomic
def take(seat: Seat, author: Author, by: str, player: str = "") -> None:
    """Give the seat to a visitor who opened a link with the secret ``by``; raises ``SeatTaken``.

    An invitation works for one visitor; the seat's own link works for anybody who has it. A new player has yet to allow
    plans, whoever used or allowed them before, and is called ``player``.
    """
    columns = author.columns
    # Locked until the end: of two visitors who open an invitation at once, the second finds the seat taken.
    locked = Seat.objects.select_for_update().get(pk=seat.pk)
    if locked.withdrawn:
        raise SeatTaken("This seat was withdrawn. Ask for another link.")
    mine = {name: getattr(locked, name) for name in columns} == columns
    if locked.taken and by == locked.invitation and not mine:
        raise SeatTaken(TAKEN)
    match = Match.objects.filter(pk=locked.match_id)
    if locked.side == 1 and not locked.taken:
        match.filter(plans__gt=Plans.OFFERED).update(plans=Plans.OFFERED)
    if locked.side == 1 and (player or not locked.taken):
        columns |= {"player": player}
        if player or locked.match.seats.filter(side=1).exclude(player="").exists():
            match.update(forces_changed=F("forces_changed") + 1)
    Seat.objects.filter(pk=seat.pk).update(taken=locked.taken or timezone.now(), code="", **columns)


def last_player_name(request: HttpRequest) -> str:
    """The name that the visitor had in the last game, empty without one."""
    named = Seat.objects.filter(owned_by(request)).exclude(player="").order_by("-taken")
    return named.values_list("player", flat=True).first() or ""


def is_taken_by_another(request: HttpRequest, seat: Seat, by: str) -> bool:
    """Whether a visitor who opened a link with the secret ``by`` finds the seat taken."""
    if not seat.taken or by != seat.invitation:
        return False
    return not Seat.objects.filter(owned_by(request), pk=seat.pk).exists()


def withdraw(match: Match, pk: int) -> bool:
    """Close a seat other than the beginner's, so that its links open nothing from now on; whether there was one.

    Raises ``SeatTaken`` for that of a player with hidden units, which whoever took the next one could see.
    """
    seat = match.seats.filter(pk=pk, withdrawn=None).exclude(side=0).first()
    if seat is None:
        return False
    if match.hides and not match.ended and seat.side is not None and seat.taken:
        raise SeatTaken("This player has hidden units. The seat stays theirs until the game has ended.")
    return bool(match.seats.filter(pk=pk, withdrawn=None).update(withdrawn=timezone.now()))


def withdrawn_seats(match: Match) -> QuerySet[Seat]:
    """The match's seats whose withdrawal can be undone."""
    return match.seats.filter(withdrawn__gte=undoable_since()).exclude(side=0)


def restore(match: Match, pk: int) -> bool:
    """Open a withdrawn seat again; whether there was one. Raises ``SeatTaken`` where there is no room for it."""
    with quota_transaction("seats", match.pk):
        seat = withdrawn_seats(match).filter(pk=pk).first()
        if seat is None:
            return False
        others = match.seats.filter(side=seat.side, withdrawn=None)
        if seat.side is None:
            _check_room(others)
        elif others.exists():
            raise SeatTaken("This seat has another link. Withdraw that one first.")
        return bool(match.seats.filter(pk=pk).update(withdrawn=None))
