"""The results tables for the sheet and for answers."""

from rulesets.core.tables import Cell, Table, Tone, table

from . import tables
from .engagement import results_table
from .readings import DEFAULT_READINGS, Readings

GREEN = tables.MAX_SHIFTS
"""The index of the green column."""


def results_by_throw(mutual: bool, readings: Readings = DEFAULT_READINGS, shift: int | None = None) -> Table:
    """One results table, with the column at ``shift`` highlighted."""
    results = results_table(mutual, readings)
    column = None if shift is None else GREEN + shift
    rows: list[tuple[object, ...]] = [
        ("Win: target", *(_cell(result.opposing, place == column) for place, result in enumerate(results.wins))),
        (
            "Draw: you/target",
            *(_cell(f"{result.own}/{result.opposing}", place == column) for place, result in enumerate(results.draws)),
        ),
        ("Lose: you", *(_cell(result.own, place == column) for place, result in enumerate(results.loses))),
    ]
    headings = " | ".join(f"^{title}" for title in tables.COLUMNS)
    return table("Mutual" if mutual else "Unilateral", f"*Result | {headings}", rows)


def _cell(mark: str, marked: bool) -> Cell:
    text = "–" if mark == "-/-" else mark.replace("-", "–")
    return Cell(text, Tone.STRONG, "the column read") if marked else Cell(text)
