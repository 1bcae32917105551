"""No regular expression takes more than linear time, whatever a visitor's text repeats."""

import ast
import importlib
import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

import armybuilder
import rulesets

Expression = re.Pattern[str] | re.Pattern[bytes]
SHORT, LONG = 2_000, 8_000
HUGE = 1_000_000
"""Lengths of texts, in characters."""
MAX_GROWTH = 9
"""The most by which the time may grow from a short to a long text: 4 where it is linear, 16 where it is quadratic."""
NOISE = 0.001
"""Seconds added to each time, so that the growth of what takes no time at all is none."""
PIECES = (*"a1 -.,:;_/@<>(){}[]\"'\\&·\n", "é", "A", "a.", "a@", "1,", "a-", " a", "1/", "_x0041_")
ENDS = ("", " ", "!")
OWN_FILES = ("armybuilder.drawing.painting", "armybuilder.printing.colours", "rulesets.core.texts.slots")
"""Modules whose expressions read the site's own style sheets and never a visitor's text."""


def modules() -> Iterator[ModuleType]:
    """Every module of the site and of the games that has regular expressions."""
    for package in (armybuilder, rulesets):
        (folder,) = map(Path, package.__path__)
        for file in sorted(folder.rglob("*.py")):
            name = ".".join(file.relative_to(folder.parent).with_suffix("").parts)
            if name not in OWN_FILES and re.search(r"^import re$", file.read_text(), re.MULTILINE):
                yield importlib.import_module(name)


def written_in(module: ModuleType) -> Iterator[Expression]:
    """The expressions in calls such as ``re.sub(…)``."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
            first, *others = node.args
            if isinstance(first, ast.Constant) and isinstance(first.value, str | bytes):
                flags = re.findall(r"re\.([A-Z]+)", " ".join(map(ast.unparse, (*others, *node.keywords))))
                yield re.compile(first.value, sum(getattr(re, flag) for flag in flags))


def expressions() -> dict[str, Expression]:
    """All expressions, by their module and text."""
    found: dict[str, tuple[str, Expression]] = {}
    for module in modules():
        named = (value for value in vars(module).values() if isinstance(value, re.Pattern))
        for each in (*named, *written_in(module)):
            found.setdefault(repr(each), (f"{module.__name__}: {each.pattern!r}", each))
    return dict(found.values())


EXPRESSIONS = expressions()


def pieces_of(expression: Expression) -> list[str]:
    """What to repeat: signs of all sorts, and the words of the expression itself."""
    source = expression.pattern.decode() if isinstance(expression.pattern, bytes) else expression.pattern
    words = re.findall(r"[\w ,.:;<@-]{2,}", re.sub(r"\\(.)", r"\1", source))
    return list(dict.fromkeys([*words, source]))


def seconds(expression: Expression, text: str) -> float:
    """The processor time that it takes to find all matches."""
    subject = text.encode() if isinstance(expression.pattern, bytes) else text
    start = time.thread_time()
    for _ in expression.finditer(subject):  # type: ignore[arg-type]
        pass
    return time.thread_time() - start


def growth(expression: Expression, piece: str, end: str) -> float:
    """How much longer a text of so many pieces takes than one of a quarter, at best of three."""
    growths = []
    for _ in range(3):
        short, long = (seconds(expression, hostile(piece, length, end)) for length in (SHORT, LONG))
        growths.append((long + NOISE) / (short + NOISE))
        if growths[-1] < MAX_GROWTH:
            break
    return min(growths)


def hostile(piece: str, length: int, end: str) -> str:
    return piece * (length // len(piece)) + end


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_the_time_grows_with_the_text_and_not_faster(name: str) -> None:
    expression = EXPRESSIONS[name]
    for piece, end in product((*PIECES, *pieces_of(expression)), ENDS):
        assert growth(expression, piece, end) < MAX_GROWTH, (piece, end)
    for piece in pieces_of(expression):
        seconds(expression, hostile(piece, HUGE, "!"))


def test_a_quadratic_expression_is_found() -> None:
    assert growth(re.compile("begin(.*?)end", re.DOTALL), "begin", "") > MAX_GROWTH
    assert {name.partition(":")[0] for name in EXPRESSIONS} >= {
        "armybuilder.site.logs",
        "armybuilder.interchange.texts",
    }
