"""The quick-reference sheet: complete, or with what one force needs, under the readings played.

Numbers come from the functions that the calculators use, so that a house rule changes both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesets.core.calculators import percent
from rulesets.core.houserules import House
from rulesets.core.reference import Line, Section, Table, house_rules_listed, table
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.activation import default_action
from rulesets.systems.forge_of_war.catalogue import CATALOGUE, RULINGS, dice_in_words, notes_in_words, range_in_words
from rulesets.systems.forge_of_war.close_combat import (
    LEAVING,
    OPEN_CHARGE,
    Charge,
    Fighters,
    defenders_first,
    fighting_modifiers,
)
from rulesets.systems.forge_of_war.command import (
    CommandState,
    CommandTest,
    command_modifiers,
    passes,
    rally_modifiers,
    success,
)
from rulesets.systems.forge_of_war.hits import Pool, die_chance
from rulesets.systems.forge_of_war.indirect_fire import dice_for
from rulesets.systems.forge_of_war.modifiers import modified, plain, signed
from rulesets.systems.forge_of_war.movement import care_in_words, careful, slowed
from rulesets.systems.forge_of_war.profiles import Accuracy, Fire, Weapon
from rulesets.systems.forge_of_war.rally import removed_by
from rulesets.systems.forge_of_war.reactions import NO_REACTION, ORDERS
from rulesets.systems.forge_of_war.shots import (
    Aim,
    FireMode,
    Shooters,
    Volley,
    cover_given,
    shot_modifiers,
    weapon_entry,
)
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    COVERS,
    DIE,
    MARGINS,
    Arm,
    Cover,
    Damage,
    Stance,
    Threshold,
    Training,
    most_survivors,
)
from rulesets.systems.forge_of_war.units import (
    ListedReview,
    Statline,
    base_move,
    played_wv,
    short_name,
    statline,
    without_spotter,
)
from rulesets.systems.forge_of_war.vehicle_damage import STILL_INSIDE

COMMAND_VALUES = range(3, 11)
STRENGTHS = range(tables.FEWEST_FIGURES, tables.MOST_FIGURES + 1)
SHORTFALLS = range(10)
KINDS_OF_COVER = tuple(kind for kind in Cover if kind is not Cover.NONE)
OPTION_SWITCHES = {
    "covering_fire": ("coverfire_penalty", "coverfire_trigger", "coverfire_with_shoot"),
    "stances": ("default_move_and_hide",),
    "reaction_tests": ("reaction_flee",),
    "indirect_fire": ("indirect_sv_for_hits", "indirect_attack"),
}
"""The switches that are about an optional rule alone."""


class Need:
    """What a sheet must hold: everything, or what the units and settings of one force call for."""

    def __init__(self, review: ListedReview | None) -> None:
        """Take stock of a force; ``None`` asks for the complete sheet."""
        self.review = review
        self.house = House(RULINGS) if review is None else review.house
        self.units: tuple[Statline, ...] = ()
        if review is not None:
            self.units = tuple(statline(unit.spec, review.catalogue, review.house) for _, unit in review.force.units())

    @property
    def all(self) -> bool:
        """Whether the sheet is to be complete."""
        return self.review is None

    def vehicles(self) -> bool:
        """Whether there are vehicles."""
        return self.all or any(unit.is_vehicle for unit in self.units)

    def damage(self) -> bool:
        """Whether rules on damage to vehicles are needed: opponents may have some, which weapons of WV 1 harm."""
        return self.vehicles() or any(armed.weapon.wv > 0 for unit in self.units for armed in unit.weapons)

    def arm(self, arm: Arm) -> bool:
        """Whether units of that troop type are there."""
        return self.all or any(unit.arm is arm for unit in self.units)

    def jumps(self) -> bool:
        """Whether some unit jumps."""
        return self.all or any(unit.jump_packs or unit.skimmer for unit in self.units)

    def leaders(self) -> bool:
        """Whether there are leaders."""
        return self.all or any(unit.leader for unit in self.units)

    def option(self, name: str) -> bool:
        """Whether an optional rule is in use, or a house rule chosen is about it."""
        if self.review is None or getattr(self.review.force.spec, name):
            return True
        return any(played.ruling.switch in OPTION_SWITCHES[name] for played in self.house.changed())

    def bands(self) -> tuple[Training, ...]:
        """Training bands that are there."""
        return tuple(band for band in Training if self.all or any(unit.training is band for unit in self.units))

    def weapons(self) -> tuple[str, ...]:
        """Keys of the weapons that are there, in catalogue order; both rounds of a launcher."""
        catalogue = CATALOGUE if self.review is None else self.review.catalogue
        carried = {armed.entry.key for unit in self.units for armed in unit.weapons}
        launchers = {armed.weapon.launcher for unit in self.units for armed in unit.weapons} - {""}
        return tuple(
            entry.key
            for entry in catalogue.of_kind("weapon")
            if self.all or entry.key in carried or entry.spec.launcher in launchers
        )

    def profiles(self) -> tuple[Weapon, ...]:
        """The weapons that are there."""
        catalogue = CATALOGUE if self.review is None else self.review.catalogue
        found = (catalogue.spec(Weapon, "weapon", key) for key in self.weapons())
        return tuple(weapon for weapon in found if weapon is not None)


def sections(review: ListedReview | None) -> tuple[Section, ...]:
    """The sheet: complete for ``None``, else what the force's units and settings need."""
    need = Need(review)
    made = [
        _turn(need),
        _command(need),
        _actions(need),
        _markers(need),
        _chances(need),
        _movement(need),
        _cover(need.house),
        _shooting(need),
        _weapons(need),
        _hits(need),
        _close_combat(need),
        _vehicles(need),
        _options(need),
        _thresholds(need),
        _readings(need),
    ]
    return tuple(section for section in made if section is not None)


