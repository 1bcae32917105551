"""Edits that a device made offline: applied in their order, each once, and merged."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

import orjson
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from armybuilder.armies.access import own_army
from armybuilder.armies.conflicts import merge_aside
from armybuilder.armies.edits import EditRefused, FormRefused
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import EDIT_LENGTH, Army, Revision
from armybuilder.armies.own_entries import make_any_edit
from armybuilder.armies.reading import readable
from armybuilder.armies.revisions import ARMIES, load_revision, restore_revision, save
from armybuilder.armies.suggestions.suggested_edits import SUGGESTION_EDITS
from armybuilder.catalogue.access import own_catalogue
from armybuilder.revisions.store import Stale, TooLarge
from armybuilder.site.claims import author_of
from armybuilder.site.errors import Refused
from armybuilder.site.limits import limit
from armybuilder.site.pages import MAX_SENT_NUMBER, sent_number
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.fields import Ask

MAX_AT_ONCE: Final = 100
"""Edits in one request; a device with more of them sends several."""
RESTORE: Final = "restore"
"""The edit that undoes or redoes steps that the site has stored; its form has the ``number`` of the revision."""
MAX_FORM_LENGTH: Final = 200_000
"""Characters of the form of an edit."""


@dataclass(frozen=True, slots=True)
class SentEdit:
    """An edit: its name, its form as the builder sends it, and the id that the device gave it."""

    id: Annotated[str, Ask("Id", max_length=EDIT_LENGTH)]
    name: Annotated[str, Ask("Edit", max_length=40)]
    form: Annotated[str, Ask("Form data, encoded as in a web address", max_length=MAX_FORM_LENGTH)]


@dataclass(frozen=True, slots=True)
class SentEdits:
    """Edits in their order, the first of the revision ``base``; ``more`` if another request follows at once."""

    base: Annotated[int, Ask("Revision", min=0, max=MAX_SENT_NUMBER)]
    edits: Annotated[tuple[SentEdit, ...], Ask("Edits", max=MAX_AT_ONCE)]
    more: Annotated[bool, Ask("More follow")] = False


@never_cache
@require_POST
@limit("edits")
@readable
def take(request: HttpRequest, address: str) -> HttpResponse:
    """Apply edits of a device, and merge them with others made meanwhile unless they conflict.

    The answer has the ``number`` of the revision after the device's last edit, the number of a conflicting version
    that was saved ``aside`` (0 for none), and the ``refused`` edits, each with its id and the reason.
    """
    army = own_army(request, address)
    if request.content_type != "application/json":
        raise Refused(400, "Edits are sent as JSON.")
    try:
        batch = decode(SentEdits, orjson.loads(request.body))
    except (orjson.JSONDecodeError, CodecError) as error:
        raise Refused(400, f"These edits cannot be read: {error}") from None
    number, refusals = batch.base, []
    for edit in batch.edits:
        try:
            number = _save(request, army, number, edit)
        except Revision.DoesNotExist:
            raise Refused(409, "The version that was changed on this device is no longer stored.") from None
        except (EditRefused, TooLarge) as error:
            refusals.append({"id": edit.id, "words": str(error)})
        except FormRefused:
            refusals.append({"id": edit.id, "words": "The site does not accept the values of this edit."})
        except KeyError:
            refusals.append({"id": edit.id, "words": "This change is not possible on the site."})
    aside = 0 if batch.more else merge_aside(army, number, author_of(request))
    return JsonResponse({"number": number, "aside": aside, "refused": refusals})


def _save(request: HttpRequest, army: Army, base: int, edit: SentEdit) -> int:
    """Save an edit of the revision ``base``, unless it was saved before; return the number of its revision."""
    number = _find(army, edit.id)
    if number is not None:
        return number
    before = load_revision(army, base)
    after, summary = _apply(request, army, before, edit)
    if after.force == before.force:
        return base
    try:
        return save(army, base, after, summary, author_of(request), edit.id).number
    except Stale as stale:
        # Somebody saved since: the next edits are made on this one, and all are merged when the last is here.
        return stale.aside
    except IntegrityError:
        # The same edit arrived twice at once.
        number = _find(army, edit.id)
        if number is None:
            raise
        return number


def _apply(request: HttpRequest, army: Army, before: LoadedArmy, edit: SentEdit) -> tuple[LoadedArmy, str]:
    """Return the army after an edit, and a summary of the edit."""
    form = QueryDict(edit.form)
    if edit.name == RESTORE:
        return restore_revision(army, sent_number(form, "number"))
    load_own = partial(own_catalogue, request, before.ruleset)
    edited = make_any_edit(edit.name, before, form, load_own, SUGGESTION_EDITS)
    return LoadedArmy(before.ruleset, edited.force), edited.summary


def _find(army: Army, edit: str) -> int | None:
    if not edit:
        raise EditRefused("An edit needs its own id, which identifies it if it is sent again.")
    return ARMIES.of(army).filter(edit=edit).values_list("number", flat=True).first()
