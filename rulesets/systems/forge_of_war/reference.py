"""The quick-reference sheet: complete, or with what one force needs."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.houserules import House
from rulesets.core.reference import Line, Section, Table, table
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.catalogue import CATALOGUE, RULINGS, dice_in_words, notes_in_words
from rulesets.systems.forge_of_war.command import CommandTest, success
from rulesets.systems.forge_of_war.modifiers import plain, signed
from rulesets.systems.forge_of_war.profiles import Fire, Weapon
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    COVERS,
    DIE,
    MARGINS,
    POOL_OFFSET,
    Arm,
    Cover,
    Damage,
    Stance,
    Threshold,
    Training,
    most_survivors,
)
from rulesets.systems.forge_of_war.units import ListedReview, Statline, base_move, played_wv, short_name, statline

COMMAND_VALUES = range(3, 11)
STRENGTHS = range(tables.FEWEST_FIGURES, tables.MOST_FIGURES + 1)
SHORTFALLS = range(10)
KINDS_OF_COVER = tuple(kind for kind in Cover if kind is not Cover.NONE)


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
        """Whether rules on vehicles are needed; opponents may have some, so that anti-tank weapons count too."""
        anti_tank = any(armed.weapon.purpose.value != "personnel" for unit in self.units for armed in unit.weapons)
        return self.all or anti_tank or any(unit.is_vehicle for unit in self.units)

    def arm(self, arm: Arm) -> bool:
        """Whether units of that troop type are there."""
        return self.all or any(unit.arm is arm for unit in self.units)

    def jumps(self) -> bool:
        """Whether some unit jumps."""
        return self.all or any(unit.jump_packs or unit.skimmer for unit in self.units)

    def option(self, name: str) -> bool:
        """Whether an optional rule is in use."""
        return self.review is None or bool(getattr(self.review.force.spec, name))

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
        _cover(),
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
    rally = {
        "fail_passes": "a failed rally passes it too",
        "never_passes": "a rally never passes it",
        "needs_activation": "to rally, activate first",
    }[need.house.choice("rally_initiative")]
    lines = [
        Line("Initiative", "each d10, ties again; the higher chooses who begins"),
        Line("Attempt", "name a unit: activate, rally, fight on or disengage; once a turn"),
        Line("Success", "act, then name the next unit"),
        Line("Failure", f"initiative passes, if the other side has units left; {rally}"),
        Line("End", "when every unit has tried"),
    ]
    return Section("turn", "Turn", lines=tuple(lines))


def _command(need: Need) -> Section:
    cover = " / ".join(signed(COVERS[kind].activation) for kind in (Cover.SOFT, Cover.HARD, Cover.FORTIFIED))
    rows: list[tuple[object, ...]] = [
        ("Each D-marker", "−1", "−1"),
        ("Half strength or less", "−1", ""),
        ("Terrifying enemy within its two moves", "−1", "−1"),
        (f"Commander or squad in {tables.COMMAND_RANGE}″, seen", "+1", "+1"),
        ("No enemy in sight", "+1", "+1"),
        ("Soft / hard / fortified", cover, ""),
        ("Just slaughtered a unit", "", "+1"),
    ]
    if need.option("stances"):
        rows.append(("Hiding", "", signed(tables.HIDING_RALLY)))
    natural = "always fails" if need.house.choice("nat10_scope") == "all_command" else "fails to activate or react"
    lines = [
        Line("Natural 10", natural),
        Line("Rally", "removes one D-marker for each point below the value, a 1 at least one"),
    ]
    alike = "* also disengage, react and bale out"
    if need.house.choice("baleout_modifiers") == "markers_only":
        alike = "* also disengage and react"
        lines.append(Line("Bale out", "CV less D-markers only"))
    return Section(
        "command",
        "Command test",
        (table("d10 at or under CV", "***Modifier | ^Activate* | ^Rally", rows, alike),),
        tuple(lines),
    )


def _actions(need: Need) -> Section:
    lines = [
        Line("Two of", "move, shoot, deploy a heavy weapon; only a move twice"),
        Line("Contact", "starts close combat at once and ends the activation"),
        Line("Fails", "one move to near cover or straight away, if an enemy is in sight"),
        Line("A third left, fails", "withdraws two full moves; from the second failure a D-marker or figure"),
    ]
    extra = [
        name for name, option in (("covering fire", "covering_fire"), ("cautious", "stances")) if need.option(option)
    ]
    if extra:
        lines.insert(1, Line("Also", f"{' or '.join(extra)}, an action each"))
    return Section("actions", "Actions", lines=tuple(lines))


def _markers(need: Need) -> Section:
    rows: list[tuple[object, ...]] = [(band.label, CAPS[band]) for band in need.bands()]
    caps = (table("Most D-markers", "*Training | ^Cap", rows),) if rows else ()
    return Section(
        "markers",
        "D-markers",
        caps,
        (
            Line("Each", "−1 to CV, SV and FV"),
            Line("At the cap", "a figure is lost instead"),
            Line("Permanent", f"{tables.PERMANENT_HALF} from half lost, {tables.PERMANENT_QUARTER} from ¾ lost"),
            Line("From", "hits, rushing bad ground or obstacles, failing to disengage, cohesion not regained"),
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
    rows: list[tuple[object, ...]] = []
    for arm in Arm:
        if need.arm(arm):
            inches = base_move(arm, need.house)
            own = "*" if arm is Arm.MONSTROUS else ""
            rows.append((arm.label, f"{inches}″{own}", f"{inches // 2}″"))
    lines = [
        Line("Bad ground", "half with care, or full speed for a D-marker or figure"),
        Line("Obstacle", f"−{tables.OBSTACLE_COST}″ once, or a D-marker; not at the cap"),
        Line("Enemies", f"stay {tables.KEEP_AWAY}″ away or move into contact"),
        Line("Cohesion", f"{tables.COHESION}″, hordes {tables.HORDE_COHESION}″"),
        Line("Climb", f"{tables.FLOOR_CLIMB}″ a floor; fire over friends at enemies {tables.FIRE_OVER}″ beyond"),
    ]
    if need.jumps():
        lines.append(Line("Jump", f"{tables.JUMP}″, once, never into contact; a hit if it lands in bad ground"))
    if need.arm(Arm.CAVALRY):
        lines.append(Line("Dismounted", f"one in {tables.MOUNT_HOLDERS} holds the mounts"))
    if need.arm(Arm.ARMOUR):
        lines.append(Line("Armour in buildings", "a D-marker each move"))
    note = "* ours: the rulebook gives none" if need.arm(Arm.MONSTROUS) else ""
    moves = (table("A move action", "*Troop type | ^Move | ^Careful", rows, note),) if rows else ()
    return Section("movement", "Movement", moves, tuple(lines))


def _cover() -> Section:
    rows: list[tuple[object, ...]] = [
        (kind.label, COVERS[kind].examples, signed(COVERS[kind].activation), signed(-COVERS[kind].shooting))
        for kind in KINDS_OF_COVER
    ]
    return Section(
        "cover",
        "Cover",
        (table("Kinds of cover", "*Cover | **Such as | ^Activate | ^Shot at", rows),),
        (
            Line("Unseen", "no target until it fires out of it: then the cover is blown"),
            Line("Inside one cover", f"ranges {tables.SAME_COVER_RANGE}″"),
        ),
    )


def _shooting(need: Need) -> Section:
    rows: list[tuple[object, ...]] = [
        ("Each D-marker of the shooters", "−1"),
        ("Target’s AV, less WV", "−AV"),
        (
            "Soft / hard / fortified / bunker",
            " / ".join(signed(-COVERS[kind].shooting) for kind in Cover if kind is not Cover.NONE),
        ),
        ("Over half range", "−1"),
        (f"Moves up to {tables.SLOW_MOVE}″ / more, before or after", "−1 / −2"),
        (f"Target moved over {tables.SLOW_MOVE}″", "−1"),
        (f"Within {tables.POINT_BLANK}″, no contact", "+1"),
    ]
    if need.option("stances"):
        careful, hiding = (signed(tables.STANCE_ARMOUR[stance]) for stance in (Stance.CAUTIOUS, Stance.HIDING))
        rows.append(("Cautious / hiding target: AV", f"{careful} / {hiding}"))
        rows.append(("Cautious shooters", signed(tables.STANCE_SHOOTING[Stance.CAUTIOUS])))
    return Section(
        "shooting",
        "Shooting",
        (
            table("d10 at or under SV", "****Modifier | ^SV", rows),
            _low_values(need.house),
        ),
        (
            Line("Target", "in range, half a base seen, not in close combat"),
            Line("Split", "one anti-personnel and one anti-tank target at most"),
        ),
    )


def _low_values(house: House) -> Table:
    """Rolling at values of 0 or less: the divisor of the dice and what a re-rolled 1 needs."""
    divides = house.on("zero_pool_divisor")
    rows: list[tuple[object, ...]] = [
        ("Dice ÷", *((POOL_OFFSET + short) if divides else "–" for short in SHORTFALLS)),
        ("1s again, need", *(DIE - short for short in SHORTFALLS)),
    ]
    headings = " | ".join(f"^{plain(-short)}" for short in SHORTFALLS)
    return table("Value 0 or less", f"**Value | {headings}", rows, "Dice rounded up for each weapon.")


def _weapons(need: Need) -> Section | None:
    catalogue = CATALOGUE if need.review is None else need.review.catalogue
    rows: list[tuple[object, ...]] = []
    for key in need.weapons():
        entry = catalogue.get("weapon", key)
        if entry is not None and isinstance(entry.spec, Weapon):
            weapon = entry.spec
            half = f"{weapon.range // 2}" if weapon.range % 2 == 0 else f"{weapon.range / 2}"
            rows.append(
                (
                    short_name(entry),
                    f"{weapon.range}/{half}",
                    plain(played_wv(entry, need.house)),
                    dice_in_words(weapon.weight_of_fire),
                    notes_in_words(weapon, need.house),
                )
            )
    if not rows:
        return None
    headings = "***Weapon | ^Range/½ | ^WV | *Dice | ****Notes"
    return Section("weapons", "Weapons", (table("Dice n/n/n: at infantry, horde, vehicle", headings, rows),))


def _hits(need: Need) -> Section:
    lines = [
        Line("Each hit", "the owner gives a figure or takes a D-marker"),
        Line("Beyond those seen", "D-markers to the cap, the rest is lost"),
        Line("Wounds", "a hurt figure is lost before a fresh one is hurt"),
    ]
    weapons = need.profiles()
    if any(weapon.weight_of_fire.kind is Fire.AREA for weapon in weapons):
        automatic = need.house.choice("flame_hits") == "automatic"
        lines.append(Line("Area", "all in it are hit, friends too" if automatic else "attacks each in it, friends too"))
    if any(weapon.auto_markers for weapon in weapons):
        lines.append(Line("Sniper", "infantry take a D-marker hit or miss, above the cap too"))
    backfires = [weapon for weapon in weapons if weapon.backfires_on and weapon.backfire_hits]
    if backfires:
        alike = all((weapon.backfires_on, weapon.backfire_hits) == (1, 1) for weapon in backfires)
        told = "on 1 a hit on the firers" if alike else "hits on the firers as the weapon’s notes say"
        lines.append(Line("Backfire", f"a d10 for each after firing: {told}"))
    return Section("hits", "Hits", lines=tuple(lines))


def _close_combat(need: Need) -> Section:
    rows: list[tuple[object, ...]] = [
        ("Each D-marker", "−1"),
        ("Target’s AV", "−AV"),
        ("Target defends an obstacle or hard cover", plain(tables.CLOSE_COMBAT_OBSTACLE)),
        (f"FV {tables.FV_EDGE} better / worse than the enemy’s", "+1 / −1"),
        ("Close combat weapon", "+value"),
    ]
    if need.house.choice("charge_bonus") == "1":
        rows.append(("Charged this turn", "+1"))
    if need.option("stances"):
        rows.append(("Enemy hides, first round", signed(tables.HIDING_ATTACKED)))
    return Section(
        "close-combat",
        "Close combat",
        (table("d10 at or under FV", "****Modifier | ^FV", rows),),
        (
            Line("Charge", "up to two moves into contact; both strike at once"),
            Line("Into cover", "defenders first, unless the chargers have fragmentation grenades"),
            Line("Dice", "attacks of each figure in contact"),
            Line("Fight on", "no test, its only action; free figures close up first"),
            Line("Disengage", "command test; fails: a D-marker or wound, and stays"),
            Line("A third left", "test even so; fails: is struck, then runs"),
        ),
    )


def _vehicles(need: Need) -> Section | None:
    if not need.vehicles():
        return None
    ladder: list[tuple[object, ...]] = [("Damage", *(damage.label for damage in MARGINS))]
    margins = " | ".join(f"^{margin}" for margin in range(len(MARGINS) - 1))
    wounds = {
        "any_result": "a wound cancels one result",
        "moderate_only": "a wound cancels a moderate result",
        "none": "wounds cancel nothing",
    }[need.house.choice("vehicle_wounds")]
    return Section(
        "vehicles",
        "Vehicles",
        (table("Hit value less the die", f"Margin | {margins} | ^{len(MARGINS) - 1}+", ladder),),
        (
            Line("AV", "front plus, rear minus the number in brackets; top as sides"),
            Line("WV 0", "cannot harm a vehicle"),
            Line(Damage.LIGHT.label, "a D-marker; beyond the cap moderate"),
            Line(Damage.MODERATE.label, f"owner: a weapon system or the propulsion; {wounds}"),
            Line("Bale out", "stopped or destroyed: command test, a hit for each point of failure"),
            Line("Turret, pintle", "fire over friends; skimmers over all units"),
        ),
    )


def _options(need: Need) -> Section | None:
    lines: list[Line] = []
    if need.option("covering_fire"):
        moved = {
            "flat_minus2": plain(tables.COVERING_MOVED),
            "normal_move_penalty": "the usual penalty",
            "cumulative": f"{plain(tables.COVERING_MOVED)} and the usual penalty",
        }[need.house.choice("coverfire_penalty")]
        lines.append(Line("Covering fire", f"shoot once at an enemy that comes into sight; after a move {moved}"))
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
        }[need.house.choice("reaction_flee")]
        lines += [
            Line(
                "Reaction",
                f"enemy moves in the open in {tables.REACTION_RANGE}″: test, fire at {plain(tables.REACTION_FIRE)}",
            ),
            Line("Flees", f"{flee} when the value is below {tables.REACTION_FLEE_BELOW}"),
        ]
    if need.option("indirect_fire"):
        lines += [
            Line("Indirect", "a friend sees the point; dice less the lower SV = inches off"),
            Line("Fall of shot", "accurate 1d10; inaccurate 1d10 to half range, 2d10 beyond"),
            Line("Template", "one attack on each model: D-markers, AV less WV, cover"),
        ]
    return Section("options", "Optional rules", lines=tuple(lines)) if lines else None


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
    changed = () if need.review is None else need.review.house.changed()
    lines = tuple(Line(played.ruling.question, played.text) for played in changed)
    return Section(
        "readings", "House rules", lines=lines or (Line("Readings", "as by default; see the rulings of this game"),)
    )
