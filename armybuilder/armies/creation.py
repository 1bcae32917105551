"""Creation of a visitor's army from any source: blank, imported or copied."""

import re
from dataclasses import replace
from itertools import count
from typing import Any

from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from armybuilder.armies.access import armies_of, is_own
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, ArmyPicture, PartPicture, Tag
from armybuilder.armies.pictures import copies
from armybuilder.armies.revisions import create_army
from armybuilder.revisions.store import TooLarge
from armybuilder.site.claims import author_of, keep_claim, make_claim
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.quotas import quota_transaction
from armybuilder.submissions.once import once
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset

MAX_ARMIES = 500
"""How many armies one user or browser may keep, the deleted ones included."""
LIMIT_REACHED = f"You have reached the limit of {MAX_ARMIES} armies. Nothing was saved."

house_rules_requested = Signal()
"""Sent with the ``request`` for a new army and its ``ruleset``; receivers return its initial house rules."""


def blank_army(request: HttpRequest, ruleset: AnyRuleset) -> LoadedArmy:
    """A new army of a game, with the visitor's default house rules."""
    answers: Any = house_rules_requested.send(LoadedArmy, request=request, ruleset=ruleset)
    rules = next((rules for _, rules in answers if rules), ())
    return LoadedArmy(ruleset, replace(ruleset.new_force(), house_rules=rules))


def _numbered(request: HttpRequest, title: str, suffix: str) -> str:
    """``title (copy)``, or ``title (copy 2)`` and so on where the visitor has an army of that name already."""
    taken = set(armies_of(request).filter(deleted=None).values_list("name", flat=True))
    title = re.sub(rf" \({re.escape(suffix)}( \d+)?\)$", "", title)
    for number in count(1):
        end = f" ({suffix} {number})" if number > 1 else f" ({suffix})"
        name = title[: NAME_LENGTH - len(end)] + end
        if name not in taken:
            return name
    raise AssertionError


@once
@limit("armies")
def create_for_visitor(
    request: HttpRequest,
    loaded: LoadedArmy,
    name: str,
    summary: str,
    source: Army | None = None,
    pictures: QuerySet[PartPicture] | None = None,
    *,
    shares_models: bool = False,
) -> HttpResponse:
    """Create an army of the visitor's from a force and redirect to it.

    ``name`` is appended to the force's name, with a number if the visitor has such an army. ``source`` is the army that
    was copied: if it is the visitor's own, the copy goes into the same folder. ``pictures``, by default the source's,
    are copied for the parts of the force. ``shares_models``: the same models are for the copy and the visitor's source.
    """
    if name:
        loaded = LoadedArmy(loaded.ruleset, replace(loaded.force, name=_numbered(request, loaded.force.name, name)))
    claim = make_claim(request)
    author = author_of(request, claim)
    with quota_transaction("armies", author.key):
        if armies_of(request).count() >= MAX_ARMIES:
            return error_page(request, 409, LIMIT_REACHED)
        try:
            army = create_army(loaded, summary, author)
        except TooLarge as refusal:
            return error_page(request, 413, str(refusal))
    if source is not None:
        columns_of_copies = copies(source.pictures.all() if pictures is None else pictures, loaded.force)
        ArmyPicture.objects.bulk_create(ArmyPicture(army=army, **columns) for columns in columns_of_copies)
        if is_own(request, source):
            shared = source.models_of if shares_models else ""
            Army.objects.filter(pk=army.pk).update(folder=source.folder, part_of=shared)
            Tag.objects.bulk_create(Tag(army=army, name=tag.name) for tag in source.tags.all())
    response = HttpResponseRedirect(army.get_absolute_url())
    keep_claim(response, claim)
    return response