def _turn(need: Need) -> Section:
    house = need.house
    rally = {
        "fail_passes": "a failed rally passes it too",
        "never_passes": "a rally never passes it",
        "needs_activation": "to rally, activate first",
    }[house.choice("rally_initiative")]
    lines = [
        Line("Initiative", "each d10, ties again; the higher chooses who begins"),
        Line("Attempt", "name a unit: activate, rally, fight on or disengage; once a turn"),
        Line("Success", f"act, then name the next unit{' or hand over' if house.on('voluntary_pass') else ''}"),
        Line("Failure", f"initiative passes, if the other side has units left; {rally}"),
        Line("End", "when every unit has tried"),
    ]
    if need.leaders():
        lends = "attached, he lends his CV" if house.on("leader_cv_for_unit") else "he lends nobody his CV"
        lines.append(Line("Leader", f"a unit of his own; {lends}"))
    return Section("turn", "Turn", lines=tuple(lines))


def _command(need: Need) -> Section:
    house = need.house

    def row(label: str, *states: CommandState, slaughtered: bool = False, hiding: bool = False) -> tuple[object, ...]:
        """What each of the states changes in an activation and in a rally; empty where it changes nothing."""
        activation = [modified(0, command_modifiers(state, CommandTest.ACTIVATION, house)) for state in states]
        rallying = [modified(0, rally_modifiers(state, slaughtered, hiding, house)) for state in states]
        return (
            label,
            *(" / ".join(map(signed, amounts)) if any(amounts) else "" for amounts in (activation, rallying)),
        )

    own = CommandState(commander=True, own_command=True)
    themselves = ", they too" if any(command_modifiers(own, CommandTest.ACTIVATION, house)) else ""
    covers = (CommandState(cover=kind) for kind in (Cover.SOFT, Cover.HARD, Cover.FORTIFIED))
    rows = [
        row("Each D-marker", CommandState(markers=1)),
        row("Half strength or less", CommandState(start=2, now=1)),
        row("Terrifying enemy within its two moves", CommandState(terrifying=True)),
        row(f"Commander or squad seen in {tables.COMMAND_RANGE}″{themselves}", CommandState(commander=True)),
        row("No enemy in sight", CommandState(no_enemy=True)),
        row("Soft / hard / fortified", *covers),
        row("Just slaughtered a unit", CommandState(), slaughtered=True),
    ]
    if need.option("stances"):
        rows.append(row("Hiding", CommandState(), hiding=True))
    missed = [test.label.lower() for test in CommandTest if not passes(DIE, DIE, test, house)]
    natural = "always fails" if len(missed) == len(CommandTest) else f"fails a test of {' and '.join(missed)}"
    just_one = removed_by(1, DIE, DIE, 0, house) == 1
    lines = [
        Line("Natural 10", natural),
        Line(
            "Rally", f"one D-marker off for each point below the value, on a 1 {'just' if just_one else 'at least'} one"
        ),
    ]
    if passes(1, 0, CommandTest.ACTIVATION, house):
        lines.insert(1, Line("Natural 1", "always activates and reacts"))
    alike = "* also disengage, react and bale out"
    if house.choice("baleout_modifiers") == "markers_only":
        alike = "* also disengage and react"
        lines.append(Line("Bale out", "CV less D-markers only"))
    return Section(
        "command",
        "Command test",
        (table("d10 at or under CV", "***Modifier | ^Activate* | ^Rally", rows, alike),),
        tuple(lines),
    )


