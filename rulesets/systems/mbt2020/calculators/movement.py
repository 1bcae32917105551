"""How far a stand goes over a kind of ground."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, QuestionError, Side, SolveContext, Step
from rulesets.core.declarations import Ask
from rulesets.core.house_rules import HouseRules
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import phrases

from .. import tables
from ..engagement_state import Light
from ..house_rules import WORDS, house_of
from ..legality import deploys_on_table
from ..movement import PASSAGE_WORDS, Ground, mover_of, passage, repulse_move, retreats
from ..ranges import inches
from ..tables import Move, Passage
from ..tracks import light_now
from ..units import GeneralClass, Mode, Posture, StandKind
from .stand_fields import (
    KindFields,
    kind_choices,
    kind_data,
    not_in_play,
    read_kind,
)


@dataclass(frozen=True, slots=True)
class Movement:
    """How far does the stand go?"""

    kind: Annotated[KindFields, Ask("Stand")] = field(default_factory=KindFields)
    ground: Annotated[Ground, Ask("Ground")] = Ground.GOOD
    road: Annotated[bool, Ask("By road")] = False
    night: Annotated[bool, Ask("Night", "bad going except by road")] = False
    blank: Annotated[bool, Ask("Still blank, or a fake")] = False
    jungle: Annotated[bool, Ask("Jungle", "tropical LFA or SFH")] = False
    jungle_trained: Annotated[bool, Ask("Jungle-trained infantry")] = False


def solve(question: Movement, context: SolveContext) -> Answer:
    """How far the stand may go."""
    kind = read_kind(question.kind, context.catalogue, "kind")
    move = tables.move_of(kind.general_class, kind.rank, kind.posture)
    if move is None:
        idle = "ground, road, night, blank and jungle change nothing for them"
        note = f"The movement table has no flights and batteries; {idle}."
        notes = [note]
        if kind.general_class is GeneralClass.AIRCRAFT:
            notes.append(_FLIGHTS["near_bghq"](context.house))
        return Answer(_without_moves(kind, context.house), notes=tuple(notes))
    if question.blank:
        move = tables.MOVE_BLANK
    # Blanks move alike, unless the stand beneath keeps to its mode (AMB-53).
    paced = kind.mode in (Mode.STATIC, Mode.FAST) and (not question.blank or context.house.on("blank_keeps_mode"))
    if question.jungle and question.ground not in (Ground.LFA, Ground.SFH):
        raise QuestionError("jungle", "Only LFA and SFH can be jungle; choose one of these or no jungle.")
    move_tables = (_table(kind, move, context.house, blank=question.blank),)
    stand_notes = _notes(kind, move, context.house)
    if paced and kind.mode is Mode.STATIC:
        step = Step("Mode", "STATIC", "0″", "stays where it was deployed")
        unless = ", unless Repulsed" if retreats(kind) else ""
        return Answer(f"STATIC: does not move{unless}.", steps=(step,), tables=move_tables, notes=stand_notes)

    def under(streets: str) -> tuple[Passage, str]:
        return passage(
            mover_of(kind.general_class, kind.rank),
            question.ground,
            road=question.road,
            night=question.night,
            jungle=question.jungle,
            trained=question.jungle_trained,
            good_streets=streets == "on",
        )

    going, why = context.house.resolve(under, "road_in_built_up")
    steps = [Step("Terrain", "Going", PASSAGE_WORDS[going], why, Tone.GOOD if going is Passage.GOOD else Tone.BAD)]
    if going is Passage.NONE:
        return Answer(
            "Impassable.", Tone.BAD, tuple(steps), tables=move_tables, notes=stand_notes, assumed=_assumptions(question)
        )
    tactical, march = move[:2] if going is Passage.GOOD else move[2:]
    steps.append(Step("Movement", "Tactical move", f"{tactical}″"))
    steps.append(
        Step("Movement", "March", f"{march}″", f"not to within {tables.MARCH_KEEPS_OFF}″ of an opposing stand")
    )
    least = ""
    if paced:
        halves = f"{inches(tactical, tables.FAST_DIVISOR)} or {inches(march, tables.FAST_DIVISOR)}"
        steps.append(Step("Movement", "FAST", halves, "at least half of the move it makes"))
        least = f", at least {halves}"
    headline = f"{tactical}″ tactical, {march}″ march{least}."
    return Answer(headline, steps=tuple(steps), tables=move_tables, notes=stand_notes, assumed=_assumptions(question))


def _assumptions(question: Movement) -> tuple[str, ...]:
    return phrases(
        f"over {question.ground.label}",
        "by road" * question.road,
        "by night" if question.night else "by day",
        "in jungle" * question.jungle,
        "jungle-trained" * question.jungle_trained,
        "still blank, or a fake" * question.blank,
    )


_FLIGHTS: Final = WORDS.sentences("flights")


def _without_moves(kind: StandKind, house: HouseRules) -> str:
    if kind.general_class is GeneralClass.ARTILLERY:
        on_table = deploys_on_table(kind.general_class, kind.posture, house)
        return "Stays where it was deployed." if on_table else "Stays in the off-table zone."
    if kind.posture is Posture.CAS:
        return "Waits a turn at its own edge, then moves to within range of its target and engages."
    return _FLIGHTS["comes_in"](house)


def _table(kind: StandKind, move: Move, house: HouseRules, *, blank: bool) -> Table:
    name = "Blank or fake" if blank else kind.title
    back = f"{repulse_move(move, house)}″" if retreats(kind) else "–"
    row = (name, f"{move.tactical}/{move.march}″", f"{move.bad_tactical}/{move.bad_march}″", back)
    return table("Movement", "**Stand | ^Good going | ^Bad going | ^Repulsed", [row], "tactical/march")


def _notes(kind: StandKind, move: Move, house: HouseRules) -> tuple[str, ...]:
    back = f"moves {repulse_move(move, house)}″ straight towards its own edge at once" if retreats(kind) else ""
    return (
        f"On-table stands stay within {tables.BGHQ_COMMAND}″ of their BGHQ; marches come before tactical moves.",
        f"If Repulsed it {back or 'is neutralised instead'}.",
    )


def prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A stand of a loaded army, whether it is still blank, and night."""
    data: dict[str, Any] = {"kind": kind_data(own.unit.spec, own.state)}
    if light_now(own.conditions, house_of(own.force)) is Light.NIGHT:
        data["night"] = True
    return data | ({"blank": True} if own.hidden else {})


CALCULATOR: Final = Calculator(
    "movement",
    "Movement",
    "How far a stand goes, over what ground",
    Movement,
    solve,
    prefill=prefill,
    one_sided=True,
    choices=lambda question, catalogue: kind_choices("kind", question.kind, catalogue),
    unsuited=not_in_play,
)
