"""A battle from round to round: seeds, phases one by one, undo, amendments, what is brought forward, files."""

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.declarations.codec import CodecError
from rulesets.core.desk import OrdersRefused, ReportForm, StageState
from rulesets.core.forces.findings import Severity
from rulesets.systems.forum_combat.desk import DESK, CombatEnd, rounds
from rulesets.systems.forum_combat.desk.combat import PHASES, Holder, Phase
from rulesets.systems.forum_combat.desk.orders import CombatEnding
from rulesets.systems.forum_combat.desk.report import round_report
from rulesets.systems.forum_combat.desk.rounds import (
    BattleRecord,
    RoundError,
    give_orders,
    now,
    play_phase,
    round_over,
    undo,
)
from tests.rulesets.forum_combat.desk import battles
from tests.rulesets.forum_combat.desk.records import BATTLE, FIRST, SECOND
from tests.rulesets.forum_combat.desk.test_resolution import Written, write_dice

__all__ = ["write_dice"]


def dice(battle: BattleRecord) -> list[str]:
    return [
        roll.dice
        for played in battle.rounds
        for record in played.records
        for event in record.events
        for roll in event.rolls
    ]


def test_the_same_seed_gives_the_same_round_and_another_another() -> None:
    given = give_orders(DESK.demo(), FIRST, 3)
    assert battles.play_round(given).rounds[0].records == battles.play_round(given).rounds[0].records
    others = [dice(battles.play_round(give_orders(DESK.demo(), FIRST, seed))) for seed in range(4, 9)]
    assert all(other != dice(battles.play_round(given)) for other in others)
    assert len({tuple(other) for other in others}) == 5


def test_dice_are_the_same_on_every_machine() -> None:
    assert dice(BATTLE)[:6] == ["1336", "462", "5251642", "6132", "15", "51"]


def test_the_dice_of_a_squad_do_not_depend_on_others_orders() -> None:
    """Another player's order changes nothing about what this squad rolls, in whatever order they fire."""
    rolled = []
    for text in ("Charlie: shoot Reavers", "Alpha: shoot Skulkers; acc +1\nCharlie: shoot Reavers"):
        played = battles.play_round(give_orders(placed_within_reach(), text, 3))
        events = [event for event in played.rounds[0].records[1].events if event.squad == "3"]
        rolled.append([roll.dice[:3] for roll in events[0].rolls[:1]])
    assert rolled[0] == rolled[1]


def placed_within_reach() -> BattleRecord:
    case = {
        "squads": [
            "Alpha: rifleman A1 A2",
            "Bravo: rifleman A9",
            "Charlie: marksman A5 A6 A7",
            "!Reavers: raider L1 L2 L3",
            "!Skulkers: raider L7",
        ]
    }
    return BattleRecord(battles.combat(case))


# --- phase by phase ----------------------------------------------------------------------------------------


def test_the_game_master_may_stop_before_each_phase() -> None:
    battle = DESK.demo()
    assert DESK.stages(battle) == ()
    battle = DESK.give_orders(battle, FIRST, 3)
    for place, phase in enumerate(PHASES):
        stages = DESK.stages(battle)
        assert [stage.slug for stage in stages] == [each.value for each in PHASES]
        states = [StageState.DONE] * place + [StageState.NEXT] + [StageState.WAITING] * (len(PHASES) - place - 1)
        assert [stage.state for stage in stages] == states
        with pytest.raises(RoundError, match="not over yet"):
            DESK.give_orders(battle, SECOND, 4)
        with pytest.raises(RoundError, match="not over yet"):
            DESK.finish(battle, CombatEnd(), 1)
        battle = DESK.play_phase(battle)
        assert battle.rounds[-1].records[-1].phase is phase
    assert DESK.stages(battle) == ()
    with pytest.raises(RoundError, match="round is over"):
        DESK.play_phase(battle)
    with pytest.raises(RoundError, match="round is over"):
        DESK.change_orders(battle, SECOND)


def test_orders_change_for_what_is_left_of_the_round() -> None:
    battle = play_phase(play_phase(give_orders(DESK.demo(), FIRST, 3)))
    with pytest.raises(OrdersRefused):
        DESK.change_orders(battle, "Alpha: move P9")
    battle = battles.play_round(DESK.change_orders(battle, "Alpha: move E3"))
    assert [record.orders for record in battle.rounds[0].records] == [FIRST] * 2 + ["Alpha: move E3"] * 3
    moved = [event for event in battle.rounds[0].records[3].events if event.squad == "1"]
    assert [event.about for event in moved] == ["E3"]


def test_undo_takes_back_step_by_step() -> None:
    battle, steps = DESK.demo(), []
    for text, seed in ((FIRST, 3), (SECOND, 4)):
        steps.append(battle)
        battle = give_orders(battle, text, seed)
        for _ in PHASES:
            steps.append(battle)
            battle = play_phase(battle)
    steps.append(battle)
    battle = DESK.finish(battle, CombatEnd(), 5)
    with pytest.raises(RoundError, match="has ended"):
        give_orders(battle, SECOND, 6)
    while steps:
        battle = undo(battle)
        assert battle == steps.pop()
    with pytest.raises(RoundError, match="Nothing has been played"):
        undo(battle)


def test_a_phase_undone_and_played_again_gives_the_same_dice() -> None:
    assert play_phase(undo(replace(BATTLE, aftermath=None))) == replace(BATTLE, aftermath=None)


# --- by hand -----------------------------------------------------------------------------------------------


# --- brought forward ---------------------------------------------------------------------------------------