def _actions(need: Need) -> Section:
    house = need.house
    heavy = need.all or any(weapon.heavy for weapon in need.profiles())
    deploy = ", deploy a heavy weapon" if heavy and house.on("heavy_deploy") else ""
    edge = {"lost": "lost at the table edge", "stays": "stops at the table edge"}[house.choice("withdraw_off_table")]
    lines = [Line("Two of", f"move, shoot{deploy}; only a move twice")]
    extra = []
    if need.option("covering_fire"):
        extra.append(f"covering fire, {'also' if house.on('coverfire_with_shoot') else 'not'} with shooting")
    if need.option("stances"):
        extra.append("to or from cautious")
    if extra:
        lines.append(Line("An action", "; ".join(extra)))
    if heavy:
        fires = {"loader_idle": "the second does not fire", "loader_fires": "the second fires too"}
        light = "not on vehicles, mounts, in power armour"
        lines.append(Line("Heavy weapon", f"{tables.HEAVY_CREW} men, {fires[house.choice('heavy_crew')]}; {light}"))
    if any(weapon.second_is_spotter for weapon in need.profiles()):
        spotter = {"none": "needs none", "warn": "should have one", "error": "cannot fire without one"}
        lines.append(Line("Sniper’s spotter", spotter[without_spotter(house)]))
    lines += [
        Line("Contact", "starts close combat at once and ends the activation"),
        Line("Fails", f"if an enemy is in sight, {default_action(need.option('stances'), house)}"),
        Line("A third left, fails", f"withdraws two full moves, straight away; {edge}"),
        Line("Fails again", "a D-marker, at the cap a figure, and withdraws on"),
    ]
    return Section("actions", "Actions", lines=tuple(lines))


def _markers(need: Need) -> Section:
    house = need.house
    rows: list[tuple[object, ...]] = [(band.label, CAPS[band]) for band in need.bands()]
    caps = (table("Most D-markers", "*Training | ^Cap", rows),) if rows else ()
    whole = tables.MOVES[Arm.INFANTRY]
    slower = whole - slowed(whole, 1, house)
    each = signed(modified(0, command_modifiers(CommandState(markers=1), CommandTest.ACTIVATION, house)))
    permanent = "and taken at once" if house.on("perm_markers_auto") else "left by a rally, not given"
    leader = ", losing the leader it has" if int(house.choice("leader_loss_marker")) else ""
    return Section(
        "markers",
        "D-markers",
        caps,
        (
            Line("Each", f"{each} to CV, SV and FV{f', −{slower}″ to a move' if slower else ''}"),
            Line("At the cap", "a figure is lost instead"),
            Line(
                "Permanent",
                f"{tables.PERMANENT_HALF} from half lost, {tables.PERMANENT_QUARTER} from ¾ lost; {permanent}",
            ),
            Line("From", f"hits, rushing ground or obstacles, failing to disengage, lost cohesion{leader}"),
        ),
    )


def _chances(need: Need) -> Section:
    values = [cv for cv in COMMAND_VALUES if need.all or any(unit.cv == cv for unit in need.units)]
    caps = range(max(CAPS[band] for band in need.bands() or tuple(Training)) + 1)
    rows: list[tuple[object, ...]] = [
        (f"CV {cv}", *(percent(success(cv - count, CommandTest.ACTIVATION, need.house)) for count in caps))
        for cv in values or COMMAND_VALUES
    ]
    headings = " | ".join(f"^{count} D" for count in caps)
    return Section("chances", "Chance to activate", (table("By CV and D-markers", f"*CV | {headings}", rows),))


def _movement(need: Need) -> Section:
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
    entered = [told for arm, told in buildings.items() if need.arm(arm)]
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
    if entered:
        lines.append(Line("Buildings", "; ".join(entered)))
    note = "* ours: the rulebook gives none" if need.arm(Arm.MONSTROUS) else ""
    moves = (table("A move action", "*Troop type | ^Move | ^Careful", rows, note),) if rows else ()
    return Section("movement", "Movement", moves, tuple(lines))


