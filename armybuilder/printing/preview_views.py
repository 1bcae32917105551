"""What is printed, in frames: the preview of the pages on the print page, and one card in the builder."""

import hashlib
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.armies.access import visible_army
from armybuilder.armies.current_state import state_of
from armybuilder.armies.models import Army
from armybuilder.armies.proxies import modelled_shares
from armybuilder.armies.reading import load_army, readable
from armybuilder.armies.revisions import load_head, load_revision
from armybuilder.catalogue.access import own_catalogue, visible_entry
from armybuilder.catalogue.entry_cards import card_of_entry
from armybuilder.catalogue.forms import SPEC
from armybuilder.catalogue.own import kind_of
from armybuilder.jobs.running import requested_by
from armybuilder.printing.background import result_of
from armybuilder.printing.documents import document_of, models_for, refuse_too_much
from armybuilder.printing.documents.cards import deck_css, fitted_to, photo_size
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.documents.photos import Photo, photo, uploads_of
from armybuilder.printing.documents.preview import Preview, preview_of
from armybuilder.printing.form_layout import print_form
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering import BASE_STYLES, CannotPrint
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.views import checked, live_link, query_of
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.sharing.opponents import load_by_key
from armybuilder.site.errors import optional_writes
from armybuilder.site.limits import limit
from armybuilder.site.security import framed
from armybuilder.site.tasks import Busy
from rulesets.core.cards import Card
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.ruleset import AnyRuleset

MAX_PREVIEW_UNITS = 400
"""Most units of an army with a preview: laying out more takes too long."""
ASK_AGAIN = 2
"""Seconds after which the page requests an unfinished preview again."""
MAX_PREVIEW_SHEETS = 6
"""Most sheets of each part in a preview."""
CARDS = PrintOptions()
"""How a card in a frame is printed."""
STYLE_LIFETIME = 60 * 60
"""Seconds for which a preview's style sheet can be fetched."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("preview")
def preview(request: HttpRequest, address: str) -> HttpResponse:
    """The preview in the frame of the print page."""
    army = visible_army(request, address)
    form = print_form(request.POST if request.method == "POST" else request.GET or None)
    context: dict[str, Any] = {}
    try:
        if form.is_bound and not checked(request, army, form):
            raise NothingToPrint(f"Please correct the options first. {_first_problem(form)}")
        context = _preview_context(army, form.spec(), live_link(request, army), requested_by(request))
    except (NothingToPrint, TooMuchToPrint, CannotPrint) as refusal:
        context = {"problem": str(refusal)}
    except Busy:
        context = {
            "problem": "Too many print jobs are running. The preview appears here as soon as it is ready.",
            "again": True,
        }
    except (KeyError, CodecError):
        raise Http404 from None
    response = render(request, "printing/preview.html", context)
    if "again" in context:
        alone = "alone&" if "alone" in request.GET else ""
        response.headers["Refresh"] = f"{ASK_AGAIN}; url={request.path}?{alone}{query_of(form.spec())}"
    return framed(response)


@never_cache
@require_safe
@limit("unit-cards")
@readable
def card(request: HttpRequest, address: str, part: str) -> HttpResponse:
    """The card of a unit, or of a group in games with such, as printed by default; in a frame of the builder."""
    army = visible_army(request, address)
    loaded = load_army(army)
    try:
        drawn = loaded.card_of(part)
    except NoSuchPart:
        raise Http404 from None
    upload = uploads_of(army.pictures.filter(part=part)).get(part)
    picture = photo(upload, drawn.title, photo_size(usual_card_size(loaded.ruleset)), CARDS.ink)
    return one_card(request, loaded.ruleset, drawn.title, drawn, picture, usual_card_size(loaded.ruleset))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("unit-cards")
def entry_card(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """The card of the catalogue's entry ``entry``, with the changes that are sent; in a frame beside its form.

    An entry that is not a unit has few facts, so it is at most two thirds as high as wide.
    """
    entry_kind = kind_of(ruleset, kind)
    data, key = request.POST or request.GET, request.GET.get("entry", "")
    stored = visible_entry(request, ruleset, kind, key) if key else None
    own = own_catalogue(request, ruleset)
    start = stored.profile() if stored else entry_kind.start
    form = form_for(entry_kind.spec, ruleset.catalogue.with_entries(own), data, initial=start, prefix=SPEC)
    name = data.get("name", stored.name if stored else "").strip()[:NAME_LENGTH] or f"New {entry_kind.title.lower()}"
    if not form.is_valid():
        return framed(render(request, "printing/preview.html", {"problem": "The card appears once all fields fit."}))
    shown, read = Entry(kind, key or "entry", name, form.spec()), stored.entry() if stored else None
    if read is not None and (read.name, read.spec) == (name, shown.spec):
        shown = read
    drawn = card_of_entry(ruleset, entry_kind, shown, own)
    size = usual_card_size(ruleset)
    if entry_kind.is_unit:
        return one_card(request, ruleset, name, drawn, None, size)
    return one_card(request, ruleset, name, drawn, None, Size(size.width, size.width * 2 / 3), low=True)


def usual_card_size(ruleset: AnyRuleset) -> Size:
    """The usual size of the game's cards."""
    return CARDS.card_size.or_usual(ruleset.card_size).size


