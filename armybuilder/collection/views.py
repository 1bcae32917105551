"""The pages of a player's collection of a game."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.access import armies_of_game, visible_army
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.reading import load_army, readable
from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.armies import (
    MAX_ARMIES,
    ON,
    count_others,
    counted_armies,
    counts_others,
    readable_armies,
)
from armybuilder.collection.coverage import coverage
from armybuilder.collection.forms import MAX_PROPOSED, PAGE_SIZE, ModelsForms, rows_for
from armybuilder.collection.lacking import NEED_HEADINGS, Need, highest, needs_of, table
from armybuilder.collection.pasted import HEADINGS, PastedTable, read_pasted
from armybuilder.collection.photos import photo_pages
from armybuilder.collection.sheet import make_sheet, sheet_arguments
from armybuilder.collection.shelf import FULL, NOTHING, Models, TooManyRows, save_models, shelf_of, units_of
from armybuilder.printing.background import pdf_response
from armybuilder.site.claims import author_of, keep_claim, make_claim
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment, local_address
from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import BadTable, write_csv
from rulesets.core.collection import EntryId
from rulesets.core.names import plain_words
from rulesets.core.ruleset import AnyRuleset

MAX_TEXT: Final = 200_000
"""Characters of a pasted table."""
LATE: Final = "You saved different numbers elsewhere after you opened this page. Save again to replace them."
CSV: Final = "text/csv; charset=utf-8"

Units = Mapping[EntryId, EntryRow]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("collection")
@readable
def shelf(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """List a game's units to enter models; ``army`` or a pasted table fills in rows, and a POST saves them.

    The query of a POST is that of the page to which it goes back.
    """
    units = units_of(request, ruleset)
    if request.POST.get("do") == "paste":
        response = _pasted(request, ruleset, units)
    elif request.method == "POST":
        response = _save(request, ruleset, units)
    elif request.GET.get("army"):
        response = _of_army(request, ruleset, units)
    else:
        response = _listed(request, ruleset, units)
    keep_claim(response, make_claim(request))
    return response


def _page(request: HttpRequest, ruleset: AnyRuleset, forms: Any, status: int = 200, **context: Any) -> HttpResponse:
    armies = armies_of_game(request, ruleset)[:MAX_ARMIES]
    back = request.GET.urlencode() if request.method == "POST" else ""
    pages = photo_pages(request, ruleset, {form.entry_id for form in forms})
    for form in forms:
        form.photo_page, form.photo = pages.get(form.entry_id, ("", ""))
    context = {"ruleset": ruleset, "forms": forms, "armies": armies, "max_text": MAX_TEXT, "back": back, **context}
    return render(request, "collection/shelf.html", context, status=status)


def _listed(request: HttpRequest, ruleset: AnyRuleset, units: Units) -> HttpResponse:
    """All units, or only those whose names and notes match the search, that the visitor has, or both."""
    have = shelf_of(request, ruleset)
    words, only = plain_words(request.GET.get("q", "")[:80]).split(), "mine" in request.GET
    texts = {entry: plain_words(f"{unit.name} {have.get(entry, NOTHING).note}") for entry, unit in units.items()}
    found = [
        entry for entry, text in texts.items() if (not only or entry in have) and all(word in text for word in words)
    ]
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    forms = rows_for(units, have, {entry: have.get(entry, NOTHING) for entry in page})
    query, back = request.GET.copy(), request.GET.copy()
    query.pop("page", None)
    back["page"] = str(page.number)
    total = sum(models.count for entry, models in have.items() if entry in units)
    context = {
        "page": page,
        "query": query.urlencode(),
        "back": back.urlencode(),
        "only": only,
        "total": total,
        "others": counted_armies(request, ruleset) if total and counts_others(request) else None,
    }
    return _page(request, ruleset, forms, 200, **context)


def _of_army(request: HttpRequest, ruleset: AnyRuleset, units: Units) -> HttpResponse:
    """The units of an army, with at least as many models as it needs."""
    army = visible_army(request, request.GET["army"])
    have = shelf_of(request, ruleset)
    loaded = load_army(army)
    if loaded.ruleset is not ruleset:
        raise Http404
    filled = {}
    for entry, number in loaded.models_needed.items():
        models = have.get(entry, NOTHING)
        if entry in units:
            filled[entry] = replace(models, count=max(models.count, number))
    return _page(request, ruleset, rows_for(units, have, filled), of_army=army)


def _pasted(request: HttpRequest, ruleset: AnyRuleset, units: Units) -> HttpResponse:
    """The rows of a pasted table, and the lines that could not be read."""
    have, text = shelf_of(request, ruleset), request.POST.get("table", "")
    refusal = f"Paste at most {MAX_TEXT:,} characters at once." if len(text) > MAX_TEXT else ""
    try:
        read = PastedTable({}, ()) if refusal else read_pasted(text, units, have)
    except BadTable as bad:
        read, refusal = PastedTable({}, ()), str(bad)
    if len(read.models) > MAX_PROPOSED:
        read, refusal = PastedTable({}, ()), f"Paste at most {MAX_PROPOSED} entries at once."
    context = {"pasted": text, "not_read": read.not_read, "refusal": refusal}
    return _page(request, ruleset, rows_for(units, have, read.models), 422 if refusal else 200, **context)


def _save(request: HttpRequest, ruleset: AnyRuleset, units: Units) -> HttpResponse:
    """Save the rows that were changed; those saved elsewhere in the meantime are shown again."""
    forms = ModelsForms(request.POST, form_kwargs={"units": units}, prefix="row")
    if not forms.is_valid():
        return _page(request, ruleset, forms, status=422)
    changed: dict[EntryId, tuple[str, Models]] = {}
    gone = []
    for form in forms:
        if form.models.text != form.cleaned_data["seen"]:
            if form.name:
                changed[form.entry_id] = (form.cleaned_data["seen"], form.models)
            else:
                gone.append(form.entry_id[1])
    author = author_of(request, make_claim(request))
    try:
        late = save_models(request, ruleset, author, changed)
    except TooManyRows:
        return _page(request, ruleset, forms, 409, refusal=f"{FULL} Nothing was saved.")
    if late:
        have = shelf_of(request, ruleset)
        again = rows_for(units, have, {entry: changed[entry][1] for entry in late})
        return _page(request, ruleset, again, status=409, late=LATE)
    if gone:
        messages.warning(request, f"No longer in the catalogue, so not saved: {', '.join(gone)}.")
    messages.success(request, "Saved your collection.")
    query = request.GET.urlencode() or "mine"
    return HttpResponseRedirect(f"{reverse('collection:shelf', args=[ruleset])}?{query}")


@require_POST
@limit("collection")
def others(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Choose whether builders count the visitor's other armies, too, and return to the page."""
    response = HttpResponseRedirect(local_address(request, reverse("collection:shelf", args=[ruleset])))
    count_others(response, also=request.POST.get("also") == ON)
    return response


