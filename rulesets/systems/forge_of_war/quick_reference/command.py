"""The blocks on the turn, command, actions, D-markers and chances."""

from __future__ import annotations

from rulesets.core.calculators import percent
from rulesets.core.reference import Line, Section
from rulesets.core.tables import table
from rulesets.core.wording import signed
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.command import (
    COVER_TO_REACH,
    CommandState,
    CommandTest,
    command_modifiers,
    default_action,
    passes,
    rally_modifiers,
    success,
)
from rulesets.systems.forge_of_war.modifiers import modified
from rulesets.systems.forge_of_war.movement import RUNNING, slowed_move
from rulesets.systems.forge_of_war.quick_reference.need import Need
from rulesets.systems.forge_of_war.rally import removed_by
from rulesets.systems.forge_of_war.sequence import turn_lines
from rulesets.systems.forge_of_war.tables import CAPS, DIE, Arm, Cover, Threshold, Training, most_survivors

COMMAND_VALUES = range(3, 11)
STRENGTHS = range(tables.FEWEST_FIGURES, tables.MOST_FIGURES + 1)


def turn_block(need: Need) -> Section:
    """The order of a game turn."""
    house = need.house
    lines = [*turn_lines(house)]
    if need.leaders():
        lends = "attached, he lends his CV" if house.on("leader_cv_for_unit") else "he lends nobody his CV"
        lines.append(Line("Leader", f"a unit of his own; {lends}"))
    return Section("turn", "Turn", lines=tuple(lines))


def command_block(need: Need) -> Section:
    """Command tests and what changes them."""
    house = need.house

    def row(label: str, *states: CommandState, slaughtered: bool = False, hiding: bool = False) -> tuple[object, ...]:
        """The changes by each state to an activation and a rally; empty where there are none."""
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
        row("Terrifying enemy within two of its own moves", CommandState(terrifying=True)),
        row(f"Commander or squad seen in {tables.COMMAND_RANGE}″{themselves}", CommandState(commander=True)),
        row("No enemy in sight", CommandState(no_enemy=True)),
        row("Soft / hard / fortified", *covers),
        row("Just slaughtered a unit", CommandState(), slaughtered=True),
    ]
    if need.option("stances"):
        rows.append(row("Hiding", CommandState(), hiding=True))
    failures = [test.label.lower() for test in CommandTest if not passes(DIE, DIE, test, house)]
    natural = "always fails" if len(failures) == len(CommandTest) else f"fails a test of {' and '.join(failures)}"
    just_one = removed_by(1, DIE, DIE, 0, house) == 1
    lines = [
        Line("Natural 10", natural),
        Line(
            "Rally",
            f"one D-marker removed for each point below the value, on a 1 {'just' if just_one else 'at least'} one",
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


def actions_block(need: Need) -> Section:
    """What an activated unit may do."""
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
        lines.append(Line("Sniper’s spotter", spotter[house.choice("sniper_crew")]))
    lines += [
        Line("Contact", "starts close combat at once and ends the activation"),
        Line("Fails", f"if an enemy is in sight, {default_action(need.option('stances'), house)}"),
        Line("Nearest cover", COVER_TO_REACH),
        Line("A third left, fails", f"withdraws {RUNNING}; {edge}"),
        Line("Fails again", "a D-marker, at the cap a figure, and withdraws on"),
    ]
    return Section("actions", "Actions", lines=tuple(lines))


def markers_block(need: Need) -> Section:
    """D-markers: how they come, what they do, how they go."""
    house = need.house
    rows: list[tuple[object, ...]] = [(band.label, CAPS[band]) for band in need.bands()]
    caps = (table("Most D-markers", "*Training | ^Cap", rows),) if rows else ()
    whole = tables.MOVES[Arm.INFANTRY]
    slower = whole - slowed_move(whole, 1, house)
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


def chances_block(need: Need) -> Section:
    """The chance of each value on the d10."""
    values = [cv for cv in COMMAND_VALUES if need.all or any(unit.cv == cv for unit in need.units)]
    caps = range(max(CAPS[band] for band in need.bands() or tuple(Training)) + 1)
    rows: list[tuple[object, ...]] = [
        (f"CV {cv}", *(percent(success(cv - count, CommandTest.ACTIVATION, need.house)) for count in caps))
        for cv in values or COMMAND_VALUES
    ]
    headings = " | ".join(f"^{count} D" for count in caps)
    return Section("chances", "Chance to activate", (table("By CV and D-markers", f"*CV | {headings}", rows),))


def thresholds_block(need: Need) -> Section:
    """Figures left at which a unit counts as reduced."""
    strengths = sorted({unit.figures for unit in need.units if not unit.is_vehicle and unit.figures > 1})
    rows: list[tuple[object, ...]] = [
        (start, *(most_survivors(start, at) for at in (Threshold.HALF, Threshold.THIRD, Threshold.LOST_QUARTERS)))
        for start in (STRENGTHS if need.all or not strengths else strengths)
    ]
    return Section(
        "thresholds", "Strength", (table("Reached at so many left", "Start | ^Half | ^Third | ^¾ lost", rows),)
    )
