"""What the store promises to every kind of thing that it keeps, seen with armies, battles, or both."""

import json
import zlib
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.utils import timezone

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.desk.revisions import BATTLES, create_battle
from armybuilder.revisions.models import SUMMARY_LENGTH
from armybuilder.revisions.store import NothingToStep, Stale, Store, exported, line_to
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import copy_unit
from tests.desk.conftest import DESK, GAME
from tests.threads import at_once

BEFORE = [("armies", "0006_empty_is_illegal"), ("desk", "0001_battles")]
"""The last migrations before armies and battles had one store."""


@pytest.fixture(autouse=True)
def _empty_caches():
    """Nothing loaded in one test is there in the next."""
    yield
    for store in (ARMIES, BATTLES):
        store.cache.clear()


@pytest.fixture
def battle(db, author) -> Battle:
    """The example battle, Alice's."""
    return create_battle(GAME, DESK.demo(), "Example battle", author)


PIECE, OTHER = (piece.id for piece in DESK.board(DESK.demo()).pieces[:2])


def place(state, piece, x):
    """The battle with the piece in that column of its own row."""
    return DESK.place(state, piece, (x, (PIECE, OTHER).index(piece)))


def test_of_what_is_saved_again_and_again_the_newest_states_stay_in_memory(battle):
    for x in range(3, 11):
        BATTLES.save(battle, battle.version, place(BATTLES.load_head(battle), PIECE, x), "Moved")
    kept = [number for number in range(1, battle.latest + 1) if BATTLES.cache.get((battle.pk, number))]
    assert kept == [6, 7, 8, 9]


def test_the_state_that_the_newest_was_made_from_stays_in_memory_however_old_it_is(battle):
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
@pytest.mark.parametrize("kind", ["army", "battle"])
def test_of_two_undos_at_once_one_is_told(kind, pebbles, author):
    store: Store[Any, Any, Any] = ARMIES if kind == "army" else BATTLES
    thing: Any = create_battle(GAME, DESK.demo(), "New", author)
    if kind == "army":
        thing = create_army(LoadedArmy(pebbles, pebbles.demo().with_ids()), "New", author)
    model = type(thing)
    for number in (1, 2):
        store.save(thing, number, store.load_head(thing), f"Change {number}")
    outcomes = []

    def undo() -> None:
        mine = model.objects.get(pk=thing.pk)
        mine.head, seen = 3, 3
        setattr(mine, mine.compared, 3)
        try:
            outcomes.append(store.undo(mine, seen))
        except Stale:
            outcomes.append("stale")

    at_once(undo, undo)
    assert sorted(outcomes) == ["Change 2", "stale"]
    assert model.objects.get().head == 2


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
def test_an_edit_from_an_old_page_is_kept_aside_or_refused_as_the_kind_has_it(battle, pebbles, author):
    army = create_army(LoadedArmy(pebbles, pebbles.demo().with_ids()), "New", author)
    kinds: list[tuple[Store[Any, Any, Any], Any]] = [(ARMIES, army), (BATTLES, battle)]
    for store, thing in kinds:
        store.save(thing, 1, store.load_head(thing), "First")
        with pytest.raises(Stale) as stale:
            store.save(thing, 1, store.load_head(thing), "Too late")
        assert stale.value.aside == (3 if store is ARMIES else 0)
        assert list(store.of(thing).order_by("number").values_list("number", "parent", "aside")) == [
            (1, None, False),
            (2, 1, False),
            *([(3, 1, True)] if store is ARMIES else []),
        ]


def test_a_line_leads_back_as_far_as_it_is_kept():
    parents = {2: 1, 3: 2, 4: 2, 5: 4}
    assert (line_to(parents, 5), line_to(parents, 3), line_to(parents, 9)) == ([5, 4, 2], [3, 2], [])


def old_battle(state) -> bytes:
    """A battle's document as it was written before battles and armies had one store."""
    text = json.dumps(DESK.write(state), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return zlib.compress(text.encode(), 3)


def store_as_before(apps: StateApps, pebbles, battle_states) -> None:
    """One army with a version kept aside and one about which was chosen, and one battle of two steps, one undone."""
    now = timezone.now()
    force = pebbles.demo().with_ids()
    army = apps.get_model("armies", "Army").objects.create(
        id="old-army", ruleset="pebbles", name=force.name, claim_hash="x", head=2, latest=4, updated=now
    )
    for number, parent, aside, settled in (
        (1, None, False, False),
        (2, 1, False, False),
        (3, 1, True, False),
        (4, 1, True, True),
    ):
        later = force if number == 1 else copy_unit(force, force.groups[0].units[0].id)
        apps.get_model("armies", "Revision").objects.create(
            army=army,
            number=number,
            parent=parent,
            aside=bool(aside),
            settled=bool(settled),
            document=zlib.compress(json.dumps(encode_force(later)).encode(), 3),
            summary=f"Summary {number}",
            created=now,
        )
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
def test_what_was_stored_before_is_read_undone_and_saved_upon(pebbles):
    first = DESK.give_orders(DESK.demo(), DESK.demo_orders, 7)
    states = (first, place(DESK.demo(), PIECE, 5))
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    try:
        store_as_before(executor.loader.project_state(BEFORE).apps, pebbles, states)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(newest)
    force = pebbles.demo().with_ids()
    army, battle = Army.objects.get(), Battle.objects.get()
    assert (army.pk, army.claim_hash, army.head, army.latest) == ("old-army", "x", 2, 4)
    assert ARMIES.load(army, 1).force == force
    assert ARMIES.load_head(army).force == copy_unit(force, force.groups[0].units[0].id)
    assert [each.number for each in ARMIES.position(army).aside] == [3]
    assert list(Revision.objects.filter(resolved=True).values_list("number", flat=True)) == [4]
    assert ARMIES.undo(army, 2) == "Summary 2"
    assert (battle.pk, battle.draft, battle.version) == ("old-battle", "Hold", 3)
    assert (BATTLES.load_head(battle), BATTLES.load(battle, 2)) == states
    assert [each["document"] for each in exported(battle.revisions.order_by("number"))] == [
        DESK.write(each) for each in states
    ]
    assert BATTLES.redo(battle, 3) == "Summary 2"
    BATTLES.save(battle, 4, first, "Next")
    assert (battle.head, battle.version, BATTLES.position(battle).previous) == (3, 5, 2)
