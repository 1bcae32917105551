"""The block on vehicles and damage to them."""

from __future__ import annotations

from rulesets.core.reference import Line, Section
from rulesets.core.tables import table
from rulesets.systems.forge_of_war.quick_reference.need import Need
from rulesets.systems.forge_of_war.tables import MARGINS, Damage
from rulesets.systems.forge_of_war.vehicle_damage import STILL_INSIDE


def vehicles_block(need: Need) -> Section | None:
    """Damage to vehicles; ``None`` where nothing can bring it about."""
    if not need.damage():
        return None
    house = need.house
    ladder: list[tuple[object, ...]] = [("Damage", *(damage.label for damage in MARGINS))]
    margins = " | ".join(f"^{margin}" for margin in range(len(MARGINS) - 1))
    wounds = {
        "any_result": "a wound cancels one result",
        "moderate_only": "a wound cancels a moderate result",
        "none": "wounds cancel nothing",
    }[house.choice("vehicle_wounds")]
    nothing_left = {"destroyed": "it is destroyed", "ignored": "no more happens"}[
        house.choice("vehicle_no_system_left")
    ]
    again = {"light": "a hit does light damage", "margin": "its own margin counts"}[
        house.choice("vehicle_reroll_damage")
    ]
    fists = {
        "needs_value": "harms it only with a close combat value of 1 or more",
        "never": "never harms it",
        "normal": "harms it by this table",
    }[house.choice("cc_vs_vehicle")]
    multiples = {"one_system": "one system, N times the dice", "n_systems": "N systems"}[house.choice("vehicle_xn")]
    lines = [
        Line("AV", "front plus, rear minus the number in brackets; top as sides"),
        Line("WV 0", "cannot harm a vehicle"),
        Line("Re-rolled 1", again),
        Line(Damage.LIGHT.label, "a D-marker; beyond the cap moderate"),
        Line(Damage.MODERATE.label, f"owner: a weapon system or the propulsion; {wounds}"),
        Line("Nothing left to give", nothing_left),
        Line("A weapon ×N", multiples),
        Line("Close combat", fists),
        Line("With an FV", "fights as one figure, as attacker too"),
    ]
    if need.vehicles():
        lines += [
            Line("Bale out", "stopped or destroyed: command test at once, a hit for each point of failure"),
            Line("Still inside", STILL_INSIDE),
            Line("Turret, pintle", "fire over friends; skimmers over all units"),
        ]
    return Section(
        "vehicles",
        "Vehicles",
        (table("Hit value less the die", f"Margin | {margins} | ^{len(MARGINS) - 1}+", ladder),),
        tuple(lines),
    )
