"""Pages to export and import armies, and to describe the file format."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.access import visible_army
from armybuilder.armies.builder import MAX_FINDINGS
from armybuilder.armies.comparison import group_name
from armybuilder.armies.creation import create_for_visitor
from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import ImportJob
from armybuilder.armies.reading import load_army, readable
from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.file_format import schema_file, tables_of
from armybuilder.interchange.formats import FORMATS, Format, Task, format_of
from armybuilder.interchange.forms import ImportForm
from armybuilder.interchange.games import custom_games_of
from armybuilder.interchange.imported import ImportedArmy
from armybuilder.interchange.importing import compact, imported_of, is_large, own_import, read_file, start_import
from armybuilder.interchange.mending import AS_ONE, MAX_MENDED, entries_to_choose, mended, remarks_as_text, remarks_of
from armybuilder.interchange.texts import equal_units
from armybuilder.jobs import running
from armybuilder.site.claims import keep_claim, make_claim
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment
from rulesets.core.declarations.codec import MAX_PROBLEMS
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import SCHEMA
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset

FORMER_NAMES = {"table": "csv"}
"""Formats that had another name in addresses."""


OF_GAMES = "game", "ruleset", "gameSystemName", "roster.gameSystemName"
"""Paths of problems that a file of another game has."""


def _file(request: HttpRequest, loaded: LoadedArmy, file_format: Format) -> HttpResponse:
    return attachment(
        file_format.write(loaded),
        file_format.content_type_header,
        f"{loaded.force.name or 'army'}.{file_format.ending}",
    )


_slow_file = limit("slow-army-files")(_file)


@never_cache
@require_safe
@limit("army-files")
@readable
def export(request: HttpRequest, address: str, name: str = "json") -> HttpResponse:
    """The army as a file of one of the ``FORMATS``."""
    army = visible_army(request, address)
    try:
        export_format = format_of(FORMER_NAMES.get(name, name))
    except KeyError:
        raise Http404 from None
    write = _slow_file if export_format.slow else _file
    return write(request, load_army(army), export_format)


@never_cache
@require_safe
@limit("slow-army-files")
@readable
def files(request: HttpRequest, address: str) -> HttpResponse:
    """The army in every export format, to download or to copy."""
    army = visible_army(request, address)
    loaded = load_army(army)

    def text_of(each: Format) -> str:
        return each.write(loaded).decode() if each.is_text else ""

    context = {
        "army": army,
        "ruleset": loaded.ruleset,
        "tasks": [(task, [(each, text_of(each)) for each in FORMATS if each.task is task]) for task in Task],
    }
    return render(request, "interchange/files.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("readings")
def import_army(request: HttpRequest) -> HttpResponse:
    """Read an army file or its text and show its content; only ``store`` saves it.

    Problems are listed with their places, and nothing is saved.
    """
    if request.method != "POST":
        return _import_page(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, form, status=400)
    kept, game = form.content(), form.cleaned_data["game"]
    content = form.decoded(kept)
    if is_large(content):
        return _answer_by_job(request, form, start_import(request, content, game.slug if game else ""))
    report = read_file(content, game, custom_games_of(request))
    if report.get("games"):
        return _game_page(request, form, report, reverse("interchange:import"), form.keep(kept))
    if "army" in report and ("mend" in request.POST or "store" in request.POST):
        try:
            imported = _with_choices(request, report)
        except BadFile as bad:
            return _import_page(request, form, bad.problems, status=400)
        if request.POST.get("store"):
            return create_for_visitor(request, imported.loaded, "", "Read from a file")
        return render(request, "interchange/import_preview.html", _preview(imported))
    return _report_page(request, form, report, encodings=form.other_encodings(kept))


def _game_page(
    request: HttpRequest, form: ImportForm, report: dict[str, Any], address: str, kept: str = "", job: str = ""
) -> HttpResponse:
    """The form, below the question which of several games the file is for, which is sent to ``address``."""
    question = {"choices": [get_ruleset(slug) for slug in report["games"]], "address": address, "kept": kept}
    if kept:
        question["encoding"] = form.cleaned_data["encoding"]
    return _import_page(request, form, [Problem(**each) for each in report["problems"]], 400, question, job)


def _with_choices(request: HttpRequest, report: dict[str, Any]) -> ImportedArmy:
    """The army of a preview with the units chosen for its doubtful lines; raises ``BadFile``."""
    imported = imported_of(report)
    remarks = (*imported.remarks, *remarks_of(request.POST.get("remarks", "")))
    return mended(ImportedArmy(imported.loaded, remarks), request.POST.dict())


def _answer_by_job(request: HttpRequest, form: ImportForm, job: ImportJob) -> HttpResponse:
    """The page of the file's report, or of the job that reads it where that takes longer or has to ask."""
    if job.state == ImportJob.State.DONE and not job.report.get("games"):
        response = _report_page(request, form, job.report)
        running.finish(request, job)
    else:
        response = HttpResponseRedirect(reverse("interchange:import-job", args=[job.pk]), status=303)
    keep_claim(response, make_claim(request))
    return response