@never_cache
@require_safe
@limit("collection")
def shelf_csv(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """What the visitor has, as a table that can be pasted back in."""
    units = units_of(request, ruleset)
    rows = [
        (escape_formula(units[entry].name), str(models.count), str(models.painted), escape_formula(models.note))
        for entry, models in shelf_of(request, ruleset).items()
        if entry in units
    ]
    return attachment(write_csv([HEADINGS, *rows]), CSV, f"Collection of {ruleset.title}.csv")


@never_cache
@require_safe
@limit("collection")
@readable
def missing(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """What the visitor could field, and the models of each army that are missing or unpainted."""
    have = shelf_of(request, ruleset)
    armies = readable_armies(armies_of_game(request, ruleset))
    together, by_army = _missing(have, armies)
    needed = [(army, loaded.models_needed) for army, loaded in armies]
    context = {
        "ruleset": ruleset,
        "covered": coverage(ruleset, needed, have) if have else [],
        "together": together,
        "by_army": by_army,
        "limit": MAX_ARMIES,
        "headings": NEED_HEADINGS,
    }
    return render(request, "collection/missing.html", context)


@never_cache
@require_safe
@limit("collection")
@readable
def missing_csv(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The same for all armies together, as CSV."""
    cells = ([escape_formula(cell) for cell in row] for row in table(_missing_of(request, ruleset)[0]))
    return attachment(write_csv(cells), CSV, f"Missing for {ruleset.title}.csv")


@never_cache
@require_safe
@limit("print")
@readable
def missing_pdf(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The tables of the page on paper."""
    together, by_army = _missing_of(request, ruleset)
    tables = [(str(army), needs) for army, needs in by_army if needs]
    if len(tables) > 1:
        tables.insert(0, (f"For any one {ruleset.words.force}", together))
    if not tables:
        raise Http404
    arguments = sheet_arguments(ruleset, tables)
    name = f"Missing for {ruleset.title}.pdf"
    key = f"missing models {arguments}"
    return pdf_response(request, key, make_sheet, arguments, lambda pdf: attachment(pdf, "application/pdf", name))


def _missing_of(request: HttpRequest, ruleset: AnyRuleset) -> tuple[list[Need], list[tuple[Army, list[Need]]]]:
    return _missing(shelf_of(request, ruleset), readable_armies(armies_of_game(request, ruleset)))


def _missing(
    have: Mapping[EntryId, Models], armies: Iterable[tuple[Army, LoadedArmy]]
) -> tuple[list[Need], list[tuple[Army, list[Need]]]]:
    """What is lacking for any one of the armies, and for each of them."""
    names: dict[EntryId, str] = {}
    needed: list[Mapping[EntryId, int]] = []
    by_army = []
    for army, loaded in armies:
        needed.append(loaded.models_needed)
        names |= {entry: found.name for entry in needed[-1] if (found := loaded.context.catalogue.get(*entry))}
        by_army.append((army, needs_of(needed[-1], names, have)))
    return needs_of(highest(needed), names, have), by_army
