"""The page on the code's layout says what is so."""

import re

from rulesets.registry import all_rulesets
from tests.architecture import ROOT, picture

PAGE = (ROOT / "docs" / "architecture.md").read_text()


def test_the_picture_is_that_of_the_imports() -> None:
    assert re.findall(r"```mermaid\n(.*?)\n```", PAGE, re.DOTALL) == [picture()]


def test_every_file_that_is_named_is_there() -> None:
    named = [
        name
        for name in re.findall(r"`((?:armybuilder|rulesets|static|templates|tests)/[\w./]*)`", PAGE)
        if not name.startswith("rulesets/systems/GAME")
    ]
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_file_of_a_game_is_there_in_one() -> None:
    named = re.findall(r"`rulesets/systems/GAME/([\w./]+)`", PAGE)
    games = list((ROOT / "rulesets" / "systems").glob("*/"))
    assert [
        name
        for name in named
        if not any((game / name).exists() or (game / name.removesuffix(".py")).is_dir() for game in games)
    ] == []
    assert len(named) > 10


def test_no_code_of_the_site_names_a_game() -> None:
    files = [*(ROOT / "bin").iterdir(), *(ROOT / "armybuilder").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    code = {file: file.read_text() for file in files if file.is_file()}
    assert len(code) > 300
    slugs = [game.slug for game in all_rulesets()]
    assert [(file.name, slug) for file, text in code.items() for slug in slugs if slug in text] == []
