"""Makes one part of the example army of a game, with labels or tokens of one's own, and lays it out."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.paper import Hairline, Paper, Rectangle
from armybuilder.printing.rendering import DocumentInfo, Layout, Measured
from armybuilder.printing.rendering.printer import Printer
from tests.printing.pdf_reading import DrawnPage, read
from tests.printing.samples import MEASURING, demo

TRUE = 0.1
"""Millimetres that a piece may stray."""
SHEETS = [(paper, across) for paper in Paper for across in (False, True)]
ALONE = PrintOptions(roster=False, cards=False, qrs=False)


@dataclass
class Making:
    """The maker of a part, the game and the printer."""

    parts: Callable[[PrintContext], Iterator[DocumentPart]]
    ruleset: Any
    printer: Printer

    def part(self, choices: PrintOptions) -> DocumentPart:
        """The one part that comes of these choices."""
        (part,) = self.parts(PrintContext(demo(self.ruleset), choices, PageFormat.of(choices, "olive", self.printer)))
        return part

    def pages(self, choices: PrintOptions) -> list[Layout]:
        """Its pages, only laid out."""
        measuring = replace(self, printer=MEASURING)
        return measuring.laid_out(measuring.part(choices))

    def laid_out(self, part: DocumentPart) -> list[Layout]:
        """The pages of a part, each of which is a batch."""
        return self.printer.rendered(part.batches)

    def drawn(self, part: DocumentPart) -> Sequence[DrawnPage]:
        """What is drawn on its pages, read back from the file."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "part.pdf"
            self.printer.write(part.batches, DocumentInfo("T", "S"), file)
            return read(file.read_bytes())


def is_at(found: Measured | Rectangle, wanted: Rectangle) -> bool:
    """Whether it lies there."""
    names = ("x", "y", "width", "height")
    return all(abs(getattr(found, name) - getattr(wanted, name)) <= TRUE for name in names)


def has_line(page: DrawnPage, mark: Hairline) -> bool:
    """Whether that line is drawn."""
    return any(all(abs(a - b) <= TRUE for a, b in zip(line, mark, strict=True)) for line in page.lines)
