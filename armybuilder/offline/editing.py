"""Runs in the browser: makes an edit of an army and draws the builder's page, as the site does, without it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django import template
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import resolve

from armybuilder.armies.builder import Builder
from armybuilder.armies.edits import EditRefused, FormRefused
from armybuilder.armies.inspector import choose
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.own_entries import make_any_edit
from armybuilder.suggestions.edits import OUT_OF_DATE, SUGGESTION_EDITS, offer
from rulesets.core.cards import Symbol
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import CodecError
from rulesets.core.force import NoSuchPart
from rulesets.core.force_document import decode_entry, decode_force, encode_force
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

register = template.Library()


@register.simple_tag
def symbol(symbol: Symbol | None, **how: object) -> str:
    """Nothing: the drawings are on the site. A page keeps those that it has."""
    return ""


@dataclass(frozen=True, slots=True)
class DeviceArmy:
    """Where an army that is on a device is stored on the site, and the revision that it was there."""

    address: str
    head: int
    title: str
    example: bool = False

    def __str__(self) -> str:
        return self.title

    @property
    def pk(self) -> str:
        """Its address among the armies."""
        return str(resolve(self.address).kwargs["address"])

    def get_absolute_url(self) -> str:
        """Its place in the builder."""
        return self.address


@dataclass(frozen=True, slots=True)
class DeviceStep:
    """What undo takes back, or redo does again."""

    summary: str


@dataclass(frozen=True, slots=True)
class DeviceSteps:
    """What undo takes back on a device, and where redo leads; empty summaries where there is nothing to do so."""

    head: DeviceStep
    next: DeviceStep
    aside: tuple[Any, ...] = ()

    @property
    def previous(self) -> int | None:
        """A number, which no device looks at, where there is something to undo."""
        return 1 if self.head.summary else None

    @property
    def following(self) -> DeviceStep | None:
        """Where redo leads."""
        return self.next if self.next.summary else None


def _loaded(document: Mapping[str, Any]) -> LoadedArmy:
    ruleset = get_ruleset(document["ruleset"])
    return LoadedArmy(ruleset, decode_force(ruleset, document))


def own_entries(asked: Mapping[str, Any], ruleset: AnyRuleset) -> Catalogue:
    """The player's own entries for a game that the device has, without those that fit their declaration no more."""
    entries = []
    for plain in asked.get("own", {}).get(ruleset.slug, ()):
        with suppress(CodecError, KeyError):
            entries.append(decode_entry(ruleset.kind(plain["kind"]), plain))
    return Catalogue(tuple(entries))


def draw(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the builder's page gets, as ``html`` with its ``status``.

    ``asked`` has the ``army`` (``address``, ``head`` and document ``now``), the part ``at`` to look at, what was
    ``said`` last, what undo would take back (``undoes``) and redo do again (``redoes``), the player's ``own`` entries,
    and the page's ``token`` for its forms. With ``before``, the document that the page shows (``None`` for nothing),
    all that differs is drawn. With ``edit``, its name, and ``form``, what was sent, the answer has the document ``now``
    after it and what it ``said``, unless that changes nothing; ``target`` and ``swap`` say where the page puts an
    answer that is none of an edit. With ``offer``, the address of a page of suggestions, the answer is that page, and
    has the name of its ``edit`` and the begin of its ``form``.
    """
    army, loaded = asked["army"], _loaded(asked["army"]["now"])
    steps = DeviceSteps(DeviceStep(asked["undoes"]), DeviceStep(asked["redoes"]))
    stored = DeviceArmy(army["address"], army["head"], loaded.title)
    if "offer" in asked:
        return _offered(asked["offer"], stored, loaded, asked["token"])
    load_own = partial(own_entries, asked, loaded.ruleset)
    part = choose(loaded.force, asked["at"])
    page = Builder(stored, loaded, part, True, load_own=load_own, load_position=lambda: steps)

    def drawn(part: str, page: Builder, status: int = 200, **more: Any) -> dict[str, Any]:
        context = {"builder": page, "ruleset": page.ruleset, "csrf_token": asked["token"]}
        return {"status": status, "html": render_to_string(f"armies/builder_{part}.html", context), **more}

    if not asked["edit"] and "before" not in asked:
        return drawn("chosen", page)
    before = asked.get("before")
    shown = _loaded(before) if before else LoadedArmy(loaded.ruleset, loaded.ruleset.new_force(""))
    if not asked["edit"]:
        return drawn("edited", replace(page, before=shown, message=asked["said"]))
    try:
        edited = make_any_edit(asked["edit"], loaded, QueryDict(asked["form"]), load_own, SUGGESTION_EDITS)
    except EditRefused as refusal:
        return _refused(refusal)
    except FormRefused as refusal:
        refused = replace(page, chosen=refusal.chosen, bound_form=refusal.form)
        return drawn("inspector", refused, 422, target="#inspector", swap="outerMorph")
    changed = edited.force != loaded.force
    if changed:
        steps = DeviceSteps(DeviceStep(edited.summary), DeviceStep(""))
    after = LoadedArmy(loaded.ruleset, edited.force)
    page = replace(
        page,
        loaded=after,
        chosen=choose(after.force, edited.at),
        message=edited.summary if changed else "",
        before=shown,
        bound_form=edited.form,
        load_position=lambda: steps,
    )
    made = {"now": encode_force(after.force), "said": edited.summary} if changed else {}
    return drawn("edited", page) | made


def _refused(refusal: EditRefused) -> dict[str, Any]:
    html = render_to_string("components/message.html", {"kind": "danger", "words": str(refusal)})
    return {"status": 400, "html": html, "target": "#messages", "swap": "innerHTML"}


def _offered(address: str, stored: DeviceArmy, loaded: LoadedArmy, token: str) -> dict[str, Any]:
    """A page of suggestions."""
    match = resolve(address)
    name, about = str(match.url_name), {key: value for key, value in match.kwargs.items() if key != "address"}
    try:
        offered = offer(name, loaded, about)
    except NoSuchPart:
        return _refused(EditRefused(OUT_OF_DATE))
    html = render_to_string(offered.template, {"army": stored, "csrf_token": token, **offered.page})
    return {"status": 200, "html": html, "edit": name, "form": urlencode(about)}
