"""The photo of a game that has ended, which its two players add, see and remove."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.drawing.picture_reading import BadPicture
from armybuilder.drawing.uploads import sent_picture
from armybuilder.drawing.views import picture_response
from armybuilder.matches.log.photos import photos_for
from armybuilder.matches.log.seats import own_seat, seat_of
from armybuilder.matches.models import ResultPhoto, Seat
from armybuilder.site.claims import author_of, owned_by
from armybuilder.site.errors import Refused
from armybuilder.site.limits import limit
from armybuilder.site.quotas import quota_transaction

MAX_PHOTOS: Final = 100
"""How many photos of games one user or browser may have added."""


@require_safe
def photo(request: HttpRequest, address: str) -> HttpResponse:
    """The photo of a game, for its players alone; with ``small`` in the address the square one."""
    column = "small" if "small" in request.GET else "image"
    seat = seat_of(request, address)
    data = photos_for(seat.match, seat.side).values_list(column, flat=True).first()
    if data is None:
        raise Http404
    return picture_response(bytes(data))


@require_POST
@limit("pictures")
def change_photo(request: HttpRequest, address: str) -> HttpResponse:
    """Add a photo to a game that has ended, in the place of the one before, or with ``take_away`` remove it."""
    seat = own_seat(request, address)
    if not seat.match.ended:
        raise Refused(409, "You can add a photo when the game has ended.")
    back = HttpResponseRedirect(f"{reverse('matches:report', args=[address])}#photo")
    if "take_away" in request.POST:
        ResultPhoto.objects.filter(match=seat.match).delete()
        return back
    try:
        sent = sent_picture(request)
    except BadPicture as refusal:
        messages.error(request, str(refusal))
        return back
    with quota_transaction("photos of games", author_of(request).key):
        added = ResultPhoto.objects.filter(
            seat__in=Seat.objects.filter(owned_by(request), withdrawn=None, match__deleted=None)
        )
        if added.exclude(match=seat.match).count() >= MAX_PHOTOS:
            messages.error(request, f"You have reached the limit of {MAX_PHOTOS} photos of games. Remove one first.")
            return back
        columns = ResultPhoto.columns(sent) | {"seat": seat}
        ResultPhoto.objects.update_or_create(match=seat.match, defaults=columns)
    messages.success(request, "Photo saved.")
    return back
