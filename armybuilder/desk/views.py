"""Views to create, list, copy and delete battles, and for their files, reports, pictures and sheets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.documents import BadFile
from armybuilder.armies.models import Revision
from armybuilder.desk.access import battles_of, own_battle
from armybuilder.desk.files import read_battle, write_battle
from armybuilder.desk.map_sheet import MapPrint, battle_document
from armybuilder.desk.models import Battle
from armybuilder.desk.playing import readable
from armybuilder.desk.revisions import BATTLES, State, create_battle, desk_of
from armybuilder.drawing.picture_files import png_of, svg_file_of
from armybuilder.interchange.forms import ImportForm
from armybuilder.printing.background import pdf_response
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.document import Document
from armybuilder.printing.rendering.printer import Printer
from armybuilder.revisions.store import TooLarge
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.sharing.links import BadLink, find_pasted_link
from armybuilder.sharing.opponents import armies_to_choose, find_army
from armybuilder.site.claims import author_of, keep_claim, make_claim, read_claim
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment, read_number
from armybuilder.site.quotas import quota_transaction
from armybuilder.submissions.once import once
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import MAX_PROBLEMS, CodecError, decode, encode
from rulesets.core.desk import DeskError, ReportForm
from rulesets.core.forces.force import AnyForce
from rulesets.core.ruleset import AnyRuleset

MAX_BATTLES: Final = 100
"""How many battles one user or browser may keep, the deleted ones included."""
DEMO_PREFIX: Final = "try-"
"""Prefix of the game's own forces among the values of the choice of forces."""
KINDS: Final = {"": "Your own", "opponent": "Your opponents", "example": "Examples"}
"""The headings of the sorts of armies in the lists."""
PLACES: Final = {1: "First", 2: "Second"}
"""The forces of a new battle."""

REPORT_NAMES: Final = {
    ReportForm.BBCODE: ("BBCode", "txt"),
    ReportForm.MARKDOWN: ("Markdown", "md"),
    ReportForm.HTML: ("HTML", "html"),
}


def _require_desk(ruleset: AnyRuleset) -> AnyRuleset:
    if ruleset.desk is None:
        raise Http404
    return ruleset


# --- a new battle ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ForceField:
    """The force selected or pasted for one side of a new battle, and what is wrong with it."""

    place: int
    title: str
    selected: str
    link: str
    problem: str


def _forces(request: HttpRequest, ruleset: AnyRuleset) -> list[tuple[str, list[tuple[str, str]]]]:
    """The forces to choose from, by kind: pairs of value and name."""
    kinds: dict[str, list[tuple[str, str]]] = {name: [] for name in KINDS.values()}
    for choice in armies_to_choose(request, ruleset):
        kinds[KINDS[choice.sort]].append((choice.key, choice.name))
    kinds["To try out"] = [
        (f"{DEMO_PREFIX}{place}", force.name) for place, force in enumerate(desk_of(ruleset).forces())
    ]
    return [(kind, choices) for kind, choices in kinds.items() if choices]


def _force(request: HttpRequest, ruleset: AnyRuleset, place: int) -> AnyForce:
    """The force pasted, or else selected, for a place; raises ``DeskError`` and ``BadLink``."""
    link, value = request.POST.get(f"link-{place}", "").strip(), request.POST.get(f"force-{place}", "")
    demo_forces = desk_of(ruleset).forces()
    number = read_number(value.removeprefix(DEMO_PREFIX), len(demo_forces) - 1)
    if not link and value.startswith(DEMO_PREFIX) and number is not None:
        return demo_forces[number]
    try:
        army = find_army(request, find_pasted_link(link).token if link else value)
    except CodecError as error:
        raise DeskError(f"This force can no longer be read: {error}") from None
    except (Http404, KeyError, Revision.DoesNotExist):
        raise DeskError("Choose one from the list, or paste a share link.") from None
    if army.ruleset != ruleset.slug:
        raise DeskError(
            f"This army is for {army.loaded.ruleset.title}. Choose a {ruleset.words.force} for {ruleset.title}."
        )
    return army.loaded.force


