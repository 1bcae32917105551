"""Saving: steps in a line, none overwritten, undone and done again."""

import pytest
from django.db import connection

from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.desk.revisions import BATTLES, battle_json, create_battle
from armybuilder.desk.tests.conftest import DESK, GAME
from armybuilder.revisions.store import NothingToStep, Stale, TooLarge
from armybuilder.site.claims import Author

pytestmark = pytest.mark.django_db

PIECE = DESK.board(DESK.demo()).pieces[0]


def at(state, piece=PIECE.id):
    """Where a piece stands."""
    found = next(each for each in DESK.board(state).pieces if each.id == piece)
    return found.x, found.y


def moved(battle, x, y=0):
    """The battle with the piece on another tile, saved."""
    BATTLES.save(battle, battle.version, DESK.place(BATTLES.load_head(battle), PIECE.id, (x, y)), f"To {x}")


def around(battle):
    """What undo takes back and redo does again, in words."""
    position = BATTLES.position(battle)
    undone = position.head.summary if position.previous else ""
    return undone, position.following.summary if position.following else ""


def test_what_was_stored_is_read_again(battle):
    moved(battle, 5)
    BATTLES.cache.clear()
    assert at(BATTLES.load_head(Battle.objects.get())) == (5, 0)
    assert BATTLES.load_head(Battle.objects.get()) == DESK.place(DESK.demo(), PIECE.id, (5, 0))


def test_an_old_page_saves_nothing_and_the_other_save_stands(battle):
    other = Battle.objects.get(pk=battle.pk)
    moved(battle, 5)
    with pytest.raises(Stale):
        BATTLES.save(other, other.version, DESK.place(BATTLES.load_head(other), PIECE.id, (6, 0)), "Too late")
    with pytest.raises(Stale):
        BATTLES.compare_and_set(other, other.version, draft="Too late")
    with pytest.raises(Stale):
        BATTLES.undo(Battle.objects.get(), 1)
    stored = Battle.objects.get()
    assert (at(BATTLES.load_head(stored)), stored.draft, BattleRevision.objects.count()) == ((5, 0), "", 2)


def test_undo_and_redo_walk_the_line(battle):
    for x in (5, 6, 7):
        moved(battle, x)
    assert around(battle) == ("To 7", "")
    assert BATTLES.undo(battle, battle.version) == "To 7"
    assert BATTLES.undo(battle, battle.version) == "To 6"
    assert at(BATTLES.load_head(battle)) == (5, 0)
    assert around(battle) == ("To 5", "To 6")
    assert BATTLES.redo(battle, battle.version) == "To 6"
    assert at(BATTLES.load_head(battle)) == (6, 0)
    BATTLES.undo(battle, battle.version)
    moved(battle, 8)
    assert around(battle) == ("To 8", "")
    with pytest.raises(NothingToStep):
        BATTLES.redo(battle, battle.version)


def test_the_first_step_cannot_be_undone(battle):
    assert around(battle) == ("", "")
    with pytest.raises(NothingToStep):
        BATTLES.undo(battle, battle.version)


def test_a_battle_keeps_its_newest_steps(battle, monkeypatch):
    monkeypatch.setattr(BATTLES, "max_revisions", 3)
    for x in range(5, 12):
        moved(battle, x)
    assert list(BattleRevision.objects.values_list("number", flat=True)) == [6, 7, 8]
    BATTLES.undo(battle, battle.version)
    BATTLES.undo(battle, battle.version)
    assert around(battle)[0] == ""


def test_a_battle_keeps_no_more_than_so_many_bytes(battle, monkeypatch):
    size = len(BattleRevision.objects.get().document)
    monkeypatch.setattr(BATTLES, "max_packed_bytes", size * 5 // 2)
    for x in range(5, 9):
        moved(battle, x)
    assert list(BattleRevision.objects.values_list("number", flat=True)) == [4, 5]


def test_a_huge_battle_is_refused(battle, monkeypatch):
    monkeypatch.setattr(BATTLES, "max_bytes", 100)
    with pytest.raises(TooLarge):
        moved(battle, 5)
    with pytest.raises(TooLarge):
        create_battle(GAME, DESK.demo(), "", Author(None, "x"))
    assert (Battle.objects.count(), Battle.objects.get().version) == (1, 1)


def test_a_draft_is_kept_with_a_version_of_its_own(battle):
    BATTLES.compare_and_set(battle, 1, draft="Alpha: hold")
    stored = Battle.objects.get()
    assert (stored.draft, stored.version, battle.version, stored.updated) == ("Alpha: hold", 2, 2, battle.updated)


def test_a_stored_battle_is_compressed(battle):
    with connection.cursor() as cursor:
        cursor.execute("select length(document) from desk_step")
        stored = cursor.fetchone()[0]
    assert stored * 4 < len(battle_json(GAME, DESK.demo()))
