"""The changelog, the notes for operators and the version agree."""

import json
import re
from collections.abc import Sequence
from datetime import date, timedelta

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
