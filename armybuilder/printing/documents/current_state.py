"""An army in the current state of its game: ticked boxes on its cards, and a chip on units out of play."""

from dataclasses import replace

from armybuilder.armies.loaded_army import AnyCheckContext, LoadedArmy
from rulesets.core.cards import Card, Chip, UnitRow
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.play.states import OUT, PlayState
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Tone


def holder_of(game: AnyRuleset, group: AnyGroup, unit: AnyUnit) -> str:
    """The id under which a unit's boxes are stored."""
    return unit.id if game.group_card is None else group.id


def with_current_state(army: LoadedArmy, state: PlayState) -> LoadedArmy:
    """The army with its boxes ticked on every card, and a chip on units out of play in every list."""
    game = army.ruleset

    def card(unit: AnyUnit, group: AnyGroup, context: AnyCheckContext) -> Card:
        plain = game.card(unit, group, context)
        return replace(plain, tracks=state.of(holder_of(game, group, unit), plain.tracks).tracks)

    def row(unit: AnyUnit, group: AnyGroup, context: AnyCheckContext) -> UnitRow:
        plain = game.row(unit, group, context)
        out = state.is_out(holder_of(game, group, unit))
        return replace(plain, chips=(Chip(OUT.title_of(1), Tone.BAD), *plain.chips), out=True) if out else plain

    changed: AnyRuleset = replace(game, card=card, row=row)
    of_group = game.group_card
    if of_group is not None:
        changed = replace(
            changed,
            group_card=lambda group, context: replace(
                plain := of_group(group, context), tracks=state.of(group.id, plain.tracks).tracks
            ),
        )
    return LoadedArmy(changed, army.force)
