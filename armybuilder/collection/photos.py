"""The photos of a player's models, which the player alone sees, adds and removes."""

from collections.abc import Collection
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies.reading import readable
from armybuilder.collection.models import CollectionRow, ModelPhoto
from armybuilder.collection.shelf import WITH_PHOTO_FIRST, rows_of, units_of
from armybuilder.drawing.picture_reading import BadPicture
from armybuilder.drawing.uploads import sent_picture
from armybuilder.drawing.views import picture_response
from armybuilder.site.claims import author_of, owned_by
from armybuilder.site.limits import limit
from armybuilder.site.quotas import quota_transaction
from rulesets.core.collection import EntryId
from rulesets.core.ruleset import AnyRuleset

MAX_PHOTOS: Final = 200
"""How many photos of models one user or browser may have, of all games together."""


def photo_pages(
    request: HttpRequest, ruleset: AnyRuleset, entries: Collection[EntryId]
) -> dict[EntryId, tuple[str, str]]:
    """The address of the page for the photo of each entry's row, and that of the photo, which is empty without one."""
    pages: dict[EntryId, tuple[str, str]] = {}
    rows = rows_of(request, ruleset).order_by(WITH_PHOTO_FIRST)
    for kind, key, digest in rows.values_list("kind", "key", "photo__digest"):
        if (kind, key) not in entries:
            continue
        page, file = (reverse(f"collection:{name}", args=[ruleset, kind, key]) for name in ("photo", "photo_file"))
        pages.setdefault((kind, key), (page, f"{file}?{digest}" if digest else ""))
    return pages


def _row_of(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> CollectionRow:
    """The visitor's row for an entry; raises ``Http404``."""
    row = rows_of(request, ruleset).filter(kind=kind, key=key).order_by(WITH_PHOTO_FIRST).first()
    if row is None:
        raise Http404
    return row


@never_cache
@require_safe
@limit("collection")
@readable
def photo(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """The page on which the photo of a row is added, seen and removed."""
    row = _row_of(request, ruleset, kind, key)
    unit = units_of(request, ruleset).get((kind, key))
    digest = ModelPhoto.objects.filter(row=row).values_list("digest", flat=True).first()
    context = {"ruleset": ruleset, "row": row, "name": unit.name if unit else key, "digest": digest}
    return render(request, "collection/photo.html", context)


@require_safe
def photo_file(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """The photo of a row; with ``small`` in the address the square one."""
    column = "small" if "small" in request.GET else "image"
    data = ModelPhoto.objects.filter(row=_row_of(request, ruleset, kind, key)).values_list(column, flat=True).first()
    if data is None:
        raise Http404
    return picture_response(bytes(data))


@require_POST
@limit("pictures")
def change_photo(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """Add a photo to a row, in the place of the one before, or with ``take_away`` remove it."""
    row = _row_of(request, ruleset, kind, key)
    back = HttpResponseRedirect(reverse("collection:photo", args=[ruleset, kind, key]))
    if "take_away" in request.POST:
        ModelPhoto.objects.filter(row=row).delete()
        return back
    try:
        sent = sent_picture(request)
    except BadPicture as refusal:
        messages.error(request, str(refusal))
        return back
    with quota_transaction("photos of models", author_of(request).key):
        # Its row may have been removed, or made anew, while the picture was read.
        row = _row_of(request, ruleset, kind, key)
        others = ModelPhoto.objects.filter(row__in=CollectionRow.objects.filter(owned_by(request))).exclude(row=row)
        if others.count() >= MAX_PHOTOS:
            messages.error(request, f"You have reached the limit of {MAX_PHOTOS} photos of models. Remove one first.")
            return back
        ModelPhoto.objects.update_or_create(row=row, defaults=ModelPhoto.columns(sent))
    messages.success(request, "Photo saved.")
    return back
