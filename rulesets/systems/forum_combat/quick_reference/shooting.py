"""The blocks on shooting: who may shoot, the rolls to hit, to wound and to save, and damage."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.core.tables import table
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.attacks import hit_chance, hit_number, save_needed, save_number, wound_number
from rulesets.systems.forum_combat.quick_reference.words import lines_of, reading_text, words_for
from rulesets.systems.forum_combat.units import Armed

TOUGHNESSES = range(1, 9)
STRENGTHS = range(1, 11)


def who_shoots_block(house: HouseRules, arms: tuple[Armed, ...]) -> Section:
    """Who may shoot, at whom, and how far."""
    vehicles = words_for(house, "fc.vehicle_all", on="vehicles and the like fire all", off="vehicles too")
    team = words_for(
        house,
        "fc.hwt_units",
        one=f"one unit: fires its crewed weapon, or {tables.TEAM_CREW} rifles",
        two=f"{tables.TEAM_CREW} units: both must be able to shoot to fire the crewed weapon; or a rifle each",
    )
    unruled = ", ".join(dict.fromkeys(f"[{tag}]" for armed in arms for tag in armed.weapon.unruled_tags))
    return Section(
        "who-shoots",
        "Who may shoot",
        (),
        lines_of(
            ("Standing", "HP above 0"),
            ("Not engaged", "in no enemy’s zone; others in its squad may shoot"),
            ("In range", "steps up, down and sideways; bonuses add half of RNG at the most"),
            ("One weapon", f"and those with [Extra Attacks]; {vehicles}"),
            ("Heavy weapon team", team),
            ("Not yet acted", "has not shot by an immediate ability"),
            (
                "SPC",
                "[Extra Attacks] and [CloseQuarters] have rules; "
                f"the rulebook gives no numbers for {unruled or 'the others'}",
            ),
        ),
    )


def attack_block(house: HouseRules) -> Section:
    """The roll to hit and what changes it."""
    misses = words_for(house, "fc.nat1_fails", off="", on=", a natural 1 always misses")
    saves = "; ".join(
        (
            *(
                (f"with a SAV a natural {tables.FACES} always saves",)
                if house.on("fc.save_nat6")
                else ("none when that is above 6",)
            ),
            *(("a natural 1 never saves",) if house.on("fc.save_nat1") else ()),
        )
    )
    return Section(
        "attack",
        "One attack",
        (),
        lines_of(
            ("Hit", f"ACC less modifiers (together ±{tables.ACC_LIMIT} at most); a natural 6 always hits{misses}"),
            ("Wound", "by the table; a natural 6 always wounds"),
            ("Mixed T", f"a squad’s is {reading_text(house, 'fc.mixed_t')}"),
            ("Save", f"SAV plus AP on the die; {saves}"),
            ("Damage", "DMG off one unit’s HP; nothing spills over"),
        ),
    )


def hits_block(house: HouseRules) -> Section:
    """The chances to hit by modifier, and the save needed by AP."""
    rows: list[tuple[object, ...]] = [
        (
            f"{acc}+",
            *(
                percent(hit_chance(hit_number(acc, net), house))
                for net in range(-tables.ACC_LIMIT, tables.ACC_LIMIT + 1)
            ),
        )
        for acc in range(2, tables.FACES + 1)
    ]
    saves: list[tuple[object, ...]] = []
    for sav in range(2, tables.FACES + 1):
        needed = [save_needed(save_number(sav, ap), house) for ap in range(5)]
        saves.append((f"{sav}+", *("–" if number is None else f"{number}+" for number in needed)))
    return Section(
        "hits-and-saves",
        "Hits and saves",
        (
            table("Chance to hit by modifier", "ACC | >-2 | >-1 | >0 | >+1 | >+2", rows),
            table("Save needed by AP", "SAV | >0 | >1 | >2 | >3 | >4", saves),
        ),
    )


def wounds_block() -> Section:
    """The roll to wound, by strength and toughness."""
    rows: list[tuple[object, ...]] = [
        (strong, *(f"{wound_number(strong, tough)}+" for tough in TOUGHNESSES)) for strong in STRENGTHS
    ]
    headings = " | ".join(["STR", *(f">T {tough}" for tough in TOUGHNESSES)])
    return Section("wounds", "To wound", (table("Strength against toughness", headings, rows),))


def health_block(house: HouseRules) -> Section:
    """The state of a unit by its HP, and who takes wounds."""
    return Section(
        "health",
        "Health",
        (
            table(
                "HP",
                "HP | ***State",
                [
                    ("1 or more", "standing"),
                    ("0 and below", "downed: out of the fight, slows its squad"),
                    ("minus full HP", "killed outright"),
                ],
            ),
        ),
        lines_of(
            ("Who is hit", reading_text(house, "fc.alloc")),
            ("Further wounds", f"after the last unit has fallen: {reading_text(house, 'fc.overflow')}"),
        ),
    )
