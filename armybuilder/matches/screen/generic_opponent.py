"""A generic opponent: units of the catalogue that a player adds to the other side, before a game or during it."""

from dataclasses import replace
from typing import Final

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.armies.edits import MAX_COPIES, EditRefused, make_edit
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import pack
from armybuilder.matches.log.creation import note_changed_forces
from armybuilder.matches.log.seats import controls_both_sides, own_seat
from armybuilder.matches.log.store import LoadedMatch, load_match, readable
from armybuilder.matches.log.wording import OPPONENT
from armybuilder.matches.models import Match, MatchForce, Seat
from armybuilder.site.errors import Refused
from armybuilder.site.limits import limit
from armybuilder.submissions.once import once
from rulesets.core.declarations.fields import NAME_LENGTH

TEMPLATE: Final = "template"
"""What the value of a ready group begins with, instead of a kind of entry."""


class KindForm(forms.Form):
    """How many units of a kind are added, or a ready group."""

    def __init__(self, army: LoadedArmy, data: QueryDict | None = None) -> None:
        """Offer what the game's builder offers to add."""
        super().__init__(data)
        ruleset = army.ruleset
        kinds = [
            (
                kind.plural,
                [(f"{kind.slug}/{each.key}", each.name) for each in army.context.catalogue.of_kind(kind.slug)],
            )
            for kind in ruleset.kinds
            if kind.is_unit
        ]
        ready = [(f"{TEMPLATE}/{each.slug}", each.title) for each in ruleset.templates]
        self.fields["entry"] = forms.ChoiceField(
            choices=[*kinds, *([(f"Ready {ruleset.words.groups}", ready)] if ready else [])], label="Kind"
        )
        self.fields["times"] = forms.IntegerField(min_value=1, max_value=MAX_COPIES, initial=1, label="How many")


def may_add(seat: Seat) -> bool:
    """Whether the holder of a seat may add units to the other side: nobody else plays it, and nothing hides."""
    match = seat.match
    return seat.side is not None and not match.hides and not match.ended and controls_both_sides(match)


def opposing_army(loaded: LoadedMatch) -> LoadedArmy:
    """The army of the other side, or an empty one with your side's entries."""
    own, opposing = loaded.armies
    if opposing is not None:
        return opposing
    return LoadedArmy(loaded.ruleset, replace(loaded.ruleset.new_force(OPPONENT), entries=own.force.entries))


@transaction.atomic
def add_by_kind(match: Match, entry: str, times: int) -> str:
    """Add units of a kind to the other side as a group, or ready groups, and return what was added.

    Raises ``EditRefused``.
    """
    # Locked: two devices that add at once both add.
    match = Match.objects.select_for_update().get(pk=match.pk)
    army = opposing_army(load_match(match))
    start, _, key = entry.partition("/")
    if start == TEMPLATE:
        for _ in range(times):
            army = replace(army, force=make_edit("add-template", army, {"template": key}).force)
        force, name = army.force, army.force.groups[-1].name
    else:
        force = make_edit("add-units", army, {"entry": entry, "times": str(times)}).force
        *before, group = force.groups
        added = army.context.catalogue.get(start, key)
        name = f"{times} × {added.name if added else group.name}"[:NAME_LENGTH]
        force = replace(force, groups=(*before, replace(group, name=name)))
    stored = {"document": pack(force)}
    MatchForce.objects.update_or_create(
        match=match, side=1, defaults=stored, create_defaults={"name": OPPONENT, **stored}
    )
    note_changed_forces(match)
    return name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("events")
@readable
def opponent(request: HttpRequest, address: str) -> HttpResponse:
    """A form to add units by kind to the other side, and what it has so far."""
    seat = own_seat(request, address)
    if not may_add(seat):
        raise Refused(
            409, "You can add units to the other side only while nobody else is playing it and nothing is hidden."
        )
    army = opposing_army(load_match(seat.match))
    form = KindForm(army, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            return _add(request, seat.match, form)
        except EditRefused as error:
            form.add_error(None, str(error))
    context = {"match": seat.match, "ruleset": army.ruleset, "form": form, "groups": army.groups}
    return render(request, "matches/opponent.html", context, status=422 if form.errors else 200)


@once
def _add(request: HttpRequest, match: Match, form: KindForm) -> HttpResponse:
    messages.success(request, f"Added {add_by_kind(match, form.cleaned_data['entry'], form.cleaned_data['times'])}.")
    return HttpResponseRedirect(request.path)
