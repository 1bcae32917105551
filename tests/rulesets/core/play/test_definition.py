"""Which units are out of play, by whichever box says so."""

from collections.abc import Mapping

import pytest

from rulesets.core.play.definition import out_of_play
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
