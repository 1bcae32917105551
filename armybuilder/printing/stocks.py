"""Label stocks: sheets of labels as sold, read from one data file that names the source of each figure."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from armybuilder.printing.paper import INCH, PAPER_SIZES, Grid, Paper, Size

FILE = Path(__file__).with_name("stocks.toml")


@dataclass(frozen=True, slots=True)
class LabelStock:
    """One product: its name, its paper and the grid of its labels.

    ``round`` labels are discs; ``sources`` are those of size and grid; ``tried`` means that the grid is published, so
    no test print on plain paper is needed.
    """

    key: str
    name: str
    paper: Paper
    grid: Grid
    round: bool
    size_text: str
    sources: tuple[str, str]
    tried: bool

    @property
    def label(self) -> str:
        """Name, size and number of labels, for a list of stocks."""
        shape = " round" if self.round else ""
        return f"{self.name}: {self.size_text}{shape}, {self.grid.count} on {self.paper.label}"


def _number(value: float) -> str:
    return f"{value:.4g}"


def _stock(row: dict[str, object], sources: dict[str, str]) -> LabelStock:
    """Parse a row of the file; raises ``KeyError`` or ``ValueError`` if it is wrong."""
    unit = {"mm": 1.0, "in": INCH}[str(row["unit"])]
    lengths = {name: float(str(row[name])) * unit for name in ("width", "height", "across", "down", "left", "top")}
    paper = Paper(str(row["paper"]))
    disc = bool(row.get("round", False))
    figures = [_number(float(str(row[name]))) for name in (("width",) if disc else ("width", "height"))]
    grid = Grid(
        PAPER_SIZES[paper],
        Size(lengths["width"], lengths["height"]),
        lengths["left"],
        lengths["top"],
        int(str(row["columns"])),
        int(str(row["rows"])),
        lengths["across"],
        lengths["down"],
    )
    size_text = f"{' × '.join(figures)}{'″' if row['unit'] == 'in' else ' mm'}"
    return LabelStock(
        str(row["key"]),
        str(row["name"]),
        paper,
        grid,
        disc,
        size_text,
        (sources[str(row["size"])], sources[str(row["place"])]),
        row["place"] != "even",
    )


def _read() -> dict[str, LabelStock]:
    data = tomllib.loads(FILE.read_text())
    stocks = [_stock(row, data["sources"]) for row in data["stocks"]]
    return {stock.key: stock for stock in stocks}


STOCKS = _read()
"""Every stock by its key, in the file's order."""
