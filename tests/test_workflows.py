"""The workflows of the repository's host: their syntax, expressions and actions, and what they run of ours."""

import re
import subprocess
import sys

import pytest
from django.conf import settings

WORKFLOWS = sorted((settings.BASE_DIR / ".github/workflows").iterdir())


def test_workflows_can_run() -> None:
    done = subprocess.run(
        [f"{sys.prefix}/bin/actionlint", "-no-color", *WORKFLOWS],
        capture_output=True,
        text=True,
        check=False,
        cwd=settings.BASE_DIR,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.stem)
def test_scripts_that_workflows_run_are_there(workflow) -> None:
    assert [
        name
        for name in re.findall(r"(?<![\w/])bin/[\w.]+", workflow.read_text())
        if not (settings.BASE_DIR / name).exists()
    ] == []
