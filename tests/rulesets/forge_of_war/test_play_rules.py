"""Rules of play: turns, and exactly the rules they break."""

from typing import Any

import pytest

from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules, switches
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.play_rules import TURN_RULES, TurnState, breaches
from tests.rulesets.forge_of_war.play_cases import CASES, house


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_breaches(case: dict[str, Any]) -> None:
    found = breaches(decode(TurnState, case["state"]), house(case))
    assert [rule.id for rule, _ in found] == case["breaks"]


def test_every_rule_of_play_is_broken_by_a_case_and_kept_by_another() -> None:
    ids = [rule.id for rule, _ in TURN_RULES]
    assert ids == [f"FOW-P{number:02d}" for number in range(1, 15)]
    assert {rule for case in CASES for rule in case["breaks"]} == set(ids)
    assert {rule for case in CASES for rule in case.get("keeps", [])} == set(ids)
    for case in CASES:
        assert set(case["breaks"]) & set(case.get("keeps", [])) == set(), case["title"]


def test_legality_and_play_make_sixty_rules() -> None:
    ids = [rule.id for rule in RULESET.rules] + [rule.id for rule, _ in TURN_RULES]
    assert len(ids) == len(set(ids)) == 60


SAID_ALIKE = {
    "unit_size_severity=error",
    "unit_size_severity=none",
    "training_severity=error",
    "sniper_crew=none",
    "vehicle_wounds=moderate_only",
}
"""Readings about lists before play, and those under which the sentence of our default is true as well."""


def test_a_reading_changes_a_sentence_of_the_rules_of_play() -> None:
    silent = set()
    for switch, ruling in switches(RULESET.rulings).items():
        for key in ruling.keys:
            played = HouseRules(RULESET.rulings, [(switch, key)])
            if key != ruling.default and all(
                each.sentence_under(played) == each.sentence for each in RULESET.play_rules
            ):
                silent.add(f"{switch}={key}")
    assert silent == SAID_ALIKE


@pytest.mark.parametrize(("reading", "told"), [("4", "−4 for a bunker"), ("3", "−3 for a bunker")])
def test_a_bunker_has_the_penalty_that_is_played(reading: str, told: str) -> None:
    played = HouseRules(RULESET.rulings, [("bunker_penalty", reading)])
    rules = {rule.id: rule.sentence_under(played) for rule in RULESET.play_rules}
    assert told in rules["§24"]
    assert "−3 or −4" not in f"{rules['§19']} {rules['§24']}"
