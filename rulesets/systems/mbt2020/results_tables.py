"""The results tables as they are drawn, on the sheet and in an answer."""

from __future__ import annotations

from rulesets.core.tables import Cell, Table, Tone, table
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.engagement import results_table
from rulesets.systems.mbt2020.engagement_state import DEFAULT_READINGS, Readings

GREEN = tables.MOST_SHIFTS
"""The place of the green column."""


def drawn_results(mutual: bool, readings: Readings = DEFAULT_READINGS, shift: int | None = None) -> Table:
    """One results table; the column read at ``shift`` stands out."""
    found = results_table(mutual, readings)
    marked = None if shift is None else GREEN + shift
    rows: list[tuple[object, ...]] = [
        ("Wins", *(_cell(result.opposing, place == marked) for place, result in enumerate(found.wins))),
        (
            "Draws",
            *(_cell(f"{result.own}/{result.opposing}", place == marked) for place, result in enumerate(found.draws)),
        ),
        ("Loses", *(_cell(result.own, place == marked) for place, result in enumerate(found.loses))),
    ]
    headings = " | ".join(f"^{column}" for column in tables.COLUMNS)
    return table("Mutual" if mutual else "Unilateral", f"*Owner | {headings}", rows)


def _cell(mark: str, marked: bool) -> Cell:
    text = "–" if mark == "-/-" else mark.replace("-", "–")
    return Cell(text, Tone.STRONG, "the column read") if marked else Cell(text)
