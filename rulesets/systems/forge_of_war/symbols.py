"""The picture and the colour of a unit, on cards, labels and in lists."""

from rulesets.core.cards import Symbol, SymbolSet, Tint

from .tables import Arm, Role, Training
from .units import Statline

TINTS = {
    Arm.INFANTRY: Tint.STEEL,
    Arm.CAVALRY: Tint.OCHRE,
    Arm.MONSTROUS: Tint.VIOLET,
    Arm.ARMOUR: Tint.RUST,
    Arm.VEHICLE: Tint.SLATE,
}


def _picture(stats: Statline, role: Role) -> tuple[str, str]:
    """The icon of a unit and what it says in words."""
    weapons = [armed.weapon for armed in stats.ranged]
    if role is Role.FORCE_COMMANDER:
        return "flying-flag", "Force Commander"
    if stats.is_vehicle:
        if stats.fights:
            return "battle-mech", "Walker"
        if stats.transport:
            return "apc", "Transport"
        return ("battle-tank", "Armour") if stats.arm is Arm.ARMOUR else ("jeep", "Vehicle")
    if stats.leader:
        return "rank-3", "Leader"
    if stats.arm is Arm.MONSTROUS:
        return "monster-grasp", "Monstrous creature"
    if stats.arm is Arm.CAVALRY:
        return "cavalry", "Cavalry"
    if stats.training is Training.HORDE:
        return "surrounded-eye", "Horde"
    if any(weapon.indirect for weapon in weapons):
        return "mortar", "Mortar team"
    if stats.jump_packs:
        return "jetpack", "Jump troops"
    if weapons and all(weapon.heavy for weapon in weapons):
        return "machine-gun", "Weapon team"
    if stats.melee_only or not weapons:
        return "crossed-swords", "Close combat"
    return ("samus-helmet", "Power armour") if stats.powered else ("bolter-gun", "Infantry")


def symbol_of(stats: Statline, role: Role) -> Symbol:
    """The picture of a unit."""
    code, text = _picture(stats, role)
    return Symbol(SymbolSet.ICON, code, text)


def tint_of(stats: Statline, role: Role) -> str:
    """The colour of a unit's card: command, hordes, and the troop types each have one."""
    if role.is_command:
        return Tint.COBALT.value
    if stats.training is Training.HORDE and not stats.is_vehicle:
        return Tint.UMBER.value
    return TINTS[stats.arm or Arm.INFANTRY].value
