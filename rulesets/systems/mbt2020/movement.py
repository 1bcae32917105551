"""Moving: how far a stand goes, over what ground."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.asks import Ask, Choice
from rulesets.core.calculators import Answer, Calculator, QuestionError, Setting, Side, Step
from rulesets.core.reference import Table, Tone, table
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.asked import AskedKind, kind_asked, kind_data
from rulesets.systems.mbt2020.ranges import inches
from rulesets.systems.mbt2020.stands import GeneralClass, Kind, Mode, Posture, Rank
from rulesets.systems.mbt2020.tables import Feature, Move, Mover, Passage


class Ground(Choice):
    """What a stand moves over."""

    GOOD = ("good", "good going")
    BAD = ("bad", "bad going")
    O = (Feature.O.value, "O – open")  # noqa: E741 (the rulebook's letter)
    H = (Feature.H.value, "H – highland")
    LFA = (Feature.LFA.value, "LFA – large forest")
    SFH = (Feature.SFH.value, "SFH – steep forested highland")
    BUILT_UP = ("built-up", "MBUA or BUA")


@dataclass(frozen=True, slots=True)
class Movement:
    """What is asked of the movement calculator."""

    kind: Annotated[AskedKind, Ask("Stand")] = field(default_factory=AskedKind)
    ground: Annotated[Ground, Ask("Ground")] = Ground.GOOD
    road: Annotated[bool, Ask("By road")] = False
    night: Annotated[bool, Ask("Night", "bad going except by road")] = False
    blank: Annotated[bool, Ask("Still blank, or a fake")] = False
    jungle: Annotated[bool, Ask("Jungle", "tropical LFA or SFH", advanced=True)] = False
    jungle_trained: Annotated[bool, Ask("Jungle-trained infantry", advanced=True)] = False


def repulse_move(move: Move) -> int:
    """How far a Repulsed stand goes towards its own edge, in inches."""
    return move.tactical // tables.REPULSE_DIVISOR


def mover_of(general_class: GeneralClass, rank: Rank) -> Mover:
    """As whom a stand of infantry or armour crosses the ground."""
    if general_class is GeneralClass.ARMOUR:
        return Mover.TANK
    return Mover.FOOT if rank is Rank.MINUS else Mover.CARRIER


def passage(
    mover: Mover, ground: Ground, *, road: bool, night: bool, jungle: bool, trained: bool
) -> tuple[Passage, str]:
    """The going for a mover, and why (chapters Terrain and Time of day)."""
    if ground is Ground.BUILT_UP:
        return Passage.BAD, "built-up areas are bad going"
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
        found, reason = (Passage.GOOD if ground is Ground.GOOD else Passage.BAD), ""
    else:
        found = tables.GOING[Feature(ground.value)][mover]
        reason = f"{ground.value} is {_WORDS[found]} for {mover.label}"
    if night and found is Passage.GOOD:
        return Passage.BAD, "night makes it bad going except by road"
    return found, reason


_WORDS: Final = {Passage.GOOD: "good going", Passage.BAD: "bad going", Passage.NONE: "impassable"}


def solve(question: Movement, setting: Setting) -> Answer:
    """How far the stand may go."""
    kind = kind_asked(question.kind, setting.catalogue, "kind")
    move = tables.move_of(kind.general_class, kind.rank, kind.posture)
    if move is None:
        return Answer(_without_moves(kind), notes=("Flights and batteries do not move by the movement table.",))
    if question.blank:
        move = tables.MOVE_BLANK
    if question.jungle and question.ground not in (Ground.LFA, Ground.SFH):
        raise QuestionError("jungle", "Only LFA and SFH can be jungle; choose one of these or no jungle.")
    drawn = (_table(kind, move, blank=question.blank),)
    if kind.mode is Mode.STATIC and not question.blank:
        step = Step("Mode", "STATIC", "0″", "stays where it was deployed")
        return Answer("STATIC: does not move, unless Repulsed.", steps=(step,), tables=drawn, notes=_notes(move))
    going, why = passage(
        mover_of(kind.general_class, kind.rank),
        question.ground,
        road=question.road,
        night=question.night,
        jungle=question.jungle,
        trained=question.jungle_trained,
    )
    steps = [Step("Terrain", "Going", _WORDS[going], why, Tone.GOOD if going is Passage.GOOD else Tone.BAD)]
    if going is Passage.NONE:
        return Answer("Impassable.", Tone.BAD, tuple(steps), tables=drawn, notes=_notes(move))
    tactical, march = move[:2] if going is Passage.GOOD else move[2:]
    steps.append(Step("Movement", "Tactical move", f"{tactical}″"))
    steps.append(
        Step("Movement", "March", f"{march}″", f"not to within {tables.MARCH_KEEPS_OFF}″ of an opposing stand")
    )
    least = ""
    if kind.mode is Mode.FAST and not question.blank:
        halves = f"{inches(tactical, tables.FAST_DIVISOR)} or {inches(march, tables.FAST_DIVISOR)}"
        steps.append(Step("Movement", "FAST", halves, "at least half of the move it makes"))
        least = f", at least {halves}"
    return Answer(f"{tactical}″ tactical, {march}″ march{least}.", steps=tuple(steps), tables=drawn, notes=_notes(move))


def _without_moves(kind: Kind) -> str:
    if kind.general_class is GeneralClass.ARTILLERY:
        return "Stays in the off-table zone."
    if kind.posture is Posture.CAS:
        return "Waits a turn at its own edge, then moves to within range of its target and engages."
    return f"Comes in up to {tables.AIR_ENTRY}″ from its own edge, stays two turns, then leaves for good."


def _table(kind: Kind, move: Move, *, blank: bool) -> Table:
    name = "Blank or fake" if blank else kind.title
    row = (name, f"{move.tactical}/{move.march}″", f"{move.bad_tactical}/{move.bad_march}″", f"{repulse_move(move)}″")
    return table("Movement", "**Stand | ^Good going | ^Bad going | ^Repulsed", [row], "tactical/march")


def _notes(move: Move) -> tuple[str, ...]:
    return (
        f"On-table stands stay within {tables.BGHQ_COMMAND}″ of their BGHQ; marches come before tactical moves.",
        f"If Repulsed it moves {repulse_move(move)}″ straight towards its own edge at once.",
    )


def prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A stand of a loaded army."""
    return {"kind": kind_data(own.unit.spec)}


CALCULATOR: Final = Calculator(
    "movement", "Movement", "How far a stand goes, over what ground", Movement, solve, prefill=prefill
)
