"""Described games: an army beside the same one of the starter when that was Python, and how long documents take.

The old starter comes from the history of this repository.
"""

import importlib
import io
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import PrintOptions
from rulesets.core.declarations.codec import CodecError
from rulesets.core.forces.force import AnyForce, Force, Group, Unit
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.ruleset import from_document, read_game
from rulesets.starter import RULESET
from tests.printing.samples import PRINTER
from tests.rulesets.described import test_hostile as hostile
from tests.rulesets.described.test_formulas import NAMES, VALUES

WHEN_IT_WAS_PYTHON = "a923a006^"
"""The commit before the starter became a document."""
BUILT, ASKED = 0.050, 0.001
"""Seconds of processor time for a document, and for a formula."""


@pytest.fixture
def old_starter(tmp_path: Path) -> AnyRuleset:
    """The starter in Python."""
    command = ["git", "archive", WHEN_IT_WAS_PYTHON, "rulesets/starter"]
    packed = subprocess.run(command, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(tmp_path, filter="data")
    (tmp_path / "rulesets" / "starter").rename(tmp_path / "old_starter")
    sys.path.insert(0, str(tmp_path))
    ruleset: AnyRuleset = importlib.import_module("old_starter").RULESET
    sys.path.remove(str(tmp_path))
    return ruleset


def army(game: AnyRuleset, units: int) -> AnyForce:
    """An army of so many units, four in a group."""
    two = [unit.spec for _, unit in game.demo().units()]
    groups = (
        Group("", f"Group {n}", game.group(), tuple(Unit("", two[(n + m) % 2]) for m in range(4)))
        for n in range(units // 4)
    )
    return Force(game.slug, "Army", replace(game.force(), points_limit=9999), tuple(groups)).with_ids()


def check(game: AnyRuleset, force: AnyForce) -> None:
    game.check(force)


def draw(game: AnyRuleset, force: AnyForce) -> None:
    context = game.context(force)
    for group, unit in force.units():
        game.row(unit, group, context)
        game.card(unit, group, context)
    game.labels(context)
    game.tokens(context)
    game.summary(context)


def paper(game: AnyRuleset, force: AnyForce) -> None:
    print_pdf(document_of(LoadedArmy(game, force), PrintOptions(labels=True, tokens=True), PRINTER), PRINTER)


def best(work: Callable[[], Any], times: int) -> float:
    """The shortest processor time of so many tries."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


@pytest.mark.parametrize("units", [12, 240])
def test_a_described_army_beside_the_same_in_python(
    old_starter: AnyRuleset, units: int, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = {"old": 0.0, "new": 0.0}
    for name, work, times in (("checked", check, 15), ("drawn", draw, 15), ("printed", paper, 2)):
        forces = {"old": (old_starter, army(old_starter, units)), "new": (RULESET, army(RULESET, units))}
        took = {kind: best(lambda: work(*forces[kind]), times) for kind in forces}  # noqa: B023
        whole = {kind: whole[kind] + took[kind] for kind in whole}
        with capsys.disabled():
            print(
                f"\n{units} units {name}: {took['old'] * 1000:.2f} ms in Python, {took['new'] * 1000:.2f} as a document"
            )
    assert whole["new"] <= 1.5 * whole["old"]


def test_hostile_documents_take_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    documents = [hostile.at(path, text) for path in hostile.PLACES_OF_FORMULAS for text in hostile.HOSTILE_FORMULAS]
    documents += [hostile.at(path, value) for path, value in hostile.HOSTILE_STRUCTURES]

    def made(document: Any) -> None:
        try:
            from_document(read_game(document))
        except CodecError:
            return

    took = [best(lambda: made(document), 3) for document in documents]  # noqa: B023
    with capsys.disabled():
        print(f"\n{len(documents)} hostile documents: {max(took) * 1000:.1f} ms at most")
    assert max(took) <= BUILT


def test_formulas_take_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    from rulesets.described.formulas import FormulaError, read_formula

    longest = 0.0
    for text in [*hostile.HOSTILE_FORMULAS, "models * " * 20 + "1", "min(" + "models, " * 20 + "1)"]:
        try:
            formula = read_formula(text, NAMES)
        except FormulaError:
            continue
        longest = max(longest, best(lambda: formula.value(VALUES), 5))  # noqa: B023
    with capsys.disabled():
        print(f"\nA formula: {longest * 1000:.3f} ms at most")
    assert longest <= ASKED