def test_points_objectives_morale_and_the_downed_are_brought_forward(write_dice: Callable[[str], Written]) -> None:
    case = {
        "squads": ["Alpha: rifleman A1 A2 A3 A4, officer B1=0 [3 CP take-aim]", "!Reavers: raider E1 E2 E3 E4"],
        "objectives": ["Mast A5 3"],
    }
    write_dice("1 1 1 1 4 4 4 1 3 3 3 1 1 1 3 3")
    battle = BattleRecord(battles.combat(case))
    battle = battles.play_round(
        give_orders(battle, "Alpha: shoot Reavers with Bolt-Action Rifle\nReavers: shoot Alpha", 1)
    )
    lines = [line.text for line in round_report(battle, 1).sections[5].lines]
    assert lines == [
        "Alpha: 1 of 5 standing, 4 downed, broken.",
        "Reavers: 4 of 4 standing.",
        "Hero 1: 3 of 3 CP.",
        "Mast: held by nobody.",
    ]
    combat, number, phase = rounds.about_to_play(battle)
    assert (number, phase) == (2, Phase.COMMAND)
    assert [squad.shot for squad in now(battle).squads] == [True, True]
    assert [squad.shot for squad in combat.squads] == [False, False]
    assert not any(piece.shot for _, piece in combat.pieces())
    assert combat.squads[0].broken == 1


def test_objectives_keep_their_holder_until_somebody_else_takes_them() -> None:
    case = {"squads": ["Alpha: rifleman A1", "!Reavers: raider Z1"], "objectives": ["Mast C1 3"]}
    battle = battles.play_round(give_orders(BattleRecord(battles.combat(case)), "Alpha: hold", 1))
    assert now(battle).ground.objectives[0].holder is Holder.PLAYERS
    battle = battles.play_round(give_orders(battle, "Alpha: move A10", 2))
    assert now(battle).ground.objectives[0].holder is Holder.PLAYERS


def test_the_end_is_told_with_its_losses() -> None:
    assert DESK.is_over(BATTLE)
    text = DESK.report(BATTLE, 0, ReportForm.MARKDOWN, True)
    assert text.startswith("## Red Hand Ridge: the objectives are met")
    with pytest.raises(RoundError, match="has not ended"):
        DESK.report(undo(BATTLE), 0, ReportForm.MARKDOWN, True)
    with pytest.raises(RoundError, match="has not started"):
        DESK.report(BATTLE, 3, ReportForm.MARKDOWN, True)


@pytest.mark.parametrize("ending", CombatEnding)
def test_a_combat_ends_in_each_way(ending: CombatEnding) -> None:
    battle = DESK.finish(DESK.demo(), CombatEnd(ending, won=False), 1)
    assert DESK.is_over(battle)
    assert DESK.report(battle, 0, ReportForm.BBCODE, False).startswith(f"[b]Red Hand Ridge: {ending.label.lower()}[/b]")


def test_orders_may_end_the_combat_and_the_desk_asks_so() -> None:
    assert DESK.ending_ordered(DESK.demo()) is None
    for order, asked in (
        ("", None),
        ("Combat: end early", CombatEnd(CombatEnding.EARLY)),
        ("Combat: end lost", CombatEnd(CombatEnding.LOST, False)),
    ):
        battle = battles.play_round(give_orders(DESK.demo(), order, 1))
        assert DESK.ending_ordered(battle) == asked


# --- files -------------------------------------------------------------------------------------------------

PLAIN = DESK.write(BATTLE)


def test_a_battle_survives_being_written_and_read() -> None:
    step = undo(undo(BATTLE))
    for battle in (DESK.demo(), give_orders(DESK.demo(), FIRST, 3), step, BATTLE):
        again = DESK.read(DESK.write(battle))
        assert again == battle
        assert DESK.write(again) == DESK.write(battle)
    assert battles.play_round(DESK.read(DESK.write(step))) == undo(BATTLE)


def paths(plain: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    parts = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in parts:
        yield (*before, key)
        yield from paths(value, (*before, key))


WAYS = sorted(paths(PLAIN), key=str)
ODD: tuple[Any, ...] = (None, True, [], {}, "", "x", "1a", "9z", "take-aim", "[b]", -1, 0, 1, 7, 10**6, 3.5)


def mutated(chance: random.Random) -> dict[str, Any]:
    plain = copy.deepcopy(PLAIN)
    for _ in range(chance.choice((1, 1, 2))):
        *way, last = chance.choice(WAYS)
        at: Any = plain
        try:
            for part in way:
                at = at[part]
            old = at[last]
        except (KeyError, IndexError, TypeError):
            continue
        if isinstance(old, list) and old and chance.random() < 0.5:
            old.append(copy.deepcopy(chance.choice(old)))
        elif isinstance(old, int) and not isinstance(old, bool) and chance.random() < 0.5:
            at[last] = old + chance.choice((-1, 1, 100))
        else:
            at[last] = chance.choice(ODD)
    return plain


def test_a_mutated_file_is_refused_or_makes_a_playable_battle() -> None:
    chance = random.Random(11)
    refused = shown = 0
    for _ in range(120):
        try:
            battle = DESK.read(mutated(chance))
        except CodecError:
            refused += 1
            continue
        shown += 1
        assert DESK.read(DESK.write(battle)) == battle
        assert DESK.board(battle).rows
        assert DESK.choices(battle)
        for number in range(1 - DESK.is_over(battle), DESK.rounds(battle) + 1):
            assert DESK.report(battle, number, ReportForm.HTML, True)
        while DESK.is_over(battle) or DESK.stages(battle) or len(battle.rounds) > 1:
            battle = DESK.undo(battle)
        if not any(issue.severity is Severity.ERROR for issue in DESK.check(battle, SECOND)):
            assert round_over(battles.play_round(give_orders(battle, SECOND, 2)))
    assert min(refused, shown) > 10
