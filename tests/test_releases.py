"""The changelog, the notes for operators and the version agree."""

import json
import os
import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.conf import settings

import rulesets

CHANGELOG = (settings.BASE_DIR / "CHANGELOG.md").read_text()
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$", CHANGELOG, re.MULTILINE)
MAX_AGE = timedelta(days=30)
"""How old the stored advisories may be on the day of a release."""
WITHOUT_ADVISORIES = "1.3.0"
"""The last release that could be made with older ones."""


def numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def test_the_changelog_has_its_sections_newest_first() -> None:
    headings = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert headings == ["Unreleased", *(f"{version} – {day}" for version, day in RELEASES)]
    assert sorted(RELEASES, key=lambda release: numbers(release[0]), reverse=True) == RELEASES
    days = [date.fromisoformat(day) for _, day in RELEASES]
    assert days == sorted(days, reverse=True)


def test_the_newest_release_is_at_most_the_version() -> None:
    assert numbers(RELEASES[0][0]) <= numbers(rulesets.__version__)


def test_a_release_knows_the_weaknesses_of_its_last_thirty_days() -> None:
    stored = json.loads((settings.BASE_DIR / "tests/stored/advisories.json").read_text())["until"]
    assert outdated(stored, RELEASES) == []
    assert outdated("2027-01-01", [("1.4.0", "2027-02-01"), ("1.3.1", "2027-01-31"), *RELEASES]) == ["1.4.0"]


def outdated(until: str, releases: Sequence[tuple[str, str]]) -> list[str]:
    """The releases that were made more than ``MAX_AGE`` after the last day of the advisories."""
    latest = date.fromisoformat(until) + MAX_AGE
    return [
        version
        for version, day in releases
        if numbers(version) > numbers(WITHOUT_ADVISORIES) and date.fromisoformat(day) > latest
    ]


@pytest.mark.parametrize("version", [version for version, _ in RELEASES])
def test_operators_read_what_a_release_needs(version: str) -> None:
    assert f"\n## To {version}\n" in (settings.BASE_DIR / "docs" / "upgrading.md").read_text()


def test_classifiers_name_the_pythons_that_are_tested() -> None:
    workflow = (settings.BASE_DIR / ".github/workflows/tests.yml").read_text()
    (tested,) = re.findall(r"^ +python: (\[.+\])$", workflow, re.MULTILINE)
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    named = re.findall(r"Python :: (\d\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    assert (named, project["requires-python"]) == (json.loads(tested), f">={named[0]}")


@pytest.mark.parametrize("version", [version for version, _ in RELEASES])
def test_a_release_comes_with_its_part_of_the_changelog(version: str) -> None:
    done = subprocess.run(["bin/changes", version], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True)
    assert done.stdout.strip()
    assert "\n## " not in done.stdout
    assert f"## {version} – {dict(RELEASES)[version]}\n{done.stdout}" in CHANGELOG


CHANGES = "# Changelog\n\n## Unreleased\n\n## 1.4.0 – 2026-12-01\n\n- Add a game.\n"
NOTES = "# Upgrading\n\n## To 1.4.0\n\nNothing.\n"
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "armybuilder"
dynamic = ["version"]
readme = "docs/upgrading.md"
requires-python = ">=3.11"
[tool.hatch.version]
path = "rulesets/__init__.py"
[tool.hatch.build.targets.wheel]
packages = ["rulesets"]
"""
RUNS = "from pathlib import Path\ndef test_it(): Path(__file__).with_suffix('.ran').touch()\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project that is ready for release 1.4.0."""
    files = {
        "CHANGELOG.md": CHANGES,
        "docs/upgrading.md": NOTES,
        "rulesets/__init__.py": '__version__ = "1.4.0"\n',
        "pyproject.toml": PROJECT,
        "LICENSE": "MIT\n",
        "tests/test_releases.py": RUNS,
        "tests/rulesets/test_package.py": RUNS,
        ".gitignore": "*.ran\n__pycache__/\n.venv\n.pytest_cache/\ndist/\nignored.py\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for name in ("bin/release", "bin/environment.sh", "requirements-dev.lock"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(settings.BASE_DIR / name, tmp_path / name)
    (tmp_path / ".venv").symlink_to((settings.BASE_DIR / ".venv").resolve())
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(project: Path, *words: str) -> None:
    identity = ["-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
    subprocess.run(["git", *identity, *words], cwd=project, check=True)


def commit(project: Path) -> None:
    git(project, "add", ".")
    git(project, "commit", "--quiet", "--message", "Change something")


def release(project: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "PYTEST_"))}
    return subprocess.run([project / "bin/release"], env=environment, capture_output=True, text=True, check=False)


def test_a_release_that_is_ready_gets_its_wheel_and_command(project: Path) -> None:
    (project / "rulesets/ignored.py").touch()
    done = release(project)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith('  git tag --annotate --message "Armybuilder 1.4.0" v1.4.0\n')
    with zipfile.ZipFile(project / "dist/armybuilder-1.4.0-py3-none-any.whl") as wheel:
        assert [name for name in wheel.namelist() if ".dist-info/" not in name] == ["rulesets/__init__.py"]
    assert {file.stem for file in project.rglob("*.ran")} == {"test_releases", "test_package"}


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("CHANGELOG.md", CHANGES.replace("1.4.0", "1.3.0"), "CHANGELOG.md has no section for 1.4.0 with its date."),
        (
            "CHANGELOG.md",
            CHANGES.replace("Unreleased\n", "Unreleased\n\n- Add another.\n"),
            "CHANGELOG.md has changes under “Unreleased”. Move them to 1.4.0.",
        ),
        ("docs/upgrading.md", NOTES.replace("1.4.0", "1.4"), "docs/upgrading.md has no section “To 1.4.0”."),
        (
            "docs/upgrading.md",
            f"{NOTES}\n## To the next release\n",
            "docs/upgrading.md has notes for the next release. Move them to 1.4.0.",
        ),
    ],
)
def test_a_release_that_lacks_something_is_refused(project: Path, file: str, text: str, said: str) -> None:
    (project / file).write_text(text)
    commit(project)
    assert refusal(project) == [said]


def test_a_release_of_what_is_not_committed_is_refused(project: Path) -> None:
    (project / "rulesets/new.py").touch()
    assert refusal(project) == ["Commit or drop what git status lists."]


def test_a_release_that_was_made_is_refused(project: Path) -> None:
    git(project, "tag", "v1.4.0")
    assert refusal(project) == ["v1.4.0 has a tag already. Raise __version__ in rulesets/__init__.py."]


def refusal(project: Path) -> list[str]:
    """Why there is no release yet; nothing is built."""
    done = release(project)
    assert (done.returncode, done.stdout, (project / "dist").exists()) == (1, "", False)
    return done.stderr.splitlines()