@never_cache
@require_safe
def battles(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The visitor's battles of a game, and the ways to a new one."""
    form = form_for(desk_of(_require_desk(ruleset)).setup, ruleset.catalogue, layouts=layouts_of(ruleset))
    return _battles_page(request, ruleset, form)


def _battles_page(
    request: HttpRequest,
    ruleset: AnyRuleset,
    form: SpecForm[Any],
    problem: str = "",
    problems: Mapping[int, str] = MappingProxyType({}),
    status: int = 200,
) -> HttpResponse:
    own = list(battles_of(request).filter(ruleset=ruleset.slug).defer("draft"))
    forces = _forces(request, ruleset)
    deleted = [each for each in own if each.deleted]
    context = {
        "ruleset": ruleset,
        "desk": desk_of(ruleset),
        "battles": [each for each in own if not each.deleted],
        "deleted": deleted,
        "just_deleted": next((each for each in deleted if each.pk == request.GET.get("deleted")), None),
        "form": form,
        "forces": forces,
        "sides": [
            ForceField(
                place,
                title,
                request.POST.get(f"force-{place}") or _suggested(forces, place),
                request.POST.get(f"link-{place}", ""),
                problems.get(place, ""),
            )
            for place, title in PLACES.items()
        ],
        "problem": problem,
    }
    response = render(request, "desk/battles.html", context, status=status)
    claim = read_claim(request)
    if claim and own:
        keep_claim(response, claim)
    return response


def _suggested(forces: list[tuple[str, list[tuple[str, str]]]], place: int) -> str:
    demo_forces = forces[-1][1]
    return demo_forces[min(place, len(demo_forces)) - 1][0] if demo_forces else ""


@never_cache
@require_POST
def new(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Begin a battle between two forces."""
    desk = desk_of(_require_desk(ruleset))
    form = form_for(desk.setup, ruleset.catalogue, request.POST, layouts=layouts_of(ruleset))
    forces, problems = [], {}
    for place in PLACES:
        try:
            forces.append(_force(request, ruleset, place))
        except (DeskError, BadLink) as refusal:
            problems[place] = str(refusal)
    if not form.is_valid() or problems:
        return _battles_page(request, ruleset, form, problems=problems, status=422)
    try:
        state = desk.new(form.spec(), tuple(forces))
    except DeskError as refusal:
        return _battles_page(request, ruleset, form, str(refusal), status=422)
    return _create(request, ruleset, state, "New battle")


@require_POST
def demo(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Start the game's example battle."""
    desk = desk_of(_require_desk(ruleset))
    return _create(request, ruleset, desk.demo(), "Example battle", desk.demo_orders)


@once
@limit("battles")
def _create(request: HttpRequest, ruleset: AnyRuleset, state: State, summary: str, draft: str = "") -> HttpResponse:
    claim = make_claim(request)
    author = author_of(request, claim)
    with quota_transaction("battles", author.key):
        if battles_of(request).count() >= MAX_BATTLES:
            return error_page(request, 409, f"You have reached the limit of {MAX_BATTLES} battles. Nothing was saved.")
        try:
            battle = create_battle(ruleset, state, summary, author, draft)
        except TooLarge as refusal:
            return error_page(request, 413, str(refusal))
    response = HttpResponseRedirect(battle.get_absolute_url())
    keep_claim(response, claim)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("battle-files")
def import_battle(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Import a battle from a file or its text; if anything is wrong, list the problems and save nothing."""
    _require_desk(ruleset)
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    form.fields["file"].label = "Battle file"
    context: dict[str, Any] = {"ruleset": ruleset, "desk": desk_of(ruleset), "form": form}
    if posted and form.is_valid():
        try:
            state = read_battle(ruleset, form.content())
        except BadFile as bad:
            context |= {"problems": bad.problems, "max_problems": MAX_PROBLEMS}
        else:
            return _create(request, ruleset, state, "Read from a file")
    return render(request, "desk/import.html", context, status=400 if posted else 200)


# --- battles as wholes -------------------------------------------------------------------------------


@require_POST
@readable
def copy(request: HttpRequest, address: str) -> HttpResponse:
    """Copy one of the visitor's battles as it stands."""
    battle = own_battle(request, address)
    return _create(request, battle.game, BATTLES.load_head(battle), f"Copied from {battle}")


@require_POST
@limit("desk")
def delete(request: HttpRequest, address: str) -> HttpResponse:
    """Delete a battle; the list then offers to restore it."""
    battle = own_battle(request, address)
    Battle.objects.filter(pk=battle.pk).update(deleted=timezone.now())
    return HttpResponseRedirect(f"{_list_of(battle)}?{urlencode({'deleted': battle.pk})}")


@require_POST
@limit("desk")
def restore(request: HttpRequest, address: str) -> HttpResponse:
    """Restore a deleted battle."""
    battle = battles_of(request).filter(pk=address).first()
    if battle is None:
        raise Http404
    Battle.objects.filter(pk=battle.pk).update(deleted=None)
    return HttpResponseRedirect(_list_of(battle))


def _list_of(battle: Battle) -> str:
    return reverse("desk:battles", args=[battle.ruleset])


# --- files, pictures, sheets -------------------------------------------------------------------------


def _attached(battle: Battle, content: str | bytes, kind: str, ending: str, part: str = "") -> HttpResponse:
    """A download, named after the battle and the part of it."""
    name = ", ".join(filter(None, (battle.name or "battle", part)))
    return attachment(content, kind, f"{name}.{ending}")


@never_cache
@require_safe
@limit("battle-files")
@readable
def export(request: HttpRequest, address: str) -> HttpResponse:
    """The battle as a JSON file."""
    battle = own_battle(request, address)
    return _attached(battle, write_battle(battle.game, BATTLES.load_head(battle)), "application/json", "json")


def _picture(request: HttpRequest, address: str, kind: str, convert: Callable[[str], str | bytes]) -> HttpResponse:
    battle = own_battle(request, address)
    bare = bool(request.GET.get("bare"))
    picture = convert(desk_of(battle.game).draw(BATTLES.load_head(battle), not bare, Ink.COLOUR, ()))
    if request.GET.get("show"):
        return HttpResponse(picture, content_type=kind)
    return _attached(battle, picture, kind, kind.partition("/")[2].partition("+")[0], "map")


@never_cache
@require_safe
@limit("battle-pictures")
@readable
def map_svg(request: HttpRequest, address: str) -> HttpResponse:
    """The map as an SVG file; ``bare`` without pieces, ``show`` inline instead of as a download."""
    return _picture(request, address, "image/svg+xml", svg_file_of)


@never_cache
@require_safe
@limit("battle-pictures")
@readable
def map_png(request: HttpRequest, address: str) -> HttpResponse:
    """The map as a PNG file; parameters as for the SVG."""
    return _picture(request, address, "image/png", png_of)


def _report_options(request: HttpRequest) -> tuple[ReportForm, bool]:
    value = request.GET.get("form", "")
    form = ReportForm(value) if value in list(ReportForm) else ReportForm.BBCODE
    return form, request.GET.get("dice") == "every"


@never_cache
@require_safe
@readable
def report(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """A round's report (0: the end), as text to post and as a preview."""
    battle = own_battle(request, address)
    state = BATTLES.load_head(battle)
    desk = desk_of(battle.game)
    form, full = _report_options(request)
    try:
        text = desk.report(state, number, form, full)
        preview = desk.report(state, number, ReportForm.HTML, full)
    except DeskError:
        raise Http404 from None
    context = {
        "number": number,
        "rounds": range(1, desk.rounds(state) + 1),
        "is_over": desk.is_over(state),
        "form": form,
        "forms": [(each, REPORT_NAMES[each][0]) for each in ReportForm],
        "dice": "every" if full else "",
        "text": text,
        "preview": preview,
    }
    return _sheets_page(request, battle, context)


@never_cache
@require_safe
def sheets(request: HttpRequest, address: str) -> HttpResponse:
    """The map as a picture and on paper."""
    return _sheets_page(request, own_battle(request, address), {})


def _sheets_page(request: HttpRequest, battle: Battle, context: dict[str, Any]) -> HttpResponse:
    print_form = form_for(MapPrint, Catalogue(), prefix="print")
    context |= {"battle": battle, "ruleset": battle.game, "print_form": print_form}
    return render(request, "desk/report.html", context)


@never_cache
@require_safe
@limit("battle-files")
@readable
def report_file(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """A round's report as a file."""
    battle = own_battle(request, address)
    form, full = _report_options(request)
    try:
        text = desk_of(battle.game).report(BATTLES.load_head(battle), number, form, full)
    except DeskError:
        raise Http404 from None
    part = f"round {number}" if number else "end"
    return _attached(battle, text, "text/plain; charset=utf-8", REPORT_NAMES[form][1], part)


@require_safe
@limit("print")
@readable
def print_map(request: HttpRequest, address: str) -> HttpResponse:
    """The map on a sheet, and numbered tokens, as a PDF."""
    battle = own_battle(request, address)
    form = form_for(MapPrint, Catalogue(), request.GET, prefix="print")
    if not form.is_valid():
        return error_page(request, 400, "This cannot be printed. Choose from the lists on the page.")
    arguments = {"battle": battle.pk, "revision": battle.head, "wanted": encode(form.spec())}
    key = f"battle map {arguments} {battle.name}"
    return pdf_response(request, key, make_map, arguments, lambda pdf: _attached(battle, pdf, "application/pdf", "pdf"))


def make_map(printer: Printer, battle: str, revision: int, wanted: Any) -> Document:
    """The map of a battle as it stood at a revision."""
    record = Battle.objects.get(pk=battle)
    return battle_document(record.game, BATTLES.load(record, revision), record.name, decode(MapPrint, wanted), printer)
