"""What the store of revisions promises, seen with battles."""

import json
import zlib
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.db.migrations.state import StateApps
from django.utils import timezone

from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.desk.revisions import BATTLES, create_battle
from armybuilder.desk.tests.conftest import DESK, GAME
from armybuilder.revisions.models import SUMMARY_LENGTH
from armybuilder.revisions.store import NothingToStep, Stale, exported
from tests.revisions.test_store import assert_of_two_undos_at_once_one_is_told, migrated_from
from tests.threads import at_once

BEFORE = [("desk", "0001_battles")]
"""The last migration of battles before all that has revisions had one store."""
PIECE, OTHER = (piece.id for piece in DESK.board(DESK.demo()).pieces[:2])


def place(state, piece, x):
    """The battle with the piece in that column of its own row."""
    return DESK.place(state, piece, (x, (PIECE, OTHER).index(piece)))


def test_the_newest_states_stay_in_memory(battle):
    for x in range(3, 11):
        BATTLES.save(battle, battle.version, place(BATTLES.load_head(battle), PIECE, x), "Moved")
    kept = [number for number in range(1, battle.latest + 1) if BATTLES.cache.get((battle.pk, number))]
    assert kept == [6, 7, 8, 9]


def test_the_state_before_the_newest_stays_in_memory(battle):
    for x in range(3, 9):
        BATTLES.save(battle, battle.version, place(BATTLES.load(battle, 1), PIECE, x), "Moved")
        kept = [number for number in range(1, battle.latest + 1) if BATTLES.cache.get((battle.pk, number))]
        BATTLES.undo(battle, battle.version)
    assert kept == [1, 4, 5, 6, 7]


@pytest.mark.django_db(transaction=True)
def test_two_writers_who_try_again_when_stale_lose_nothing(battle):
    refused = []

    def writer(piece: str) -> Callable[[], None]:
        def write() -> None:
            for x in range(3, 11):
                while True:
                    mine = Battle.objects.get(pk=battle.pk)
                    state = place(BATTLES.load_head(mine), piece, x)
                    try:
                        BATTLES.save(mine, mine.version, state, f"{piece} to {x}")
                        break
                    except Stale as stale:
                        refused.append(stale.aside)

        return write

    at_once(writer(PIECE), writer(OTHER))
    stored = Battle.objects.get()
    assert (stored.head, stored.latest, stored.version) == (17, 17, 17)
    kept = list(BattleRevision.objects.order_by("number"))
    assert [(each.number, each.parent) for each in kept[1:]] == [
        (later, early) for early, later in pairwise(range(1, 18))
    ]
    assert sorted(each.summary for each in kept[1:]) == sorted(
        f"{who} to {x}" for who in (PIECE, OTHER) for x in range(3, 11)
    )
    BATTLES.cache.clear()
    placed = {piece.id: (piece.x, piece.y) for piece in DESK.board(BATTLES.load_head(stored)).pieces}
    assert (placed[PIECE], placed[OTHER]) == ((10, 0), (10, 1))
    assert set(refused) <= {0}


@pytest.mark.django_db(transaction=True)
def test_of_two_undos_at_once_one_is_told(author):
    assert_of_two_undos_at_once_one_is_told(BATTLES, create_battle(GAME, DESK.demo(), "New", author))


@pytest.mark.django_db
def test_a_long_summary_is_cut_to_what_fits(battle):
    words = "A" * (SUMMARY_LENGTH + 1)
    first = BATTLES.save(battle, 1, BATTLES.load_head(battle), words[:-1])
    second = BATTLES.save(battle, 2, BATTLES.load_head(battle), words)
    assert (first.summary, second.summary) == ("A" * SUMMARY_LENGTH, "A" * (SUMMARY_LENGTH - 1) + "…")


@pytest.mark.django_db
def test_undo_ends_where_the_revision_before_is_not_kept(battle):
    BATTLES.save(battle, 1, BATTLES.load_head(battle), "Change")
    BattleRevision.objects.filter(number=1).delete()
    assert BATTLES.position(battle).previous is None
    with pytest.raises(NothingToStep):
        BATTLES.undo(battle, battle.version)


@pytest.mark.django_db
def test_an_edit_from_an_old_page_is_refused(battle):
    BATTLES.save(battle, 1, BATTLES.load_head(battle), "First")
    with pytest.raises(Stale) as stale:
        BATTLES.save(battle, 1, BATTLES.load_head(battle), "Too late")
    assert stale.value.aside == 0
    rows = BATTLES.of(battle).order_by("number").values_list("number", "parent", "aside")
    assert list(rows) == [(1, None, False), (2, 1, False)]


def old_battle(state) -> bytes:
    """A battle's document as it was written before battles and armies had one store."""
    text = json.dumps(DESK.write(state), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return zlib.compress(text.encode(), 3)


def store_as_before(apps: StateApps, battle_states) -> None:
    """One battle of two steps, one undone."""
    now = timezone.now()
    battle = apps.get_model("desk", "Battle").objects.create(
        id="old-battle",
        ruleset=GAME.slug,
        name="Old",
        claim_hash="x",
        head=1,
        latest=2,
        version=3,
        draft="Hold",
        updated=now,
    )
    for number, state in enumerate(battle_states, 1):
        apps.get_model("desk", "Step").objects.create(
            battle=battle,
            number=number,
            parent=number - 1 or None,
            document=old_battle(state),
            summary=f"Summary {number}",
            created=now,
        )


@pytest.mark.django_db(transaction=True)
def test_what_was_stored_before_is_read_redone_and_saved_upon():
    first = DESK.give_orders(DESK.demo(), DESK.demo_orders, 7)
    states = (first, place(DESK.demo(), PIECE, 5))
    with migrated_from(BEFORE) as apps:
        store_as_before(apps, states)
    battle = Battle.objects.get()
    assert (battle.pk, battle.draft, battle.version) == ("old-battle", "Hold", 3)
    assert (BATTLES.load_head(battle), BATTLES.load(battle, 2)) == states
    assert [each["document"] for each in exported(battle.revisions.order_by("number"))] == [
        DESK.write(each) for each in states
    ]
    assert BATTLES.redo(battle, 3) == "Summary 2"
    BATTLES.save(battle, 4, first, "Next")
    assert (battle.head, battle.version, BATTLES.position(battle).previous) == (3, 5, 2)
