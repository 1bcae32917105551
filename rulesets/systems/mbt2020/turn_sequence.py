"""The order of a round, for sheet and tracker alike."""

from __future__ import annotations

from typing import Final, NamedTuple

from rulesets.core.house_rules import HouseRules, by_reading
from rulesets.core.wording import counted
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.movement import STAYS_IN_PLACE
from rulesets.systems.mbt2020.units import Posture


class RoundPart(NamedTuple):
    """A part of a round: the postures that act in it (none: one battle group does) and what they do."""

    slug: str
    who: str
    does: str
    postures: tuple[Posture, ...] = ()


AIR: Final = "air"
"""The first part of a round."""

_area_targets = by_reading("ada_asf_only", off="ASF and ECM", on="ASF")


def round_parts(house: HouseRules) -> tuple[RoundPart, ...]:
    """The parts of a round as they are played."""
    defence = f"ADA engages {_area_targets(house)}, PDA any aircraft"
    # Two postures stay on one line, which a narrow column would part.
    return (
        RoundPart(
            AIR,
            "ASF,\u00a0ECM",
            f"enter up to {tables.AIR_ENTRY}″ deep, may engage; each {STAYS_IN_PLACE}; leave for good after "
            f"{counted(tables.AIR_TURNS, 'turn')}",
            (Posture.ASF, Posture.ECM),
        ),
        RoundPart(
            "cas",
            "CAS",
            "wait a turn at their own edge, then fly and engage; AIRn, AIR- leave; AIR+, helicopters may stay "
            f"{counted(tables.CAS_MORE_TURNS, 'turn')} more, one target in each",
            (Posture.CAS,),
        ),
        RoundPart("cba", "CBA", "engages OTF, LAS or CBA that engaged in the opponent’s last round", (Posture.CBA,)),
        RoundPart("defence", "ADA,\u00a0PDA", defence, (Posture.ADA, Posture.PDA)),
        RoundPart("fire", "OTF", "engages; put a fired marker", (Posture.OTF,)),
        RoundPart("group", "Group", "one battle group moves, marches first, and engages as it comes into range"),
    )


TURN: Final = "two rounds, about an hour; winner of a throw (draw: again) picks first or second"
