"""Covering fire: what is filled in from an army, and what is said."""

from tests.rulesets.forge_of_war.calculators.questions import ask


def test_covering_fire_once_a_turn() -> None:
    assert ask("covering-fire", {"fired": True}).headline == "No shot: one covering shot a turn"
