"""An engagement as a cell of the grid of all kinds."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rulesets.core.tables import Cell, Tone

from .. import tables
from ..eligibility import Restriction
from ..engagement import Verdict
from ..engagement_state import Combatant
from ..ranges import full_range, inches
from .engagement import column_name, in_sentences, prospects

LEGEND: Final = (
    "Each cell says how good the engagement is for you. A letter and the column follow, then the results if you win, "
    "draw or lose (for a draw: your stand/target). "
    "We assume that all stands are unharmed, in arc and near their BGHQ, and that batteries have fired."
)


PROSPECTS: Final = {Tone.GOOD: "favourable", Tone.FAIR: "even", Tone.BAD: "unfavourable"}
"""The words for what an engagement promises."""

KEY: Final = (
    *(Cell(word, tone) for tone, word in PROSPECTS.items()),
    Cell("not possible", Tone.MUTED),
    Cell("M mutual, U unilateral · N neutralised, R Repulsed, P Pinned, ok unharmed"),
)
"""What the colours and letters of a cell mean."""

FIXED: Final = "\u00a0"
"""A space where no line ends."""

_NEVER: Final = {
    Restriction.KIND: Cell("never", Tone.MUTED, "may never engage it"),
    Restriction.RANGE: Cell("too far", Tone.MUTED, "out of range"),
    Restriction.WEATHER: Cell("AWC", Tone.MUTED, "not in adverse weather"),
    Restriction.SIGHT: Cell("unseen", Tone.MUTED, "line of sight is blocked"),
}


def engagement_cell(verdict: Verdict, own: Combatant, opposing: Combatant) -> Cell:
    """One engagement in a cell."""
    if not verdict.allowed:
        never = _NEVER[verdict.closed[0]]
        reach = full_range(own.kind, opposing.kind) if verdict.closed[0] is Restriction.RANGE else None
        return never if reach is None else replace(never, hint=f"out of range, which is {inches(reach)} by day")
    win, draw, lose = (throw.result for throw in verdict.throws)
    drawn = "-" if draw == ("-", "-") else f"{draw.own}/{draw.opposing}"
    marks = f"{win.opposing} {drawn} {lose.own}".replace("-", "ok")
    kind = "mutual" if verdict.mutual else "unilateral"
    tone = prospects(verdict, own.state, opposing.state)
    code = f"{kind[0].upper()} {tables.column_text(verdict.shift)}: {marks}".replace(" ", FIXED)
    return Cell(
        f"{PROSPECTS[tone]} {code}",
        tone,
        f"{kind.capitalize()}, {column_name(verdict.shift)}. {in_sentences(verdict, own, opposing)}",
    )


def count_by_tone(cells: Iterable[Cell]) -> tuple[int, str]:
    """The number that may be engaged, and a tally of the prospects in words."""
    counts = Counter(cell.tone for cell in cells)
    tally = ", ".join(f"{counts[tone]} {word}" for tone, word in PROSPECTS.items() if counts[tone])
    return sum(counts[tone] for tone in PROSPECTS), tally
