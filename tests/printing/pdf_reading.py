"""Reads back from a PDF where things were drawn, in millimetres from the top left of the page."""

import io
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pikepdf

from armybuilder.printing.paper import Rectangle

POINT = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass
class DrawnPage:
    """One page: size, the bounding boxes of all painted paths, its straight single lines, and its texts with places.

    ``runs`` are the texts again as rows of letters, with where each row begins and ends, and its height.
    """

    width: float
    height: float
    boxes: list[Rectangle] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    texts: list[tuple[float, float, str]] = field(default_factory=list)
    runs: list[tuple[float, float, float, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All texts in drawing order."""
        return " ".join(text for _, _, text in self.texts)

    def has_box(self, box: Rectangle, tolerance: float) -> bool:
        """Whether some path fills that box."""
        return any(
            all(
                abs(a - b) <= tolerance
                for a, b in zip((o.x, o.y, o.right, o.bottom), (box.x, box.y, box.right, box.bottom), strict=True)
            )
            for o in self.boxes
        )


def times(one: Matrix, two: Matrix) -> Matrix:
    """What it is to apply ``one`` and then ``two``."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """A point as the matrix moves it."""
    return matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]


@lru_cache(4)
def read(pdf: bytes) -> tuple[DrawnPage, ...]:
    """Every page of a PDF; what is asked of one file again and again is read once."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return tuple(_Reader(page).read() for page in document.pages)


class _Reader:
    def __init__(self, page: Any) -> None:
        self.page = page
        box = [float(number) for number in page.mediabox]
        self.tall = box[3] - box[1]
        self.drawn = DrawnPage((box[2] - box[0]) * POINT, self.tall * POINT)
        self.fonts: dict[tuple[int, str], tuple[dict[int, str], dict[int, float]]] = {}

    def read(self) -> DrawnPage:
        self._stream(self.page.obj, self.page.obj.Resources, IDENTITY)
        return self.drawn

    def _mm(self, x: float, y: float) -> tuple[float, float]:
        return x * POINT, (self.tall - y) * POINT

    def _stream(self, source: Any, resources: Any, matrix: Matrix) -> None:
        stack: list[Matrix] = []
        points: list[tuple[float, float]] = []
        subpaths: list[list[tuple[float, float]]] = []
        text: Matrix = IDENTITY
        goes_on = False
        letters: dict[int, str] = {}
        widths: dict[int, float] = {}
        size = end = 0.0
        for instruction in pikepdf.parse_content_stream(source):
            operands: Any = instruction.operands
            name = str(instruction.operator)
            if name == "q":
                stack.append(matrix)
            elif name == "Q":
                matrix = stack.pop()
            elif name == "cm":
                matrix = times(_numbers(operands), matrix)
            elif name == "re":
                x, y, wide, high = (float(n) for n in operands)
                points += [at(matrix, x, y), at(matrix, x + wide, y + high)]
            elif name in ("m", "l"):
                point = at(matrix, float(operands[0]), float(operands[1]))
                if name == "m":
                    subpaths.append([])
                subpaths[-1].append(point)
                points.append(point)
            elif name in ("c", "v", "y"):
                numbers = [float(n) for n in operands]
                points += [at(matrix, *numbers[-2:])]
                subpaths[-1] += [points[-1]] * 2
            elif name in ("f", "f*", "S", "s", "B", "B*", "b", "b*"):
                self._painted(points, subpaths)
                points, subpaths = [], []
            elif name == "n":
                points, subpaths = [], []
            elif name == "BT":
                text, goes_on = IDENTITY, False
            elif name == "Tm":
                text, goes_on = _numbers(operands), False
            elif name == "Td":
                goes_on = False
                text = times((1, 0, 0, 1, float(operands[0]), float(operands[1])), text)
            elif name == "Tf":
                letters, widths = self._letters(resources, str(operands[0]))
                size = float(operands[1])
            elif name in ("Tj", "TJ"):
                pieces = operands[0] if name == "TJ" else [operands[0]]
                codes = b"".join(bytes(piece) for piece in pieces if isinstance(piece, pikepdf.String))
                said = "".join(
                    letters.get(int.from_bytes(codes[i : i + 2], "big"), "?") for i in range(0, len(codes), 2)
                )
                advance = sum(widths.get(int.from_bytes(codes[i : i + 2], "big"), 0) for i in range(0, len(codes), 2))
                advance -= sum(float(piece) for piece in pieces if not isinstance(piece, pikepdf.String))
                begin, end = (end if goes_on else 0.0), (end if goes_on else 0.0) + advance * size / 1000
                if said.strip():
                    left, foot = self._mm(*at(matrix, *at(text, begin, 0)))
                    self.drawn.runs.append((left, self._mm(*at(matrix, *at(text, end, 0)))[0], foot, said))
                if goes_on:
                    x, y, before = self.drawn.texts.pop()
                    self.drawn.texts.append((x, y, before + said))
                else:
                    self.drawn.texts.append((*self._mm(*at(matrix, *at(text, 0, 0))), said))
                goes_on = True
            elif name == "Do":
                form = resources.XObject[str(operands[0])]
                if form.Subtype == "/Form":
                    inner = times(_numbers(form.Matrix), matrix) if "/Matrix" in form else matrix
                    self._stream(form, form.get("/Resources", resources), inner)

    def _painted(self, points: list[Any], subpaths: list[list[tuple[float, float]]]) -> None:
        if not points:
            return
        self.drawn.lines += [(*self._mm(*path[0]), *self._mm(*path[1])) for path in subpaths if len(path) == 2]
        lone = [path[0] for path in subpaths if len(path) == 1]
        shown = [self._mm(*point) for point in points if point not in lone]
        if not shown:
            return
        left, top = min(x for x, _ in shown), min(y for _, y in shown)
        self.drawn.boxes.append(Rectangle(left, top, max(x for x, _ in shown) - left, max(y for _, y in shown) - top))

    def _letters(self, resources: Any, name: str) -> tuple[dict[int, str], dict[int, float]]:
        font = resources.Font[name]
        key = (font.objgen[0], name)
        if key not in self.fonts:
            letters = _to_unicode(bytes(font.ToUnicode.read_bytes()).decode())
            self.fonts[key] = letters, _widths(font.DescendantFonts[0])
        return self.fonts[key]


def _widths(font: Any) -> dict[int, float]:
    """The widths of letters in thousandths of their size, written as a first code and the widths from it on."""
    parts = list(font.get("/W", ()))
    found = {}
    for first, widths in zip(parts[::2], parts[1::2], strict=True):
        found.update({int(first) + place: float(wide) for place, wide in enumerate(widths)})
    return found


def _numbers(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(n) for n in operands)
    return a, b, c, d, e, f


def _to_unicode(cmap: str) -> dict[int, str]:
    found = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", cmap, re.DOTALL):
        for code, said in re.findall(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", block):
            found[int(code, 16)] = bytes.fromhex(said).decode("utf-16-be")
    return found
