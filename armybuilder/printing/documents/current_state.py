"""An army in the current state of its game: ticked boxes on its cards, and units out of play marked or left out."""

from collections.abc import Mapping
from dataclasses import replace

from armybuilder.armies.loaded_army import AnyCheckContext, LoadedArmy
from rulesets.core.cards import Card, Chip, Label, UnitRow
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.play.definition import all_tracks, out_of_play
from rulesets.core.play.states import OUT, AnyDeployed, DeployedForce, PlayState, Side
from rulesets.core.play.trackers import Track
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Tone


def holder_of(game: AnyRuleset, group: AnyGroup, unit: AnyUnit) -> str:
    """The id under which a unit's boxes are stored."""
    return unit.id if game.group_card is None else group.id


def _deployed(army: LoadedArmy, state: PlayState) -> AnyDeployed:
    play = army.ruleset.play
    tracks = all_tracks(play, army.context) if play else {}
    states = {holder: state.of(holder, tracks[holder]) for holder in state.ticks if holder in tracks}
    return DeployedForce(army.force, states)


def out_now(army: LoadedArmy, state: PlayState) -> frozenset[str]:
    """The ids of the army's units that are out of play, whichever of their boxes say so."""
    play = army.ruleset.play
    if play is None:
        return frozenset(filter(state.is_out, (unit.id for _, unit in army.force.units())))
    return out_of_play(play, _deployed(army, state))


def _as_computed(track: Track, counts: Mapping[str, int]) -> Track:
    """The track with as many boxes as follow from the others, if it is such a counter."""
    if track.slug not in counts:
        return track
    return replace(track, ticked=tuple(range(1, min(counts[track.slug], track.boxes) + 1)))


def with_current_state(army: LoadedArmy, state: PlayState) -> LoadedArmy:
    """The army with ticked boxes on its cards, a chip on units out of play in every list, and none of their labels."""
    game, out = army.ruleset, out_now(army, state)

    def card(unit: AnyUnit, group: AnyGroup, context: AnyCheckContext) -> Card:
        plain = game.card(unit, group, context)
        return replace(plain, tracks=state.of(holder_of(game, group, unit), plain.tracks).tracks)

    def row(unit: AnyUnit, group: AnyGroup, context: AnyCheckContext) -> UnitRow:
        plain = game.row(unit, group, context)
        if unit.id not in out:
            return plain
        return replace(plain, chips=(Chip(OUT.title_of(1), Tone.BAD), *plain.chips), out=True)

    holders = {holder_of(game, group, unit) for group, unit in army.force.units() if unit.id in out}

    def labels(context: AnyCheckContext) -> tuple[Label, ...]:
        return tuple(label for label in game.labels(context) if label.holder not in holders)

    changed: AnyRuleset = replace(game, card=card, row=row, labels=labels)
    of_group = game.group_card
    if of_group is not None:
        deployed = _deployed(army, state)

        def group_card(group: AnyGroup, context: AnyCheckContext) -> Card:
            plain = of_group(group, context)
            sides = (Side(army.force, group, unit, deployed) for unit in group.units[:1])
            counts = {slug: count for side in sides if game.play for slug, count in game.play.computed(side).items()}
            tracks = state.of(group.id, plain.tracks).tracks
            return replace(plain, tracks=tuple(_as_computed(track, counts) for track in tracks))

        changed = replace(changed, group_card=group_card)
    return LoadedArmy(changed, army.force)
