"""Which units are out of play, by whichever box says so, and which others are on the table."""

from collections.abc import Mapping

import pytest

from rulesets.core.play.definition import out_of_play, units_on_table
from rulesets.core.play.states import OUT, PlayState, read_state
from rulesets.registry import get_ruleset
from tests.rulesets.in_game import deployed

WAYS: Mapping[str, Mapping[str, str]] = {
    "mbt2020": {"state": "neutralised"},
    "forge-of-war": {"strength": "", "lost": "lost"},
    "warstrike": {"models": ""},
    "forum-combat": {"out": ""},
}
"""Tracks by which a unit may be lost in each game: all boxes, or the one with that key."""


@pytest.mark.parametrize("slug", WAYS)
@pytest.mark.parametrize("by_out", [True, False])
def test_a_lost_unit_is_out_by_any_way_of_saying_it(slug: str, by_out: bool) -> None:
    game = get_ruleset(slug)
    force = game.demo()
    context, play = game.context(force), game.play
    assert play is not None
    for group, unit in force.units():
        holder = group.id if play.group_tracks else unit.id
        tracks = play.group_tracks(group, context) if play.group_tracks else play.tracks(unit, group, context)
        ways = [each for each in tracks if each.slug in WAYS[slug]]
        if by_out:
            boxes = {OUT.slug: [1]}
        elif ways:
            way = ways[0]
            key = WAYS[slug][way.slug]
            boxes = {way.slug: [way.box(key)] if key else list(range(1, way.boxes + 1))}
        else:
            continue
        lost = out_of_play(play, deployed(play, context, read_state({holder: boxes})))
        assert lost == ({each.id for each in group.units} if play.group_tracks else {unit.id}), (unit.spec, boxes)
    assert out_of_play(play, deployed(play, context, PlayState())) == frozenset()


def test_units_on_the_table_are_neither_lost_nor_inside_others() -> None:
    game = get_ruleset("forge-of-war")
    force, play = game.demo(), game.play
    assert play is not None
    context = game.context(force)
    whole = deployed(play, context, PlayState())
    there = [side.unit.id for side in units_on_table(play, whole)]
    riders = {unit.id for _, unit in force.units()} - {*there}
    assert riders
    assert all(unit.spec.rides_in for _, unit in force.units() if unit.id in riders)
    lost = deployed(play, context, read_state({there[0]: {OUT.slug: [1]}}))
    assert [side.unit.id for side in units_on_table(play, lost)] == there[1:]


def test_a_group_that_acts_as_one_is_there_by_its_first_unit_in_play() -> None:
    game = get_ruleset("forum-combat")
    force, play = game.demo(), game.play
    assert play is not None
    context = game.context(force)
    first, second, *_ = force.groups[0].units
    others = [group.units[0].id for group in force.groups[1:]]
    whole = deployed(play, context, PlayState())
    assert [side.unit.id for side in units_on_table(play, whole, by_group=True)] == [first.id, *others]
    lost = deployed(play, context, read_state({first.id: {OUT.slug: [1]}}))
    assert [side.unit.id for side in units_on_table(play, lost, by_group=True)] == [second.id, *others]
