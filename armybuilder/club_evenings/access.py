"""Who may see and change a club evening: all who have its link see it, and its organiser changes it."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from armybuilder.club_evenings.models import Evening, Place, Player
from armybuilder.site.claims import owned_by


def evenings_of(request: HttpRequest) -> QuerySet[Evening]:
    """The evenings that the visitor organises."""
    return Evening.objects.filter(owned_by(request))


def evenings_with(request: HttpRequest) -> QuerySet[Evening]:
    """The evenings that the visitor organises or plays at."""
    played = places_of(request).values("player__evening")
    return Evening.objects.filter(owned_by(request) | Q(pk__in=played))


def places_of(request: HttpRequest) -> QuerySet[Place]:
    """The visitor's places at all evenings."""
    return Place.objects.filter(owned_by(request))


def own_player(request: HttpRequest, evening: Evening) -> Player | None:
    """Who the visitor is at an evening; ``None`` for those who do not play."""
    return evening.players.filter(place__in=places_of(request)).first()


def organises(request: HttpRequest, evening: Evening) -> bool:
    """Whether it is the visitor's evening."""
    return evenings_of(request).filter(pk=evening.pk).exists()


def linked_evening(token: str) -> Evening:
    """The evening of a link; raises ``Http404``."""
    return get_object_or_404(Evening, pk=token)


def own_evening(request: HttpRequest, token: str) -> Evening:
    """The visitor's evening; raises ``Http404``, for that of another organiser as well."""
    return get_object_or_404(evenings_of(request), pk=token)
