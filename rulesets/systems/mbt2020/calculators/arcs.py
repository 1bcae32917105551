"""Which way a stand may engage, and where it is deployed."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.core.tables import Cell, Tone, table
from rulesets.core.wording import either

from .. import tables
from ..eligibility import ALL_ROUND, FRONT_ONLY, ON_GROUND, arcs_of
from ..engagement import side_arc_note
from ..engagement_state import Arc
from ..house_rules import WORDS
from ..legality import deploys_on_table, legal_kinds
from ..readings import Readings, readings_of
from ..units import GeneralClass, Mode, Posture, StandKind
from .stand_fields import KindFields, kind_choices, kind_data, read_kind

_ARC_WIDTHS: Final = WORDS.sentence("arc_widths_note")


@dataclass(frozen=True, slots=True)
class Arcs:
    """Which way may the stand engage, and where is it deployed?"""

    kind: Annotated[KindFields, Ask("Stand")] = field(default_factory=KindFields)


def _deployment(kind: StandKind, house: HouseRules) -> Step:
    """Where a stand is deployed, and why (chapter Deployment)."""
    if not deploys_on_table(kind.general_class, kind.posture, house):
        where = f"off the table in a zone up to {tables.OFF_TABLE_DEPTH}″ deep behind its own edge"
        return Step("Deployment", "Deployed", where, f"{kind.posture.label} stands are not placed on the table")
    is_dug_in = kind.mode is Mode.STATIC and kind.general_class in ON_GROUND
    depth = tables.DEPLOY_STATIC if is_dug_in else tables.DEPLOY_DEPTH
    where = f"within {depth}″ of its own edge but not within {tables.DEPLOY_KEEPS_OFF}″ of an opposing stand"
    why = "STATIC infantry and armour may deploy this far forward" if is_dug_in else ""
    return Step("Deployment", "Deployed", where, why)


def _why(kind: StandKind, arcs: tuple[Arc, ...]) -> str:
    """The sentence of the rulebook that gives a stand its arcs (chapter Arcs)."""
    is_infantry = kind.general_class is GeneralClass.INFANTRY
    if arcs == FRONT_ONLY:
        return "ARMOUR and CAS only engage to the front"
    if arcs == ALL_ROUND:
        limited = "stands in INFANTRY posture" if is_infantry else "ARMOUR, CAS and INFANTRY"
        return f"only {limited} cannot engage all round"
    whole = "" if kind.posture is Posture.INFANTRY else "the whole class of "
    return f"{whole}INFANTRY engages to front and side"


def solve_arcs(question: Arcs, context: SolveContext) -> Answer:
    """Which way a stand may engage, and where it is deployed."""
    kind = read_kind(question.kind, context.catalogue, "kind")
    house = context.house
    arcs = house.resolve(lambda key: arcs_of(kind, Readings(arcs_by_posture=key == "on")), "arcs_by_posture")
    directions = "in any direction" if len(arcs) == len(Arc) else f"to its {either(arc.label for arc in arcs)}"
    rows: dict[str, tuple[Arc, ...]] = {}
    for other in legal_kinds(context.catalogue):
        rows[other.posture.label] = arcs_of(other, readings_of(house))
    table_rows: list[tuple[object, ...]] = [
        (posture, *(Cell("yes", Tone.GOOD) if arc in posture_arcs else Cell("no", Tone.MUTED) for arc in Arc))
        for posture, posture_arcs in rows.items()
    ]
    return Answer(
        f"{kind.title} engages {directions}.",
        steps=(Step("Arcs", "Arcs", directions, _why(kind, arcs)), _deployment(kind, house)),
        tables=(
            table("Arcs by posture", "*Posture | " + " | ".join(f"^{arc.label.title()}" for arc in Arc), table_rows),
        ),
        notes=(*((_ARC_WIDTHS(house),) if len(arcs) < len(Arc) else ()), *_side_note(kind, context)),
    )


def _side_note(kind: StandKind, context: SolveContext) -> tuple[str, ...]:
    """What engaging ARMOUR from the side gives, for a stand that may engage any."""
    engages = Posture.ARMOUR in tables.reach_of(kind.posture, kind.rank)
    return (side_arc_note(context.house),) if engages else ()


def arcs_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A stand of a loaded army."""
    return {"kind": kind_data(own.unit.spec, own.state)}


CALCULATOR: Final = Calculator(
    "arcs",
    "Arcs and deployment",
    "Where a stand may engage, and where you deploy it",
    Arcs,
    solve_arcs,
    prefill=arcs_prefill,
    one_sided=True,
    choices=lambda question, catalogue: kind_choices("kind", question.kind, catalogue),
)
