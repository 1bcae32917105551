"""The list of an army's revisions for its page."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from armybuilder.armies.loaded_army import Mark, status
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES
from armybuilder.revisions.store import line_to
from armybuilder.site.claims import Author, author_of
from rulesets.core.ruleset import AnyRuleset

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class RevisionItem:
    """A revision: who saved it, its place in the history (if it is special), and its status.

    ``before`` is the number of its parent, ``None`` if that is not stored. One set aside is to ``merge`` if no later
    edit was made from it, because the last one has them all.
    """

    revision: Revision
    who: str
    place: Mark | None
    status: tuple[Mark, ...]
    before: int | None
    merge: bool


def who_saved(revision: Revision, visitor: Author) -> str:
    """The author in words for the visitor."""
    if revision.author:
        return "you" if revision.author == visitor.name else revision.author
    if not revision.claim_hash:
        return "the site"
    return "this browser" if revision.claim_hash == visitor.claim_hash else "another browser"


def history_page(request: HttpRequest, army: Army, ruleset: AnyRuleset) -> tuple[Page[int], list[RevisionItem]]:
    """One page of revision numbers, newest first, and these revisions, in two queries."""
    parents = dict(ARMIES.of(army).order_by("-number").values_list("number", "parent"))
    line, parent_numbers = set(line_to(parents, army.head)), set(parents.values())
    page = Paginator(list(parents), PAGE_SIZE).get_page(request.GET.get("page"))
    rows = ARMIES.of(army).filter(number__in=list(page.object_list)).order_by("-number")
    visitor = author_of(request)
    return page, [
        RevisionItem(
            revision,
            who_saved(revision, visitor),
            _place(revision, army, line),
            status(revision.units, revision.errors, revision.warnings, ruleset),
            revision.parent if revision.parent in parents else None,
            revision.aside and revision.number not in parent_numbers,
        )
        for revision in rows
    ]


def _place(revision: Revision, army: Army, line: set[int]) -> Mark | None:
    if revision.number == army.head:
        return Mark("ok", "Current")
    if revision.aside:
        return Mark("warn", "Set aside")
    return None if revision.number in line else Mark("note", "Undone")