def _cover(house: House) -> Section:
    given = {kind: cover_given(kind, house) for kind in KINDS_OF_COVER}
    armour, aimed = (any(each[place] for each in given.values()) for place in (0, 1))
    rows: list[tuple[object, ...]] = [
        (
            kind.label,
            COVERS[kind].examples,
            signed(COVERS[kind].activation),
            *((signed(given[kind][0]),) if armour else ()),
            *((signed(-given[kind][1]),) if aimed else ()),
        )
        for kind in KINDS_OF_COVER
    ]
    headings = f"*Cover | **Such as | ^Activate{' | ^AV' if armour else ''}{' | ^Shot at' if aimed else ''}"
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


_RIFLE = weapon_entry(Volley().weapon, "weapon", CATALOGUE)
_AIM = Aim(_RIFLE.spec.range // 2, Arm.INFANTRY, None, 0, Cover.NONE, False)


def _shot(house: House, shooters: Shooters | None = None, **aim: Any) -> int:
    """What changes the Shooting Value of a shot within half range at an unarmoured target in the open."""
    return modified(0, shot_modifiers(shooters or Shooters(), _RIFLE, replace(_AIM, **aim), house))


def _moving(house: House, mode: FireMode = FireMode.NORMAL) -> tuple[int, int]:
    """What a slow and a fast move cost shooters."""
    slow, fast = (_shot(house, Shooters(moved=moved), mode=mode) for moved in (tables.SLOW_MOVE, tables.SLOW_MOVE + 1))
    return slow, fast


def _shooting(need: Need) -> Section:
    house = need.house
    given = [cover_given(kind, house) for kind in KINDS_OF_COVER]
    armour = any(added for added, _ in given)
    costs = [-cost for _, cost in given]
    covers = [("Soft / hard / fortified / bunker", " / ".join(map(signed, costs)))] if any(costs) else []
    rows: list[tuple[object, ...]] = [
        ("Each D-marker of the shooters", signed(_shot(house, Shooters(markers=1)))),
        (f"Target’s AV{', cover included' if armour else ''}, less WV", "−AV"),
        *covers,
        ("Over half range", signed(_shot(house, distance=_RIFLE.spec.range))),
        (f"Moves up to {tables.SLOW_MOVE}″ / more, before or after", " / ".join(map(signed, _moving(house)))),
        (f"Target moved over {tables.SLOW_MOVE}″", signed(_shot(house, fast=True))),
        (f"Within {tables.POINT_BLANK}″, no contact", signed(_shot(house, distance=tables.POINT_BLANK))),
    ]
    if need.option("stances"):
        careful_av, hiding = (signed(tables.STANCE_ARMOUR[stance]) for stance in (Stance.CAUTIOUS, Stance.HIDING))
        rows.append(("Cautious / hiding target: AV", f"{careful_av} / {hiding}"))
        rows.append(("Cautious shooters", signed(_shot(house, Shooters(stance=Stance.CAUTIOUS)))))
    ten = "cannot miss" if die_chance(DIE, house) == 1 else "still misses on a natural 10"
    return Section(
        "shooting",
        "Shooting",
        (
            table("d10 at or under SV", "****Modifier | ^SV", rows),
            _low_values(house),
        ),
        (
            Line(f"Value {DIE} or more", f"{ten}, in close combat too"),
            Line("Target", "in range, half a base seen, not in close combat"),
            Line("Split", "one anti-personnel and one anti-tank target at most"),
        ),
    )


def _low_values(house: House) -> Table:
    """Rolling at values of 0 or less: the divisor of the dice and what a re-rolled 1 needs."""
    rows: list[tuple[object, ...]] = [("1s again, need", *(DIE - short for short in SHORTFALLS))]
    note = "All dice are rolled."
    if house.on("zero_pool_divisor"):
        what = {"dice": "Dice", "figures": "Figures"}[house.choice("zero_pool_basis")]
        rows.insert(0, (f"{what} ÷", *(Pool(1, 1, -short).divisor for short in SHORTFALLS)))
        rounded = {
            "weapon": "for each weapon",
            "value": "for all weapons of one value together",
            "unit": "once for the unit, the best chances first",
        }[house.choice("zero_pool_group")]
        note = f"{what} rounded up {rounded}."
    headings = " | ".join(f"^{plain(-short)}" for short in SHORTFALLS)
    return table("Value 0 or less", f"**Value | {headings}", rows, note)


def _weapons(need: Need) -> Section | None:
    catalogue = CATALOGUE if need.review is None else need.review.catalogue
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
                    range_in_words(weapon),
                    plain(played_wv(entry, need.house)),
                    dice_in_words(weapon.weight_of_fire),
                    notes_in_words(weapon, need.house),
                )
            )
    if not rows:
        return None
    as_at = {"vehicle": "vehicles", "infantry": "infantry"}
    monsters = f"Monsters: dice as at {as_at[need.house.choice('monster_target_kind')]}." if by_target else ""
    headings = "***Weapon | ^Range/½ | ^WV | *Dice | ****Notes"
    return Section("weapons", "Weapons", (table("Dice n/n/n: at infantry, horde, vehicle", headings, rows, monsters),))


