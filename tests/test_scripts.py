"""The scripts of bin/ and the lock files hold on any Debian machine."""

import re
import subprocess

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
SCRIPTS = [
    file
    for file in [*sorted((ROOT / "bin").iterdir()), ROOT / ".ci/run"]
    if file.suffix == ".sh" or file.read_bytes().startswith(b"#!/bin/sh")
]
LOCKS = [ROOT / "requirements.lock", ROOT / "requirements-dev.lock"]


def test_scripts_are_found():
    assert {file.name for file in SCRIPTS} >= {"run", "test", "check", "environment.sh"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_script_is_plain_shell(script):
    result = subprocess.run(["sh", "-n", script], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def locked(text: str) -> dict[str, str]:
    """Package and exact version of each line that pins one."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+) \\$", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda file: file.name)
def test_lock_has_versions_and_checksums_and_nothing_else(lock):
    text = lock.read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    pattern = re.compile(r"[a-z0-9-]+==[^ /]+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    assert [line for line in lines if not pattern.fullmatch(line)] == []
    assert len(locked(text)) > 20
    assert re.findall(r"https?:|file:/|index|find-links|trusted", text) == []


def test_tests_run_with_the_versions_that_are_served():
    run, dev = (locked(lock.read_text()) for lock in LOCKS)
    assert {name: dev.get(name) for name in run} == run


def test_lock_files_have_what_the_project_asks_for():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[^a-z0-9-]", requirement)[0] for requirement in requirements}

    run, dev = (locked(lock.read_text()) for lock in LOCKS)
    extras = project["optional-dependencies"]
    assert names(extras["site"]) - run.keys() == set()
    assert names(extras["dev"]) - dev.keys() == set()
