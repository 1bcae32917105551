"""Without the folders of parts the site is there and its tests pass, in a copy of the project."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("desk", "house_rules")
"""One with most of everything: addresses, API, scripts, styles, what accounts own and what browsers get. And one that
pages of others lead to.
"""
COPIED = (
    "armybuilder",
    "rulesets",
    "static",
    "templates",
    "tests",
    "docs",
    "types",
    "bin",
    "bench",
    "deploy",
    ".ci",
    ".github",
)
QUICK = (
    "tests/accounts/test_account_data.py",
    "tests/accounts/test_storage_limits.py",
    "tests/api/test_openapi.py",
    "tests/games",
    "tests/guide",
    "tests/management/commands/test_tidy.py",
    "tests/site/test_lanes.py",
    "tests/site/test_parts.py",
    "tests/site/test_security.py",
    "tests/test_layout.py",
    "tests/test_routes.py::test_no_address_is_left_out",
    "tests/test_routes.py::test_no_method_is_left_out_and_others_are_refused",
)
"""Tests of all that parts add to: each is seconds long."""

ALL = ("tests", "-m", "not browser and not long and not services", "--ignore", "tests/test_architecture.py")
"""All that need no browser, but for those that compare the documentation with the folders that it names."""

Run = Callable[..., subprocess.CompletedProcess[str]]


def link_or_copy(source: str, target: str) -> None:
    """A file in another place, without its content where the disk allows that."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@pytest.fixture(scope="module")
def run_without(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python in a copy of the project without the parts' folders, with data of its own."""
    copy = tmp_path_factory.mktemp("project")

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [*PARTS] if Path(folder) == ROOT / "armybuilder" else []

    for folder in COPIED:
        shutil.copytree(ROOT / folder, copy / folder, ignore=left_out, copy_function=link_or_copy)
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy2(file, copy)
    assert not any((copy / "armybuilder" / part).exists() for part in PARTS)
    (copy / "var").mkdir()
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "PYTEST", "ARMYBUILDER"))
    } | {"ARMYBUILDER_VAR": str(copy / "var"), "ARMYBUILDER_SECRET_KEY": "only-for-this-test"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "error", *words]
        return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)

    return run


def test_the_site_starts_without_the_folders_of_parts(run_without: Run) -> None:
    for words in (("check",), ("makemigrations", "--check"), ("migrate", "--verbosity", "0")):
        done = run_without("manage.py", *words)
        assert (done.returncode, done.stderr) == (0, ""), words
    asked = "from armybuilder.site.parts import all_parts; print(*(part.name for part in all_parts()))"
    names = run_without("manage.py", "shell", "--verbosity", "0", "-c", asked).stdout.split()
    assert names
    assert not {*PARTS} & {*names}


@pytest.mark.parametrize(
    "tests",
    [
        pytest.param(QUICK, id="quick"),
        pytest.param(ALL, id="all", marks=pytest.mark.long),
    ],
)
def test_other_tests_pass_without_the_folders_of_parts(run_without: Run, tests: tuple[str, ...]) -> None:
    done = run_without("-m", "pytest", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout[-4000:]
