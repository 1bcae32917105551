"""The quick-reference sheet, complete or for one force."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.houserules import House
from rulesets.core.reference import Line, Section, Table, table
from rulesets.core.rules import Review
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.attacks import hit_chance, hit_number, save_number, wound_number
from rulesets.systems.forum_combat.cards import weapons_table
from rulesets.systems.forum_combat.catalogue import RULINGS, save_shown
from rulesets.systems.forum_combat.morale import first_check, pass_chance
from rulesets.systems.forum_combat.movement import allowance, charge_chance, opposed_chance
from rulesets.systems.forum_combat.squads import (
    Command,
    Member,
    Squad,
    Troop,
    best_leadership,
    leadership,
    members,
    slowest,
    strength,
)
from rulesets.systems.forum_combat.tiles import in_zone

Roster = Review[Command, Squad, Troop]

TOUGHNESSES = range(1, 9)
STRENGTHS = range(1, 11)
USUAL_MOVES = (5, 6, 7)
PICTURED = 3
"""Engagement ranges that are drawn."""


def _lines(*pairs: tuple[str, str]) -> tuple[Line, ...]:
    return tuple(Line(term, text) for term, text in pairs)


def _sides(review: Roster | None) -> tuple[Section, ...]:
    if review is None:
        return ()
    changed = tuple(Line(played.ruling.question, played.text) for played in review.house.changed())
    return (
        Section(
            "table",
            "At this table",
            (),
            (
                Line("Force", f"{review.force.name or 'Unnamed'}, {review.force.spec.side.label.lower()}"),
                *(changed or (Line("Rulings", "all as by default"),)),
            ),
        ),
    )


def _round() -> Section:
    return Section(
        "round",
        "The round",
        (
            table(
                "Phases",
                "Phase | ***What happens",
                [
                    ("1 Command", "abilities are paid for; immediate ones are played out"),
                    ("2 Shooting", "players’ squads in order, then the enemy’s"),
                    ("3 Melee", "close-quarters fire, press in, blows, press in"),
                    ("4 Movement", "move, Disengage or Charge"),
                    ("5 Morale", "squads below half strength roll; then objectives"),
                ],
            ),
        ),
        _lines(
            ("Players send", "abilities and their targets; for each squad whom to shoot or fight; where to move"),
            ("No conditions", "a player names one target; “if” and “unless” are not allowed"),
            ("Wasted fire", "at a squad already wiped out; the squad has shot all the same"),
            ("Enemies", "choose as they go; shots beyond a squad’s last unit are lost"),
        ),
    )


def _may_shoot() -> Section:
    return Section(
        "who-shoots",
        "Who may shoot",
        (),
        _lines(
            ("Standing", "HP above 0"),
            ("Not engaged", "stands in no enemy’s zone; others of its squad may still shoot"),
            ("In range", "steps up, down and sideways; RNG grows by half at the most"),
            ("One weapon", "and those with Extra Attacks; a team fires its crewed weapon or its rifles"),
            ("Not yet acted", "no immediate shooting before"),
        ),
    )


def _attack() -> Section:
    return Section(
        "attack",
        "One attack",
        (),
        _lines(
            ("Hit", f"ACC less modifiers (together ±{tables.ACC_LIMIT} at most); a natural 6 always hits"),
            ("Wound", "by the table; a natural 6 always wounds"),
            ("Save", "SAV plus AP on the die; none when that is above 6"),
            ("Damage", "DMG off one unit’s HP; nothing spills over"),
        ),
    )


def _hits(house: House) -> Section:
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
        needed = [save_number(sav, ap) or 0 for ap in range(5)]
        saves.append((f"{sav}+", *(f"{number}+" if number <= tables.FACES else "–" for number in needed)))
    return Section(
        "hits-and-saves",
        "Hits and saves",
        (
            table("Chance to hit by modifier", "ACC | >-2 | >-1 | >0 | >+1 | >+2", rows),
            table("Save needed by AP", "SAV | >0 | >1 | >2 | >3 | >4", saves),
        ),
    )


def _wounds() -> Section:
    rows: list[tuple[object, ...]] = [
        (strong, *(f"{wound_number(strong, tough)}+" for tough in TOUGHNESSES)) for strong in STRENGTHS
    ]
    headings = " | ".join(["STR", *(f">T {tough}" for tough in TOUGHNESSES)])
    return Section("wounds", "To wound", (table("Strength against toughness", headings, rows),))


def _health() -> Section:
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
        _lines(("Who is hit", "the standing unit hurt most, until it falls; then the next")),
    )


def _zone_picture(eng: int) -> list[str]:
    span = range(-PICTURED, PICTURED + 1)
    return [" ".join("U" if dx == dy == 0 else "#" if in_zone(dx, dy, eng) else "·" for dx in span) for dy in span]


def _engagement() -> Section:
    pictures = [_zone_picture(eng) for eng in range(1, PICTURED + 1)]
    rows: list[tuple[object, ...]] = [tuple(cells) for cells in zip(*pictures, strict=True)]
    headings = " | ".join(f"^ENG {eng}" for eng in range(1, PICTURED + 1))
    return Section(
        "engagement",
        "Engagement",
        (table("Zones", headings, rows),),
        _lines(
            ("Engaged", "a unit in the zone of a standing enemy; a squad with one such unit"),
            ("One-sided", "A with ENG 2 two tiles from B with ENG 1: B is engaged, A is not and may shoot"),
            ("Range", "counted in steps, never diagonally: 3 across and 4 down are 7"),
        ),
    )


def _into_melee() -> Section:
    return Section(
        "into-melee",
        "Firing into melee",
        (
            table(
                "Second roll",
                "***Misses are rolled again at friends | >ACC",
                [
                    ("friends outnumber the enemy", f"+{tables.MELEE_EDGE}"),
                    ("friends are larger", f"+{tables.MELEE_EDGE}"),
                    ("the enemy outnumbers", f"-{tables.MELEE_EDGE}"),
                    ("the enemy is larger", f"-{tables.MELEE_EDGE}"),
                ],
            ),
        ),
        _lines(("Friends hit", "are wounded and save as anyone else")),
    )


def _melee() -> Section:
    return Section(
        "melee",
        "Melee phase",
        (),
        _lines(
            ("1 Close quarters", "engaged squads fire CloseQuarters weapons of units that did not shoot; both at once"),
            ("2 Fallen", "are out before blows"),
            ("3 Press in", "as many as can come within engagement range"),
            ("4 Blows", "units in contact strike; both at once, so the fallen of this part still strike"),
            ("5 Press in", "survivors close up again"),
        ),
    )


def _move_table(mov: int, house: House) -> Table:
    rows: list[tuple[object, ...]] = []
    for shown, shot, broken in (
        ("Shot", True, False),
        ("Did not shoot", False, False),
        ("Broken, shot", True, True),
        ("Broken, did not shoot", False, True),
    ):
        moves = (allowance(mov, shot=shot, broken=broken, downed=downed, house=house) for downed in range(5))
        rows.append((shown, *moves))
    return table(f"MOV {mov} by downed taken along", "**Squad | >0 | >1 | >2 | >3 | >4", rows)


def _movement(moves: tuple[int, ...], house: House) -> Section:
    return Section(
        "movement",
        "Movement",
        tuple(_move_table(mov, house) for mov in moves),
        _lines(
            ("Squad’s MOV", "that of its slowest standing unit"),
            ("Engaged", "moves by Disengage alone"),
            ("Abandon", "downed left behind slow nobody; -1 each on this round’s morale roll"),
        ),
    )


def _special() -> Section:
    rows: list[tuple[object, ...]] = [
        (need, percent(charge_chance(need)), percent(opposed_chance(need))) for need in range(2, 13)
    ]
    return Section(
        "special-moves",
        "Disengage and Charge",
        (table("Charge by tiles needed", "Tiles | >Alone | >Opposed", rows),),
        _lines(
            ("Either", "for a squad that did not shoot, not both"),
            ("Disengage", f"each engaged unit is downed on 1 to {tables.DISENGAGE_DOWNED}; the rest moves away"),
            ("Charge", "after the move: 2d6 must reach the tiles to engagement range"),
            ("Opposed", "a squad that disengages rolls 2d6 too; it stops the charge with as much or more"),
        ),
    )


def _squad_checks(squads: tuple[tuple[str, tuple[Member, ...]], ...]) -> Table:
    rows: list[tuple[object, ...]] = []
    for name, lines in squads:
        best = best_leadership(*leadership(lines))
        units = strength(lines)
        rows.append((name, units, first_check(units), f"{best}+" if best is not None else "–"))
    return table("Squads", "**Squad | >Units | >Check at | >LD", rows, "Check at so many standing or fewer.")


def _morale(squads: tuple[tuple[str, tuple[Member, ...]], ...]) -> Section:
    rows: list[tuple[object, ...]] = [
        (f"{ld}+", *(percent(pass_chance(ld, abandoned)) for abandoned in range(4))) for ld in range(5, 11)
    ]
    return Section(
        "morale",
        "Morale",
        (
            table("To hold, by units abandoned this round", "LD | >0 | >1 | >2 | >3", rows),
            *((_squad_checks(squads),) if squads else ()),
        ),
        _lines(
            ("Who rolls", "squads with less than half their starting units standing"),
            ("Hero", "the better LD of squad and standing hero"),
            ("Broken", f"no CON for objectives, base MOV halved (up), {tables.BROKEN_ACC} ACC"),
            ("Objectives", f"then all others near (within {tables.OBJECTIVE_RADIUS} tiles) add their CON"),
        ),
    )


def _end() -> Section:
    return Section(
        "end",
        "End of combat",
        (),
        _lines(
            ("Kept", "downed with a squad that still stands live as wounded"),
            ("Left", f"abandoned, or of a wiped squad: dead on 1 to {tables.DEATH} of a d6"),
            ("Leaving early", "each engaged squad has to disengage"),
        ),
    )


def _weapons(squads: tuple[tuple[str, tuple[Member, ...]], ...]) -> tuple[Section, ...]:
    arms = tuple(armed for _, lines in squads for line in lines for armed in line.arms)
    if not squads:
        return ()
    units: list[tuple[object, ...]] = []
    for line in dict.fromkeys((line.name, line.profile) for _, lines in squads for line in lines):
        name, profile = line
        units.append(
            (
                name,
                profile.mov,
                profile.t,
                save_shown(profile.sav),
                profile.hp,
                f"{profile.ld}+",
                profile.con,
                profile.eng,
            )
        )
    profiles = table("Units", "***Unit | >MOV | >T | >SAV | >HP | >LD | >CON | >ENG", units)
    return (Section("profiles", "Units and weapons", (profiles, weapons_table(arms))),)


def _orders(names: tuple[str, ...]) -> Section:
    rows: list[tuple[object, ...]] = [(name, "", "", "", "", "") for name in names or ("1", "2", "3", "4")]
    return Section(
        "order-form",
        "Orders",
        (
            table(
                "One line a squad",
                "**Squad | **Shoots or fights | *With | *Moves to | **Disengage / Charge | **Abilities (CP)",
                rows,
                "One target each, without conditions.",
            ),
        ),
    )


def sections(review: Roster | None) -> tuple[Section, ...]:
    """The whole sheet, or with the moves, checks and weapons of one force."""
    squads: tuple[tuple[str, tuple[Member, ...]], ...] = ()
    house = House(RULINGS)
    if review is not None:
        house = review.house.fresh()
        named = ((squad.name, members(squad, review.catalogue)) for squad in review.force.groups)
        squads = tuple((name, lines) for name, lines in named if lines)
    moves = tuple(sorted({slowest(lines) for _, lines in squads})) or USUAL_MOVES
    return (
        *_sides(review),
        _round(),
        _may_shoot(),
        _attack(),
        _hits(house),
        _wounds(),
        _health(),
        _engagement(),
        _into_melee(),
        _melee(),
        _movement(moves, house),
        _special(),
        _morale(squads),
        _end(),
        *_weapons(squads),
        _orders(tuple(name for name, _ in squads)),
    )
