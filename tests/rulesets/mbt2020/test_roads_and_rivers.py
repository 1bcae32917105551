"""Roads and rivers of a battlefield."""

from dataclasses import replace

from rulesets.systems.mbt2020.ground import River
from rulesets.systems.mbt2020.units import Zone
from tests.rulesets.mbt2020.surveys import hand, survey


def test_rivers_run_around_high_ground_and_are_bridged() -> None:
    seen = 0
    for seed in range(40):
        field = survey(replace(hand(Zone.TROPICAL), river=River.ACROSS, battle_groups=3), seed)
        river = next(way for way in field.ways if way.kind == "river")
        assert river.line[0].x == 0
        assert river.line[-1].x == field.width
        assert field.faults == ()
        seen += len(field.bridges)
    assert seen > 0
