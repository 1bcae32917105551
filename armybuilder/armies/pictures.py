"""Pictures of armies and their units, shown to everybody who may see the army."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies.access import armies_of, own_army, visible_army
from armybuilder.armies.inspector import ARMY
from armybuilder.armies.models import ArmyPicture, PartPicture
from armybuilder.armies.reading import load_army, readable
from armybuilder.drawing.picture_reading import BadPicture
from armybuilder.drawing.uploads import sent_picture
from armybuilder.drawing.views import picture_response
from armybuilder.site.claims import author_of
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.quotas import quota_transaction
from rulesets.core.forces.force import AnyForce, NoSuchPart

MAX_PER_ARMY = 60
MAX_PER_PLAYER = 500


def addresses(pictures: QuerySet[PartPicture], under: str) -> dict[str, str]:
    """The addresses of the pictures by part; ``under`` is the address of the page that shows them."""
    return {part: address_of(under, part, digest) for part, digest in pictures.values_list("part", "digest")}


def address_of(under: str, part: str, digest: str) -> str:
    """The address of a picture below a page's address; it changes with the picture."""
    return f"{under}pictures/{part or ARMY}.webp?{digest}"


def parts_of(force: AnyForce) -> set[str]:
    """The parts of a force that may have a picture: its units, and itself as the empty id."""
    return {"", *(unit.id for _, unit in force.units())}


def copies(pictures: QuerySet[PartPicture], force: AnyForce) -> list[dict[str, Any]]:
    """The columns of the pictures whose part is in the force, to store them for its copy."""
    names = [field.name for field in PartPicture._meta.fields]
    parts = parts_of(force)
    return [columns for columns in pictures.values(*names) if columns["part"] in parts]


def show(pictures: QuerySet[PartPicture], part: str, query: Mapping[str, str]) -> HttpResponse:
    """The picture of a part; with ``small`` in the query the square one. Raises ``Http404``."""
    column = "small" if "small" in query else "image"
    data = pictures.filter(part="" if part == ARMY else part).values_list(column, flat=True).first()
    if data is None:
        raise Http404
    return picture_response(bytes(data))


@require_safe
def picture(request: HttpRequest, address: str, part: str) -> HttpResponse:
    """The picture of an army or a unit, for everybody who may look at the army."""
    return show(visible_army(request, address).pictures.all(), part, request.GET)


@require_POST
@limit("pictures")
@readable
def change_picture(request: HttpRequest, address: str) -> HttpResponse:
    """Set the picture of an army or a unit, or with ``take_away`` remove it."""
    army = own_army(request, address)
    part = request.POST.get("part", "")
    back = f"{army.get_absolute_url()}?at={part}#inspector"
    force = load_army(army).force
    if part != ARMY:
        try:
            force.unit(part)
        except NoSuchPart:
            return error_page(request, 400, "This unit is no longer in the army. Reload the page.")
    stored_part = "" if part == ARMY else part
    if "take_away" in request.POST:
        ArmyPicture.objects.filter(army=army, part=stored_part).delete()
        return HttpResponseRedirect(back)
    try:
        upload = sent_picture(request)
    except BadPicture as refusal:
        return _refused(request, str(refusal), back)
    others = ArmyPicture.objects.filter(army=army).exclude(part=stored_part)
    everywhere = ArmyPicture.objects.filter(army__in=armies_of(request).order_by()).exclude(army=army, part=stored_part)
    with quota_transaction("pictures of armies", author_of(request).key):
        if others.count() >= MAX_PER_ARMY:
            # Pictures of removed units are kept for undo until others need the room.
            others.exclude(part__in=parts_of(force)).delete()
        if others.count() >= MAX_PER_ARMY or everywhere.count() >= MAX_PER_PLAYER:
            words = f"An army can have at most {MAX_PER_ARMY} pictures, and all your armies {MAX_PER_PLAYER} together."
            return _refused(request, f"{words} Remove one first.", back)
        ArmyPicture.objects.update_or_create(army=army, part=stored_part, defaults=ArmyPicture.columns(upload))
    messages.success(request, "Picture saved.")
    return HttpResponseRedirect(back)


def _refused(request: HttpRequest, words: str, back: str) -> HttpResponse:
    """Redirect back to the form, with the reason why the picture is not stored."""
    messages.error(request, words)
    return HttpResponseRedirect(back)
