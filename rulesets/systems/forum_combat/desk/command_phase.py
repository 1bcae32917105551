"""Command resolution: abilities are paid for, and immediate ones are resolved (FC-CMD)."""

from ..units import AbilityPhase, Allegiance
from .battlefield import LiveSquad
from .combat import Character, Combat
from .events import BattleEvent, BattleEventKind
from .melee_phase import play_melee
from .morale_phase import play_morale
from .movement_phase import play_movement
from .orders import AbilityUse
from .resolution import Resolution
from .shooting_phase import play_shooting

AT_ONCE = {
    AbilityPhase.SHOOTING: play_shooting,
    AbilityPhase.MELEE: play_melee,
    AbilityPhase.MOVEMENT: play_movement,
    AbilityPhase.MORALE: play_morale,
}
"""The phase that an immediate ability plays for its target alone."""


def play_command(play: Resolution) -> None:
    """Play all abilities, the players' first (FC-CMD-1, FC-A41)."""
    for side in (Allegiance.PLAYERS, Allegiance.ENEMIES):
        for use in play.orders.abilities:
            if side_of(play.field.combat, use.character) is side:
                _use(play, use)


def character(combat: Combat, name: str) -> Character:
    """The character of that name; raises ``KeyError``."""
    for each in combat.characters:
        if each.name == name:
            return each
    raise KeyError(name)


def side_of(combat: Combat, name: str) -> Allegiance:
    """The side of a character: that of the figure's squad; off the field, the players'."""
    figure = character(combat, name).piece
    return next((squad.side for squad, piece in combat.pieces() if piece.id == figure), Allegiance.PLAYERS)


def price_of(combat: Combat, use: AbilityUse) -> int:
    """The Command Points of a use; 0 if the ability is paid for with another of its squads."""
    return combat.ability(use.ability).ability.cost if use.paid else 0


def event_of(use: AbilityUse, price: int = 0, cp_left: int = 0, works: bool = True) -> BattleEvent:
    """The use as an event: the CP paid, those left, and whether it works."""
    return BattleEvent(
        BattleEventKind.ABILITY,
        use.squad,
        who=use.character,
        about=use.ability,
        count=price,
        limit=cp_left,
        good=works,
        pieces=(use.piece,) if use.piece else (),
    )


def can_act(play: Resolution, name: str) -> bool:
    """Whether a character may use abilities: the figure stands, or is off the field (FC-A57)."""
    figure = play.field.pieces.get(character(play.field.combat, name).piece)
    return figure is None or figure.standing


def _use(play: Resolution, use: AbilityUse) -> None:
    field = play.field
    squad: LiveSquad = field.squads[use.squad]
    ability = field.combat.ability(use.ability).ability
    cp, price = field.cp[use.character], price_of(field.combat, use)
    works = can_act(play, use.character) and price <= cp
    if works:
        field.cp[use.character] = cp - price
    play.note(event_of(use, price, field.cp[use.character], works))
    if not works or not ability.immediately:
        return
    if use.piece and ability.phase is AbilityPhase.SHOOTING:
        play_shooting(play, squad, use.piece)
    elif not use.piece and ability.phase in AT_ONCE:
        AT_ONCE[ability.phase](play, squad)
