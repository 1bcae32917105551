"""The page on the code's layout says what is so."""

import re
import tomllib

from armybuilder.site.extras import MODULES
from rulesets.registry import all_rulesets
from tests.architecture import ROOT, picture
from tests.files import modules_of, templates

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


def test_every_package_has_a_line() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"] | {"site": project["dependencies"]}
    packages = {re.split(r"[^a-z0-9-]", each)[0] for extra in ("site", "mcp", *MODULES) for each in extras[extra]}
    rows = [row.split("|")[1] for row in PAGE.partition("## Packages")[2].splitlines() if row.startswith("|")]
    named = [name for row in rows for name in re.findall(r"`([a-z0-9-]+)`(?!\))", row)]
    assert sorted(named) == sorted(packages)


def test_no_code_of_the_site_names_a_game() -> None:
    files = [*(ROOT / "bin").iterdir(), *modules_of("armybuilder"), *templates().values()]
    code = {file: file.read_text() for file in files if file.is_file()}
    assert len(code) > 300
    slugs = [game.slug for game in all_rulesets()]
    assert [(file.name, slug) for file, text in code.items() for slug in slugs if slug in text] == []
