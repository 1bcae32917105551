"""A scripted turn of each game: who acts at each step, what is due, and which segments are passed."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulesets.core.engagements import engagements
from rulesets.core.forces.force import Unit
from rulesets.core.play.definition import REVEALS, Acts
from rulesets.core.play.guide import able, due, is_passed, out_of_turn, passes_go, segments_ahead, units_in
from rulesets.core.play.match_log import play, replay
from rulesets.core.play.matches import SIDES, Event, EventKind, LogEntry, Match, MatchState, read_match_state
from rulesets.core.play.states import GAME, OUT, Change, InvalidChange, Side
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset


class Table:
    """A game of the example army against itself, step by step."""

    def __init__(self, game: str, **choices: Any) -> None:
        ruleset = get_ruleset(game)
        assert ruleset.play is not None
        context = ruleset.context(ruleset.demo())
        self.match = Match(ruleset.play, (context, context), **choices)
        self.state, self.log = MatchState(), list[LogEntry]()

    def play(self, side: int, kind: EventKind = EventKind.CHANGE, *, now: int = 0, **fields: Any) -> LogEntry:
        event = Event(str(len(self.log)), kind, **fields)
        self.state, entry = play(self.match, self.state, self.log, side, event, now=now)
        self.log.append(entry)
        assert replay(self.match, self.log) == self.state
        assert read_match_state(self.state.write()) == self.state
        return entry

    def next(self, side: int, *, now: int = 0) -> LogEntry:
        return self.play(side, EventKind.NEXT, now=now, turn=self.state.turn, segment=self.state.segment)

    def first(self, side: int) -> None:
        self.play(side, changes=(Change("first", box=str(side), holder=GAME),))

    def now(self) -> tuple[int, str, tuple[int, ...]]:
        """The turn, its segment, and who acts."""
        return self.state.turn, self.match.segments[self.state.segment].slug, self.match.acting(self.state)

    def able(self, side: int) -> list[str]:
        return list(able(self.match, self.state, self.match.segments[self.state.segment], side))

    def due(self, side: int) -> list[tuple[str, str]]:
        return [(each.holder, each.rule) for each in due(self.match, self.state, side)]

    def units(self, side: int = 0) -> dict[str, Unit[Any]]:
        return {holder: each.unit for holder, each in units_in(self.match, self.state, side)}


TRIED = Change("turn", box="acted")
ACTIVE = Change("turn", box="active")


def attempt(table: Table, side: int, unit: str, *, fails: bool) -> None:
    """A unit of Forge of War tries to activate, and uses its actions."""
    goes = (Change("go", box=str(1 - side), holder=GAME),) if fails else ()
    changes = (Change("turn", box="acted", holder=unit, side=side), *goes)
    table.play(side, changes=changes, calculator="activation", own=unit, result="Fails" if fails else "Activates")


def test_the_initiative_of_forge_of_war_passes_with_a_failed_attempt() -> None:
    table = Table("forge-of-war")
    assert table.now() == (1, "initiative", (0, 1))
    table.first(1)
    table.next(0)
    assert table.now() == (1, "activations", (1,))
    assert table.able(0) == []
    units = table.able(1)
    assert [holder for holder, _ in table.due(1)] == units
    assert {rule for _, rule in table.due(1)} == {"§8"}
    attempt(table, 1, units[0], fails=False)
    assert table.now() == (1, "activations", (1,))
    attempt(table, 1, units[1], fails=True)
    assert table.now() == (1, "activations", (0,))
    for unit in units[:-1]:
        attempt(table, 0, unit, fails=False)
    assert table.now() == (1, "activations", (0,))
    attempt(table, 0, units[-1], fails=False)
    assert table.now() == (1, "activations", (1,)), "a player whose units are all done hands over"
    for unit in units[2:]:
        attempt(table, 1, unit, fails=True)
        assert table.now() == (1, "activations", (1,)), "nobody else has a unit that may try"
    assert (table.due(0), table.due(1)) == ([], [])
    assert table.next(1).ends == 2
    assert table.now() == (2, "initiative", (0, 1))
    table.next(0)
    assert table.now() == (2, "activations", (1,)), "the first player begins again"


def activate(table: Table, side: int, unit: str) -> None:
    """A unit of Forge of War activates, and has its actions left."""
    changes = tuple(replace(each, holder=unit, side=side) for each in (TRIED, ACTIVE))
    table.play(side, changes=changes, calculator="activation", own=unit, result="Activates")


def test_units_of_both_sides_are_due_while_the_go_may_pass() -> None:
    table = Table("forge-of-war")
    table.next(0)
    assert table.now() == (1, "activations", (0,))
    assert [[holder for holder, _ in table.due(side)] for side in SIDES] == [table.able(0)] * 2


def test_next_passes_the_go_once_all_units_of_a_side_have_tried() -> None:
    table = Table("forge-of-war")
    assert not passes_go(table.match, table.state), "nobody has the go yet"
    table.next(0)
    units = table.able(0)
    for unit in units:
        assert not passes_go(table.match, table.state), "a unit has not tried"
        activate(table, 0, unit)
    assert table.now() == (1, "activations", (0,)), "the last unit may use its actions"
    assert passes_go(table.match, table.state)
    passed = table.play(0, changes=(Change("go", box="1", holder=GAME),))
    assert table.now() == (1, "activations", (1,))
    assert {each.holder for each in passed.made if each.box == "active" and not each.on} == set(units)
    attempt(table, 1, units[0], fails=True)
    assert table.now() == (1, "activations", (1,)), "no unit of the other side has actions left"
    for unit in units[1:]:
        activate(table, 1, unit)
    assert not passes_go(table.match, table.state), "the other side is done, so Next ends the turn"


def out(table: Table, side: int, *, on: bool = True) -> None:
    """All units of a side leave the table, or come back."""
    left = Change("out-of-play", box="out", on=on, side=side)
    table.play(side, changes=tuple(replace(left, holder=unit) for unit in table.units(side)))


def test_a_side_without_units_hands_over_as_the_activations_begin() -> None:
    table = Table("forge-of-war")
    out(table, 0)
    assert (table.next(0).ends, table.now()) == (1, (1, "activations", (1,)))
    first, *others = table.able(1)
    attempt(table, 1, first, fails=False)
    assert (table.now()[2], table.able(1)) == ((1,), others)
    table.next(1)
    assert (table.now(), table.match.conditions_now(table.state).key("go")) == ((2, "initiative", (0, 1)), "")
    out(table, 0, on=False)
    table.next(0)
    assert table.now() == (2, "activations", (0,)), "nothing is left of the turn before"


def test_a_passed_initiative_is_undone_alone() -> None:
    table = Table("forge-of-war")
    table.next(0)
    first, second, *_ = table.able(0)
    attempt(table, 0, first, fails=True)
    attempt(table, 1, first, fails=True)
    attempt(table, 0, second, fails=True)
    assert table.now()[2] == (1,)
    table.play(0, EventKind.UNDO, of=2)
    assert table.state.undone == {2}
    assert table.now()[2] == (1,)


def test_next_of_the_other_player_is_a_question() -> None:
    table = Table("warstrike")
    question = table.next(1)
    assert (question.waits, table.now()) == (True, (1, "first", (0,)))
    with pytest.raises(InvalidChange, match="asked this already"):
        table.next(1)
    table.play(0, EventKind.ANSWER, of=question.number, agreed=False)
    assert (table.state.waiting, table.now()) == (frozenset(), (1, "first", (0,)))
    again = table.next(1)
    table.play(0, EventKind.ANSWER, of=again.number)
    assert table.now() == (1, "second", (1,))
    table.play(0, EventKind.UNDO, of=len(table.log))
    assert table.now() == (1, "first", (0,))


def test_a_question_is_over_once_its_segment_is() -> None:
    table = Table("warstrike")
    table.next(1)
    table.next(0)
    assert (table.state.waiting, table.now()) == (frozenset(), (1, "second", (1,)))


def test_a_question_that_waits_for_a_minute_needs_no_answer() -> None:
    table = Table("warstrike")
    table.next(1, now=1_000)
    with pytest.raises(InvalidChange, match="asked this already"):
        table.next(1, now=60_999)
    ended = table.next(1, now=61_000)
    assert (ended.waits, table.state.waiting, table.now()) == (False, frozenset(), (1, "second", (1,)))
    table.play(0, EventKind.UNDO, of=ended.number)
    assert table.now() == (1, "first", (0,))


def test_warstrike_says_which_units_have_not_acted() -> None:
    table = Table("warstrike")
    units = table.able(0)
    assert table.due(0) == [(unit, "WS-SEQ-5") for unit in units]
    table.play(0, changes=tuple(Change("state", box="acted", holder=unit) for unit in units[1:]))
    assert (table.able(0), table.due(0)) == (units[:1], [(units[0], "WS-SEQ-5")])
    assert table.due(1) == []
    table.next(0)
    assert table.now() == (1, "second", (1,))
    table.next(1)
    assert table.now() == (2, "first", (0,))


def test_forum_combat_passes_a_melee_that_nobody_is_in() -> None:
    table = Table("forum-combat")
    steps = []
    for _ in range(5):
        steps.append(table.now())
        table.next(table.now()[2][0])
    assert steps == [
        (1, "command", (0, 1)),
        (1, "shooting-first", (0,)),
        (1, "shooting-second", (1,)),
        (1, "movement", (0, 1)),
        (1, "morale", (0, 1)),
    ]
    assert table.now() == (2, "command", (0, 1))


def test_forum_combat_asks_for_the_melee_and_the_morale_that_are_due() -> None:
    table = Table("forum-combat")
    squad = next(iter(table.units()))
    boxes = next(track.boxes for track in table.match.tracks[0][squad] if track.slug == "out")
    lost = Change("out", boxes // 2 + 1, holder=squad)
    table.play(0, changes=(Change("place", box="melee", holder=squad), lost))
    for side in (0, 0, 1):
        table.next(side)
    assert table.now()[1] == "melee"
    assert (squad, "FC-MEL-4") in table.due(0)
    table.play(0, changes=(Change("done", box="fought", holder=squad),))
    assert (squad, "FC-MEL-4") not in table.due(0)
    for _ in range(2):
        table.next(0)
    assert table.now()[1] == "morale"
    assert (squad, "FC-MOR-1") in table.due(0)
    table.play(0, changes=(Change("done", box="tested", holder=squad),))
    assert table.due(0) == []


def taps_of_a_turn(table: Table) -> list[str]:
    """The segments that are ended by a tap until the next turn."""
    taps = []
    while table.state.turn == 1:
        taps.append(table.now()[1])
        table.next(table.now()[2][0])
    return taps


def without_artillery() -> Table:
    """A game of two armies that have nothing off the table."""
    table = Table("mbt2020")
    off = {
        unit for unit, each in table.units().items() if each.spec.posture.value in ("CAS", "OTF", "CBA", "ASF", "ECM")
    }
    for side in SIDES:
        out = tuple(Change("out-of-play", box="out", holder=unit, side=side) for unit in off)
        table.play(side, changes=out)
    return table


def test_a_turn_of_mbt_2020_on_the_table_takes_three_taps() -> None:
    assert taps_of_a_turn(without_artillery()) == ["begin", "first-group", "second-group"]


def engaged(table: Table, side: int, posture: str, *, reveals: bool = False) -> LogEntry:
    """A stand of that posture engages."""
    unit = next(unit for unit, each in table.units(side).items() if each.spec.posture.value == posture)
    changes = [Change("engaged", box="engaged", holder=unit, side=side)]
    if reveals:
        changes.append(replace(REVEALS, holder=unit, side=side))
    return table.play(
        side, changes=tuple(changes), calculator="engagement", own=unit, opposing="u2", result="No effect"
    )


def test_a_turn_of_mbt_2020_goes_on_with_who_engages() -> None:
    table = Table("mbt2020")
    taps = 0
    table.next(0)
    taps += 1
    for side in SIDES:
        assert table.now()[2] == (side,)
        entry = engaged(table, side, "OTF")
        assert table.now()[1].endswith("-fire")
        assert entry.ends > 0
        assert engaged(table, side, "ARMOUR").ends == 1
        assert table.now()[1].endswith("-group")
        table.next(side)
        taps += 1
    assert table.now()[:2] == (2, "begin")
    assert taps <= 4


def test_no_segment_is_passed_while_its_side_has_hidden_units() -> None:
    table = Table("mbt2020", hides=True)
    table.next(1)
    for side in SIDES:
        for part in ("air", "cas", "cba", "defence", "fire", "group"):
            assert table.now()[1].partition("-")[2] == part
            assert not is_passed(table.match, table.state)
            table.next(side)
    assert table.now()[:2] == (2, "begin")


def test_a_stand_ends_segments_only_if_it_is_shown() -> None:
    table = Table("mbt2020", hides=True)
    table.next(1)
    assert table.now()[1] == "first-air"
    assert (engaged(table, 0, "ARMOUR").ends, table.now()[1]) == (0, "first-air")
    assert (engaged(table, 0, "OTF", reveals=True).ends, table.now()[1]) == (4, "first-fire")


def test_a_defence_does_not_act_by_what_a_hidden_stand_does() -> None:
    table = Table("mbt2020", hides=True)
    table.next(1)
    while table.now()[1] != "first-defence":
        table.next(0)
    defence, flight = (
        next(unit for unit, each in table.units().items() if each.spec.posture.value == posture)
        for posture in ("PDA", "CAS")
    )
    own = dict(units_in(table.match, table.state, 0))[defence]
    table.play(1, changes=(Change("turns", 1, holder=flight, side=1),))
    assert defence not in table.able(0)
    assert segments_ahead(table.match, table.state, 0, own) == 2, "as a stand on the table"
    table.play(1, changes=(replace(REVEALS, holder=flight, side=1),))
    assert defence in table.able(0)
    assert segments_ahead(table.match, table.state, 0, own) == 0


@pytest.mark.parametrize("game", ["forge-of-war", "forum-combat", "mbt2020", "warstrike"])
def test_each_segment_says_what_is_done_in_it(game: str) -> None:
    for segment in Table(game).match.segments:
        assert segment.task
        assert len(f"Turn 1 · Both sides: {segment.task}") <= 51, "one line of a phone"
        assert segment.acts is not Acts.ONE or Table(game).match.has_go


def said(table: Table, side: int, unit: str, calculator: str) -> tuple[str, str]:
    """What is said of a unit that is asked to do something at the wrong time, and the rule; empty where it may."""
    own = dict(units_in(table.match, table.state, side))[unit]
    found = out_of_turn(table.match, table.state, side, own, calculator)
    return ("", "") if found is None else (found.message, found.rule)


def test_what_a_unit_does_after_its_action_must_be_part_of_it() -> None:
    table = Table("warstrike")
    unit = table.able(0)[0]
    table.play(0, changes=(Change("state", box="acted", holder=unit),))
    assert said(table, 0, unit, "under-fire") == (
        "This unit has already acted. Go on only if this is part of the same action.",
        "WS-SEQ-1",
    )


def test_what_a_unit_of_the_other_side_does_is_out_of_turn() -> None:
    table = Table("warstrike")
    unit = table.able(0)[0]
    assert said(table, 0, unit, "under-fire") == ("", "")
    assert said(table, 1, unit, "under-fire") == ("It is the other side’s go.", "WS-SEQ-1")
    table.next(0)
    assert said(table, 1, unit, "under-fire") == ("", "")


def test_covering_fire_is_no_act_out_of_turn() -> None:
    table = Table("forge-of-war")
    assert said(table, 0, "u5", "shooting") == ("This unit does not act in “Initiative”.", "§8")
    table.next(0)
    assert said(table, 1, "u5", "shooting") == ("It is the other side’s go.", "§8")
    assert said(table, 1, "u5", "covering-fire") == ("", "")


def test_a_unit_of_forge_of_war_activates_before_it_fires() -> None:
    table = Table("forge-of-war")
    table.next(0)
    not_active = "This unit has not activated this turn. It fires only as part of its activation.", "§8"
    assert said(table, 0, "u5", "shooting") == said(table, 0, "u5", "indirect-fire") == not_active
    assert said(table, 0, "u5", "activation") == said(table, 0, "u5", "covering-fire") == ("", "")
    table.play(0, changes=(Change("turn", box="acted", holder="u5"), Change("turn", box="active", holder="u5")))
    assert said(table, 0, "u5", "shooting") == ("", "")


def test_one_battle_group_of_mbt_2020_acts_in_a_round() -> None:
    table = Table("mbt2020")
    first, second = (group.units[0].id for group in get_ruleset("mbt2020").demo().groups[:2])
    while table.match.segments[table.state.segment].slug != "first-group":
        table.next(0)
    assert said(table, 0, second, "engagement") == ("", "")
    table.play(0, changes=(Change("engaged", box="engaged", holder=first),))
    another = "Another battle group has engaged in this round. One battle group acts in a round.", "Turn sequence"
    assert said(table, 0, second, "engagement") == another
    assert said(table, 0, first, "engagement")[0] != another[0]


def test_each_question_of_forum_combat_has_its_phase() -> None:
    table = Table("forum-combat")
    squad = next(iter(table.units()))
    phases = {"shooting": "The players’ squads shoot", "melee": "Melee", "charge": "Movement"}
    for calculator, phase in phases.items():
        assert said(table, 0, squad, calculator)[0] == f"This is done in “{phase}”."
    table.next(0)
    assert said(table, 0, squad, "shooting") == ("", "")
    assert said(table, 0, squad, "charge") == ("This is done in “Movement”.", "FC-MOV-1")


def test_an_mbt_2020_stand_acts_in_the_part_of_its_posture() -> None:
    table = Table("mbt2020")
    units = {each.spec.posture.value: unit for unit, each in table.units().items()}
    assert said(table, 0, units["OTF"], "engagement")[0] == "This unit does not act in “Who goes first”."
    table.next(0)
    assert table.now()[1] == "first-cas"
    assert said(table, 0, units["OTF"], "engagement") == ("", "")
    engaged(table, 0, "OTF")
    assert table.now()[1] == "first-fire"
    assert said(table, 0, units["CAS"], "engagement") == (
        "This unit does not act in “First round: OTF”.",
        "Turn sequence",
    )


SECOND_ATTEMPTS = {
    "mbt2020": ("engaged", "Has engaged this turn", "engagement"),
    "forge-of-war": ("turn", "Has tried to activate or rally", "shooting"),
    "forum-combat": ("moved", "Has charged", "charge"),
    "warstrike": ("state", "Has acted or fallen back", "under-fire"),
}
"""The track and box of a unit that has made its attempt, and what it must not ask again."""
MISTAKES = {
    **dict.fromkeys(SECOND_ATTEMPTS, ("other side’s go", "wrong segment", "second attempt") * 4),
    "warstrike": ("other side’s go", "second attempt") * 6,  # each of its segments is a side's
}


def asks(match: Match, rs: AnyRuleset, state: MatchState, side: int) -> list[tuple[str, Side, str]]:
    """What the units of a side can ask of the first one of the other side: holder, unit and calculator."""
    _, target = next(units_in(match, state, 1 - side))
    return [
        (holder, unit, each.calculator)
        for holder, unit in units_in(match, state, side)
        for each in engagements(match, rs.calculators, unit, target)
        if each.calculator not in match.play.reactions
    ]


def mistaken(match: Match, rs: AnyRuleset, mistake: str, draw: Random) -> tuple[MatchState, int, str, Side, str]:
    """A state in which a unit of a side must not ask what it does."""
    track, title, calculator = SECOND_ATTEMPTS[rs.slug]
    while True:
        segment = draw.choice(match.segments)
        state, side = replace(MatchState(), segment=match.segments.index(segment)), draw.choice((0, 1))
        holder, unit, asked = draw.choice(asks(match, rs, state, side))
        is_acting, part = side in match.acting(state), match.play.parts.get(asked, "")
        if mistake == "other side’s go" and not is_acting:
            return state, side, holder, unit, asked
        idle = not segment.slug.startswith(part) if part else segment.slug in ("begin", "initiative", "end")
        if mistake == "wrong segment" and idle:
            return state, side, holder, unit, asked
        if mistake == "second attempt" and is_acting and holder in able(match, state, segment, side):
            boxes = next((each for each in match.tracks[side][holder] if each.slug == track), None)
            titles = [boxes.title_of(box) for box in range(1, boxes.boxes + 1)] if boxes else []
            if boxes is None or title not in titles or asked != calculator:
                continue
            tick = Change(track, box=boxes.key(titles.index(title) + 1), holder=holder, side=side)
            state, _ = play(match, state, (), side, Event("x", changes=(tick,)))
            return state, side, holder, dict(units_in(match, state, side))[holder], asked


@pytest.mark.parametrize("slug", SECOND_ATTEMPTS)
def test_twelve_mistakes_are_met_with_a_rule_and_may_be_made(slug: str) -> None:
    rs, draw = get_ruleset(slug), Random(slug)
    context = rs.context(rs.demo())
    assert rs.play is not None
    match = Match(rs.play, (context, context))
    for mistake in MISTAKES[slug]:
        state, side, holder, unit, asked = mistaken(match, rs, mistake, draw)
        warned = out_of_turn(match, state, side, unit, asked)
        assert warned is not None, (mistake, match.segments[state.segment].slug, holder, asked)
        assert (bool(warned.rule), len(warned.message) <= 90, "\n" in warned.message) == (True, True, False)
        loss = Change(OUT.slug, box=OUT.key(1), holder=holder, side=side)
        event = Event("y", changes=(loss,), calculator=asked, own=unit.unit.id, result="Done anyway")
        after, _ = play(match, state, (), side, event)
        assert after.sides[side].is_out(holder)