def _hits(need: Need) -> Section:
    house = need.house
    order = {"excess_first": "before the owner’s choice", "chosen_first": "after the owner’s choice"}
    seen = {"wounds": "every wound seen takes a hit", "figures": "every figure seen takes one hit"}
    lines = [
        Line("Each hit", "the owner gives a figure or takes a D-marker"),
        Line(
            "Beyond those seen", f"D-markers to the cap, {order[house.choice('excess_hits_order')]}; the rest is lost"
        ),
        Line("Wounds", f"a hurt figure is lost before a fresh one is hurt; {seen[house.choice('visible_basis')]}"),
    ]
    weapons = need.profiles()
    if any(weapon.weight_of_fire.kind is Fire.AREA for weapon in weapons):
        automatic = house.choice("flame_hits") == "automatic"
        lines.append(Line("Area", "all in it are hit, friends too" if automatic else "attacks each in it, friends too"))
    if need.arm(Arm.INFANTRY):
        each = {"per_rifle": "each rifle", "per_unit": "a unit’s rifles together"}[house.choice("sniper_auto")]
        lines.append(Line("Snipers", f"{each}: a D-marker on infantry hit or miss, above the cap too"))
    backfires = [weapon for weapon in weapons if weapon.backfires_on and weapon.backfire_hits]
    if backfires:
        alike = all((weapon.backfires_on, weapon.backfire_hits) == (1, 1) for weapon in backfires)
        told = "on 1 a hit on the firers" if alike else "hits on the firers as the weapon’s notes say"
        rolled = {"per_rifle": "a d10 for each", "per_unit": "one d10 for the unit"}[house.choice("plasma_backfire")]
        lines.append(Line("Backfire", f"{rolled} after firing: {told}"))
    return Section("hits", "Hits", lines=tuple(lines))


def _close_combat(need: Need) -> Section:
    house = need.house
    bare, behind = Fighters(av=0), Charge(obstacle=True)

    def changed(charge: Charge = OPEN_CHARGE, initial: bool = False, **own: int) -> int:
        """What changes the Fighting Value of attackers; unarmoured defenders are their like but for ``own``."""
        attackers = replace(bare, **own)  # type: ignore[arg-type]
        return modified(0, fighting_modifiers(attackers, bare, charge, initial, True, house))

    charged = changed(initial=True)
    always = changed(behind) != 0
    guarded = "Behind an obstacle; charged in hard cover" if always else "Charged behind an obstacle or in hard cover"
    values = {"printed": "printed", "modified": "after D-markers"}[house.choice("fv_compare")]
    edge = [signed(changed(fv=bare.fv + better)) for better in (tables.FV_EDGE, -tables.FV_EDGE)]
    rows: list[tuple[object, ...]] = [
        ("Each D-marker", signed(changed(markers=1))),
        ("Target’s AV", "−AV"),
        (guarded, signed(changed(behind, initial=True) - charged)),
        (f"FV ({values}) {tables.FV_EDGE} better / worse than the enemy’s", " / ".join(edge)),
        ("Close combat weapon", "+value"),
    ]
    if charged:
        rows.append(("Charged this turn", signed(charged)))
    if need.option("stances"):
        rows.append(("Enemy hides, first round", signed(tables.HIDING_ATTACKED)))
    first = "Into cover" if defenders_first(Charge(cover=Cover.SOFT), True, house) else "Into hard cover"
    fight = {"contact": "each figure in contact", "all": "every figure of the unit"}[house.choice("cc_fighters")]
    rounds = {"each_activation": "at each side’s activation: two a turn", "once_per_turn": "one a turn"}
    struck = "those who get away are struck once; fails" if house.on("disengage_free_attack") else "fails"
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
            Line("Disengage", f"command test; {struck}: a D-marker or wound, and stays"),
            Line("Away", LEAVING),
            Line("A third left", "test even so; fails: is struck, then runs"),
        ),
    )


