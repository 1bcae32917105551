"""Markup is in templates: HTML, SVG and XML in Python are exceptions with a reason."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.files import modules_of, static_files, templates

ROOT = Path(__file__).parent.parent
TAG = re.compile(r"(?<!\?P)(?<!\\g)</?[a-z][a-z0-9-]*(?:[\s/>]|$)", re.IGNORECASE)
TRUSTING = {"mark_safe", "format_html", "format_html_join"}

WRITING = {
    "armybuilder/interchange/battlescribe/rosters.py": "names the element of a file in a message to the player",
    "armybuilder/interchange/battlescribe/game_files.py": "names the element of a file in a message to the player",
    "armybuilder/drawing/picture_files.py": "puts the letters into a finished picture",
    "armybuilder/drawing/symbols.py": "takes the frame off milsymbol's drawings",
    "rulesets/game.py": "how a game is shown on the Python prompt",
    "rulesets/systems/forum_combat/desk/map_drawing.py": "games draw their maps without Django",
    "rulesets/systems/forum_combat/desk/report_markup.py": "games write reports in several markups without Django",
}
"""The modules whose texts have tags, and why."""
MARKING = {"armybuilder/interchange/templatetags/xml.py": "a filter that escapes what XML needs beyond HTML"}
"""The modules that declare text to be markup, and why."""
LONG = {"templates": 0, "styles": 3, "scripts": 1}
"""How many lines are longer than 120 characters, since white space shows there or is not allowed; they become fewer."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("armybuilder", "rulesets"):
        for file in modules_of(folder):
            yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text())


def texts(tree: ast.AST) -> Iterator[str]:
    """All texts but docstrings; an f-string's values are left out of its text."""
    nodes = list(ast.walk(tree))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_no_module_but_the_exceptions_writes_tags() -> None:
    assert {name for name, tree in modules() if any(map(TAG.search, texts(tree)))} == set(WRITING)


def test_no_module_but_the_exceptions_declares_text_to_be_markup() -> None:
    def names(tree: ast.AST) -> set[str]:
        imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
        return {alias.name for node in imports for alias in node.names}

    assert {name for name, tree in modules() if names(tree) & TRUSTING} == set(MARKING)


def test_no_long_lines_are_added() -> None:
    def count(files: Iterable[Path]) -> int:
        return sum(len(line) > 120 for file in files for line in file.read_text().splitlines())

    def named(end: str) -> list[Path]:
        return [file for name, file in static_files().items() if name.endswith(end)]

    long = {"templates": count(templates().values()), "styles": count(named(".css")), "scripts": count(named(".js"))}
    assert [kind for kind, lines in long.items() if lines > LONG[kind]] == []
