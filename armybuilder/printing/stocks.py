"""Label stocks: sheets of labels as sold, read from one data file that names the source of each figure."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armybuilder.printing.paper import INCH, PAPER_SIZES, Grid, Paper, Size

FILE = Path(__file__).with_name("stocks.toml")


@dataclass(frozen=True, slots=True)
class LabelStock:
    """A product: its name, size and number of labels, for a list of stocks, and its grid; ``round`` ones are discs."""

    label: str
    grid: Grid
    round: bool


def _stock(row: dict[str, Any]) -> LabelStock:
    """Parse a row of the file; raises ``KeyError`` or ``ValueError`` if it is wrong."""
    unit, sign = {"mm": (1.0, " mm"), "in": (INCH, "″")}[row["unit"]]
    width, height, pitch_x, pitch_y, left, top = (
        row[name] * unit for name in ("width", "height", "across", "down", "left", "top")
    )
    paper, disc = Paper(row["paper"]), row.get("round", False)
    grid = Grid(PAPER_SIZES[paper], Size(width, height), left, top, row["columns"], row["rows"], pitch_x, pitch_y)
    size = f"{row['width']:.4g}{sign} round" if disc else f"{row['width']:.4g} × {row['height']:.4g}{sign}"
    return LabelStock(f"{row['name']}: {size}, {grid.count} on {paper.label}", grid, disc)


STOCKS = {row["key"]: _stock(row) for row in tomllib.loads(FILE.read_text())["stocks"]}
"""Every stock by its key, in the file's order."""
