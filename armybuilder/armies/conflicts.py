"""Edits of one army from two pages: merged, or if they collide compared, for the player to choose or keep a copy."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies.access import own_army
from armybuilder.armies.comparison import changes, group_name, unit_name
from armybuilder.armies.creation import create_for_visitor
from armybuilder.armies.loaded_army import LoadedArmy, Mark
from armybuilder.armies.models import EDIT_LENGTH, Army, Revision
from armybuilder.armies.moving import moved
from armybuilder.armies.reading import base_number, readable
from armybuilder.armies.revisions import ARMIES, load_revision, save
from armybuilder.revisions.store import Stale, TooLarge
from armybuilder.schema_forms.values import NOTHING, value_words
from armybuilder.site.claims import Author, author_of
from armybuilder.site.errors import error_page
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit
from armybuilder.site.pages import sent_number
from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.house_rules import Ruling, switches
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.merging import Collision, CollisionSubject, Merged, Version, merge

WHAT = {
    CollisionSubject.NAME: "Name",
    CollisionSubject.NOTES: "Notes",
    CollisionSubject.LOCK: "Locked",
    CollisionSubject.ORDER: "Order",
    CollisionSubject.KEPT: "Kept or removed",
}
"""The names of collisions that have no label."""

BASE_MISSING = "The revision that both versions started from is no longer stored."

MERGED = "Changes made elsewhere in the meantime are included."

TRIES = 20
"""How often to retry a merge when somebody saves in the meantime."""

TAKE = "take."
"""Prefix of a collision's key in the form that resolves it."""


@dataclass(frozen=True, slots=True)
class CollisionItem:
    """A collision in words: the form name of the choice, where and what, and the three values."""

    name: str
    place: str
    what: str
    base: str
    mine: str
    theirs: str


@dataclass(frozen=True)
class Versions:
    """The common base of two versions, mine, and theirs."""

    base: LoadedArmy
    mine: LoadedArmy
    theirs: LoadedArmy

    @cached_property
    def merged(self) -> Merged:
        """The merged army, with the player's own version wherever both changed the same thing."""
        return merge(self.base.force, self.mine.force, self.theirs.force)

    def together(self, choices: dict[str, Version]) -> LoadedArmy:
        """Both merged by these choices; raises ``CodecError`` when they do not fit into one army."""
        force = merge(self.base.force, self.mine.force, self.theirs.force, choices).force
        return LoadedArmy(self.mine.ruleset, decode_force(self.mine.ruleset, encode_force(force)))

    @cached_property
    def status(self) -> tuple[Mark, ...]:
        """The points and problems of the merged army, as marks."""
        return LoadedArmy(self.mine.ruleset, self.merged.force).status

    @cached_property
    def collisions(self) -> tuple[CollisionItem, ...]:
        """The choices that the player has to make."""
        return tuple(
            CollisionItem(
                f"{TAKE}{each.key}",
                self._place(each),
                self._what(each),
                self._words(each, each.base),
                self._words(each, each.mine),
                self._words(each, each.theirs),
            )
            for each in self.merged.collisions
        )

    def _what(self, collision: Collision) -> str:
        if collision.about is CollisionSubject.HOUSE_RULE:
            return f"House rule {self._ruling(collision).id}"
        if collision.about is CollisionSubject.GROUP:
            return self.mine.ruleset.words.group.capitalize()
        return WHAT.get(collision.about, collision.label)

    def _ruling(self, collision: Collision) -> Ruling:
        return switches(self.mine.ruleset.rulings)[collision.label]

    def _place(self, collision: Collision) -> str:
        if collision.unit:
            return self._unit(collision.unit)
        return self._group(collision.group) if collision.group else self.mine.ruleset.words.force.capitalize()

    def _group(self, name: str) -> str:
        """The name of a group in the first version that has it."""
        for loaded in (self.mine, self.theirs, self.base):
            group = next((each for each in loaded.force.groups if each.id == name), None)
            if group is not None:
                return group_name(loaded, group)
        return NOTHING

    def _unit(self, name: str) -> str:
        for loaded in (self.mine, self.theirs, self.base):
            for group, unit in loaded.force.units():
                if unit.id == name:
                    return f"{group_name(loaded, group)} · {unit_name(loaded, group, unit)}"
        return NOTHING

    def _words(self, collision: Collision, value: Any) -> str:
        """One of a collision's three values."""
        if collision.about is CollisionSubject.SETTING and collision.field is not None:
            return value_words(collision.field, value, self.mine.context.catalogue)
        if collision.about is CollisionSubject.LOCK:
            return "yes" if value else "no"
        if collision.about is CollisionSubject.HOUSE_RULE:
            ruling = self._ruling(collision)
            return ruling.text(value or ruling.default)
        if collision.about is CollisionSubject.ENTRY:
            facts = self.mine.ruleset.kind(value.kind).facts(value.spec) if value else ()
            return ", ".join(f"{heading} {text}" for heading, text in facts) or "not there"
        if collision.about is CollisionSubject.KEPT:
            return "removed" if value is None else "there" if value == collision.base else "changed"
        if collision.about is CollisionSubject.GROUP:
            return self._group(value)
        if collision.about is CollisionSubject.ORDER:
            return ", ".join(self._short(name) for name in value)
        return str(value) or NOTHING

    def _short(self, name: str) -> str:
        return (self._unit(name) if name[:1] == "u" else self._group(name)).rpartition(" · ")[2]


