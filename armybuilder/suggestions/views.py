"""The pages that offer suggestions. What is chosen is worked out again, so that a page cannot smuggle in more."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.armies import revisions
from armybuilder.armies.access import own_army
from armybuilder.armies.builder import MOST_FINDINGS
from armybuilder.armies.comparison import differences, group_name, place_name
from armybuilder.armies.conflicts import save_if_current
from armybuilder.armies.loaded_army import MARKS, LoadedArmy, Mark
from armybuilder.armies.models import Army
from armybuilder.armies.reading import load_army, load_base, readable
from armybuilder.limits import limit
from armybuilder.pages import error_page, sent_number
from rulesets.core.completing import complete
from rulesets.core.findings import Finding
from rulesets.core.fixes import Fix, fix, fix_all
from rulesets.core.force import NoSuchPart
from rulesets.core.suggestions import Suggestion
from rulesets.core.wording import counted


@dataclass(frozen=True, slots=True)
class SuggestionPreview:
    """A suggestion as its page shows it: what it changes, how the army would stand, and what proves it the same."""

    title: str
    lines: tuple[str, ...]
    status: tuple[Mark, ...]
    proof: str


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One finding that a plan clears, where it is, and the edits that clear it."""

    place: str
    mark: Mark
    rule: str
    lines: tuple[str, ...]


def _lines(before: LoadedArmy, after: LoadedArmy, inside: str) -> tuple[str, ...]:
    """What differs, for a page that is about the group called ``inside``, or about the whole."""
    changed = (
        replace(each, place=each.place[1:]) if inside and each.place[:1] == (inside,) else each
        for each in differences(before, after)
    )
    counts = Counter(each.sentence for each in changed)
    return tuple(f"{count} × {line}" if count > 1 else line for line, count in counts.items())


def _preview(loaded: LoadedArmy, suggestion: Suggestion, inside: str) -> SuggestionPreview:
    after = LoadedArmy(loaded.ruleset, suggestion.force)
    return SuggestionPreview(suggestion.title, _lines(loaded, after, inside), after.status, _proof(suggestion))


def _proof(suggestion: Suggestion) -> str:
    return hashlib.sha256(revisions.pack(suggestion.force)).hexdigest()[:20]


def _base_or_head(request: HttpRequest, army: Army) -> LoadedArmy:
    """The army as the visitor sees it: as it stands, or for what is sent, the revision that the page showed."""
    return load_base(request, army) if request.method == "POST" else load_army(army)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions")
@readable
def complete_group(request: HttpRequest, address: str, group: str) -> HttpResponse:
    """Legal completions of a group, and the one chosen."""
    army = own_army(request, address)
    loaded = _base_or_head(request, army)
    try:
        suggestions = complete(loaded.ruleset, loaded.force, group)
    except NoSuchPart:
        raise Http404 from None
    name = group_name(loaded, loaded.force.group(group))
    if request.method == "POST":
        return _apply(request, army, loaded, suggestions, f"Completed {name}", group)
    context = {"group": loaded.force.group(group), "name": name}
    return _page(request, army, loaded, suggestions, "suggestions/complete.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions")
@readable
def fix_finding(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """The smallest edits that clear the finding of that number, and the one chosen."""
    army = own_army(request, address)
    loaded = _base_or_head(request, army)
    if number >= len(loaded.findings):
        raise Http404
    finding = loaded.findings[number]
    suggestions = fix(loaded.ruleset, loaded.force, finding)
    at = finding.where.unit or finding.where.group
    if request.method == "POST":
        return _apply(request, army, loaded, suggestions, f"Fixed {finding.rule}", at)
    context = {
        "finding": finding,
        "mark": Mark(MARKS[finding.severity], finding.message),
        "at": at,
        "group": _group_of(loaded, finding),
    }
    return _page(request, army, loaded, suggestions, "suggestions/fix.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("plans")
@readable
def fix_everything(request: HttpRequest, address: str) -> HttpResponse:
    """The smallest edits that clear one finding after the other, what remains then, and all of it done at once."""
    army = own_army(request, address)
    loaded = _base_or_head(request, army)
    fixes = fix_all(loaded.ruleset, loaded.force)
    suggestions = (Suggestion(fixes[-1].force, len(fixes)),) if fixes else ()
    after = LoadedArmy(loaded.ruleset, fixes[-1].force) if fixes else loaded
    if request.method == "POST":
        cleared = counted(len(loaded.grave) - len(after.grave), "problem", "problems")
        return _apply(request, army, loaded, suggestions, f"Fixed {cleared}", "")
    left = [_step(after, finding, ()) for finding in after.grave[:MOST_FINDINGS]]
    context = {"steps": _steps(loaded, fixes), "left": left, "hidden": len(after.grave) - len(left)}
    return _page(request, army, loaded, suggestions, "suggestions/fix_all.html", context)


def _step(loaded: LoadedArmy, finding: Finding, lines: tuple[str, ...]) -> PlanStep:
    mark = Mark(MARKS[finding.severity], finding.message)
    return PlanStep(place_name(loaded, finding.where), mark, finding.rule, lines)


def _steps(loaded: LoadedArmy, fixes: tuple[Fix, ...]) -> list[PlanStep]:
    """Each step of a plan with its edits in words."""
    steps = []
    for each in fixes:
        after = LoadedArmy(loaded.ruleset, each.force)
        steps.append(_step(loaded, each.finding, _lines(loaded, after, "")))
        loaded = after
    return steps


def _group_of(loaded: LoadedArmy, finding: Finding) -> str:
    """The group that completing might help: that of a finding about the group itself."""
    return "" if finding.where.unit else finding.where.group


def _page(
    request: HttpRequest,
    army: Army,
    loaded: LoadedArmy,
    suggestions: tuple[Suggestion, ...],
    template: str,
    context: dict[str, object],
) -> HttpResponse:
    previews = [_preview(loaded, suggestion, str(context.get("name", ""))) for suggestion in suggestions]
    context |= {"army": army, "ruleset": loaded.ruleset, "previews": previews, "status": loaded.status}
    return render(request, template, context)


def _apply(
    request: HttpRequest,
    army: Army,
    loaded: LoadedArmy,
    suggestions: tuple[Suggestion, ...],
    summary: str,
    at: str,
) -> HttpResponse:
    """Save the suggestion that was chosen as the next revision."""
    place = sent_number(request.POST, "suggestion") - 1
    if not 0 <= place < len(suggestions) or _proof(suggestions[place]) != request.POST.get("proof"):
        return error_page(request, 409, "This suggestion is out of date. Go back and choose from the current ones.")
    suggestion = suggestions[place]
    if suggestion.title:
        summary = f"{summary}: {suggestion.title}"
    refused = save_if_current(request, army, LoadedArmy(loaded.ruleset, suggestion.force), summary)
    if refused:
        return refused
    messages.success(request, summary, extra_tags="step")
    return HttpResponseRedirect(f"{army.get_absolute_url()}?{urlencode({'at': at})}#army")
