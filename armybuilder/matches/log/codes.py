"""Codes of five letters that lead to free seats for some minutes, and the limits that keep them from being guessed."""

import secrets
from contextlib import suppress
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from armybuilder.matches.models import CODE_TIME, Seat
from armybuilder.site.errors import Refused
from armybuilder.site.limits import add_to_count

CODE_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of codes, which spell no words."""
LENGTH: Final = 5
"""Letters of a code: of 3.2 million codes so few are open that one visitor's wrong ones do not keep out all others."""
TRIES: Final = 20
"""How often to draw a code that another seat has."""
MAX_MISSES: Final = 5
"""Wrong codes an hour from one network address."""
MAX_GUESSES: Final = 3_200
"""Wrong codes an hour from everybody, each as often as there are open codes: it might have been any of them.

So in an hour the chance to guess any seat at all is at most one in a thousand, however many addresses guess.
"""
HOUR: Final = 60 * 60


def coded(seat: Seat) -> Seat:
    """The free seat with a code that works for ``CODE_TIME`` from now on."""
    now = timezone.now()
    Seat.objects.filter(coded__lt=now - CODE_TIME).exclude(code="").update(code="")
    for _ in range(TRIES):
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(LENGTH))
        with suppress(IntegrityError), transaction.atomic():
            Seat.objects.filter(pk=seat.pk).update(code=code, coded=now)
            seat.refresh_from_db()
            return seat
    return seat


def invitation_of(code: str, address: str) -> str:
    """The invitation of the free seat that has this code; empty for a code that no seat has, or has no longer.

    Raises ``Refused`` if too many wrong codes came from this network address, or from all together.
    """
    open_seats, hour = _open_seats(), int(timezone.now().timestamp() // HOUR)
    counted = ((f"codes:{address}:{hour}", 1, MAX_MISSES), (f"codes:{hour}", open_seats.count(), MAX_GUESSES))
    # Counted before the code is looked up: tries that come at once must not be more than those one after the other.
    for key, number, maximum in counted:
        if number and add_to_count(key, number, 2 * HOUR) > maximum:
            raise Refused(
                429, "Too many wrong codes were entered. Use the seat’s link or its QR code, or try again in an hour."
            )
    found = open_seats.filter(code=code.strip().upper()).values_list("invitation", flat=True).first()
    for key, number, _ in counted if found else ():
        add_to_count(key, -number, 2 * HOUR)
    return found or ""


def _open_seats() -> QuerySet[Seat]:
    since = timezone.now() - CODE_TIME
    return Seat.objects.filter(taken=None, withdrawn=None, match__deleted=None, coded__gte=since).exclude(code="")
