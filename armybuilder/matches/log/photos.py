"""The photo of a match that has ended, as far as a visitor may see it."""

from django.db.models import QuerySet
from django.urls import reverse

from armybuilder.matches.models import Match, ResultPhoto


def photos_for(match: Match, side: int | None) -> QuerySet[ResultPhoto]:
    """The photo that a side may see: players that of a match that has ended, spectators none."""
    return ResultPhoto.objects.filter(match=match) if match.ended and side is not None else ResultPhoto.objects.none()


def digest_for(digest: str | None, side: int | None, *, ended: bool) -> str:
    """The ``digest`` of a match's photo, by which a side knows that there is another; empty if it may see none."""
    return digest if digest and ended and side is not None else ""


def photo_address(match: Match, side: int | None) -> str:
    """Where a side sees the photo, which changes with the photo; empty without one."""
    digest = photos_for(match, side).values_list("digest", flat=True).first()
    return address_of(match.pk, digest) if digest else ""


def address_of(match: str, digest: str) -> str:
    """The address of a photo by that of its match."""
    return f"{reverse('matches:photo', args=[match])}?{digest}"
