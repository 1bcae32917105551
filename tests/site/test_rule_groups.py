"""The headings under which long pages fold their rules and rulings."""

from dataclasses import replace

import pytest

from armybuilder.site.rule_groups import NUMBERED, rules_of_armies, rules_of_play, rulings_by_place
from rulesets.core.forces.rules import PlayRule
from tests.rulesets.described.games import games_with


@pytest.mark.parametrize("game", [pytest.param(game, id=game.slug) for game in games_with()])
def test_everything_stands_at_one_place_with_a_name(game):
    for places, items in (
        (rules_of_armies(game), game.all_rules),
        (rules_of_play(game), game.play_rules),
        (rulings_by_place(game), game.rulings),
    ):
        assert sorted(item.id for place in places for item in place.items) == sorted(item.id for item in items)
        assert len({place.title for place in places}) == len(places)
        assert [place.title for place in places if NUMBERED.fullmatch(place.title)] == []


def test_rules_of_armies_stand_by_what_they_look_at(pebbles):
    shown = [(place.title, [rule.id for rule in place.items]) for place in rules_of_armies(pebbles)]
    assert shown == [("Pebble", ["PEB-1", "AB-01"]), ("Pile", ["PEB-2"]), ("Beach", ["PEB-3", "AB-02", "AB-03"])]


def test_numbered_sections_come_in_their_order_with_their_names(pebbles):
    play_rules = (
        PlayRule("X-1", "§10, §2", "One."),
        PlayRule("§2", "Turns", "Two."),
        PlayRule("X-2", "§2; §9", "Three."),
        PlayRule("X-3", "lakes, deep", "Four."),
    )
    first, *others = pebbles.rulings
    game = replace(pebbles, play_rules=play_rules, rulings=(replace(first, where="§2-4"), *others))
    shown = [(place.title, [rule.id for rule in place.items]) for place in rules_of_play(game)]
    assert shown == [("§2 Turns", ["§2", "X-2"]), ("§10", ["X-1"]), ("Lakes", ["X-3"])]
    assert rulings_by_place(game)[0].title == "§2 Turns"