def _versions(army: Army, aside: Revision) -> Versions:
    """Raises ``Revision.DoesNotExist`` when the common base is no longer stored."""
    _, began_from = ARMIES.edits_aside(army, aside.number)
    theirs = load_revision(army, army.head)
    # One of them may be of an earlier version of the game.
    base, mine = (moved(load_revision(army, number), theirs.ruleset).loaded for number in (began_from, aside.number))
    return Versions(base, mine, theirs)


def conflict_page(request: HttpRequest, army: Army, number: int, status: int = 409) -> HttpResponse:
    """The version set aside and the current one: what each changed since their common base.

    Raises ``Http404`` when no version of that number is set aside, ``Revision.DoesNotExist`` when the common base is
    no longer stored.
    """
    aside = _aside(army, number)
    if aside is None:
        raise Http404
    army.refresh_from_db()
    versions = _versions(army, aside)
    edits, _ = ARMIES.edits_aside(army, aside.number)
    context = {
        "army": army,
        "aside": aside,
        "versions": versions,
        "sides": (
            ("Yours", changes(versions.base, versions.mine), versions.mine.status),
            ("The other one", changes(versions.base, versions.theirs), versions.theirs.status),
        ),
        "ruleset": versions.mine.ruleset,
        "late": status == 409,
        "others": [each for each in ARMIES.position(army).aside if each.number not in edits],
    }
    template = "armies/conflict_parts.html" if is_htmx(request) else "armies/conflict.html"
    response = render(request, template, context, status=status)
    response.headers["HX-Retarget"] = "#main"
    response.headers["HX-Reswap"] = "innerHTML show:top"
    return response


def merge_aside(army: Army, number: int, author: Author) -> int:
    """Merge a version set aside into the current one, if they do not collide.

    Returns its number if the player has to choose, 0 if it is merged or resolved.
    """
    for _ in range(TRIES):
        aside = ARMIES.of(army).filter(aside=True, resolved=False, number=number).first()
        if aside is None:
            return 0
        army.refresh_from_db()
        try:
            versions = _versions(army, aside)
            if versions.collisions:
                return number
            with transaction.atomic():
                save(army, army.head, versions.together({}), _merge_summary(army, aside), author)
                ARMIES.resolve(army, number)
        except Stale as stale:
            # The merged army itself came too late and was set aside: merge anew with what was saved meanwhile.
            ARMIES.resolve(army, stale.aside)
        except (Revision.DoesNotExist, CodecError, TooLarge):
            return number
    return number


