"""Where an army stands in its game: the boxes ticked on its cards, and what is out of play.

What bears boxes is each unit, or in games with cards for whole groups each group; the game's cards say which boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from armybuilder.armies.loaded_army import AnyCheckContext, LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.play.models import InPlay
from rulesets.core.cards import Card, Chip, Row, Symbol
from rulesets.core.force import AnyGroup, AnyUnit, NoSuchPart
from rulesets.core.play_state import OUT, PlayState, Ticks, read_state
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Tone
from rulesets.core.trackers import Track


class NoSuchBox(LookupError):
    """Nothing in the army has such a box (any more)."""


FRESH = PlayState()


def read(plain: Mapping[str, Any]) -> PlayState:
    """The state of what is stored: ticks by bearer and track, and the bearers that are ``out``."""
    state = read_state(plain.get("ticks", {}))
    for bearer in plain.get("out", ()):
        state = put_out(state, bearer, out=True)
    return state


def write(state: PlayState) -> dict[str, Any]:
    """The state as ``read`` reads it back."""
    return {"ticks": state.write()}


def put_out(state: PlayState, bearer: str, *, out: bool) -> PlayState:
    """The state in which a bearer is out of play, or in it."""
    return state.set(bearer, OUT.now((1,) if out else ()))


@dataclass(frozen=True, slots=True)
class TrackBearer:
    """What bears boxes: a unit, or a whole group where the game has cards for such.

    ``standing`` tells it from its equals.
    """

    id: str
    title: str
    standing: str
    subtitle: str
    symbol: Symbol | None
    tracks: tuple[Track, ...]
    out: bool


def _bearer(part: str, card: Card, standing: str, state: PlayState) -> TrackBearer:
    now = state.of(part, card.tracks)
    return TrackBearer(part, card.title, standing, card.subtitle, card.symbol, now.tracks, now.out)


def _group_bearer(army: LoadedArmy, group: AnyGroup, state: PlayState) -> TrackBearer | None:
    draw = army.ruleset.group_card
    if draw is None:
        return None
    card = draw(group, army.context)
    return _bearer(group.id, card, card.corner, state)


def _unit_bearer(army: LoadedArmy, group: AnyGroup, unit: AnyUnit, state: PlayState) -> TrackBearer:
    standing = army.ruleset.standing(unit, group, army.context)
    return _bearer(unit.id, army.ruleset.card(unit, group, army.context), str(standing), state)


def bearers(army: LoadedArmy, state: PlayState) -> Iterator[tuple[str, list[TrackBearer]]]:
    """Every bearer in order, under the name of its group; a group that bears boxes itself stands under none."""
    for group in army.force.groups:
        whole = _group_bearer(army, group, state)
        if whole is not None:
            yield "", [whole]
        else:
            yield (
                army.ruleset.name_of_group(group, army.context),
                [_unit_bearer(army, group, unit, state) for unit in group.units],
            )


def bearer(army: LoadedArmy, part: str, state: PlayState) -> TrackBearer:
    """The bearer of that id; raises ``NoSuchBox``."""
    try:
        if army.ruleset.group_card is not None:
            found = _group_bearer(army, army.force.group(part), state)
            if found is not None:
                return found
        group, unit = army.force.unit(part)
    except NoSuchPart:
        raise NoSuchBox from None
    return _unit_bearer(army, group, unit, state)


# --- stored ------------------------------------------------------------------------------------------


def state_of(army: Army) -> PlayState:
    """Where the army stands in its game."""
    plain = InPlay.objects.filter(army=army).values_list("state", flat=True).first()
    return read(plain or {})


def tick(army: Army, loaded: LoadedArmy, part: str, slug: str, boxes: Ticks) -> PlayState:
    """Store which boxes of a track are ticked; raises ``NoSuchBox``."""
    known = {track.slug: track for track in bearer(loaded, part, FRESH).tracks}
    if slug not in known or not all(1 <= box <= known[slug].boxes for box in boxes):
        raise NoSuchBox
    track = known[slug].now(boxes)
    return _change(army, lambda state: state.set(part, track))


def put(army: Army, loaded: LoadedArmy, part: str, *, out: bool) -> PlayState:
    """Store that a bearer is out of play, or in it again; raises ``NoSuchBox``."""
    bearer(loaded, part, FRESH)
    return _change(army, lambda state: put_out(state, part, out=out))


def _change(army: Army, change: Callable[[PlayState], PlayState]) -> PlayState:
    """Change what stands by now, so that two phones at one table do not undo each other's ticks."""
    with transaction.atomic():
        InPlay.objects.get_or_create(army=army)
        stored = InPlay.objects.select_for_update().get(army=army)
        state: PlayState = change(read(stored.state))
        stored.state = write(state)
        stored.save(update_fields=["state", "updated"])
    return state


def begin_anew(army: Army) -> None:
    """Clear all boxes for the next game, and keep what they were."""
    with transaction.atomic():
        for stored in InPlay.objects.select_for_update().filter(army=army):
            if not read(stored.state).fresh:
                stored.state, stored.before = write(FRESH), stored.state
                stored.save()


def has_last_game(army: Army) -> bool:
    """Whether there are boxes that were cleared and could be brought back."""
    return InPlay.objects.filter(army=army).exclude(before={}).exists()


def bring_back(army: Army) -> bool:
    """Put back what was cleared last, unless a new game has been begun on since; whether there was such."""
    with transaction.atomic():
        for stored in InPlay.objects.select_for_update().filter(army=army):
            if stored.before and read(stored.state).fresh:
                stored.state, stored.before = stored.before, {}
                stored.save()
                return True
    return False


# --- on paper ----------------------------------------------------------------------------------------


def bearer_of(game: AnyRuleset, group: AnyGroup, unit: AnyUnit) -> str:
    """The id of what bears a unit's boxes."""
    return unit.id if game.group_card is None else group.id


def as_now(army: LoadedArmy, state: PlayState) -> LoadedArmy:
    """The army with its boxes ticked on every card, and with a word on what is out of play in every list."""
    game = army.ruleset

    def card(unit: AnyUnit, group: AnyGroup, context: AnyCheckContext) -> Card:
        drawn = game.card(unit, group, context)
        return replace(drawn, tracks=state.of(bearer_of(game, group, unit), drawn.tracks).tracks)

    def row(unit: AnyUnit, group: AnyGroup, context: AnyCheckContext) -> Row:
        drawn = game.row(unit, group, context)
        out = state.is_out(bearer_of(game, group, unit))
        return replace(drawn, chips=(Chip(OUT.title, Tone.BAD), *drawn.chips)) if out else drawn

    changed: AnyRuleset = replace(game, card=card, row=row)
    of_group = game.group_card
    if of_group is not None:
        changed = replace(
            changed,
            group_card=lambda group, context: replace(
                drawn := of_group(group, context), tracks=state.of(group.id, drawn.tracks).tracks
            ),
        )
    return LoadedArmy(changed, army.force)
