"""Runs in the browser: makes an edit of an army and draws the builder's page, as the site does, without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django import template
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import resolve

from armybuilder.armies.builder import Builder
from armybuilder.armies.edits import EditRefused, FormRefused
from armybuilder.armies.inspector import choose
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.own_entries import OWN_EDITS, make_any_edit
from rulesets.core.cards import Symbol
from rulesets.core.catalogue import Catalogue
from rulesets.core.force_document import decode_force, encode_force
from rulesets.registry import get_ruleset

register = template.Library()

NO_OWN_ENTRIES: Final = "Your own entries are on the site: bringing them into an army needs a network."


@register.simple_tag
def symbol(symbol: Symbol | None, **how: object) -> str:
    """Nothing: the drawings are on the site. A page keeps those that it has."""
    return ""


@dataclass(frozen=True, slots=True)
class DeviceArmy:
    """Where an army that is on a device is stored on the site, and the revision that it was there."""

    address: str
    head: int
    example: bool = False

    @property
    def pk(self) -> str:
        """Its address among the armies."""
        return str(resolve(self.address).kwargs["address"])

    def get_absolute_url(self) -> str:
        """Its place in the builder."""
        return self.address


@dataclass(frozen=True, slots=True)
class DeviceStep:
    """What undo takes back."""

    summary: str


@dataclass(frozen=True, slots=True)
class DeviceSteps:
    """Undo of what was done on a device and not sent yet; redo needs the site."""

    head: DeviceStep
    previous: int | None
    following: None = None
    aside: tuple[Any, ...] = ()


def _loaded(document: Mapping[str, Any]) -> LoadedArmy:
    ruleset = get_ruleset(document["ruleset"])
    return LoadedArmy(ruleset, decode_force(ruleset, document))


def draw(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the builder's page gets, as ``html`` with its ``status``.

    ``asked`` has the ``army`` (``address``, ``head`` and document ``now``), the part ``at`` to look at, what was
    ``said`` last, what undo would take back (``undoes``), and the page's ``token`` for its forms. With ``before``, the
    document that the page shows (``None`` for nothing), all that differs is drawn. With ``edit``, its name, and
    ``form``, what was sent, the answer has the document ``now`` after it and what it ``said``; ``target`` and ``swap``
    say where the page puts an answer that is none of an edit.
    """
    army, loaded = asked["army"], _loaded(asked["army"]["now"])
    steps = DeviceSteps(DeviceStep(asked["undoes"]), 1 if asked["undoes"] else None)
    stored = DeviceArmy(army["address"], army["head"])
    page = Builder(stored, loaded, choose(loaded.force, asked["at"]), True, load_position=lambda: steps)

    def drawn(part: str, page: Builder, status: int = 200, **more: Any) -> dict[str, Any]:
        context = {"builder": page, "ruleset": page.ruleset, "csrf_token": asked["token"]}
        return {"status": status, "html": render_to_string(f"armies/builder_{part}.html", context), **more}

    if not asked["edit"] and "before" not in asked:
        return drawn("chosen", page)
    before = asked.get("before")
    shown = _loaded(before) if before else LoadedArmy(loaded.ruleset, loaded.ruleset.new_force(""))
    if not asked["edit"]:
        return drawn("edited", replace(page, before=shown, said=asked["said"]))
    try:
        if asked["edit"] in OWN_EDITS:
            raise EditRefused(NO_OWN_ENTRIES)
        edited = make_any_edit(asked["edit"], loaded, QueryDict(asked["form"]), Catalogue)
    except EditRefused as refusal:
        html = render_to_string("components/message.html", {"kind": "danger", "words": str(refusal)})
        return {"status": 400, "html": html, "target": "#messages", "swap": "innerHTML"}
    except FormRefused as refusal:
        refused = replace(page, chosen=refusal.chosen, sent=refusal.form)
        return drawn("inspector", refused, 422, target="#inspector", swap="outerMorph")
    after = LoadedArmy(loaded.ruleset, edited.force)
    undoable = DeviceSteps(DeviceStep(edited.summary), 1)
    page = replace(
        page,
        loaded=after,
        chosen=choose(after.force, edited.at),
        said=edited.summary,
        before=shown,
        sent=edited.form,
        load_position=lambda: undoable,
    )
    return drawn("edited", page, now=encode_force(after.force), said=edited.summary)
