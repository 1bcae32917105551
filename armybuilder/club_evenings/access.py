"""Who may see and change a club evening: all who have its link see it, and its organiser changes it."""

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest

from armybuilder.club_evenings.models import Evening, Place
from armybuilder.site.claims import owned_by


def evenings_of(request: HttpRequest) -> QuerySet[Evening]:
    """The evenings that the visitor organises."""
    return Evening.objects.filter(owned_by(request))


def evenings_with(request: HttpRequest) -> QuerySet[Evening]:
    """The evenings that the visitor organises or plays at."""
    played = places_of(request).values("player__evening")
    return Evening.objects.filter(Q(pk__in=evenings_of(request).values("pk")) | Q(pk__in=played))


def places_of(request: HttpRequest) -> QuerySet[Place]:
    """The visitor's places at all evenings."""
    return Place.objects.filter(owned_by(request))


def linked_evening(token: str) -> Evening:
    """The evening of a link; raises ``Http404``."""
    evening = Evening.objects.filter(pk=token).first()
    if evening is None:
        raise Http404
    return evening


def own_evening(request: HttpRequest, token: str) -> Evening:
    """The visitor's evening; raises ``Http404``, for that of another organiser as well."""
    evening = evenings_of(request).filter(pk=token).first()
    if evening is None:
        raise Http404
    return evening
