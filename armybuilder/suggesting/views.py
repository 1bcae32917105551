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
from armybuilder.armies.access import author_of, own_army
from armybuilder.armies.comparison import differences, group_name
from armybuilder.armies.conflicts import both_versions, marks_of
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.opened import MARKS, Mark, Opened
from armybuilder.armies.reading import opened_army, readable, seen_head
from armybuilder.armies.revisions import Stale, TooLarge, open_revision
from armybuilder.limits import limit
from armybuilder.pages import error_page, sent_number
from rulesets.core.findings import Finding
from rulesets.core.force import NoSuchPart
from rulesets.core.suggestions import Suggestion, complete, mend

SUGGESTIONS_A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Offered:
    """A suggestion as its page shows it: what it changes, how the army would stand, and what proves it the same."""

    title: str
    lines: tuple[str, ...]
    status: tuple[Mark, ...]
    proof: str


def _offered(opened: Opened, suggestion: Suggestion, inside: str) -> Offered:
    """The suggestion for a page that is about the group called ``inside``, or about the whole."""
    after = Opened(opened.ruleset, suggestion.force)
    said = (
        replace(each, place=each.place[1:]) if inside and each.place[:1] == (inside,) else each
        for each in differences(opened, after)
    )
    counts = Counter(each.sentence for each in said)
    lines = tuple(f"{count} × {line}" if count > 1 else line for line, count in counts.items())
    return Offered(suggestion.title, lines, marks_of(after), _proof(suggestion))


def _proof(suggestion: Suggestion) -> str:
    return hashlib.sha256(revisions.pack(suggestion.force)).hexdigest()[:20]


def _at_hand(request: HttpRequest, army: Army) -> Opened:
    """The army as the visitor sees it: as it stands, or for what is sent, the revision that the page showed."""
    if request.method != "POST":
        return opened_army(army)
    try:
        return open_revision(army, seen_head(request))
    except (Revision.DoesNotExist, KeyError):
        raise Http404 from None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions", SUGGESTIONS_A_MINUTE)
@readable
def complete_group(request: HttpRequest, address: str, group: str) -> HttpResponse:
    """Legal completions of a group, and the one chosen."""
    army = own_army(request, address)
    opened = _at_hand(request, army)
    try:
        suggestions = complete(opened.ruleset, opened.force, group)
    except NoSuchPart:
        raise Http404 from None
    name = group_name(opened, opened.force.group(group))
    if request.method == "POST":
        return _taken(request, army, opened, suggestions, f"Completed {name}", group)
    context = {"group": opened.force.group(group), "name": name}
    return _page(request, army, opened, suggestions, "suggesting/complete.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions", SUGGESTIONS_A_MINUTE)
@readable
def mend_finding(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """The smallest edits that clear the finding of that number, and the one chosen."""
    army = own_army(request, address)
    opened = _at_hand(request, army)
    if number >= len(opened.findings):
        raise Http404
    finding = opened.findings[number]
    suggestions = mend(opened.ruleset, opened.force, finding)
    at = finding.where.unit or finding.where.group
    if request.method == "POST":
        return _taken(request, army, opened, suggestions, f"Mended {finding.rule}", at)
    context = {
        "finding": finding,
        "mark": Mark(MARKS[finding.severity], finding.message),
        "at": at,
        "group": _group_of(opened, finding),
    }
    return _page(request, army, opened, suggestions, "suggesting/mend.html", context)


def _group_of(opened: Opened, finding: Finding) -> str:
    """The group that completing might help: that of a finding about the group itself."""
    return "" if finding.where.unit else finding.where.group


def _page(
    request: HttpRequest,
    army: Army,
    opened: Opened,
    suggestions: tuple[Suggestion, ...],
    template: str,
    context: dict[str, object],
) -> HttpResponse:
    offered = [_offered(opened, suggestion, str(context.get("name", ""))) for suggestion in suggestions]
    context |= {"army": army, "ruleset": opened.ruleset, "offered": offered, "status": marks_of(opened)}
    return render(request, template, context)


def _taken(
    request: HttpRequest,
    army: Army,
    opened: Opened,
    suggestions: tuple[Suggestion, ...],
    summary: str,
    at: str,
) -> HttpResponse:
    """Save the suggestion that was chosen as the next revision."""
    place = sent_number(request, "suggestion") - 1
    if not 0 <= place < len(suggestions) or _proof(suggestions[place]) != request.POST.get("proof"):
        return error_page(request, 409, "This suggestion is not made any more. Go back and look at the present ones.")
    suggestion = suggestions[place]
    told = f"{summary}: {suggestion.title}" if suggestion.title else summary
    try:
        after = Opened(opened.ruleset, suggestion.force)
        revisions.save(army, seen_head(request), after, told, author_of(request))
    except TooLarge as refusal:
        return error_page(request, 413, str(refusal))
    except Stale as stale:
        return both_versions(request, army, stale.aside)
    messages.success(request, f"{told}. Undo leads back.")
    return HttpResponseRedirect(f"{army.get_absolute_url()}?{urlencode({'at': at})}#army")
