"""Edits that a device made without a network: taken in the order in which they were made, each once, and merged."""

from __future__ import annotations

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
from armybuilder.armies.revisions import ARMIES, load_revision, restored, save
from armybuilder.catalogue.access import own_catalogue
from armybuilder.claims import author_of
from armybuilder.limits import limit
from armybuilder.pages import MOST_SENT, Refused, sent_number
from armybuilder.revisions.store import Stale, TooLarge
from armybuilder.suggestions.edits import SUGGESTION_EDITS
from rulesets.core.codec import CodecError, decode
from rulesets.core.declarations import Ask

MOST_AT_ONCE: Final = 100
"""Edits of one request; a device with more sends them in portions."""
RESTORE: Final = "restore"
"""The edit with which a device undoes steps that the site has, or does them again: the ``number`` of a revision."""
LONGEST: Final = 200_000
"""Characters of a form that was filled in."""


@dataclass(frozen=True, slots=True)
class SentEdit:
    """An edit by its name, its form as the builder sends it, and the id that the device gave it."""

    id: Annotated[str, Ask("Id", max_length=EDIT_LENGTH)]
    name: Annotated[str, Ask("Edit", max_length=40)]
    form: Annotated[str, Ask("Form, as in an address", max_length=LONGEST)]


@dataclass(frozen=True, slots=True)
class SentEdits:
    """Edits in the order in which they were made, the first of the revision ``base``; whether ``more`` come at once."""

    base: Annotated[int, Ask("Revision", min=0, max=MOST_SENT)]
    edits: Annotated[tuple[SentEdit, ...], Ask("Edits", max=MOST_AT_ONCE)]
    more: Annotated[bool, Ask("More follow")] = False


@never_cache
@require_POST
@limit("edits")
@readable
def take(request: HttpRequest, address: str) -> HttpResponse:
    """Take edits of a device. What it made beside the others is merged, unless both changed the same.

    The answer has the ``number`` of the revision that the device's last edit made, the number of a version kept
    ``aside`` to choose about (0 for none), and what was ``refused``, each with its id and a sentence.
    """
    army = own_army(request, address)
    if request.content_type != "application/json":
        raise Refused(400, "Edits are sent as JSON.")
    try:
        sent = decode(SentEdits, orjson.loads(request.body))
    except (orjson.JSONDecodeError, CodecError) as error:
        raise Refused(400, f"These edits cannot be read: {error}") from None
    number, refused = sent.base, []
    for edit in sent.edits:
        try:
            number = _take(request, army, number, edit)
        except Revision.DoesNotExist:
            raise Refused(409, "The version that was changed on this device is no longer stored.") from None
        except (EditRefused, TooLarge) as refusal:
            refused.append({"id": edit.id, "words": str(refusal)})
        except FormRefused:
            refused.append({"id": edit.id, "words": "The site does not take what was filled in."})
        except KeyError:
            refused.append({"id": edit.id, "words": "The site has no such edit."})
    aside = 0 if sent.more else merge_aside(army, number, author_of(request))
    return JsonResponse({"number": number, "aside": aside, "refused": refused})


def _take(request: HttpRequest, army: Army, base: int, edit: SentEdit) -> int:
    """The revision that an edit of the revision ``base`` made, now or when it came before."""
    known = _known(army, edit.id)
    if known is not None:
        return known
    before = load_revision(army, base)
    after, summary = _made(request, army, before, edit)
    if after.force == before.force:
        return base
    try:
        return save(army, base, after, summary, author_of(request), edit.id).number
    except Stale as stale:
        return stale.aside
    except IntegrityError:
        known = _known(army, edit.id)
        if known is None:
            raise
        return known


def _made(request: HttpRequest, army: Army, before: LoadedArmy, edit: SentEdit) -> tuple[LoadedArmy, str]:
    """The army after an edit, and what was done in words."""
    sent = QueryDict(edit.form)
    if edit.name == RESTORE:
        return restored(army, sent_number(sent, "number"))
    load_own = partial(own_catalogue, request, before.ruleset)
    edited = make_any_edit(edit.name, before, sent, load_own, SUGGESTION_EDITS)
    return LoadedArmy(before.ruleset, edited.force), edited.summary


def _known(army: Army, edit: str) -> int | None:
    if not edit:
        raise EditRefused("An edit needs an id of its own, by which it is known when it comes again.")
    return ARMIES.of(army).filter(edit=edit).values_list("number", flat=True).first()
