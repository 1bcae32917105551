"""The same role has the same file in every game."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.calculators import Calculator
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

GAMES = all_rulesets()
CALCULATORS = [(game, calculator) for game in GAMES for calculator in game.calculators]
NOT_A_TEST = {"reaction_test": "reaction_fire"}
"""The module of a calculator whose name every tool that collects tests would take for theirs."""
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def package_of(game: AnyRuleset) -> str:
    """The package that a game lies in."""
    return game.force.__module__.rpartition(".")[0]


def module(game: AnyRuleset, name: str) -> Any:
    return import_module(f"{package_of(game)}.{name}")


@each_game
def test_what_a_game_consists_of_stands_where_it_does_in_the_others(game: AnyRuleset) -> None:
    units = f"{package_of(game)}.units"
    assert {game.force.__module__, game.group.__module__, game.unit.__module__} == {units}
    assert module(game, "legality").RULES is game.rules
    assert module(game, "templates").TEMPLATES is game.templates
    assert module(game, "templates").__dict__[game.demo.__name__] is game.demo
    assert module(game, "catalogue").CATALOGUE is game.catalogue
    assert module(game, "catalogue").KINDS is game.kinds
    assert module(game, "house_rules").RULINGS is game.rulings
    assert module(game, "calculators").CALCULATORS is game.calculators
    assert module(game, "quick_reference").sections is game.sections
    drawn = (game.row, game.standing, game.card, game.labels, game.tokens, game.summary)
    assert {function.__module__ for function in drawn} == {f"{package_of(game)}.cards"}
    assert find_spec(f"{package_of(game)}.tables") is not None


@pytest.mark.parametrize(
    ("game", "calculator"), CALCULATORS, ids=[f"{game.slug}-{calculator.slug}" for game, calculator in CALCULATORS]
)
def test_a_calculator_is_the_module_that_is_named_as_it(game: AnyRuleset, calculator: Calculator[Any]) -> None:
    name = calculator.slug.replace("-", "_")
    assert module(game, f"calculators.{NOT_A_TEST.get(name, name)}").CALCULATOR is calculator


@each_game
def test_a_game_imports_its_own_modules_relatively(game: AnyRuleset) -> None:
    (folder,) = import_module(package_of(game)).__path__
    texts = {file: file.read_text() for file in Path(folder).rglob("*.py")}
    assert sum("\nfrom ." in text for text in texts.values()) > 10
    assert [file.name for file, text in texts.items() if f"from {package_of(game)}" in text] == []
