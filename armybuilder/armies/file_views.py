"""Armies as files: written in every way, read from a file, a paste or a drop, and how the file is made."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.armies.access import visible_army
from armybuilder.armies.builder import MOST_FINDINGS
from armybuilder.armies.comparison import group_name
from armybuilder.armies.creation import create_for_visitor
from armybuilder.armies.file_format import schema_file, tables_of
from armybuilder.armies.files import BadFile, armies_in, army_of, write_army
from armybuilder.armies.formats import FORMATS, Format, format_of, read_any
from armybuilder.armies.forms import ImportForm
from armybuilder.armies.imported import ImportedArmy
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.reading import load_army, readable
from armybuilder.armies.texts import listed
from armybuilder.limits import limit
from armybuilder.pages import attachment
from rulesets.core.codec import MAX_PROBLEMS
from rulesets.core.force_document import SCHEMA, encode_force
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

FORMER_NAMES = {"table": "csv"}
"""Formats that had another name in addresses."""


def _file(loaded: LoadedArmy, chosen: Format) -> HttpResponse:
    return attachment(
        chosen.write(loaded), chosen.content_type_header, f"{loaded.force.name or 'army'}.{chosen.ending}"
    )


@never_cache
@require_safe
@readable
def export(request: HttpRequest, address: str, name: str = "json") -> HttpResponse:
    """The army as a file of one of the ``FORMATS``."""
    army = visible_army(request, address)
    try:
        chosen = format_of(FORMER_NAMES.get(name, name))
    except KeyError:
        raise Http404 from None
    return _file(load_army(army), chosen)


@never_cache
@require_safe
@readable
def files(request: HttpRequest, address: str) -> HttpResponse:
    """Every way to write the army down, to download or to copy."""
    army = visible_army(request, address)
    loaded = load_army(army)
    context = {
        "army": army,
        "ruleset": loaded.ruleset,
        "formats": [(each, each.write(loaded).decode() if each.is_text else "") for each in FORMATS],
    }
    return render(request, "armies/files.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("readings")
def import_army(request: HttpRequest) -> HttpResponse:
    """Read an army file or its text and show what it holds; only ``store`` stores it.

    What is wrong with it is listed with its place, and nothing is saved.
    """
    if request.method != "POST":
        return render(request, "armies/import.html", {"form": ImportForm()})
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "armies/import.html", {"form": form}, status=400)
    content = form.content()
    several = armies_in(content)
    if several is not None:
        return render(request, "armies/import_several.html", {"armies": [_one_of_several(each) for each in several]})
    try:
        imported = read_any(content)
    except BadFile as bad:
        context: dict[str, Any] = {"form": form, "problems": bad.problems, "most_problems": MAX_PROBLEMS}
        return render(request, "armies/import.html", context, status=400)
    if request.POST.get("store"):
        return create_for_visitor(request, imported.loaded, "", "Read from a file")
    return render(request, "armies/import_preview.html", _preview(imported))


def _one_of_several(data: Any) -> dict[str, Any]:
    """An army among several of a file, to be read by itself, or what is wrong with it."""
    try:
        loaded = army_of(data)
    except BadFile as bad:
        return {"problem": str(bad)}
    return {"loaded": loaded, "text": _compact(loaded)}


def _compact(loaded: LoadedArmy) -> str:
    return json.dumps(encode_force(loaded.force), ensure_ascii=False, separators=(",", ":"))


def _preview(imported: ImportedArmy) -> dict[str, Any]:
    loaded = imported.loaded
    return {
        "remarks": imported.remarks,
        "loaded": loaded,
        "ruleset": loaded.ruleset,
        "summary": loaded.ruleset.summary(loaded.context),
        "groups": [
            (group_name(loaded, group), len(group.units), listed(loaded, group)) for group in loaded.force.groups
        ],
        "findings": loaded.grave[:MOST_FINDINGS],
        "hidden": len(loaded.grave) - len(loaded.grave[:MOST_FINDINGS]),
        "status": loaded.status,
        "house_rules": loaded.context.house.changed(),
        "text": _compact(loaded),
    }


# --- how the file is made ----------------------------------------------------------------------------


@require_safe
def file_format(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """What an army file of a game holds, for people who write such files."""
    context = {
        "ruleset": ruleset,
        "version": SCHEMA,
        "tables": tables_of(ruleset),
        "example": write_army(ruleset.demo()),
        "others": [each for each in all_rulesets() if each.slug != ruleset.slug],
    }
    return render(request, "armies/file_format.html", context)


@require_safe
def schema(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The JSON Schema of a game's army files."""
    found = schema_file(ruleset, request.build_absolute_uri(request.path))
    return JsonResponse(
        found, json_dumps_params={"ensure_ascii": False, "indent": 1}, content_type="application/schema+json"
    )
