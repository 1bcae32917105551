"""No regular expression takes more than linear time, whatever a visitor's text repeats."""

import ast
import importlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import armybuilder
import rulesets
from armybuilder.interchange.text_counts import MAX_LINE
from tests.files import modules_of

Expression = re.Pattern[str] | re.Pattern[bytes]
LENGTHS_TRIED = (2_000, 40_000)
"""Characters before each of the ends of a text; a very slow expression is found with the short one."""
LIMIT = 0.4
"""Seconds of the processor for a text: none of ours takes half of them, a quadratic expression mostly ten times."""
ATTEMPTS = 3
"""How often a text is tried that takes too long, since a processor with other work is slower."""
PIECES = (*"a1 -.,:;_/@<>(){}[]\"'\\&·\n", "é", "A", "a.", "a@", "1,", "a-", " a", "1/", "_x0041_")
ENDS = ("!", " ", "")
LONGEST = {
    "armybuilder.interchange.text_armies": 2 * MAX_LINE,
    "armybuilder.interchange.text_chats": 2 * MAX_LINE,
    "armybuilder.interchange.text_columns": 2 * MAX_LINE,
    "armybuilder.interchange.text_counts": 2 * MAX_LINE,
    "armybuilder.interchange.text_edits": 2 * MAX_LINE,
    "armybuilder.interchange.text_lines": 2 * MAX_LINE,
    "armybuilder.interchange.text_lists": 2 * MAX_LINE,
    "armybuilder.interchange.text_pieces": 2 * MAX_LINE,
    "armybuilder.interchange.text_prose": 2 * MAX_LINE,
    "armybuilder.interchange.text_units": 2 * MAX_LINE,
}
"""Modules whose expressions get texts of so many characters at most."""
OWN_FILES = ("armybuilder.drawing.painting", "armybuilder.printing.colours", "rulesets.core.texts.slots")
"""Modules whose expressions read the site's own style sheets and never a visitor's text."""


def modules() -> Iterator[ModuleType]:
    """Every module of the site and of the games that has regular expressions."""
    for package in (armybuilder, rulesets):
        (folder,) = map(Path, package.__path__)
        for file in modules_of(package.__name__):
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


def hostile(piece: str, length: int = LENGTHS_TRIED[-1]) -> str:
    """A text of nothing but the piece, until an end; that for each end."""
    return "".join(piece * (length // len(piece)) + end for end in ENDS)


def is_slow(expression: Expression, text: str) -> bool:
    """Whether it takes more processor time than ``LIMIT`` to find all matches, in every attempt."""
    subject = text.encode() if isinstance(expression.pattern, bytes) else text
    for _ in range(ATTEMPTS):
        start = time.thread_time()
        for _match in expression.finditer(subject):  # type: ignore[arg-type]
            pass
        if time.thread_time() - start <= LIMIT:
            return False
    return True


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_a_long_text_takes_no_time(name: str) -> None:
    expression = EXPRESSIONS[name]
    longest = LONGEST.get(name.partition(":")[0], LENGTHS_TRIED[-1])
    for length in LENGTHS_TRIED:
        pieces = (*PIECES, *pieces_of(expression))
        assert [piece for piece in pieces if is_slow(expression, hostile(piece, min(length, longest)))] == []


def test_a_quadratic_expression_is_found() -> None:
    begin = "a long beginning of a quotation"
    assert is_slow(re.compile(begin + "([^!]*?)end"), hostile(begin))
    assert {name.partition(":")[0] for name in EXPRESSIONS} >= {
        "armybuilder.site.logs",
        "armybuilder.interchange.texts",
    }
