"""Who may see and change a match: the holders of its seats."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone

from armybuilder.claims import Author, held
from armybuilder.matches.models import Match, Seat

MOST_SPECTATORS = 20
"""Seats of spectators at one match."""


class SeatTaken(ValueError):
    """The seat has a holder already; the message is for the player."""


def matches_of(request: HttpRequest) -> QuerySet[Match]:
    """The matches at which the visitor has a seat, last played first."""
    seats = Seat.objects.filter(held(request), withdrawn=None)
    return Match.objects.filter(seats__in=seats, deleted=None).distinct()


def seat_of(request: HttpRequest, address: str) -> Seat:
    """The visitor's seat at the match of that address, a side's before a spectator's; raises ``Http404``."""
    seats = Seat.objects.filter(held(request), match=address, match__deleted=None, withdrawn=None)
    seat = seats.select_related("match").order_by("-side").last() or seats.select_related("match").first()
    if seat is None:
        raise Http404
    return seat


def answers_for_both(match: Match) -> bool:
    """Whether changes of either side stand at once: it was agreed so, or nobody sits at the second seat."""
    return match.at_once or not match.seats.filter(side=1, withdrawn=None).exclude(taken=None).exists()


def invite(match: Match, side: int | None) -> Seat:
    """The free seat of a side, or a new one of a spectator; raises ``SeatTaken``."""
    if side is None:
        if match.seats.filter(side=None, withdrawn=None).count() >= MOST_SPECTATORS:
            raise SeatTaken(f"{MOST_SPECTATORS} spectators are the most. Withdraw a seat first.")
        return Seat.objects.create(match=match)
    seat, _ = Seat.objects.get_or_create(match=match, side=side, withdrawn=None)
    return seat


def find_seat(token: str) -> Seat:
    """The seat whose invitation or own link has that secret; raises ``Http404``, also when it was withdrawn."""
    seats = Seat.objects.filter(withdrawn=None, match__deleted=None).select_related("match")
    seat = seats.filter(invitation=token).first() or seats.filter(token=token).first()
    if seat is None:
        raise Http404
    return seat


@transaction.atomic
def take(seat: Seat, author: Author, by: str) -> None:
    """Give the seat to a visitor who opened a link with the secret ``by``; raises ``SeatTaken``.

    An invitation is good for one visitor; the seat's own link gives it to whoever has it.
    """
    columns = author.columns
    locked = Seat.objects.select_for_update().get(pk=seat.pk)
    mine = {name: getattr(locked, name) for name in columns} == columns
    if locked.taken and by == locked.invitation and not mine:
        raise SeatTaken("This seat is taken. Ask for another link, or open your own seat's link to take it again.")
    Seat.objects.filter(pk=seat.pk).update(taken=locked.taken or timezone.now(), **columns)


def withdraw(match: Match, pk: int) -> bool:
    """Close a seat, so that its links open nothing from now on; whether there was one."""
    return bool(match.seats.filter(pk=pk, withdrawn=None).update(withdrawn=timezone.now()))
