import threading

import pytest
from django.db import connection

from armybuilder.armies import revisions
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head, pack, save, unpack
from armybuilder.revisions.store import NothingToStep, Stale, TooLarge
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.force import add_group, change_group, copy_unit, remove_unit

pytestmark = pytest.mark.django_db


def edited(army, edit, seen=None):
    """The army's head (or the revision seen) after an edit of its force."""
    loaded = revisions.load_revision(army, seen or army.head)
    return LoadedArmy(loaded.ruleset, edit(loaded.force))


def more(army, author, seen=None, summary="One more"):
    loaded = edited(army, lambda force: copy_unit(force, "u2"), seen)
    return save(army, seen or army.head, loaded, summary, author)


def test_a_document_is_small_and_the_same_for_the_same_force(make_army):
    army = make_army(piles=20, size=12)
    force = load_head(army).force
    assert pack(force) == pack(unpack(army.game, pack(force)))
    assert unpack(army.game, pack(force)) == force
    assert len(pack(force)) * 1000 < 20_000_000


def test_what_an_edit_left_alone_is_stored_as_it_was(make_army, author):
    army = make_army(piles=3)
    for edit in (lambda force: copy_unit(force, "u2"), lambda force: change_group(force, "g5", name="Five")):
        loaded = edited(army, edit)
        revision = save(army, army.head, loaded, "One more", author)
        assert revision.document == pack(loaded.force) == pack(decode_force(army.game, encode_force(loaded.force)))
        assert unpack(army.game, revision.document) == loaded.force


def test_groups_that_two_revisions_have_are_read_once(make_army, author):
    army = make_army(piles=3)
    save(army, 1, edited(army, lambda force: change_group(force, "g5", name="Five")), "Named", author)
    ARMIES.cache.clear()
    second, first = (revisions.load_revision(army, number).force for number in (2, 1))
    assert (second, first) == tuple(unpack(army.game, ARMIES.of(army).get(number=n).document) for n in (2, 1))
    shared = [mine is theirs for mine, theirs in zip(first.groups, second.groups, strict=True)]
    assert shared == [group.id != "g5" for group in first.groups]
    assert shared.count(True) == 2


def test_an_edit_becomes_the_next_revision(army, author):
    revision = more(army, author)
    stored = Army.objects.get()
    assert (revision.number, revision.parent, revision.aside) == (2, 1, False)
    assert (stored.head, stored.latest, stored.name) == (2, 2, "Shore")
    assert (revision.units, revision.errors, revision.warnings) == (4, 1, 0)
    ARMIES.cache.clear()
    assert load_head(stored).unit_count == 4


def test_undo_and_redo_walk_the_line(army, author):
    more(army, author, summary="first")
    more(army, author, summary="second")
    assert ARMIES.undo(army, 3) == "second"
    assert ARMIES.undo(army, 2) == "first"
    assert (army.head, load_head(army).unit_count) == (1, 3)
    with pytest.raises(NothingToStep):
        ARMIES.undo(army, 1)
    assert ARMIES.redo(army, 1) == "first"
    assert ARMIES.redo(army, 2) == "second"
    with pytest.raises(NothingToStep):
        ARMIES.redo(army, 3)
    assert Army.objects.get().head == 3


def test_an_edit_after_undo_ends_the_redo(army, author):
    more(army, author, summary="first")
    ARMIES.undo(army, 2)
    assert ARMIES.position(army).following is not None
    more(army, author, summary="other")
    assert (army.head, ARMIES.position(army).following) == (3, None)
    ARMIES.undo(army, 3)
    assert ARMIES.redo(army, 1) == "other"


def test_a_stale_edit_is_stored_aside_and_overwrites_nothing(army, author):
    seen_by_bob = Army.objects.get()
    more(army, author, summary="hers")
    with pytest.raises(Stale) as stale:
        save(seen_by_bob, 1, edited(army, lambda f: remove_unit(f, "u3"), 1), "his", author)
    aside = Revision.objects.get(number=stale.value.aside)
    assert (aside.number, aside.parent, aside.aside, aside.summary) == (3, 1, True, "his")
    stored = Army.objects.get()
    assert (stored.head, stored.latest) == (2, 3)
    assert revisions.load_revision(stored, 2).unit_count == 4
    assert revisions.load_revision(stored, 3).unit_count == 2


