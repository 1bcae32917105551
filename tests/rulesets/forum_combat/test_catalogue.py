"""The catalogue: what is the rulebook's, and tables without gaps."""

from typing import Any

import pytest

from rulesets.core.declarations.catalogue import EntryKind
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.units import Weapon, WeaponType


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


@pytest.mark.parametrize(
    ("weapon", "faults"),
    [
        (Weapon(rng=24), []),
        (Weapon(WeaponType.MELEE), []),
        (Weapon(), [("rng", "enter 1 or more for a ranged weapon, not 0")]),
        (Weapon(rng=8, acc=7), [("acc", "ACC must be from 2 to 6, not 7")]),
        (Weapon(rng=8, ap=-2), [("ap", "enter 2. A negative AP would help the target")]),
    ],
)
def test_an_own_weapon_is_one_that_a_unit_may_have(weapon: Weapon, faults: list[tuple[str, str]]) -> None:
    assert [(problem.path, problem.message) for problem in RULESET.kind("weapon").faults(weapon)] == faults


@pytest.mark.parametrize("kind", RULESET.kinds, ids=lambda kind: kind.slug)
def test_the_game_s_own_entries_have_no_faults(kind: EntryKind[Any]) -> None:
    assert [problem for entry in RULESET.catalogue.of_kind(kind.slug) for problem in kind.faults(entry.spec)] == []
    assert kind.start is None or not list(kind.faults(kind.start))
