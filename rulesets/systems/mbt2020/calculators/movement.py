"""How far a stand goes over a kind of ground."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, QuestionError, SolveContext, Step
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import phrases

from .. import tables
from ..house_rules import WORDS, house_of
from ..legality import deploys_on_table
from ..movement import (
    PASSAGE_WORDS,
    Ground,
    going_words,
    is_dark,
    move_of,
    mover_of,
    passage,
    repulse_move,
    retreats,
)
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
    night: Annotated[bool, Ask("Night", "At night all ground but roads is bad going")] = False
    blank: Annotated[bool, Ask("Still blank, or a fake")] = False
    jungle: Annotated[bool, Ask("Jungle", "Tropical LFA or SFH can be jungle")] = False
    jungle_trained: Annotated[bool, Ask("Jungle-trained infantry")] = False


def solve(question: Movement, context: SolveContext) -> Answer:
    """How far the stand may go."""
    kind = read_kind(question.kind, context.catalogue, "kind")
    move = move_of(kind, context.house)
    if move is None:
        notes = [_SAID["no_table"](context.house)]
        if kind.general_class is GeneralClass.AIRCRAFT:
            notes.append(_FLIGHTS["near_bghq"](context.house))
        return Answer(_without_moves(kind, context.house), notes=tuple(notes))
    # Blanks move alike, unless the stand beneath keeps to its mode (AMB-53).
    paced = kind.mode in (Mode.STATIC, Mode.FAST) and (not question.blank or context.house.on("blank_keeps_mode"))
    if question.jungle and question.ground not in (Ground.LFA, Ground.SFH):
        raise QuestionError("jungle", _SAID["not_jungle"](context.house))
    move_tables = (_table(kind, move, context.house, blank=question.blank),)
    stand_notes = _notes(kind, move, context.house, blank=question.blank)
    if paced and kind.mode is Mode.STATIC:
        step = Step("Mode", "STATIC", "0″", _SAID["as_deployed"](context.house))
        headline = _SAID["static_unless" if retreats(kind) else "static"](context.house)
        return Answer(headline, steps=(step,), tables=move_tables, notes=stand_notes)

    going, step = _going(question, mover_of(kind.general_class, kind.rank), context.house)
    headline, tone, more = "The ground is impassable.", Tone.BAD, list[Step]()
    if going is not Passage.NONE:
        distances = tables.MOVE_BLANK if question.blank else move
        moves = distances[:2] if going is Passage.GOOD else distances[2:]
        headline, more = _distances(*moves, context.house, paced=paced)
        tone = Tone.PLAIN
    return Answer(headline, tone, (step, *more), tables=move_tables, notes=stand_notes, assumed=_assumptions(question))


def _going(question: Movement, mover: tables.Mover, house: HouseRules) -> tuple[Passage, Step]:
    """What the ground is to the mover, and the step that says why."""

    def under(streets: str) -> tuple[Passage, str]:
        return passage(
            mover,
            question.ground,
            road=question.road,
            night=question.night,
            jungle=question.jungle,
            trained=question.jungle_trained,
            good_streets=streets == "on",
        )

    going, reason = house.resolve(under, "road_in_built_up")
    words, tone = PASSAGE_WORDS[going], Tone.GOOD if going is Passage.GOOD else Tone.BAD
    why = going_words[reason](house, ground=question.ground.value, going=words, mover=mover.label)
    return going, Step("Terrain", "Going", words, why, tone)


def _distances(tactical: int, march: int, house: HouseRules, *, paced: bool) -> tuple[str, list[Step]]:
    """The distances in a sentence and as steps; a ``paced`` stand must go half of them at least."""
    steps = [
        Step("Movement", "Tactical move", f"{tactical}″"),
        Step("Movement", "March", f"{march}″", _SAID["keeps_off"](house)),
    ]
    if not paced:
        return f"{tactical}″ tactical, {march}″ march.", steps
    min_move, min_march = inches(tactical, tables.FAST_DIVISOR), inches(march, tables.FAST_DIVISOR)
    steps.append(Step("Movement", "FAST", f"{min_move} or {min_march}", _SAID["fast"](house)))
    return f"{tactical}″ tactical, at least {min_move}. {march}″ march, at least {min_march}.", steps


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
_SAID: Final = WORDS.sentences("movement", "distance")


def _without_moves(kind: StandKind, house: HouseRules) -> str:
    if kind.general_class is GeneralClass.ARTILLERY:
        on_table = deploys_on_table(kind.general_class, kind.posture, house)
        return _SAID["on_table" if on_table else "off_table"](house)
    if kind.posture is Posture.CAS:
        return _SAID["cas"](house)
    return _FLIGHTS["comes_in"](house)


def _table(kind: StandKind, move: Move, house: HouseRules, *, blank: bool) -> Table:
    """The moves of a stand, below those of a blank while it is one: being Repulsed shows it first (AMB-44)."""
    back = f"{repulse_move(move, house)}″" if retreats(kind) else "–"
    rows = [_moves("Blank or fake", tables.MOVE_BLANK, "–")] if blank else []
    rows.append(_moves(kind.title, move, back))
    return table("Movement", "**Stand | ^Good going | ^Bad going | ^Repulsed", rows, "tactical/march")


def _moves(name: str, move: Move, back: str) -> tuple[str, ...]:
    return name, f"{move.tactical}/{move.march}″", f"{move.bad_tactical}/{move.bad_march}″", back


def _notes(kind: StandKind, move: Move, house: HouseRules, *, blank: bool) -> tuple[str, ...]:
    if retreats(kind):
        said = "repulsed_blank" if blank else "repulsed"
        repulsed = _SAID[said](house, distance=repulse_move(move, house))
    else:
        repulsed = _SAID["no_repulse"](house)
    return _SAID["near_bghq"](house), repulsed


def prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A stand of a loaded army, whether it is still blank, and night."""
    data: dict[str, Any] = {"kind": kind_data(own.unit.spec, own.state)}
    house = house_of(own.force)
    if is_dark(light_now(own.conditions, house), house):
        data["night"] = True
    return data | ({"blank": True} if own.hidden else {})


CALCULATOR: Final = Calculator(
    "movement",
    "Movement",
    "How far a stand moves over each type of ground",
    Movement,
    solve,
    prefill=prefill,
    one_sided=True,
    choices=lambda question, catalogue: kind_choices("kind", question.kind, catalogue),
    unsuited=not_in_play,
)