def test_redo_never_leads_to_what_was_kept_aside(army, author):
    more(army, author, summary="hers")
    with pytest.raises(Stale):
        save(army, 1, edited(army, lambda f: remove_unit(f, "u3"), 1), "his", author)
    ARMIES.undo(army, 2)
    assert ARMIES.redo(army, 1) == "hers"


def test_what_was_kept_aside_can_be_taken(army, author):
    more(army, author, summary="hers")
    with pytest.raises(Stale):
        save(army, 1, edited(army, lambda f: remove_unit(f, "u3"), 1), "his", author)
    with pytest.raises(Stale):
        ARMIES.take_aside(army, 1, 3)
    ARMIES.take_aside(army, 2, 3)
    assert (Army.objects.get().head, load_head(army).unit_count) == (3, 2)
    ARMIES.undo(army, 3)
    assert ARMIES.redo(army, 1) == "his"


@pytest.mark.parametrize("step", [ARMIES.undo, ARMIES.redo])
def test_steps_from_a_revision_that_is_no_longer_the_head_are_refused(army, author, step):
    more(army, author)
    more(army, author)
    ARMIES.undo(army, 3)
    old = Army.objects.get()
    ARMIES.redo(army, 2)
    with pytest.raises(Stale):
        step(old, 2)
    assert Army.objects.get().head == 3


def test_a_document_over_the_limit_is_refused(army, author, monkeypatch):
    monkeypatch.setattr(ARMIES, "max_bytes", 800)
    with pytest.raises(TooLarge):
        save(army, 1, edited(army, lambda f: change_group(f, "g1", notes="x" * 900)), "notes", author)
    assert Revision.objects.count() == 1


def test_the_oldest_revisions_go_but_never_the_head(army, author, monkeypatch):
    monkeypatch.setattr(ARMIES, "max_revisions", 5)
    monkeypatch.setattr(ARMIES, "prune_every", 10)
    for _ in range(9):
        more(army, author)
    assert list(Revision.objects.values_list("number", flat=True)) == [6, 7, 8, 9, 10]
    for number in (10, 9, 8, 7):
        ARMIES.undo(army, number)
    with pytest.raises(NothingToStep):
        ARMIES.undo(army, 6)
    assert load_head(army).unit_count == 8


def test_a_save_takes_a_fixed_number_of_queries(make_army, author, django_assert_num_queries):
    for piles in (1, 20):
        army = make_army(piles=piles, size=12)
        loaded = edited(army, lambda force: add_group(force, "More", force.groups[0].spec))
        with django_assert_num_queries(5):  # savepoint (begin), update, number, insert, release (commit)
            save(army, 1, loaded, "more", author)


@pytest.mark.django_db(transaction=True)
def test_of_edits_at_the_same_time_one_wins_and_all_are_kept(make_army, author):
    army = make_army()
    barrier = threading.Barrier(2)
    outcomes: list[str] = []

    def player() -> None:
        try:
            for _ in range(20):
                mine = Army.objects.get(pk=army.pk)
                loaded = edited(mine, lambda force: copy_unit(force, "u2"))
                barrier.wait()
                try:
                    save(mine, mine.head, loaded, "One more", author)
                    outcomes.append("saved")
                except Stale:
                    outcomes.append("aside")
        finally:
            connection.close()

    players = [threading.Thread(target=player) for _ in range(2)]
    for thread in players:
        thread.start()
    for thread in players:
        thread.join()
    stored = Army.objects.get(pk=army.pk)
    assert sorted(Revision.objects.values_list("number", flat=True)) == list(range(1, 42))
    assert stored.latest == 41
    assert (len(outcomes), outcomes.count("aside")) == (40, Revision.objects.filter(aside=True).count())
    assert load_head(stored).unit_count == 3 + outcomes.count("saved")
    assert outcomes.count("aside") > 0