@never_cache
@require_safe
def import_job(request: HttpRequest, token: str) -> HttpResponse:
    """The progress of an import, then its report; for htmx only the progress."""
    job = own_import(request, token)
    if job.state == ImportJob.State.DONE:
        if is_htmx(request):
            return HttpResponse(headers={"HX-Refresh": "true"})
        if job.report.get("games"):
            address = reverse("interchange:import-game", args=[token])
            return _game_page(request, ImportForm(), job.report, address, job=token)
        return _report_page(request, ImportForm(), job.report, job.pk)
    template = "interchange/import_job_state.html" if is_htmx(request) else "interchange/import_job.html"
    response = render(request, template, {"job": job})
    return response


@require_POST
@limit("readings")
def choose_game(request: HttpRequest, token: str) -> HttpResponse:
    """Read the file of a job that has to ask for its game again, as the chosen one."""
    job = own_import(request, token)
    slug = request.POST.get("game", "")
    if slug not in job.report.get("games", ()):
        raise Http404
    return _answer_by_job(request, ImportForm(), start_import(request, bytes(job.content), slug))


@require_POST
def cancel_import(request: HttpRequest, token: str) -> HttpResponse:
    """Stop reading a file."""
    running.cancel(own_import(request, token))
    return HttpResponseRedirect(reverse("interchange:import-job", args=[token]), status=303)


def _import_page(
    request: HttpRequest,
    form: ImportForm,
    problems: Sequence[Problem] = (),
    status: int = 200,
    question: Mapping[str, object] | None = None,
    job: str = "",
    encodings: Mapping[str, object] | None = None,
) -> HttpResponse:
    """The form, below the problems of the file that was sent and the question for its game, which a ``job`` has read.

    So is the one for its encoding. A page of a job has forms with the job's id each time that it is shown.
    """
    context = {
        "question": question,
        "encodings": encodings,
        "form": form,
        "formats": [each for each in FORMATS if each.read],
        "problems": problems,
        "max_problems": MAX_PROBLEMS,
        "names_no_game": not question and [each.path for each in problems] in ([path] for path in OF_GAMES),
    }
    return render(request, "interchange/import.html", {**context, **_ids(job)}, status=status)


def _ids(job: str) -> dict[str, str]:
    """The context with the id of a page's forms, where the page is a job's."""
    return {"submission": job} if job else {}


def _report_page(
    request: HttpRequest,
    form: ImportForm,
    report: dict[str, Any],
    job: str = "",
    encodings: Mapping[str, object] | None = None,
) -> HttpResponse:
    """The content of a file, or its problems; a page of a ``job`` has forms with the job's id each time."""
    if "armies" in report:
        return render(request, "interchange/import_several.html", {**report, **_ids(job)})
    try:
        imported = imported_of(report)
    except BadFile as bad:
        return _import_page(request, form, bad.problems, status=400, encodings=encodings)
    context = {**_preview(imported), **_ids(job), "encodings": encodings}
    return render(request, "interchange/import_preview.html", context)


def _preview(imported: ImportedArmy) -> dict[str, Any]:
    loaded, lost = imported.loaded, imported.lost[:MAX_MENDED]
    unsure = imported.unsure[: MAX_MENDED - len(lost)]
    return {
        "remarks": imported.remarks,
        "report": [remark for remark in imported.remarks if remark not in lost and remark not in unsure],
        "lost": lost,
        "unsure": unsure,
        "as_one": AS_ONE,
        "has_all_units": imported.has_all_units,
        "entries": entries_to_choose(loaded) if lost else [],
        "remarks_text": remarks_as_text(imported.remarks) if lost or unsure else "",
        "loaded": loaded,
        "ruleset": loaded.ruleset,
        "summary": loaded.ruleset.summary(loaded.context),
        "groups": [
            (group_name(loaded, group), loaded.count_in(group), equal_units(loaded, group))
            for group in loaded.force.groups
        ],
        "findings": loaded.grave[:MAX_FINDINGS],
        "hidden": len(loaded.grave) - len(loaded.grave[:MAX_FINDINGS]),
        "status": loaded.status,
        "house_rules": loaded.context.house.changed(),
        "text": compact(loaded),
    }


# --- the file format ---------------------------------------------------------------------------------


@require_safe
def file_format(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The format of a game's army files, for people who write such files."""
    context = {
        "ruleset": ruleset,
        "version": SCHEMA,
        "tables": tables_of(ruleset),
        "example": write_army(ruleset.demo()),
        "others": [each for each in all_rulesets() if each.slug != ruleset.slug],
    }
    return render(request, "interchange/file_format.html", context)


@require_safe
def schema(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The JSON Schema of a game's army files."""
    document = schema_file(ruleset, request.build_absolute_uri(request.path))
    return JsonResponse(
        document, json_dumps_params={"ensure_ascii": False, "indent": 1}, content_type="application/schema+json"
    )
