"""The pages of the armies; the edits are in ``edits``."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.access import is_own, own_army, visible_army
from armybuilder.armies.builder import Builder
from armybuilder.armies.collected import collected_models
from armybuilder.armies.conflicts import MERGED, save_or_merge
from armybuilder.armies.creation import blank_army, create_for_visitor
from armybuilder.armies.edits import (
    EDITS,
    EditRefused,
    FormRefused,
    make_edit,
)
from armybuilder.armies.inspector import ARMY, PartForm, choose, part_form
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.own_entries import OWN_EDITS, make_any_edit
from armybuilder.armies.pictures import addresses
from armybuilder.armies.reading import base_number, load_army, load_base, readable
from armybuilder.armies.revisions import ARMIES, counts
from armybuilder.catalogue.access import own_catalogue
from armybuilder.revisions.store import NothingToStep, Stale
from armybuilder.site.claims import keep_claim, read_claim
from armybuilder.site.errors import error_page, optional_writes
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit
from rulesets.core.ruleset import AnyRuleset

# --- the builder -------------------------------------------------------------------------------------


@never_cache
@require_safe
@readable
def builder(request: HttpRequest, address: str) -> HttpResponse:
    """The army in the builder; ``at`` names the part to look at, ``open`` groups to unfold. For htmx only these."""
    army = visible_army(request, address)
    page = _page(request, army, load_army(army), request.GET.get("at", ""))
    _heal_counts(page)
    part = "armies/builder_asked.html" if page.asked else "armies/builder_chosen.html"
    template = part if is_htmx(request) else "armies/builder.html"
    response = render(request, template, {"builder": page, "ruleset": page.ruleset})
    claim = read_claim(request)
    if claim and page.own:
        keep_claim(response, claim)
    return response


def _page(request: HttpRequest, army: Army, loaded: LoadedArmy, at: str) -> Builder:
    return Builder(
        army,
        loaded,
        choose(loaded.force, at),
        is_own(request, army),
        changes_equals="equals" in (request.POST or request.GET),
        draws_cards=True,
        asked=frozenset(filter(None, request.GET.get("open", "").split(","))),
        load_position=partial(ARMIES.position, army),
        load_own=partial(own_catalogue, request, loaded.ruleset),
        load_pictures=partial(addresses, army.pictures.all(), army.get_absolute_url()),
        load_collection=partial(collected_models, request, loaded.ruleset, army.pk),
    )


def _heal_counts(page: Builder) -> None:
    """Update the counts in the lists if the game's rules have changed since the army was saved."""
    head = page.position.head if page.position else None
    errors, warnings = counts(page.loaded)
    if isinstance(head, Revision) and (head.errors, head.warnings) != (errors, warnings):
        with optional_writes():
            Revision.objects.filter(pk=head.pk).update(errors=errors, warnings=warnings)


@require_POST
@limit("edits")
@readable
def edit(request: HttpRequest, address: str, name: str) -> HttpResponse:
    """Make one edit of the revision that the player saw, and save it as the next one."""
    army = own_army(request, address)
    if name not in EDITS and name not in OWN_EDITS:
        raise Http404
    before = load_base(request, army)
    try:
        edited = make_any_edit(name, before, request.POST, partial(own_catalogue, request, before.ruleset))
    except EditRefused as refusal:
        return error_page(request, 400, str(refusal))
    except FormRefused as refusal:
        if Revision.objects.filter(army=army, number=base_number(request), aside=True).exists():
            return error_page(request, 422, "Your last entry has an error and was not saved. Enter it again.")
        page = replace(_page(request, army, before, ""), chosen=refusal.chosen, bound_form=refusal.form)
        template = "armies/builder_inspector.html" if is_htmx(request) else "armies/builder.html"
        response = render(request, template, {"builder": page, "ruleset": page.ruleset}, status=422)
        response.headers["HX-Retarget"] = "#inspector"
        response.headers["HX-Reswap"] = "outerMorph"
        return response
    if edited.force == before.force:
        return _answer(request, army, before, edited.at, "", name, edited.form)
    is_late = army.head != base_number(request)
    refused = save_or_merge(request, army, LoadedArmy(before.ruleset, edited.force), edited.summary)
    message = f"{edited.summary}. {MERGED}" if is_late else edited.summary
    return refused or _answer(request, army, before, edited.at, message, name, edited.form)


def _answer(
    request: HttpRequest,
    army: Army,
    before: LoadedArmy,
    at: str,
    message: str,
    name: str,
    form: PartForm | None = None,
) -> HttpResponse:
    """The changed parts of the page, with the form if it is not finished; without htmx a redirect back."""
    if form is not None and not is_htmx(request):
        page = replace(_page(request, army, load_army(army), at), message=message, bound_form=form)
        return render(request, "armies/builder.html", {"builder": page, "ruleset": page.ruleset})
    if not is_htmx(request):
        if message:
            messages.success(request, message, extra_tags="step")
        shown = {"at": at} | ({"equals": "on"} if "equals" in request.POST else {})
        return HttpResponseRedirect(f"{army.get_absolute_url()}?{urlencode(shown)}#{_back_to(name)}")
    loaded = load_army(army)
    if loaded.ruleset is not before.ruleset:
        # The whole page is of another version of the game.
        return HttpResponse(headers={"HX-Refresh": "true"})
    page = replace(
        _page(request, army, loaded, at),
        message=message,
        before=before,
        fields_before=request.POST.get("fields", ""),
        bound_form=form,
    )
    return render(request, "armies/builder_edited.html", {"builder": page, "ruleset": page.ruleset})


def _back_to(name: str) -> str:
    """The pane to return to after an edit."""
    if name in ("add-units", "add-template", "add-own", "update-own"):
        return "catalogue"
    return "inspector" if name.startswith("change-") else "army"


@require_POST
@limit("edits")
@readable
def undo(request: HttpRequest, address: str) -> HttpResponse:
    """Return to the previous revision."""
    return _step(request, address, ARMIES.undo, "Undone")


@require_POST
@limit("edits")
@readable
def redo(request: HttpRequest, address: str) -> HttpResponse:
    """Return to the revision that was undone last."""
    return _step(request, address, ARMIES.redo, "Redone")


def _step(request: HttpRequest, address: str, step: Callable[[Army, int], str], verb: str) -> HttpResponse:
    army = own_army(request, address)
    before = load_army(army)
    try:
        message = f"{verb}: {step(army, base_number(request))}"
    except NothingToStep as nothing:
        message = str(nothing)
    except Stale:
        return error_page(
            request,
            409,
            "This army was changed elsewhere, so nothing was undone. Reload the page to see the current version.",
        )
    return _answer(request, army, before, request.POST.get("at", ""), message, "step")


# --- whole armies ------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Create an army of a game with its name and settings."""
    blank = blank_army(request, ruleset)
    if request.method == "POST":
        try:
            force = make_edit("change-army", blank, request.POST).force
        except FormRefused as refusal:
            return render(request, "armies/new.html", {"ruleset": ruleset, "form": refusal.form}, status=422)
        return create_for_visitor(request, LoadedArmy(ruleset, force), "", "New army")
    form = part_form(blank, choose(blank.force, ARMY))
    form.name.fields["name"].widget.attrs["autofocus"] = True
    return render(request, "armies/new.html", {"ruleset": ruleset, "form": form})


@require_POST
@readable
def copy(request: HttpRequest, address: str) -> HttpResponse:
    """Copy the visitor's own army or an example."""
    army = visible_army(request, address)
    return create_for_visitor(request, load_army(army), "copy", f"Copied from {army}", army)
