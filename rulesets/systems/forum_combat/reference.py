"""The quick-reference sheet, complete or for one force."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.houserules import House, switches
from rulesets.core.reference import Line, Section, Table, house_rules_listed, table
from rulesets.core.rules import Review
from rulesets.core.wording import counted
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.attacks import hit_chance, hit_number, save_needed, save_number, wound_number
from rulesets.systems.forum_combat.cards import check_of, weapons_table
from rulesets.systems.forum_combat.catalogue import RULINGS, save_shown
from rulesets.systems.forum_combat.morale import BROKEN, objective_radius, pass_chance
from rulesets.systems.forum_combat.movement import (
    CHARGES,
    DISENGAGE_RISK,
    allowance,
    charge_chance,
    charges_opposed,
    opposed_chance,
)
from rulesets.systems.forum_combat.squads import (
    Armed,
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
    changed = house_rules_listed(review.house.changed())
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


def _read(house: House, switch: str) -> str:
    """The reading that is played, in the words of the register, its apostrophes as print has them."""
    return switches(RULINGS)[switch].text(house.choice(switch)).replace("'", "’")


def _said(house: House, switch: str, **words: str) -> str:
    """The words for the reading that is played, by its key."""
    return words[house.choice(switch)]


def _round(house: House) -> Section:
    targets = _said(
        house,
        "fc.split_fire",
        one="a player names one target for a squad",
        split="each unit may have a target of its own",
    )
    limit = _said(house, "fc.unit_ability_limit", squad="squad and its units", unit="squad or a unit")
    users = _said(house, "fc.ability_limit_scope", squad="whoever uses it", user="for each user")
    wasted = _said(house, "fc.hit_downed", off="of which nobody stands", on="of which nobody stands or lies downed")
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
            ("Same ability", f"once a round on a {limit}, {users}"),
            ("Command Points", f"come back {_read(house, 'fc.cp_refresh')}"),
            ("No conditions", f"{targets}; “if” and “unless” are not allowed"),
            ("Wasted fire", f"at a squad {wasted}; it counts as having shot"),
            ("Enemies", "choose as they go, squad by squad"),
        ),
    )


def _may_shoot(house: House, arms: tuple[Armed, ...]) -> Section:
    vehicles = _said(house, "fc.vehicle_all", on="vehicles and the like fire all", off="vehicles too")
    team = _said(
        house,
        "fc.hwt_units",
        one=f"one unit: fires its crewed weapon, or {tables.TEAM_CREW} rifles",
        two=f"{tables.TEAM_CREW} units: both must be able to shoot to fire the crewed weapon; or a rifle each",
    )
    words = list(dict.fromkeys(f"[{tag}]" for armed in arms for tag in armed.weapon.unruled_tags))
    are = f"{words[0]} is a word" if len(words) == 1 else f"{', '.join(words) or 'others'} are words"
    return Section(
        "who-shoots",
        "Who may shoot",
        (),
        _lines(
            ("Standing", "HP above 0"),
            ("Not engaged", "in no enemy’s zone; others of its squad may shoot"),
            ("In range", "steps up, down and sideways; RNG grows by half at the most"),
            ("One weapon", f"and those with [Extra Attacks]; {vehicles}"),
            ("Heavy weapon team", team),
            ("Not yet acted", "no immediate shooting before"),
            ("SPC", f"[Extra Attacks] and [CloseQuarters] have rules; {are} without numbers in the rulebook"),
        ),
    )


def _attack(house: House) -> Section:
    misses = _said(house, "fc.nat1_fails", off="", on=", a natural 1 always misses")
    saves = "; ".join(
        (
            *(
                (f"with a SAV a natural {tables.FACES} always saves",)
                if house.on("fc.save_nat6")
                else ("none when that is above 6",)
            ),
            *(("a natural 1 never does",) if house.on("fc.save_nat1") else ()),
        )
    )
    return Section(
        "attack",
        "One attack",
        (),
        _lines(
            ("Hit", f"ACC less modifiers (together ±{tables.ACC_LIMIT} at most); a natural 6 always hits{misses}"),
            ("Wound", "by the table; a natural 6 always wounds"),
            ("Mixed T", f"a squad’s is {_read(house, 'fc.mixed_t')}"),
            ("Save", f"SAV plus AP on the die; {saves}"),
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


def _wounds() -> Section:
    rows: list[tuple[object, ...]] = [
        (strong, *(f"{wound_number(strong, tough)}+" for tough in TOUGHNESSES)) for strong in STRENGTHS
    ]
    headings = " | ".join(["STR", *(f">T {tough}" for tough in TOUGHNESSES)])
    return Section("wounds", "To wound", (table("Strength against toughness", headings, rows),))


def _health(house: House) -> Section:
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
        _lines(
            ("Who is hit", _read(house, "fc.alloc")),
            ("Further wounds", f"after the last unit has fallen: {_read(house, 'fc.overflow')}"),
        ),
    )


def _zone_picture(eng: int) -> list[str]:
    span = range(-PICTURED, PICTURED + 1)
    return [" ".join("U" if dx == dy == 0 else "#" if in_zone(dx, dy, eng) else "·" for dx in span) for dy in span]


def _engagement(house: House) -> Section:
    walls = _said(house, "fc.range_path", straight="walls or not", around="more round walls")
    pictures = [_zone_picture(eng) for eng in range(1, PICTURED + 1)]
    rows: list[tuple[object, ...]] = [tuple(cells) for cells in zip(*pictures, strict=True)]
    headings = " | ".join(f"^ENG {eng}" for eng in range(1, PICTURED + 1))
    return Section(
        "engagement",
        "Engagement",
        (table("Zones", headings, rows),),
        _lines(
            ("Engaged", "a unit in the zone of a standing enemy, and its squad"),
            ("One-sided", "A with ENG 2 two tiles from B with ENG 1: B is engaged, A is not and may shoot"),
            ("Range", f"counted in steps, never diagonally: 3 across and 4 down are 7, {walls}"),
        ),
    )


def _into_melee(house: House) -> Section:
    part = _said(house, "fc.ffi_partial", whole="some of its standing units are", all="all its standing units are")
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
        _lines(
            ("Into melee", f"fire at a squad when {part} in contact with friends"),
            ("Other modifiers", f"on the second roll: {_read(house, 'fc.ffi_carry')}"),
            ("Friends hit", f"{_read(house, 'fc.ffi_target')}; they are wounded and save as anyone else"),
        ),
    )


def _melee(house: House) -> Section:
    squads = _said(
        house, "fc.close_quarters_reach", off="squads with a unit in an enemy’s zone", on="squads in contact"
    )
    fallen = _said(house, "fc.cq_then_melee", fallen="are out before blows", strike="of close quarters still strike")
    weapons = _said(
        house,
        "fc.melee_one_weapon",
        one="with one melee weapon and those with [Extra Attacks]",
        all="with all their melee weapons",
    )
    return Section(
        "melee",
        "Melee phase",
        (),
        _lines(
            ("1 Close quarters", f"{squads} fire [CloseQuarters] weapons of units that did not shoot; both at once"),
            ("2 Fallen", fallen),
            ("3 Press in", "as many as can come within engagement range"),
            ("4 Blows", f"units in contact strike {weapons}; both at once, so the fallen of this part still strike"),
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
    zones = _said(
        house, "fc.zone_stops", free="enemy zones do not stop it", stop="it ends where it enters an enemy zone"
    )
    lost = _said(house, "fc.recover", off="for good", on="until their squad beside them picks them up")
    return Section(
        "movement",
        "Movement",
        tuple(_move_table(mov, house) for mov in moves),
        _lines(
            ("Squad’s MOV", "that of its slowest standing unit"),
            ("Order", _read(house, "fc.move_order")),
            ("Way", f"in steps, round walls and other squads; {zones}"),
            ("Engaged", "moves by Disengage alone"),
            ("Abandon", f"downed left behind ({lost}) slow nobody; -1 each on this round’s morale roll"),
        ),
    )


def _special(house: House) -> Section:
    rows: list[tuple[object, ...]] = [
        (need, percent(charge_chance(need)), percent(opposed_chance(need))) for need in CHARGES
    ]
    downed = _said(
        house,
        "fc.dis_downed",
        slow="the rest moves away, slowed by them unless abandoned",
        left="they are left behind, the rest moves away",
    )
    until = _said(
        house,
        "fc.charge_measure",
        zone="the tiles to engagement range",
        adjacent="the tiles until both stand side by side",
        plain="the plain distance to the enemy",
    )
    who = _said(
        house, "fc.oppose_needs_engaged", off="a squad that disengages", on="a squad that disengages and was engaged"
    )
    return Section(
        "special-moves",
        "Disengage and Charge",
        (table("Charge by tiles needed", "Tiles | >Alone | >Opposed", rows),),
        _lines(
            ("Either", "for a squad that did not shoot, not both"),
            ("Disengage", f"{DISENGAGE_RISK}; {downed}"),
            ("Charge", f"after the move: {tables.CHARGE_ROLL} must reach {until}"),
            (
                "Opposed",
                f"{who} rolls {tables.CHARGE_ROLL} too against {charges_opposed(house)}; as much or more stops it",
            ),
        ),
    )


def _squad_checks(squads: tuple[tuple[str, tuple[Member, ...]], ...], house: House) -> Table:
    rows: list[tuple[object, ...]] = []
    for name, lines in squads:
        best = best_leadership(*leadership(lines, house))
        check = check_of(lines, house)
        rows.append((name, strength(lines, house), check.short, f"{best}+" if best is not None else "–"))
    return table("Squads", "**Squad | >Units | >Check at | >LD", rows)


def _morale(squads: tuple[tuple[str, tuple[Member, ...]], ...], house: House) -> Section:
    rows: list[tuple[object, ...]] = [
        (f"{ld}+", *(percent(pass_chance(ld, abandoned)) for abandoned in range(4))) for ld in range(5, 11)
    ]
    single = _said(house, "fc.single_unit_half", never="a unit alone never", hp="a unit alone below half its HP")
    half = _said(
        house,
        "fc.strength",
        standing=f"starting units standing; {single}",
        hp="starting HP left",
        living=f"starting units not killed; {single}",
    )
    con = _said(house, "fc.con_sum", sum="of all standing units", best="of the best standing unit")
    return Section(
        "morale",
        "Morale",
        (
            table("To hold, by units abandoned this round", "LD | >0 | >1 | >2 | >3", rows),
            *((_squad_checks(squads, house),) if squads else ()),
        ),
        _lines(
            ("Who rolls", f"squads with less than half their {half}"),
            ("Hero", "the better LD of squad and standing hero"),
            ("Broken", BROKEN),
            ("How long", _read(house, "fc.break_duration")),
            (
                "Objectives",
                f"then others within {counted(objective_radius(house), 'tile')} add the CON {con}",
            ),
        ),
    )


def _end(house: House) -> Section:
    saved = _said(house, "fc.win_saves_downed", off="of a wiped squad", on="of a wiped squad unless the players win")
    return Section(
        "end",
        "End of combat",
        (),
        _lines(
            ("Kept", "downed with a squad that still stands live as wounded"),
            ("Left", f"abandoned, or {saved}: dead on 1 to {tables.DEATH} of a d{tables.FACES}"),
            ("Leaving early", "each engaged squad has to disengage"),
        ),
    )


def _weapons(squads: tuple[tuple[str, tuple[Member, ...]], ...], arms: tuple[Armed, ...]) -> tuple[Section, ...]:
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


def _orders(names: tuple[str, ...], house: House) -> Section:
    note = _said(
        house, "fc.split_fire", one="One target each, without conditions.", split="Targets without conditions."
    )
    rows: list[tuple[object, ...]] = [(name, "", "", "", "", "") for name in names or ("1", "2", "3", "4")]
    return Section(
        "order-form",
        "Orders",
        (
            table(
                "One line a squad",
                "**Squad | **Shoots or fights | *With | *Moves to | **Disengage / Charge | **Abilities (CP)",
                rows,
                note,
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
    arms = tuple(armed for _, lines in squads for line in lines for armed in line.arms)
    return (
        *_sides(review),
        _round(house),
        _may_shoot(house, arms),
        _attack(house),
        _hits(house),
        _wounds(),
        _health(house),
        _engagement(house),
        _into_melee(house),
        _melee(house),
        _movement(moves, house),
        _special(house),
        _morale(squads, house),
        _end(house),
        *_weapons(squads, arms),
        _orders(tuple(name for name, _ in squads), house),
    )
