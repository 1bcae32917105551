"""The changelog, the notes for operators and the version agree."""

import re
from datetime import date

import pytest
from django.conf import settings

import rulesets

CHANGELOG = (settings.BASE_DIR / "CHANGELOG.md").read_text()
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$", CHANGELOG, re.MULTILINE)


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


@pytest.mark.parametrize("version", [version for version, _ in RELEASES])
def test_operators_read_what_a_release_needs(version: str) -> None:
    assert f"\n## To {version}\n" in (settings.BASE_DIR / "docs" / "upgrading.md").read_text()
