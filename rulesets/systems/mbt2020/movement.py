"""Movement: how far a stand goes over which ground."""

from typing import Final

from rulesets.core.declarations import Choice
from rulesets.core.house_rules import HouseRules

from . import tables
from .engagement import repulsed_state
from .engagement_state import State
from .tables import Feature, Move, Mover, Passage
from .units import GeneralClass, Rank, StandKind


class Ground(Choice):
    """The ground that a stand moves over."""

    GOOD = ("good", "good going")
    BAD = ("bad", "bad going")
    O = (Feature.O.value, "O – open")  # noqa: E741 (the rulebook's letter)
    H = (Feature.H.value, "H – highland")
    LFA = (Feature.LFA.value, "LFA – large forest")
    SFH = (Feature.SFH.value, "SFH – steep forested highland")
    BUILT_UP = ("built-up", "MBUA or BUA")


def repulse_move(move: Move, house: HouseRules) -> int:
    """How far a Repulsed stand goes towards its own edge, in inches (AMB-52: half of which move)."""
    return house.resolve(lambda key: move.march if key == "on" else move.tactical, "repulse_march") // (
        tables.REPULSE_DIVISOR
    )


def retreats(kind: StandKind) -> bool:
    """Whether a stand that is Repulsed stays on the table and goes towards its own edge."""
    return repulsed_state(kind) is State.REPULSED


def mover_of(general_class: GeneralClass, rank: Rank) -> Mover:
    """The row of the going table by which a stand of infantry or armour crosses the ground."""
    if general_class is GeneralClass.ARMOUR:
        return Mover.TANK
    return Mover.FOOT if rank is Rank.MINUS else Mover.CARRIER


def passage(
    mover: Mover,
    ground: Ground,
    *,
    road: bool = False,
    night: bool = False,
    jungle: bool = False,
    trained: bool = False,
    good_streets: bool = False,
) -> tuple[Passage, str]:
    """The going for a mover, and why (chapters Terrain and Time of day); ``good_streets`` is AMB-37."""
    if ground is Ground.BUILT_UP and not (road and good_streets):
        return Passage.BAD, f"built-up areas are bad going{', by road as well' if road else ''}"
    if road:
        if jungle and ground is Ground.SFH:
            return Passage.BAD, "roads through jungle SFH are bad going"
        return Passage.GOOD, "by road"
    if jungle and ground is Ground.SFH and not (trained and mover is not Mover.TANK):
        return Passage.NONE, "jungle SFH is crossed by road only, unless by jungle-trained infantry"
    if jungle and ground in (Ground.SFH, Ground.LFA):
        if mover is Mover.TANK:
            return Passage.NONE, "vehicles cross jungle by road only"
        return Passage.BAD, "jungle is bad going for infantry"
    if ground in (Ground.GOOD, Ground.BAD):
        going, reason = (Passage.GOOD if ground is Ground.GOOD else Passage.BAD), ""
    else:
        going = tables.GOING[Feature(ground.value)][mover]
        reason = f"{ground.value} is {PASSAGE_WORDS[going]} for {mover.label}"
    if night and going is Passage.GOOD:
        return Passage.BAD, "night makes it bad going except by road"
    return going, reason


PASSAGE_WORDS: Final = {Passage.GOOD: "good going", Passage.BAD: "bad going", Passage.NONE: "impassable"}
