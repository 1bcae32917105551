"""Movement: how far a stand goes over which ground."""

from typing import Final

from rulesets.core.declarations.fields import Choice
from rulesets.core.declarations.house_rules import HouseRules

from . import tables
from .engagement import repulsed_state
from .engagement_state import Light, State
from .house_rules import WORDS
from .tables import Feature, Move, Mover, Passage
from .units import GeneralClass, Posture, Rank, StandKind


class Ground(Choice):
    """The ground that a stand moves over."""

    GOOD = ("good", "good going")
    BAD = ("bad", "bad going")
    O = (Feature.O.value, "O – open")  # noqa: E741 (the rulebook's letter)
    H = (Feature.H.value, "H – highland")
    LFA = (Feature.LFA.value, "LFA – large forest")
    SFH = (Feature.SFH.value, "SFH – steep forested highland")
    BUILT_UP = ("built-up", "MBUA or BUA")


def move_of(kind: StandKind, house: HouseRules) -> Move | None:
    """A stand's distances by its posture, or by its sub-class alone (AMB-62).

    ``None`` for batteries and flights, which the movement table does not hold.
    """

    def read(key: str) -> Move | None:
        posture = kind.posture if key == "posture" else Posture.INFANTRY
        return tables.move_of(kind.general_class, kind.rank, posture)

    return house.resolve(read, "air_defence_moves")


def repulse_move(move: Move, house: HouseRules) -> int:
    """How far a Repulsed stand goes towards its own edge, in inches (AMB-52: half of which move)."""
    return house.resolve(lambda key: move.march if key == "on" else move.tactical, "repulse_march") // (
        tables.REPULSE_DIVISOR
    )


def is_dark(light: Light, house: HouseRules) -> bool:
    """Whether the light makes going bad: night, and dusk and dawn by one reading (AMB-61)."""
    return light is Light.NIGHT or (light is Light.TWILIGHT and house.on("twilight_slows"))


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
    """The going for a mover, and why (chapters Terrain and Time of day); ``good_streets`` is AMB-37.

    The reason is the name of a sentence of ``going_words``.
    """
    if ground is Ground.BUILT_UP and not (road and good_streets):
        return Passage.BAD, "built_up_road" if road else "built_up"
    if road:
        if jungle and ground is Ground.SFH:
            return Passage.BAD, "jungle_road"
        return Passage.GOOD, "road"
    if jungle and ground is Ground.SFH and not (trained and mover is not Mover.TANK):
        return Passage.NONE, "jungle_sfh"
    if jungle and ground in (Ground.SFH, Ground.LFA):
        if mover is Mover.TANK:
            return Passage.NONE, "jungle_vehicle"
        return Passage.BAD, "jungle_infantry"
    if ground in (Ground.GOOD, Ground.BAD):
        going, reason = (Passage.GOOD if ground is Ground.GOOD else Passage.BAD), "as_asked"
    else:
        going, reason = tables.GOING[Feature(ground.value)][mover], "feature"
    if night and going is Passage.GOOD:
        return Passage.BAD, "night"
    return going, reason


going_words: Final = WORDS.sentences("going", "ground", "going", "mover")
"""Why the going is as it is."""

PASSAGE_WORDS: Final = {Passage.GOOD: "good going", Passage.BAD: "bad going", Passage.NONE: "impassable"}
