"""Runs in the browser: edits an army and draws the builder's page as the server does, without a network."""

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
from armybuilder.armies.collected import Collected, read_collected, write_counts
from armybuilder.armies.edits import EditRefused, EditResult, FormRefused
from armybuilder.armies.inspector import choose
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.own_entries import make_any_edit
from armybuilder.armies.suggestions.suggested_edits import LEFT, OUT_OF_DATE, SUGGESTION_EDITS, offer
from rulesets.core.cards import Symbol
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError
from rulesets.core.force_document import decode_entry, decode_force, encode_force
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

register = template.Library()


@register.simple_tag
def symbol(symbol: Symbol | None, **how: object) -> str:
    """Return nothing: only the server has the drawings. A page keeps those that it has."""
    return ""


@dataclass(frozen=True, slots=True)
class DeviceArmy:
    """An army on a device: its address on the site, and the revision that the device has."""

    address: str
    head: int
    title: str
    example: bool = False

    def __str__(self) -> str:
        return self.title

    @property
    def pk(self) -> str:
        """The army's key in addresses."""
        return str(resolve(self.address).kwargs["address"])

    def get_absolute_url(self) -> str:
        """Return the address of the army in the builder."""
        return self.address


@dataclass(frozen=True, slots=True)
class DeviceStep:
    """A step to undo or redo."""

    summary: str


@dataclass(frozen=True, slots=True)
class DeviceSteps:
    """The steps to undo and redo on a device, with an empty summary if there is none."""

    head: DeviceStep
    next: DeviceStep
    aside: tuple[Any, ...] = ()

    @property
    def previous(self) -> int | None:
        """Any number if there is a step to undo; devices do not use it."""
        return 1 if self.head.summary else None

    @property
    def following(self) -> DeviceStep | None:
        """The step to redo."""
        return self.next if self.next.summary else None


def _load(document: Mapping[str, Any]) -> LoadedArmy:
    ruleset = get_ruleset(document["ruleset"])
    return LoadedArmy(ruleset, decode_force(ruleset, document))


def _collected(army: Mapping[str, Any]) -> Collected:
    """Return what the player has, as the site described it with the army; nothing where it did not."""
    return read_collected(army["collection"]) if "collection" in army else Collected()


def own_entries(message: Mapping[str, Any], ruleset: AnyRuleset) -> Catalogue:
    """Return the player's own entries for a game, without those that no longer match their declaration."""
    entries = []
    for plain in message.get("own", {}).get(ruleset.slug, ()):
        with suppress(CodecError, KeyError):
            entries.append(decode_entry(ruleset.kind(plain["kind"]), plain))
    return Catalogue(tuple(entries))


def draw(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer for the builder's page: ``html`` and its ``status``.

    ``message`` has the ``army`` (``address``, ``head`` and document ``now``), the part ``at`` to show, or the ids
    of groups whose rows to show (``open``), the last
    message (``said``), the summaries of the steps that undo and redo would take (``undoes``, ``redoes``), the player's
    ``own`` entries, and the ``token`` for the page's forms. With ``before``, the document that the page shows (``None``
    for nothing), all differences are drawn. With the name of an ``edit`` and its ``form``, the answer has the new
    document (``now``) and the edit's summary (``said``), unless nothing changes; ``target`` and ``swap`` say where the
    page puts the answer to a refused edit. With ``offer``, the address of a page of suggestions, the answer is that
    page, with the name of its ``edit`` and the start of its ``form``. The ``army`` may bring a ``collection``.
    """
    army, loaded = message["army"], _load(message["army"]["now"])
    steps = DeviceSteps(DeviceStep(message["undoes"]), DeviceStep(message["redoes"]))
    device_army = DeviceArmy(army["address"], army["head"], loaded.title)
    if "offer" in message:
        return _suggestions(message["offer"], device_army, loaded, message["token"], _collected(army))
    load_own = partial(own_entries, message, loaded.ruleset)
    part = choose(loaded.force, message["at"])
    asked = frozenset(message.get("open", ()))
    page = Builder(device_army, loaded, part, True, asked=asked, load_own=load_own, load_position=lambda: steps)
    page = replace(page, load_collection=partial(_collected, army))
    if not message["edit"] and "before" not in message:
        return _drawn("asked" if asked else "chosen", page, message)
    document = message.get("before")
    before = _load(document) if document else LoadedArmy(loaded.ruleset, loaded.ruleset.new_force(""))
    if not message["edit"]:
        return _drawn("edited", replace(page, before=before, message=message["said"]), message)
    try:
        edited = make_any_edit(message["edit"], loaded, QueryDict(message["form"]), load_own, SUGGESTION_EDITS)
    except EditRefused as error:
        return _refusal(error)
    except FormRefused as error:
        page = replace(page, chosen=error.chosen, bound_form=error.form)
        return _drawn("inspector", page, message, 422) | {"target": "#inspector", "swap": "outerMorph"}
    return _edited(replace(page, before=before), edited, message)


def _drawn(part: str, page: Builder, message: Mapping[str, Any], status: int = 200) -> dict[str, Any]:
    context = {"builder": page, "ruleset": page.ruleset, "csrf_token": message["token"]}
    return {"status": status, "html": render_to_string(f"armies/builder_{part}.html", context)}


def _edited(page: Builder, edited: EditResult, message: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to an edit that was made: the page after it and, if it changed the army, the new document."""
    after, is_changed = LoadedArmy(page.ruleset, edited.force), edited.force != page.loaded.force
    page = replace(
        page,
        loaded=after,
        chosen=choose(after.force, edited.at),
        bound_form=edited.form,
        changes_equals="equals" in QueryDict(message["form"]),
    )
    if not is_changed:
        return _drawn("edited", page, message)
    steps = DeviceSteps(DeviceStep(edited.summary), DeviceStep(""))
    page = replace(page, message=edited.summary, load_position=lambda: steps)
    return _drawn("edited", page, message) | {"now": encode_force(after.force), "said": edited.summary}


def _refusal(error: EditRefused) -> dict[str, Any]:
    html = render_to_string("components/message.html", {"kind": "danger", "words": str(error)})
    return {"status": 400, "html": html, "target": "#messages", "swap": "innerHTML"}


def _suggestions(
    address: str, army: DeviceArmy, loaded: LoadedArmy, token: str, collection: Collected
) -> dict[str, Any]:
    """Return a page of suggestions within the player's collection, which the site is told with the chosen one."""
    match = resolve(address)
    name, about = str(match.url_name), {key: value for key, value in match.kwargs.items() if key != "address"}
    try:
        suggestions = offer(name, loaded, about, collection.remaining)
    except NoSuchPart:
        return _refusal(EditRefused(OUT_OF_DATE))
    context = {"army": army, "csrf_token": token, "collection": collection, **suggestions.page}
    if collection.counts:
        about[LEFT] = write_counts(collection.remaining)
    html = render_to_string(suggestions.template, context)
    return {"status": 200, "html": html, "edit": name, "form": urlencode(about)}
