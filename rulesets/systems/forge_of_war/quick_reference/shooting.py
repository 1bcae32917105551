"""The blocks on shooting, weapons and hits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Table, table
from rulesets.core.wording import signed
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.catalogue import CATALOGUE, notes_in_words, shot_in_words
from rulesets.systems.forge_of_war.hits import Pool, die_chance
from rulesets.systems.forge_of_war.modifiers import modified, plain
from rulesets.systems.forge_of_war.profiles import Fire, Weapon
from rulesets.systems.forge_of_war.quick_reference.movement import KINDS_OF_COVER
from rulesets.systems.forge_of_war.quick_reference.need import Need
from rulesets.systems.forge_of_war.shots import (
    Aim,
    FireMode,
    Shooters,
    WeaponsFired,
    cover_effect,
    shot_modifiers,
    weapon_entry,
)
from rulesets.systems.forge_of_war.tables import DIE, Arm, Cover, Stance
from rulesets.systems.forge_of_war.units import short_name

SHORTFALLS = range(10)
_RIFLE = weapon_entry(WeaponsFired().weapon, "weapon", CATALOGUE)
_AIM = Aim(_RIFLE.spec.range // 2, Arm.INFANTRY, None, 0, Cover.NONE, False)


def value_of_shot(house: HouseRules, shooters: Shooters | None = None, **aim: Any) -> int:
    """The sum of modifiers to a shot within half range at an unarmoured target in the open."""
    return modified(0, shot_modifiers(shooters or Shooters(), _RIFLE, replace(_AIM, **aim), house))


def penalties_of_moving(house: HouseRules, mode: FireMode = FireMode.NORMAL) -> tuple[int, int]:
    """The penalties of shooters for a slow and a fast move."""
    slow, fast = (
        value_of_shot(house, Shooters(moved=moved), mode=mode) for moved in (tables.SLOW_MOVE, tables.SLOW_MOVE + 1)
    )
    return slow, fast


def shooting_block(need: Need) -> Section:
    """The modifiers to a shot."""
    house = need.house
    effects = [cover_effect(kind, house) for kind in KINDS_OF_COVER]
    armour = any(av for av, _ in effects)
    costs = [-cost for _, cost in effects]
    covers = [("Soft / hard / fortified / bunker", " / ".join(map(signed, costs)))] if any(costs) else []
    rows: list[tuple[object, ...]] = [
        ("Each D-marker of the shooters", signed(value_of_shot(house, Shooters(markers=1)))),
        (f"Target’s AV{', cover included' if armour else ''}, less WV", "−AV"),
        *covers,
        ("Over half range", signed(value_of_shot(house, distance=_RIFLE.spec.range))),
        (
            f"Moves up to {tables.SLOW_MOVE}″ / more, before or after",
            " / ".join(map(signed, penalties_of_moving(house))),
        ),
        (f"Target moved over {tables.SLOW_MOVE}″", signed(value_of_shot(house, fast=True))),
        (f"Within {tables.POINT_BLANK}″, no contact", signed(value_of_shot(house, distance=tables.POINT_BLANK))),
    ]
    if need.option("stances"):
        careful_av, hiding = (signed(tables.STANCE_ARMOUR[stance]) for stance in (Stance.CAUTIOUS, Stance.HIDING))
        rows.append(("Cautious / hiding target: AV", f"{careful_av} / {hiding}"))
        rows.append(("Cautious shooters", signed(value_of_shot(house, Shooters(stance=Stance.CAUTIOUS)))))
    ten = "cannot miss" if die_chance(DIE, house) == 1 else "still misses on a natural 10"
    return Section(
        "shooting",
        "Shooting",
        (table("d10 at or under SV", "****Modifier | ^SV", rows), _low_values(house)),
        (
            Line(f"Value {DIE} or more", f"{ten}, in close combat too"),
            Line("Target", "in range, half a base seen, not in close combat"),
            Line("Sight", "units and vehicles block it for direct fire"),
            Line("Split", "one anti-personnel and one anti-tank target at most"),
        ),
    )


def _low_values(house: HouseRules) -> Table:
    """Rolling at values of 0 or less: the divisor of the dice and what a re-rolled 1 needs."""
    rows: list[tuple[object, ...]] = [("1s again, need", *(DIE - short for short in SHORTFALLS))]
    note = "All dice are rolled."
    if house.on("zero_pool_divisor"):
        what = {"dice": "Dice", "figures": "Figures"}[house.choice("zero_pool_basis")]
        rows.insert(0, (f"{what} ÷", *(Pool(1, 1, -short).divisor for short in SHORTFALLS)))
        rounding = {
            "weapon": "for each weapon",
            "value": "for all weapons of one value together",
            "unit": "once for the unit, the best chances first",
        }[house.choice("zero_pool_group")]
        note = f"{what} rounded up {rounding}."
    headings = " | ".join(f"^{plain(-short)}" for short in SHORTFALLS)
    return table("Value 0 or less", f"**Value | {headings}", rows, note)


def weapons_block(need: Need) -> Section | None:
    """The weapons that are there; ``None`` without any."""
    catalogue = need.catalogue
    rows: list[tuple[object, ...]] = []
    by_target = False
    for key in need.weapons():
        entry = catalogue.get("weapon", key)
        if entry is not None and isinstance(entry.spec, Weapon):
            weapon = entry.spec
            by_target |= weapon.weight_of_fire.kind is Fire.BY_TARGET
            rows.append(
                (
                    short_name(entry),
                    *shot_in_words(entry, need.house),
                    notes_in_words(weapon, need.house),
                )
            )
    if not rows:
        return None
    as_at = {"vehicle": "vehicles", "infantry": "infantry"}
    monsters = f"Monsters: dice as at {as_at[need.house.choice('monster_target_kind')]}." if by_target else ""
    headings = "***Weapon | ^Range/½ | ^WV | *Dice | ****Notes"
    return Section("weapons", "Weapons", (table("Dice n/n/n: at infantry, horde, vehicle", headings, rows, monsters),))


def hits_block(need: Need) -> Section:
    """The effects of hits, and the owner's choices."""
    house = need.house
    order = {"excess_first": "before the owner’s choice", "chosen_first": "after the owner’s choice"}
    visible = {"wounds": "every wound seen takes a hit", "figures": "every figure seen takes one hit"}
    lines = [
        Line("Each hit", "the owner gives a figure or takes a D-marker"),
        Line(
            "Beyond those seen", f"D-markers to the cap, {order[house.choice('excess_hits_order')]}; the rest is lost"
        ),
        Line("Wounds", f"a hurt figure is lost before a fresh one is hurt; {visible[house.choice('visible_basis')]}"),
    ]
    weapons = need.profiles()
    if any(weapon.weight_of_fire.kind is Fire.AREA for weapon in weapons):
        automatic = house.choice("flame_hits") == "automatic"
        lines.append(Line("Area", "all in it are hit, friends too" if automatic else "attacks each in it, friends too"))
    if need.arm(Arm.INFANTRY):
        each = {"per_rifle": "each rifle", "per_unit": "a unit’s rifles together"}[house.choice("sniper_auto")]
        lines.append(Line("Snipers", f"{each}: a D-marker on infantry hit or miss, even beyond the cap"))
    backfires = [weapon for weapon in weapons if weapon.backfires_on and weapon.backfire_hits]
    if backfires:
        alike = all((weapon.backfires_on, weapon.backfire_hits) == (1, 1) for weapon in backfires)
        text = "on 1 a hit on the firers" if alike else "hits on the firers as the weapon’s notes say"
        roll = {"per_rifle": "a d10 for each", "per_unit": "one d10 for the unit"}[house.choice("plasma_backfire")]
        lines.append(Line("Backfire", f"{roll} after firing: {text}"))
    return Section("hits", "Hits", lines=tuple(lines))
