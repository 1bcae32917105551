"""The catalogue: what is the rulebook's, and tables without gaps."""

import pytest

from rulesets.systems.forum_combat import RULESET


@pytest.mark.parametrize("kind", RULESET.kinds, ids=lambda kind: kind.slug)
def test_the_tables_of_the_catalogue_are_rectangular(kind: object) -> None:
    entries = RULESET.catalogue.of_kind(kind.slug)  # type: ignore[attr-defined]
    headings = {tuple(heading for heading, _ in kind.facts(entry.spec)) for entry in entries}  # type: ignore[attr-defined]
    assert len(entries) >= 6
    assert len(headings) == 1


def test_only_the_rifle_is_the_rulebook_s() -> None:
    assert [entry.key for entry in RULESET.catalogue if entry.source.value != "example"] == ["bolt-action-rifle"]
    rifle = RULESET.catalogue.get("weapon", "bolt-action-rifle")
    assert rifle is not None
    assert RULESET.kind("weapon").facts(rifle.spec) == (
        ("RNG", "24"), ("ATK", "1"), ("ACC", "4+"), ("STR", "4"), ("AP", "0"), ("DMG", "1"), ("SPC", ""),
    )  # fmt: skip
