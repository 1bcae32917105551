"""The block on close combat."""

from __future__ import annotations

from dataclasses import replace

from rulesets.core.reference import Line, Section
from rulesets.core.tables import table
from rulesets.core.wording import signed
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.close_combat import (
    LEAVING,
    OPEN_CHARGE,
    Charge,
    Fighters,
    defenders_first,
    fighting_modifiers,
)
from rulesets.systems.forge_of_war.modifiers import modified
from rulesets.systems.forge_of_war.quick_reference.need import Need
from rulesets.systems.forge_of_war.tables import Cover


def _obstacle_in_words(always: bool, hard_cover: bool) -> str:
    """The defenders who are harder to hit, in every round or when charged; those in hard cover too, or not."""
    if always:
        return f"Behind an obstacle{'; charged in hard cover' if hard_cover else ''}"
    return f"Charged behind an obstacle{' or in hard cover' if hard_cover else ''}"


def close_combat_block(need: Need) -> Section:
    """Who strikes first, the values, and leaving."""
    house = need.house
    bare, behind = Fighters(av=0), Charge(obstacle=True)

    def fv_change(charge: Charge = OPEN_CHARGE, initial: bool = False, **own: int) -> int:
        """The change to the FV of attackers who differ from unarmoured defenders by ``own`` only."""
        attackers = replace(bare, **own)  # type: ignore[arg-type]
        return modified(0, fighting_modifiers(attackers, bare, charge, initial, True, house))

    charge_bonus = fv_change(initial=True)
    always = fv_change(behind) != 0
    obstacle = _obstacle_in_words(always, fv_change(Charge(cover=Cover.HARD), initial=True) != charge_bonus)
    values = {"printed": "printed", "modified": "after D-markers"}[house.choice("fv_compare")]
    edge = [signed(fv_change(fv=bare.fv + better)) for better in (tables.FV_EDGE, -tables.FV_EDGE)]
    rows: list[tuple[object, ...]] = [
        ("Each D-marker", signed(fv_change(markers=1))),
        ("Target’s AV", "−AV"),
        (obstacle, signed(fv_change(behind, initial=True) - charge_bonus)),
        (f"FV ({values}) {tables.FV_EDGE} better / worse than the enemy’s", " / ".join(edge)),
        ("Close combat weapon", "+value"),
    ]
    if charge_bonus:
        rows.append(("Charged this turn", signed(charge_bonus)))
    if need.option("stances"):
        rows.append(("Enemy hides, first round", signed(tables.HIDING_ATTACKED)))
    first = "Into cover" if defenders_first(Charge(cover=Cover.SOFT), True, house) else "Into hard cover"
    fight = {"contact": "each figure in contact", "all": "every figure of the unit"}[house.choice("cc_fighters")]
    rounds = {"each_activation": "at each side’s activation: two a turn", "once_per_turn": "one a turn"}
    escape = "those who get away are struck once; fails" if house.on("disengage_free_attack") else "fails"
    return Section(
        "close-combat",
        "Close combat",
        (table("d10 at or under FV", "****Modifier | ^FV", rows),),
        (
            Line("Charge", "up to two moves into contact; both strike at once"),
            Line(first, "from outside it: defenders first, unless chargers have fragmentation grenades"),
            Line("Dice", f"attacks of {fight}"),
            Line("Rounds", rounds[house.choice("cc_rounds")]),
            Line("Fight on", "no test, its only action; free figures close up first"),
            Line("Gaps", "no figure passes one narrower than its base"),
            Line("Disengage", f"command test; {escape}: a D-marker or wound, and stays"),
            Line("Away", LEAVING),
            Line("A third left", "test even so; fails: is struck, then runs"),
        ),
    )
