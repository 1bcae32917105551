"""Deploying: how many fakes, where stands go, and which way they may engage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.asks import Ask
from rulesets.core.calculators import Answer, Calculator, Setting, Side, Step, decimal
from rulesets.core.force import Force
from rulesets.core.reference import Cell, Tone, table
from rulesets.core.wording import either
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.asked import AskedKind, kind_asked, kind_data, legal_kinds
from rulesets.systems.mbt2020.composition import most_fakes, stands_in
from rulesets.systems.mbt2020.engagement import ON_GROUND, Arc, arcs_of, side_arc_words
from rulesets.systems.mbt2020.fragile import EXAMPLE_ARMIES
from rulesets.systems.mbt2020.stands import Kind, Mode


@dataclass(frozen=True, slots=True)
class Fakes:
    """What is asked of the fakes calculator."""

    stands: Annotated[int, Ask("Real stands", min=1, max=3000)] = tables.STANDS_IN_A_GROUP


def solve_fakes(question: Fakes, setting: Setting) -> Answer:
    """How many fakes an army may have."""
    most = most_fakes(question.stands)
    share = decimal(question.stands * tables.FAKES_SHARE, 1)
    rows: list[tuple[object, ...]] = [(stands, most_fakes(stands)) for stands in EXAMPLE_ARMIES]
    return Answer(
        f"{most} fakes at most for {question.stands} stands.",
        steps=(
            Step(
                "MBT-09",
                "Most fakes",
                str(most),
                f"{tables.FAKES_SHARE * 100} % of {question.stands} is {share}, rounded down",
            ),
        ),
        tables=(table("Fakes", ">Stands | >Fakes", rows),),
        notes=(
            f"Blanks are shown for what they are when an opposing REC stand comes within {tables.REVEAL_DISTANCE}″.",
        ),
    )


def fakes_from_forces(own: Force[Any, Any, Any], opposing: Force[Any, Any, Any] | None) -> dict[str, Any]:
    """The number of an army's stands."""
    stands = stands_in(own)
    return {"stands": stands} if stands else {}


FAKES: Final = Calculator(
    "fakes", "Fakes", "How many fake blanks an army may have", Fakes, solve_fakes, from_forces=fakes_from_forces
)


@dataclass(frozen=True, slots=True)
class Arcs:
    """What is asked of the arcs calculator."""

    kind: Annotated[AskedKind, Ask("Stand")] = field(default_factory=AskedKind)


def deploys(kind: Kind) -> str:
    """Where a stand is deployed (chapter Deployment)."""
    if kind.general_class not in ON_GROUND:
        return f"off the table, in a zone up to {tables.OFF_TABLE_DEPTH}″ deep behind the own edge"
    depth = tables.DEPLOY_STATIC if kind.mode is Mode.STATIC else tables.DEPLOY_DEPTH
    return f"within {depth}″ of the own edge, not within {tables.DEPLOY_KEEPS_OFF}″ of an opposing stand"


def solve_arcs(question: Arcs, setting: Setting) -> Answer:
    """Which way a stand may engage, and where it is deployed."""
    kind = kind_asked(question.kind, setting.catalogue, "kind")
    arcs = arcs_of(kind)
    allowed = "all round" if len(arcs) == len(Arc) else f"to its {either(arc.label for arc in arcs)}"
    side = setting.house.settle(lambda reading: side_arc_words(reading == "on"), "side_arc_r")
    rows: dict[str, tuple[Arc, ...]] = {}
    for other in legal_kinds(setting.catalogue):
        rows[other.posture.label] = arcs_of(other)
    drawn: list[tuple[object, ...]] = [
        (posture, *(_yes(arc in found) for arc in Arc)) for posture, found in rows.items()
    ]
    return Answer(
        f"{kind.title} engages {allowed}.",
        steps=(Step("Arcs", "Arcs", allowed), Step("Deployment", "Deployed", deploys(kind))),
        tables=(table("Arcs by posture", "*Posture | " + " | ".join(f"^{arc.label.title()}" for arc in Arc), drawn),),
        notes=(f"Engaging ARMOUR on its side {side}.",),
    )


def _yes(allowed: bool) -> Cell:
    return Cell("yes", Tone.GOOD) if allowed else Cell("no", Tone.MUTED)


def arcs_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A stand of a loaded army."""
    return {"kind": kind_data(own.unit.spec)}


ARCS: Final = Calculator(
    "arcs",
    "Arcs and deployment",
    "Which way a stand may engage and where it is deployed",
    Arcs,
    solve_arcs,
    prefill=arcs_prefill,
)
