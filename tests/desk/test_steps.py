"""Saving: steps in a line, none overwritten, undone and done again."""

import pytest
from django.db import connection

from armybuilder.accounts.claims import Author
from armybuilder.desk import steps
from armybuilder.desk.models import Battle, Step
from armybuilder.desk.steps import (
    NoSuchStep,
    Stale,
    TooLarge,
    around,
    create_battle,
    keep_draft,
    load_battle,
    redo,
    save,
    undo,
)
from tests.desk.conftest import DESK, GAME

pytestmark = pytest.mark.django_db

PIECE = DESK.board(DESK.demo()).pieces[0]


def at(state, piece=PIECE.id):
    """Where a piece stands."""
    found = next(each for each in DESK.board(state).pieces if each.id == piece)
    return found.x, found.y


def moved(battle, x, y=0):
    """The battle with the piece on another tile, saved."""
    save(battle, battle.version, DESK.place(load_battle(battle), PIECE.id, (x, y)), f"To {x}")


def test_what_was_stored_is_read_again(battle):
    moved(battle, 5)
    steps.RECENT.clear()
    assert at(load_battle(Battle.objects.get())) == (5, 0)
    assert load_battle(Battle.objects.get()) == DESK.place(DESK.demo(), PIECE.id, (5, 0))


def test_an_old_page_saves_nothing_and_the_other_save_stands(battle):
    other = Battle.objects.get(pk=battle.pk)
    moved(battle, 5)
    with pytest.raises(Stale):
        save(other, other.version, DESK.place(load_battle(other), PIECE.id, (6, 0)), "Too late")
    with pytest.raises(Stale):
        keep_draft(other, other.version, "Too late")
    with pytest.raises(Stale):
        undo(Battle.objects.get(), 1)
    stored = Battle.objects.get()
    assert (at(load_battle(stored)), stored.draft, Step.objects.count()) == ((5, 0), "", 2)


def test_undo_and_redo_walk_the_line(battle):
    for x in (5, 6, 7):
        moved(battle, x)
    assert around(battle) == steps.Around("To 7", "")
    assert undo(battle, battle.version) == "To 7"
    assert undo(battle, battle.version) == "To 6"
    assert at(load_battle(battle)) == (5, 0)
    assert around(battle) == steps.Around("To 5", "To 6")
    assert redo(battle, battle.version) == "To 6"
    assert at(load_battle(battle)) == (6, 0)
    undo(battle, battle.version)
    moved(battle, 8)
    assert around(battle) == steps.Around("To 8", "")
    with pytest.raises(NoSuchStep):
        redo(battle, battle.version)


def test_the_first_step_cannot_be_undone(battle):
    assert around(battle) == steps.Around("", "")
    with pytest.raises(NoSuchStep):
        undo(battle, battle.version)


def test_a_battle_keeps_its_newest_steps(battle, monkeypatch):
    monkeypatch.setattr(steps, "MOST_STEPS", 3)
    for x in range(5, 12):
        moved(battle, x)
    assert list(Step.objects.values_list("number", flat=True)) == [6, 7, 8]
    undo(battle, battle.version)
    undo(battle, battle.version)
    assert around(battle).undo == ""


def test_a_battle_keeps_no_more_than_so_many_bytes(battle, monkeypatch):
    size = len(Step.objects.get().document)
    monkeypatch.setattr(steps, "MOST_STEPS_BYTES", size * 5 // 2)
    for x in range(5, 9):
        moved(battle, x)
    assert list(Step.objects.values_list("number", flat=True)) == [4, 5]


def test_a_huge_battle_is_refused(battle, monkeypatch):
    monkeypatch.setattr(steps, "MOST_BYTES", 100)
    with pytest.raises(TooLarge):
        moved(battle, 5)
    with pytest.raises(TooLarge):
        create_battle(GAME, DESK.demo(), "", Author(None, "x"))
    assert (Battle.objects.count(), Battle.objects.get().version) == (1, 1)


def test_a_draft_is_kept_with_a_version_of_its_own(battle):
    keep_draft(battle, 1, "Alpha: hold")
    assert (Battle.objects.get().draft, Battle.objects.get().version) == ("Alpha: hold", 2)
    keep_draft(battle, 2, "Alpha: hold")
    assert Battle.objects.get().version == 2


def test_a_stored_battle_is_compressed(battle):
    with connection.cursor() as cursor:
        cursor.execute("select length(document) from desk_step")
        stored = cursor.fetchone()[0]
    assert stored * 4 < len(steps.written(GAME, DESK.demo()))
