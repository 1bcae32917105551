"""The blocks on moving, breaking away and charging."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.core.tables import Table, table
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.movement import (
    CHARGES,
    DISENGAGE_RISK,
    allowance,
    charge_chance,
    charges_opposed,
    opposed_chance,
)
from rulesets.systems.forum_combat.quick_reference.words import lines_of, reading_text, words_for


def _move_table(mov: int, house: HouseRules) -> Table:
    rows: list[tuple[object, ...]] = []
    for label, shot, broken in (
        ("Shot", True, False),
        ("Did not shoot", False, False),
        ("Broken, shot", True, True),
        ("Broken, did not shoot", False, True),
    ):
        moves = (allowance(mov, shot=shot, broken=broken, downed=downed, house=house) for downed in range(5))
        rows.append((label, *moves))
    return table(f"MOV {mov} by downed taken along", "**Squad | >0 | >1 | >2 | >3 | >4", rows)


def movement_block(moves: tuple[int, ...], house: HouseRules) -> Section:
    """How far squads of each MOV go."""
    zones = words_for(
        house, "fc.zone_stops", free="enemy zones do not stop it", stop="it ends where it enters an enemy zone"
    )
    until = words_for(house, "fc.recover", off="for good", on="until their squad reaches them and picks them up")
    return Section(
        "movement",
        "Movement",
        tuple(_move_table(mov, house) for mov in moves),
        lines_of(
            ("Squad’s MOV", "that of its slowest standing unit"),
            ("Order", reading_text(house, "fc.move_order")),
            ("Path", f"in steps, round walls and other squads; {zones}"),
            ("Engaged", "can only move by Disengage"),
            ("Abandon", f"downed left behind ({until}) slow nobody; -1 each on this round’s morale roll"),
        ),
    )


def special_moves_block(house: HouseRules) -> Section:
    """Disengage and Charge."""
    rows: list[tuple[object, ...]] = [
        (need, percent(charge_chance(need)), percent(opposed_chance(need))) for need in CHARGES
    ]
    downed = words_for(
        house,
        "fc.dis_downed",
        slow="the rest moves away, slowed by them unless they are abandoned",
        left="they are left behind, the rest moves away",
    )
    distance = words_for(
        house,
        "fc.charge_measure",
        zone="the distance to engagement range",
        adjacent="the distance to stand side by side",
        plain="the plain distance to the enemy",
    )
    who = words_for(
        house, "fc.oppose_needs_engaged", off="a squad that disengages", on="a squad that disengages and was engaged"
    )
    return Section(
        "special-moves",
        "Disengage and Charge",
        (table("Charge by tiles needed", "Tiles | >Unopposed | >Opposed", rows),),
        lines_of(
            ("Who", "a squad that did not shoot, and not both"),
            ("Disengage", f"{DISENGAGE_RISK}; {downed}"),
            ("Charge", f"after the move: {tables.CHARGE_ROLL} must reach {distance}"),
            (
                "Opposed",
                f"{who} also rolls {tables.CHARGE_ROLL} against {charges_opposed(house)}; as much or more stops it",
            ),
        ),
    )
