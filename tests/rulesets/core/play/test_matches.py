"""Matches: what their sides are and know."""

from dataclasses import replace

from rulesets.core.forces.force import Unit
from rulesets.core.play.definition import REVEALED
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import ClockMove, Clocks, Event, EventKind, Match, MatchState, read_match_state
from rulesets.core.play.states import Change, Side
from tests.tiny_system.pebbles import PLAY, RULESET, Pebble, Surface

DEMO = RULESET.demo()


def test_a_state_reads_back_as_written() -> None:
    context = RULESET.context(DEMO)
    match = Match(PLAY, (context, context))
    chips = Change("chips", 2, holder=next(unit.id for _, unit in DEMO.units()), side=1)
    state, _ = play(match, MatchState(), (), 1, Event("1", changes=(chips,)))
    running, _ = play(match, state, (), 1, Event("2", EventKind.CLOCK, whose=0, clock=ClockMove.RUN), now=1_000)
    assert running.clocks != Clocks()
    assert read_match_state(running.write()) == running


def test_a_side_of_a_question_knows_whether_its_unit_is_hidden() -> None:
    group = replace(
        DEMO.groups[0], units=(Unit("p", Pebble(surface=Surface.SMOOTH, polished=True)), Unit("q", Pebble()))
    )
    force = replace(DEMO, groups=(group,))
    context = RULESET.context(force)
    for hides in (True, False):
        match = Match(PLAY, (context, None), hides=hides)
        state, _ = play(match, MatchState(), (), 0, Event("1", changes=(Change(REVEALED, box="1", holder="p"),)))
        for now, hidden in ((MatchState(), hides), (state, False)):
            deployed = match.deployed(now, 0)
            assert [Side(force, group, unit, deployed).hidden for unit in group.units] == [hidden, False]
    assert not Side(force, group, group.units[0]).hidden