def one_card(
    request: HttpRequest,
    ruleset: AnyRuleset,
    name: str,
    drawn: Card,
    picture: Photo | None,
    size: Size,
    low: bool = False,
) -> HttpResponse:
    """A page of one card, as printed by default; a ``low`` one ends below what it says."""
    fitted = fitted_to(size, CARDS.type_size, [drawn], [picture])
    faces = fitted.front(0)
    geometry = deck_css("one-card", fitted, faces)
    styles = [f"css/print/{name}.css" for name in (*BASE_STYLES, "sheet", "cards")]
    context = {"faces": faces, "ink": CARDS.ink, "accent": ruleset.accent, "styles": styles, "name": name, "low": low}
    return framed(render(request, "printing/card.html", context | {"geometry": _store_style(geometry)}))


def _store_style(geometry: str) -> str:
    """The name of a style sheet of this CSS, from which it can be fetched for a while."""
    digest = hashlib.sha256(geometry.encode()).hexdigest()
    with optional_writes():
        cache.set(f"print-style:{digest}", geometry, STYLE_LIFETIME)
    return digest


def make_preview(printer: Printer, army: str, revision: int, choices: Any, link: str) -> Preview:
    """The first pages of an army as it stood at a revision; raises as ``document_of``."""
    stored_army, options = Army.objects.get(pk=army), decode(PrintOptions, choices)
    document = document_of(
        load_revision(stored_army, revision),
        options,
        printer,
        link,
        current=state_of(stored_army),
        opposing=load_by_key(options.opposing) if options.shares else None,
        pictures=uploads_of(stored_army.pictures.all()),
        models=models_for(stored_army, options),
        max_sheets=MAX_PREVIEW_SHEETS,
    )
    return preview_of(document, printer, MAX_PREVIEW_SHEETS)


def _preview_context(army: Army, choices: PrintOptions, link: str, by: dict[str, str]) -> dict[str, Any]:
    """The context of a preview: the first pages, or a message while they are being laid out for somebody."""
    loaded, state = load_head(army), state_of(army)
    models = models_for(army, choices)
    if loaded.row_count > MAX_PREVIEW_UNITS:
        refuse_too_much(loaded, choices, modelled_shares(loaded, models))
        units = loaded.ruleset.words.units
        raise TooMuchToPrint(
            f"Pages of more than {MAX_PREVIEW_UNITS} {units} are not shown here. “Make the PDF” prints them all."
        )
    if choices.shares:
        load_by_key(choices.opposing)
    key = f"preview {army.pk} {army.head} {link} {army.ruleset} {query_of(choices)} {state!r}"
    key += f" {uploads_of(army.pictures.all())!r} {models!r}"
    arguments = {"army": army.pk, "revision": army.head, "choices": encode(choices), "link": link}
    result: Preview | None = result_of(key, make_preview, arguments, by)
    if result is None:
        words = loaded.ruleset.words
        return {
            "problem": f"{loaded.unit_count} {words.units} take a while to lay out. The preview follows in a moment.",
            "again": True,
        }
    return {"preview": result, "geometry": _store_style(result.geometry)}


def _first_problem(form: SpecForm[PrintOptions]) -> str:
    name, messages = next(iter(form.errors.items()))
    label = form.full_labels.get(name, "")
    return f"{label}: {messages[0]}" if label else str(messages[0])


@require_safe
def preview_style(request: HttpRequest, digest: str) -> HttpResponse:
    """The geometry of a preview as CSS, by its digest."""
    style = cache.get(f"print-style:{digest}")
    if style is None:
        raise Http404
    response = HttpResponse(style, content_type="text/css; charset=utf-8")
    response.headers["Cache-Control"] = "private, max-age=3600, immutable"
    return response
