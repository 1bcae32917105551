"""The blocks on the optional rules in use, and on the readings played."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line, Section, house_rules_listed
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.indirect_fire import dice_for
from rulesets.systems.forge_of_war.modifiers import plain
from rulesets.systems.forge_of_war.profiles import Accuracy, Weapon
from rulesets.systems.forge_of_war.quick_reference.need import Need
from rulesets.systems.forge_of_war.quick_reference.shooting import penalties_of_moving, value_of_shot
from rulesets.systems.forge_of_war.reactions import NO_REACTION, OPENS_FIRE, ORDERS
from rulesets.systems.forge_of_war.shots import FireMode
from rulesets.systems.forge_of_war.tables import DIE


def options_block(need: Need) -> Section | None:
    """The optional rules that are in use; ``None`` without any."""
    house = need.house
    lines: list[Line] = []
    if need.option("covering_fire"):
        slow, fast = penalties_of_moving(house, FireMode.COVERING)
        penalty = plain(slow) if slow == fast else f"{plain(slow)}, over {tables.SLOW_MOVE}″ {plain(fast)}"
        enemy = {"entering_los": "comes into sight", "moving_in_los": "moves in sight"}
        lines += [
            Line(
                "Covering fire",
                f"a shot a turn at an enemy that {enemy[house.choice('coverfire_trigger')]}; after a move {penalty}",
            ),
            Line("It opens fire", OPENS_FIRE),
            Line("Its orders", ORDERS),
        ]
    if need.option("stances"):
        lines += [
            Line("Cautious", f"{tables.CAUTIOUS_MOVE}″ a move; an action to take and to leave"),
            Line("Hiding", "no shooting; taken and left freely, even after a failure"),
            Line("Who", f"infantry of AV {tables.STANCE_AV} or less"),
        ]
    if need.option("reaction_tests"):
        flee = {
            "natural10": "natural 10",
            "shifted10plus": "roll plus modifiers of 10 or more",
            "shifted10or11": "roll plus modifiers of 10 or 11",
        }[house.choice("reaction_flee")]
        cost = plain(value_of_shot(house, mode=FireMode.REACTION))
        lines += [
            Line(
                "Reaction",
                f"enemy moves in the open in {tables.REACTION_RANGE}″: test, fire at {cost}; without guns charge",
            ),
            Line("No reaction", NO_REACTION),
            Line("Flees", f"{flee} when the value is below {tables.REACTION_FLEE_BELOW}: a move away"),
            Line("Fleeing", "away from enemies, toward its own side of the table"),
        ]
    if need.option("indirect_fire"):
        lines += _indirect(house)
    return Section("options", "Optional rules", lines=tuple(lines)) if lines else None


def _indirect(house: HouseRules) -> list[Line]:
    spotter = "a friend out of close combat sees"
    if house.choice("indirect_attack") == "weight_of_fire":
        return [Line("Indirect", f"{spotter} the target; the weapon’s dice as in direct fire, no template")]
    shell = Weapon(range=2)
    accurate, near, far = (
        f"{dice_for(shell, accuracy, distance)}d{DIE}"
        for accuracy, distance in ((Accuracy.ACCURATE, 2), (Accuracy.INACCURATE, 1), (Accuracy.INACCURATE, 2))
    )
    markers = {"own": "each less its own D-markers", "printed": "as printed, without D-markers"}[
        house.choice("indirect_markers")
    ]
    whose = {"firer": "the firer’s SV", "lower": "the lower SV"}[house.choice("indirect_sv_for_hits")]
    return [
        Line("Indirect", f"{spotter} the point; dice less the lower SV = inches off"),
        Line("Lower SV", markers),
        Line("Fall of shot", f"accurate {accurate}; inaccurate {near} to half range, {far} beyond"),
        Line("Template", f"an attack on each model: {whose}, D-markers, AV less WV, cover"),
    ]


def readings_block(need: Need) -> Section:
    """The readings that are played otherwise than by default."""
    lines = house_rules_listed(need.house.changed())
    return Section(
        "readings", "House rules", lines=lines or (Line("Readings", "as by default; see the rulings of this game"),)
    )
