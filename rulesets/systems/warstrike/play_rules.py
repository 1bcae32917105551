"""The rules of play that answers cite."""

from __future__ import annotations

from typing import Final

from rulesets.core.calculators import percent
from rulesets.core.rules import PlayRule
from rulesets.core.wording import counted
from rulesets.systems.warstrike import tables

SEQUENCE, CHECK, BACK = "Action Phase Sequence", "Rolling For Suppression", "Falling Back"
MOVES, ROUT, DOWN = "Fall Back Moves", "Rout Moves", "Action: Get Down!"
FIRE, SNAP = "Action: Open Fire!", "Snap Fire"
ORDERS, INSPIRING = "Officers & Orders", "Special Rule: Inspiring"
CONTEXT: Final = "Leadership & Suppression, 0.52"

_HALF, _QUARTER = percent(tables.FREE_CHOICE_ABOVE), percent(tables.DESTROYED_BELOW)
_LESS = counted(tables.RETREAT_REMOVES, "marker")

PLAY_RULES: Final = tuple(
    PlayRule(*each)
    for each in (
        (
            "WS-SEQ-1",
            SEQUENCE,
            "The player picks, one at a time, units that have not yet acted or fallen back in this Action Phase.",
        ),
        (
            "WS-SEQ-3",
            SEQUENCE,
            "A unit that passes its check, or needs none, takes one action: Open Fire!, Advance!, At The Double! or "
            "Get Down!, or Inspiration if it can inspire.",
        ),
        (
            "WS-LD-1",
            CHECK,
            "For a Leadership (Ld) check roll as many dice as the unit’s Ld; it passes when one of them shows its "
            "current Nerve (Nv) or less.",
        ),
        ("WS-SUP-1", CHECK, "A unit without Suppression Markers acts without a check."),
        (
            "WS-SUP-2",
            CHECK,
            f"With {counted(tables.FREE_MARKERS, 'marker')} a unit takes a Ld check at its full Nv before it acts.",
        ),
        (
            "WS-SUP-3",
            CHECK,
            f"With more markers a unit checks as well; each one beyond {tables.FREE_MARKERS} lowers its Nv by 1.",
        ),
        ("WS-SUP-4", CHECK, "A unit holds no more markers than its starting Nv; those beyond it are discarded."),
        (
            "WS-SUP-5",
            CHECK,
            f"A suppressed unit that passes may remove {counted(tables.PASS_REMOVES, 'marker')} before it acts.",
        ),
        (
            "WS-SUP-8",
            CONTEXT,
            "This chapter does not say how hits turn into markers; a later page gives one marker for every "
            f"{tables.HITS_PER_MARKER} hits.",
        ),
        (
            "WS-FB-2",
            BACK,
            f"A unit that fails with more than {_HALF} of its models left chooses: Snap Shots where it stands, or a "
            "Fall Back Move.",
        ),
        (
            "WS-FB-3",
            BACK,
            f"A unit that fails with less than {_HALF} of its models left, but at least {_QUARTER}, has to fall back.",
        ),
        ("WS-FB-4", BACK, f"A unit that fails with less than {_QUARTER} of its models left is destroyed and removed."),
        (
            "WS-FB-5",
            BACK,
            f"The rulebook does not say what happens with exactly {_HALF} of its models left; a ruling decides.",
        ),
        ("WS-FB-6", BACK, f"A unit that has finished its Fall Back Move may remove {_LESS}."),
        (
            "WS-FM-2",
            MOVES,
            "A unit that falls back heads for the nearest Hidden, Concealed or Obscured position that is closer to it "
            "than to an enemy unit; without one it makes a Rout Move.",
        ),
        ("WS-FM-3", MOVES, f"A leader who falls back moves first, at least Mv and at most {tables.DOUBLE} × Mv."),
        (
            "WS-FM-4",
            MOVES,
            f"The others follow their leader, each from Mv to {tables.DOUBLE} × Mv, in coherency with him or another "
            "model that has moved.",
        ),
        (
            "WS-RT-1",
            ROUT,
            f"Each routing model runs at least {tables.DOUBLE} × Mv straight away from enemies in sight.",
        ),
        (
            "WS-RT-3",
            ROUT,
            "A routing model is lost if it would end nearer to an enemy in sight, has to leave the table, or ends out "
            "of coherency with those that have moved.",
        ),
        ("WS-RT-5", ROUT, f"A Rout Move replaces a Fall Back Move, so {_LESS} may be removed after it too."),
        ("WS-ACT-1", FIRE, "A unit that opens fire stays where it is and may fire any weapons at their full RoF."),
        ("WS-SNAP-1", SNAP, "At Snap Fire a weapon has half its RoF, rounded down."),
        (
            "WS-ACT-4a",
            DOWN,
            "A unit that passed its check and gets down may remove one marker for each die of the check that was at "
            "its Nv or less.",
        ),
        ("WS-ACT-4b", DOWN, "A unit that had no check to take has no dice to count: it is only Gone To Ground."),
        (
            "WS-OFF-2",
            ORDERS,
            f"Once a phase an Officer may order one friendly unit within {tables.REACH}″ that has yet to act: it may "
            "roll as many dice as his Ld instead of its own.",
        ),
        ("WS-OFF-5", ORDERS, "An order does nothing for a unit without markers, which has no check to take."),
        (
            "WS-INS-1",
            INSPIRING,
            "An Officer or Hero with Inspiring may inspire instead of a normal action: friendly units within "
            f"{tables.REACH}″ are Inspired until the phase ends.",
        ),
        (
            "WS-INS-3",
            INSPIRING,
            "An Inspired unit may check with the inspirer’s current Nv in place of its own base Nv.",
        ),
    )
)
