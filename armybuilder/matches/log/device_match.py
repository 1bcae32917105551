"""A game at the table on a device: both armies as its player may know them, and their state.

Browsers run this too, without the server; nothing here reads a database.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Protocol

from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.cards import Standing
from rulesets.core.declarations.codec import decode
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.force import AnyForce
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import SIDES, Event, EventKind, MatchState, read_places
from rulesets.core.play.matches import Match as MatchSetup
from rulesets.core.play.states import InvalidChange, read_state
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

WITHOUT_LOG: Final = (EventKind.CHANGE, EventKind.NEXT, EventKind.PLACE)
"""The events whose effect does not depend on entries before them."""


class AnyMatch(Protocol):
    """A game at the table with its two forces (``None`` for an opponent without a list) and its state."""

    @property
    def ruleset(self) -> AnyRuleset:
        """Its game."""

    @property
    def setup(self) -> MatchSetup:
        """The setup of the match."""

    @property
    def armies(self) -> tuple[LoadedArmy, LoadedArmy | None]:
        """The forces under its house rules."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players of both sides, empty for one who gave none."""

    @property
    def state(self) -> MatchState:
        """Its current state."""


def armies_for(loaded: AnyMatch, viewer: Viewer) -> tuple[LoadedArmy, LoadedArmy | None]:
    """Both armies for a viewer, who never reads the other side's notes, and its secret fields only after the end.

    Which of their units are hidden is not considered.
    """
    own, opposing = loaded.armies
    return _army_for(loaded, viewer, 0, own), opposing and _army_for(loaded, viewer, 1, opposing)


def _army_for(loaded: AnyMatch, viewer: Viewer, side: int, army: LoadedArmy) -> LoadedArmy:
    if side == viewer.side:
        return army
    return army.without_notes if loaded.state.ended else army.for_opponent


@dataclass(frozen=True, slots=True)
class DeviceMatch:
    """A match on a device. It has nothing that its player may not know, so nothing in it is hidden."""

    ruleset: AnyRuleset
    setup: MatchSetup
    armies: tuple[LoadedArmy, LoadedArmy | None]
    state: MatchState
    side: int | None
    both: bool
    players: tuple[str, str]

    @property
    def viewer(self) -> Viewer:
        """Its player."""
        return Viewer(self.setup, ({}, {}), self.side)


def write_device_match(loaded: AnyMatch, viewer: Viewer, *, both: bool, at_once: bool) -> dict[str, Any]:
    """The permanent data of a match for a device; ticks, turn and segment come with the match's updates."""
    forces: list[dict[str, Any] | None] = []
    for side, army in zip(SIDES, armies_for(loaded, viewer), strict=True):
        deployed = viewer.deployed(loaded.state, side)
        if army is None or deployed is None:
            forces.append(None)
            continue
        force, extra = deployed.force, dict[str, Any]()
        if viewer.blanks(loaded.state, side):
            # Without its hidden units the others would get different numbers.
            force, extra["standings"] = _as_numbered(army, force)
        forces.append(extra | {"force": encode_force(force)})
    return {
        "ruleset": loaded.ruleset.slug,
        "side": viewer.side,
        "both": both,
        "at_once": at_once,
        "forces": forces,
        "players": loaded.players,
    }


def _as_numbered(army: LoadedArmy, force: AnyForce) -> tuple[AnyForce, dict[str, dict[str, str]]]:
    """A part of an army's force with the group names of the whole, and the standings of its units in the whole."""
    unit_ids = {unit.id for _, unit in force.units()}
    groups = tuple(  # with ids of their own: those of the whole tell how many groups it has
        replace(group, id=f"g{place}", name=army.ruleset.name_of_group(replace(group, name=""), army.context))
        for place, group in enumerate(force.groups, 1)
    )
    standings = {
        unit.id: asdict(army.ruleset.standing(unit, group, army.context))
        for group, unit in army.force.units()
        if unit.id in unit_ids
    }
    return replace(force, groups=groups), standings


def _read_army(ruleset: AnyRuleset, plain: Mapping[str, Any]) -> LoadedArmy:
    if "standings" in plain:
        standings = {unit: Standing(**standing) for unit, standing in plain["standings"].items()}
        ruleset = replace(ruleset, standing=lambda unit, group, context: standings[unit.id])
    return LoadedArmy(ruleset, decode_force(ruleset, plain["force"]))


def read_device_match(plain: Mapping[str, Any]) -> DeviceMatch:
    """The match from ``write_device_match``, with its current ``ticks``, ``turn``, ``segment`` and ``ended``.

    ``events`` are those that were not sent yet; events that the site would refuse change nothing here.
    """
    ruleset = get_ruleset(plain["ruleset"])
    assert ruleset.play is not None  # noqa: S101
    first, second = (_read_army(ruleset, each) if each else None for each in plain["forces"])
    assert first is not None  # noqa: S101
    setup = MatchSetup(ruleset.play, (first.context, second.context if second else None))
    own, opposing, conditions = map(read_state, plain["ticks"])
    places = read_places(plain.get("places", ({}, {})))  # a device may keep a state from before there was a map
    state = MatchState((own, opposing), conditions, plain["turn"], plain["segment"], plain["ended"], places=places)
    state = _after(setup, state, plain["side"] or 0, plain["events"], both=plain["both"], at_once=plain["at_once"])
    players = plain.get("players", ("", ""))  # a device may keep a match from before players had names
    return DeviceMatch(ruleset, setup, (first, second), state, plain["side"], plain["both"], (players[0], players[1]))


def _after(
    setup: MatchSetup, state: MatchState, side: int, events: Iterable[Mapping[str, Any]], *, both: bool, at_once: bool
) -> MatchState:
    for plain in events:
        event = decode(Event, {name: value for name, value in plain.items() if name != "acting"})
        if event.kind in WITHOUT_LOG:
            acting = plain.get("acting", side) if both else side
            with suppress(InvalidChange):
                state, _ = play(setup, state, (), acting, event, both=both, at_once=at_once)
                state = replace(state, waiting=frozenset())  # what waits is in the log, which is not here
    return state
