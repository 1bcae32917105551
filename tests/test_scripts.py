"""The scripts of bin/ and the lock files hold on any Debian machine."""

import json
import os
import re
import subprocess
import tomllib
from importlib.metadata import distributions, packages_distributions
from typing import cast

import pytest
from django.conf import settings
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from armybuilder.site.extras import MODULES

ROOT = settings.BASE_DIR
SCRIPTS = [
    file
    for file in [*sorted((ROOT / "bin").iterdir()), *sorted((ROOT / "deploy").iterdir()), ROOT / ".ci/run"]
    if file.is_file() and (file.suffix == ".sh" or file.read_bytes().startswith(b"#!/bin/sh"))
]
LOCKS = {file.name: file.read_text() for file in sorted(ROOT.glob("requirements*.lock"))}


def test_scripts_are_found():
    assert {file.name for file in SCRIPTS} >= {"run", "test", "check", "environment.sh"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_script_is_plain_shell(script):
    result = subprocess.run(["sh", "-n", script], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def locked(text: str) -> dict[str, str]:
    """Package and exact version of each line that pins one."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+) (?:; .+ )?\\$", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_has_versions_and_checksums_and_nothing_else(lock):
    text = LOCKS[lock]
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    pattern = re.compile(r"[a-z0-9-]+==[^ /]+ (; [a-zA-Z_'0-9.<>=! ]+ )?\\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    assert [line for line in lines if not pattern.fullmatch(line)] == []
    assert locked(text)
    assert re.findall(r"https?:|file:/|index|find-links|trusted", text) == []


@pytest.mark.parametrize("python", ["3.11.0", "3.13.0"])
def test_a_lock_fits_every_python_that_the_site_runs_on(python):
    found = locked(LOCKS["requirements.lock"] + LOCKS["requirements-redis.lock"])
    here = cast(dict[str, str], default_environment())
    here |= {"python_version": python[:4], "python_full_version": python, "extra": ""}
    installed = {each.metadata["Name"].lower().replace("_", "-"): each for each in distributions()}
    needed = {
        canonicalize_name(requirement.name)
        for name in found.keys() & installed.keys()
        for requirement in map(Requirement, installed[name].requires or ())
        if requirement.marker is None or requirement.marker.evaluate(here)
    }
    assert ("async-timeout" in needed, needed - found.keys()) == (python == "3.11.0", set())


def test_tests_run_with_the_versions_that_are_served():
    tested = locked(LOCKS["requirements-dev.lock"]).items()
    assert {lock: locked(text).items() - tested for lock, text in LOCKS.items()} == {lock: set() for lock in LOCKS}


def test_lock_files_have_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[^a-z0-9-]", requirement)[0] for requirement in requirements}

    extras = project["optional-dependencies"] | {"site": project["dependencies"]}
    files = {extra: f"requirements-{extra}.lock" for extra in extras} | {"site": "requirements.lock"}
    assert set(files.values()) == LOCKS.keys()
    missing = {extra: names(extras[extra]) - locked(LOCKS[file]).keys() for extra, file in files.items()}
    assert missing == {extra: set() for extra in extras}


def test_node_packages_are_exact_and_name_no_registry():
    asked = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    lock = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    project = lock.pop("")
    assert project["devDependencies"] == asked
    assert {name: lock[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert [name for name, each in lock.items() if not each["integrity"].startswith("sha512-")] == []
    assert [name for name, each in lock.items() if "resolved" in each] == []


def test_each_installed_checker_is_called():
    called = set(re.findall(r"^\s*([a-z-]+)", (ROOT / "bin/check").read_text(), re.MULTILINE))
    assert called >= {"ruff", "lint-imports", "mypy", "djlint", "stylelint", "eslint", "tsc", "node"}


def test_the_image_has_what_every_setting_may_ask_for():
    (extras,) = re.findall(r'^ENV EXTRAS="(.+)"$', (ROOT / "deploy/Containerfile").read_text(), re.MULTILINE)
    assert set(extras.split()) == MODULES.keys()


def test_the_image_is_built_from_what_it_copies_and_nothing_else():
    copied = re.findall(r"^COPY (\S+) ", (ROOT / "deploy/Containerfile").read_text(), re.MULTILINE)
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in lines
    assert [line[1:] for line in lines if line.startswith("!")] == copied


def test_an_extra_that_does_not_exist_is_refused():
    command = ". bin/environment.sh; python_environment $(extra_locks)"
    done = subprocess.run(
        ["sh", "-ec", command],
        cwd=ROOT,
        env=os.environ | {"EXTRAS": "sauce"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = "EXTRAS names an extra that does not exist: there is no requirements-sauce.lock.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


def test_no_locked_version_has_a_weakness_that_is_known():
    stored = json.loads((ROOT / "tests/stored/advisories.json").read_text())["packages"]
    found = locked(LOCKS["requirements-dev.lock"])
    assert affecting(stored["django"], "4.2.14") >= {"PYSEC-2024-70"}
    assert {name: affecting(stored[name], found[name]) for name in stored} == {name: set() for name in stored}


def affecting(advisories: dict[str, list[dict[str, str]]], version: str) -> set[str]:
    """The advisories that a version falls under."""
    return {
        advisory
        for advisory, ranges in advisories.items()
        for each in ranges
        if Version(each["introduced"]) <= Version(version)
        and ("fixed" not in each or Version(version) < Version(each["fixed"]))
        and ("last_affected" not in each or Version(version) <= Version(each["last_affected"]))
    }


def test_what_is_vendored_has_its_licence():
    vendors = ("static/vendor", "tests/vendor", "armybuilder/offline/vendor")
    folders = [folder for vendor in vendors for folder in sorted((ROOT / vendor).iterdir()) if folder.is_dir()]
    assert [folder.name for folder in folders if not any(folder.glob("LICENSE*"))] == []
    assert len(folders) > 8


def test_each_package_of_the_browsers_python_has_its_licence():
    entry = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["vendor"]["pyodide"]
    folder = ROOT / f"armybuilder/offline/vendor/pyodide-{entry['version']}"
    assert json.loads((folder / "package.json").read_text())["license"] == "MPL-2.0"
    assert (folder / "LICENSE").read_text().startswith("Mozilla Public License, version 2.0")
    names = packages_distributions()
    installed = {name for module in entry["bytecode"]["packages.zip"]["installed"] for name in names[module]}
    named = {file.name.removeprefix("LICENSE.") for file in folder.glob("LICENSE.*")}
    assert named == {*entry["debian_licences"], *installed, "python.Django"}
