"""An army in the current state of its game: ticked boxes on its cards, and units out of play marked or left out."""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from armybuilder.armies.loaded_army import AnyCheckContext, LoadedArmy
from rulesets.core.cards import Card, Chip, Label, UnitRow
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.play.definition import AnyPlay, all_tracks, out_of_play
from rulesets.core.play.states import OUT, AnyDeployed, DeployedForce, PlayState, Side
from rulesets.core.play.trackers import Track
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of


def holder_of(game: AnyRuleset, group: AnyGroup, unit: AnyUnit) -> str:
    """The id under which a unit's boxes are stored."""
    return unit.id if game.group_card is None else group.id


def deployed_army(army: LoadedArmy, state: PlayState) -> AnyDeployed:
    """The army as it stands in its game."""
    play = army.ruleset.play
    tracks = all_tracks(play, army.context) if play else {}
    states = {holder: state.of(holder, tracks[holder]) for holder in state.ticks if holder in tracks}
    return DeployedForce(army.force, states)


def out_now(army: LoadedArmy, state: PlayState) -> frozenset[str]:
    """The ids of the army's units that are out of play, whichever of their boxes say so."""
    play = army.ruleset.play
    if play is None:
        return frozenset(filter(state.is_out, (unit.id for _, unit in army.force.units())))
    return out_of_play(play, deployed_army(army, state))


def strength_in(army: LoadedArmy, state: PlayState, group: AnyGroup | None = None) -> str:
    """What is left of a group, or of the whole army: ``9 of 12 stands left``, and what else the game counts."""
    words, play = army.ruleset.words, army.ruleset.play
    deployed, out = deployed_army(army, state), out_now(army, state)
    groups = army.force.groups if group is None else (group,)
    total = sum(map(army.count_in, groups))
    lost = army.ruleset.count_lost(groups, deployed, out, army.context)
    parts = [f"{total - lost} of {count_of(total, words.unit, words.units)} left"]
    if play is not None:
        if play.group_tracks is None:
            parts += [
                f"{number} {kind} lost" for kind, number in _lost_boxes(army, play, deployed, groups, out).items()
            ]
        parts.append(play.standing(deployed, group, army.context))
    return " · ".join(filter(None, parts))


def _lost_boxes(
    army: LoadedArmy, play: AnyPlay, deployed: AnyDeployed, groups: Iterable[AnyGroup], out: Set[str]
) -> Counter[str]:
    """What the boxes of units count as lost, by its plural: all of them for a unit out of play."""
    lost = Counter[str]()
    for group in groups:
        for unit in group.units:
            for track in play.tracks(unit, group, army.context):
                if kind := play.losses(track.slug):
                    count = deployed.state(group, unit).count(track.slug)
                    lost[kind] += track.boxes if unit.id in out else count
    return +lost


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
        deployed = deployed_army(army, state)

        def group_card(group: AnyGroup, context: AnyCheckContext) -> Card:
            plain = of_group(group, context)
            sides = (Side(army.force, group, unit, deployed) for unit in group.units[:1])
            counts = {slug: count for side in sides if game.play for slug, count in game.play.computed(side).items()}
            tracks = state.of(group.id, plain.tracks).tracks
            return replace(plain, tracks=tuple(_as_computed(track, counts) for track in tracks))

        changed = replace(changed, group_card=group_card)
    return LoadedArmy(changed, army.force)