def _vehicles(need: Need) -> Section | None:
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
    left = {"destroyed": "it is destroyed", "ignored": "no more happens"}[house.choice("vehicle_no_system_left")]
    again = {"light": "a hit does light damage", "margin": "its own margin counts"}[
        house.choice("vehicle_reroll_damage")
    ]
    fists = {
        "needs_value": "harms it only with a close combat value of 1 or more",
        "never": "never harms it",
        "normal": "harms it by this table",
    }[house.choice("cc_vs_vehicle")]
    listed = {"one_system": "one system, N times the dice", "n_systems": "N systems"}[house.choice("vehicle_xn")]
    lines = [
        Line("AV", "front plus, rear minus the number in brackets; top as sides"),
        Line("WV 0", "cannot harm a vehicle"),
        Line("Re-rolled 1", again),
        Line(Damage.LIGHT.label, "a D-marker; beyond the cap moderate"),
        Line(Damage.MODERATE.label, f"owner: a weapon system or the propulsion; {wounds}"),
        Line("Nothing left to give", left),
        Line("A weapon ×N", listed),
        Line("Close combat", fists),
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


def _options(need: Need) -> Section | None:
    house = need.house
    lines: list[Line] = []
    if need.option("covering_fire"):
        slow, fast = _moving(house, FireMode.COVERING)
        moved = plain(slow) if slow == fast else f"{plain(slow)}, over {tables.SLOW_MOVE}″ {plain(fast)}"
        enemy = {"entering_los": "comes into sight", "moving_in_los": "moves in sight"}
        lines += [
            Line(
                "Covering fire",
                f"a shot a turn at an enemy that {enemy[house.choice('coverfire_trigger')]}; after a move {moved}",
            ),
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
        cost = plain(_shot(house, mode=FireMode.REACTION))
        lines += [
            Line(
                "Reaction",
                f"enemy moves in the open in {tables.REACTION_RANGE}″: test, fire at {cost}; without guns charge",
            ),
            Line("No reaction", NO_REACTION),
            Line("Flees", f"{flee} when the value is below {tables.REACTION_FLEE_BELOW}: a move away"),
        ]
    if need.option("indirect_fire"):
        lines += _indirect(house)
    return Section("options", "Optional rules", lines=tuple(lines)) if lines else None


def _indirect(house: House) -> list[Line]:
    spotter = "a friend out of close combat sees"
    if house.choice("indirect_attack") == "weight_of_fire":
        return [Line("Indirect", f"{spotter} the target; the weapon’s dice as in direct fire, no template")]
    shell = Weapon(range=2)
    accurate, near, far = (
        f"{dice_for(shell, accuracy, distance)}d{DIE}"
        for accuracy, distance in ((Accuracy.ACCURATE, 2), (Accuracy.INACCURATE, 1), (Accuracy.INACCURATE, 2))
    )
    whose = {"firer": "the firer’s SV", "lower": "the lower SV"}[house.choice("indirect_sv_for_hits")]
    return [
        Line("Indirect", f"{spotter} the point; dice less the lower SV = inches off"),
        Line("Fall of shot", f"accurate {accurate}; inaccurate {near} to half range, {far} beyond"),
        Line("Template", f"an attack on each model: {whose}, D-markers, AV less WV, cover"),
    ]


def _thresholds(need: Need) -> Section:
    strengths = sorted({unit.figures for unit in need.units if not unit.is_vehicle and unit.figures > 1})
    rows: list[tuple[object, ...]] = [
        (start, *(most_survivors(start, at) for at in (Threshold.HALF, Threshold.THIRD, Threshold.LOST_QUARTERS)))
        for start in (STRENGTHS if need.all or not strengths else strengths)
    ]
    return Section(
        "thresholds",
        "Strength",
        (table("Reached at so many left", "Start | ^Half | ^Third | ^¾ lost", rows),),
    )


def _readings(need: Need) -> Section:
    lines = house_rules_listed(need.house.changed())
    return Section(
        "readings", "House rules", lines=lines or (Line("Readings", "as by default; see the rulings of this game"),)
    )
