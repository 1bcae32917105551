"""The blocks on movement and cover."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line, Section
from rulesets.core.tables import table
from rulesets.core.wording import signed
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.movement import care_in_words, careful
from rulesets.systems.forge_of_war.quick_reference.need import Need
from rulesets.systems.forge_of_war.shots import cover_effect
from rulesets.systems.forge_of_war.tables import COVERS, Arm, Cover
from rulesets.systems.forge_of_war.units import base_move

KINDS_OF_COVER = tuple(kind for kind in Cover if kind is not Cover.NONE)


def movement_block(need: Need) -> Section:
    """Moves of each troop type, and what ground costs."""
    house = need.house
    rows: list[tuple[object, ...]] = []
    for arm in Arm:
        if need.arm(arm):
            inches = base_move(arm, house)
            own = "*" if arm is Arm.MONSTROUS else ""
            rows.append((arm.label, f"{inches}″{own}", f"{careful(inches, 0, house)}″"))
    full = {"forbidden": "with care only", "lose_figure": "a figure"}[house.choice("obstacle_at_cap")]
    buildings = {
        Arm.INFANTRY: "difficult on foot",
        Arm.CAVALRY: tables.MOUNTED_IN_BUILDINGS,
        Arm.ARMOUR: "armour: a D-marker each move",
    }
    building_notes = [text for arm, text in buildings.items() if need.arm(arm)]
    lines = [
        Line("Difficult", tables.DIFFICULT),
        Line("To cross it", f"with care, {care_in_words(house)}; or at full speed for a D-marker or figure"),
        Line("Road", tables.ROADS),
        Line("Obstacle", f"{tables.OBSTACLES}: −{tables.OBSTACLE_COST}″ once, or a D-marker; at the cap {full}"),
        Line("Impassable", tables.IMPASSABLE),
        Line("Enemies", f"stay {tables.KEEP_AWAY}″ away or move into contact"),
        Line("Cohesion", f"{tables.COHESION}″, hordes {tables.HORDE_COHESION}″"),
        Line("Climb", f"{tables.FLOOR_CLIMB}″ a floor; fire over friends at enemies {tables.FIRE_OVER}″ beyond"),
    ]
    if need.jumps():
        lines.append(Line("Jump", f"{tables.JUMP}″, once, never into contact; a hit if it lands in difficult ground"))
    if need.arm(Arm.CAVALRY):
        lines.append(Line("Dismounted", f"{tables.DISMOUNTED}; may lead them through buildings"))
    if building_notes:
        lines.append(Line("Buildings", "; ".join(building_notes)))
    note = "* ours: the rulebook gives none" if need.arm(Arm.MONSTROUS) else ""
    moves = (table("A move action", "*Troop type | ^Move | ^Careful", rows, note),) if rows else ()
    return Section("movement", "Movement", moves, tuple(lines))


def cover_block(house: HouseRules) -> Section:
    """Kinds of cover and what they give."""
    effects = {kind: cover_effect(kind, house) for kind in KINDS_OF_COVER}
    armour, penalty = (any(each[place] for each in effects.values()) for place in (0, 1))
    rows: list[tuple[object, ...]] = [
        (
            kind.label,
            COVERS[kind].examples,
            signed(COVERS[kind].activation),
            *((signed(effects[kind][0]),) if armour else ()),
            *((signed(-effects[kind][1]),) if penalty else ()),
        )
        for kind in KINDS_OF_COVER
    ]
    headings = f"*Cover | **Such as | ^Activate{' | ^AV' if armour else ''}{' | ^Shot at' if penalty else ''}"
    half = {"new_max": f"half range {tables.SAME_COVER_RANGE // 2}″", "cap_only": "half range as in the open"}
    return Section(
        "cover",
        "Cover",
        (table("Kinds of cover", headings, rows, "A weapon’s WV cancels this AV too." if armour else ""),),
        (
            Line("Unseen", "no target until it fires out of it: then the cover is blown"),
            Line(
                "Inside one cover",
                f"ranges {tables.SAME_COVER_RANGE}″, {half[house.choice('inside_cover_half_range')]}",
            ),
        ),
    )
