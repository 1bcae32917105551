"""What every view of an army reads of a request: the army opened, the revision its page shows, htmx or not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse

from armybuilder.armies.models import Army
from armybuilder.armies.opened import Opened
from armybuilder.armies.revisions import open_head
from armybuilder.pages import error_page
from rulesets.core.codec import CodecError

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def readable(view: View[P]) -> View[P]:
    """Decorate a view: an army that its game cannot read (any more) is answered with what is wrong, and its file."""

    @wraps(view)
    def around(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except CodecError as error:
            return error_page(
                request, 409, f"This army was saved by another version of its game, which reads it no more: {error}"
            )

    return around


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of a page is asked for."""
    return bool(getattr(request, "htmx", False))


def opened_army(army: Army) -> Opened:
    """The army as it stands; raises ``Http404`` when the site has its game no more."""
    try:
        return open_head(army)
    except KeyError:
        raise Http404 from None


def sent_number(request: HttpRequest, name: str) -> int:
    """A revision's number as it was posted; 0 for what is none."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def seen_head(request: HttpRequest) -> int:
    """The number of the revision that the sending page shows."""
    return sent_number(request, "head")