def save_or_merge(
    request: HttpRequest,
    army: Army,
    after: LoadedArmy,
    summary: str,
    *,
    merges: bool = True,
    base: int | None = None,
) -> HttpResponse | None:
    """Save the edited revision that the page shows as the next one, or if it ``merges``, with what was saved since.

    ``base`` is the number of the edited revision where the page does not show it.

    Returns ``None`` when it was saved, otherwise the response: both versions for the player to choose, or an error
    page when it is too large.
    """
    author = author_of(request)
    try:
        shown = base_number(request) if base is None else base
        save(army, shown, after, summary, author, request.POST.get("edit", "")[:EDIT_LENGTH])
    except TooLarge as refusal:
        return error_page(request, 413, str(refusal))
    except Stale as stale:
        if not merges or merge_aside(army, stale.aside, author):
            return conflict_page(request, army, stale.aside)
    except IntegrityError:
        # The device sends an edit again whose response was lost.
        army.refresh_from_db()
    return None


def _aside(army: Army, number: int) -> Revision | None:
    return ARMIES.of(army).filter(aside=True, number=number).first()


@never_cache
@require_safe
@readable
def versions(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """A version that was set aside, next to the current one."""
    try:
        return conflict_page(request, own_army(request, address), number, status=200)
    except Revision.DoesNotExist:
        return error_page(request, 404, BASE_MISSING)


@require_POST
@limit("edits")
@readable
def resolve(request: HttpRequest, address: str) -> HttpResponse:
    """Resolve a conflict: merge both versions, take yours, keep the other, or save yours as a copy."""
    army = own_army(request, address)
    choice = request.POST.get("choice")
    aside = _aside(army, sent_number(request.POST, "aside"))
    if choice == "theirs":
        if aside is not None:
            ARMIES.resolve(army, aside.number)
        messages.success(request, "The other version was kept. Yours is in the history.")
        return _next(army)
    if aside is None or choice not in ("merge", "mine", "copy"):
        return error_page(request, 400)
    if choice == "copy":
        beside = load_revision(army, aside.number)
        ARMIES.resolve(army, aside.number)
        return create_for_visitor(request, beside, "copy", "Saved as a copy", army)
    if army.head != base_number(request):
        return conflict_page(request, army, aside.number)
    try:
        if choice == "merge":
            _save_merged(request, army, aside)
        else:
            ARMIES.take_aside(army, army.head, aside.number)
    except Revision.DoesNotExist:
        return error_page(request, 409, f"{BASE_MISSING} Choose one of them.")
    except TooLarge as refusal:
        return error_page(request, 413, str(refusal))
    except CodecError as refusal:
        return error_page(request, 409, f"The two versions cannot be merged: {refusal}")
    except Stale as stale:
        return conflict_page(request, army, stale.aside or aside.number)
    message = (
        "Both versions were merged." if choice == "merge" else "Your version was kept. The other one is in the history."
    )
    ARMIES.resolve(army, aside.number)
    messages.success(request, message)
    return _next(army)


def _next(army: Army) -> HttpResponse:
    """Redirect to the next version set aside, or back to the army."""
    waiting = ARMIES.position(army).aside
    if not waiting:
        return HttpResponseRedirect(army.get_absolute_url())
    return HttpResponseRedirect(reverse("armies:versions", args=[army.pk, waiting[0].number]))


def _save_merged(request: HttpRequest, army: Army, aside: Revision) -> None:
    """Save the merged versions as the next revision."""
    choices = {
        name.removeprefix(TAKE): Version(value)
        for name, value in request.POST.items()
        if name.startswith(TAKE) and value in list(Version)
    }
    loaded = _versions(army, aside).together(choices)
    save(army, army.head, loaded, _merge_summary(army, aside), author_of(request))


def _merge_summary(army: Army, aside: Revision) -> str:
    return f"Merged revision {aside.number} ({aside.summary}) into {army.head}"
