"""A game turn: who does what when, in the words of the turn guide and of the quick reference."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.play import Acts, Segment
from rulesets.core.reference import Line
from rulesets.systems.forge_of_war.command import COVER_TO_REACH, default_action
from rulesets.systems.forge_of_war.movement import RUNNING
from rulesets.systems.forge_of_war.tables import DIE

INITIATIVE, ACTIVATIONS, END = "initiative", "activations", "end"


def turn_lines(house: HouseRules) -> tuple[Line, ...]:
    """A game turn in short."""
    rally = {
        "fail_passes": "a failed rally passes it too",
        "never_passes": "a rally never passes it",
        "needs_activation": "to rally, activate first",
    }[house.choice("rally_initiative")]
    return (
        Line("Initiative", "each d10, ties again; the higher chooses who begins"),
        Line("Attempt", "name a unit: activate, rally, fight on or disengage; once a turn"),
        Line("Success", f"act, then name the next unit{' or hand over' if house.on('voluntary_pass') else ''}"),
        Line("Failure", f"initiative passes, if the other side has units left; {rally}"),
        Line("End", "when every unit has tried"),
    )


def sequence(house: HouseRules) -> tuple[Segment, ...]:
    """The segments of a turn; the initiative goes to and fro in the middle one."""
    first, *attempts, end = turn_lines(house)
    acts = (
        Line("Two of", "move, shoot, deploy a heavy weapon; only a move twice. Contact begins close combat at once."),
        Line("Fails", f"if an enemy is in sight, {default_action(stances=True, house=house)}"),
        Line("Nearest cover", COVER_TO_REACH),
        Line("A third left, fails", f"withdraws {RUNNING}"),
        Line("The other side", "covering fire and reaction tests, where they are played"),
    )
    return (
        Segment(INITIATIVE, "Initiative", Acts.BOTH, (first,), "§8", faces=DIE),
        Segment(ACTIVATIONS, "Activations, in turns", Acts.BOTH, (*attempts, *acts), "§8"),
        Segment(END, "End of the turn", Acts.BOTH, (end,), "§8"),
    )
