"""What every view of an army reads of a request: the army opened, the revision its page shows, htmx or not."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from armybuilder.armies.models import Army
from armybuilder.armies.opened import Opened
from armybuilder.armies.revisions import open_head
from armybuilder.pages import readable_as, sent_number

readable = readable_as("army")


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of a page is asked for."""
    return bool(getattr(request, "htmx", False))


def opened_army(army: Army) -> Opened:
    """The army as it stands; raises ``Http404`` when the site has its game no more."""
    try:
        return open_head(army)
    except KeyError:
        raise Http404 from None


def seen_head(request: HttpRequest) -> int:
    """The number of the revision that the sending page shows."""
    return sent_number(request, "head")
