"""Changes by hand."""

import pytest

from rulesets.core.desk import DeskError
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.combat_changes import CombatChange, Thing
from rulesets.systems.forum_combat.desk.report import round_report
from rulesets.systems.forum_combat.desk.round_edits import Resize, SetHealth, SetPoints
from rulesets.systems.forum_combat.desk.rounds import (
    amend,
    give_orders,
    now,
    play_phase,
    undo,
)
from tests.rulesets.forum_combat.desk import battles
from tests.rulesets.forum_combat.desk.records import FIRST


def test_a_result_is_overridden_with_its_reason() -> None:
    battle = play_phase(play_phase(give_orders(DESK.demo(), FIRST, 3)))
    hurt = next(loss for event in battle.rounds[0].records[1].events for loss in event.losses)
    battle = DESK.edit("health").apply(battle, SetHealth(hurt.piece, hurt.before, "the wall stood in between"))
    piece = next(piece for _, piece in now(battle).pieces() if piece.id == hurt.piece)
    assert piece.hp == hurt.before
    amended = [line.text for line in round_report(battle, 1).sections[1].lines][-1]
    assert amended == f"The game master set the HP of {hurt.piece} to {hurt.before} (the wall stood in between)."
    assert now(undo(battle)) == now(play_phase(give_orders(DESK.demo(), FIRST, 3)))


def test_the_report_says_what_was_set_to_what() -> None:
    battle = play_phase(give_orders(DESK.demo(), FIRST, 3))
    changes = (
        CombatChange(Thing.TILE, "J8", "terrain", 2),
        CombatChange(Thing.TILE, "J9", "terrain", 1),
        CombatChange(Thing.PIECE, "1j", "x", 4),
        CombatChange(Thing.PIECE, "1j", "y", 6),
        CombatChange(Thing.PIECE, "1j", "hp", 0),
        CombatChange(Thing.SQUAD, "1", "broken", 1),
    )
    lines = round_report(amend(battle, changes), 1).sections[0].lines
    assert {line.text.removeprefix("The game master set ") for line in lines[-len(changes) :]} == {
        "the ground of J8 to cover.",
        "the ground of J9 to blocked.",
        "the column of 1j (Lt. Vey) to 5.",
        "the row of 1j (Lt. Vey) to 7.",
        "the HP of 1j (Lt. Vey) to 0.",
        "the morale break of Alpha to yes.",
    }


def test_an_override_counts_in_the_phases_that_follow() -> None:
    """A squad set to have been wiped out by hand neither moves nor strikes."""
    battle = play_phase(play_phase(give_orders(DESK.demo(), FIRST, 3)))
    for piece in now(battle).squad("1").pieces:
        battle = DESK.edit("health").apply(battle, SetHealth(piece.id, 0))
    battle = battles.play_round(battle)
    told = [line.text for line in round_report(battle, 1).sections[3].lines]
    assert told[0] == "Alpha did not move: nobody stood."


def test_overrides_that_do_not_fit_are_refused() -> None:
    battle = give_orders(DESK.demo(), FIRST, 3)
    for slug, asked in (
        ("health", SetHealth("1a", 50)),
        ("points", SetPoints("Lt. Vey", 9)),
        ("place", DESK.edit("place").declaration("1a", "J3")),
        ("place", DESK.edit("place").declaration("1a", "B1")),
        ("place", DESK.edit("place").declaration("1a", "3C")),
        ("paint", DESK.edit("paint").declaration("")),
        ("place-squad", DESK.edit("place-squad").declaration("9", "B2")),
        ("resize", Resize(30, 30)),
    ):
        with pytest.raises(DeskError) as refused:
            DESK.edit(slug).apply(battle, asked)
        assert "[" not in str(refused.value)


@pytest.mark.parametrize(("reading", "left"), [("combat", 3), ("round", 4)])
def test_command_points_come_back_by_the_ruling(reading: str, left: int) -> None:
    battle = DESK.demo()
    battle = DESK.edit("ruling").apply(battle, DESK.edit("ruling").declaration(f"fc.cp_refresh={reading}"))
    battle = battles.play_round(give_orders(battle, "Lt. Vey: use Take Aim on Alpha", 3))
    battle = give_orders(battle, "", 4)
    assert now(battle).characters[0].cp == left
