"""What the store promises to every kind of thing that it keeps, seen with armies; the desk sees it with battles."""

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.utils import timezone

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.revisions.store import Stale, Store, line_to
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import copy_unit
from tests.threads import at_once

BEFORE = [("armies", "0006_empty_is_illegal")]
"""The last migration of armies before all that has revisions had one store."""


@pytest.fixture(autouse=True)
def _empty_caches():
    """Nothing loaded in one test is there in the next."""
    yield
    ARMIES.cache.clear()


@pytest.mark.django_db(transaction=True)
def test_of_two_undos_at_once_one_is_told(pebbles, author):
    assert_of_two_undos_at_once_one_is_told(
        ARMIES, create_army(LoadedArmy(pebbles, pebbles.demo().with_ids()), "New", author)
    )


def assert_of_two_undos_at_once_one_is_told(store: Store[Any, Any, Any], thing: Any) -> None:
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
def test_an_army_edited_from_an_old_page_is_kept_aside(pebbles, author):
    army = create_army(LoadedArmy(pebbles, pebbles.demo().with_ids()), "New", author)
    ARMIES.save(army, 1, ARMIES.load_head(army), "First")
    with pytest.raises(Stale) as stale:
        ARMIES.save(army, 1, ARMIES.load_head(army), "Too late")
    assert stale.value.aside == 3
    rows = ARMIES.of(army).order_by("number").values_list("number", "parent", "aside")
    assert list(rows) == [(1, None, False), (2, 1, False), (3, 1, True)]


def test_a_line_leads_back_as_far_as_it_is_kept():
    parents = {2: 1, 3: 2, 4: 2, 5: 4}
    assert (line_to(parents, 5), line_to(parents, 3), line_to(parents, 9)) == ([5, 4, 2], [3, 2], [])


@contextmanager
def migrated_from(before: list[tuple[str, str]]) -> Iterator[StateApps]:
    """The models of before, for what is stored in the block; then the database is migrated to the newest ones."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(before)
    try:
        yield executor.loader.project_state(before).apps
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(newest)


def store_as_before(apps: StateApps, pebbles) -> None:
    """One army with a version kept aside and one about which was chosen."""
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


@pytest.mark.django_db(transaction=True)
def test_what_was_stored_before_is_read_undone_and_saved_upon(pebbles):
    with migrated_from(BEFORE) as apps:
        store_as_before(apps, pebbles)
    force = pebbles.demo().with_ids()
    army = Army.objects.get()
    assert (army.pk, army.claim_hash, army.head, army.latest) == ("old-army", "x", 2, 4)
    assert ARMIES.load(army, 1).force == force
    assert ARMIES.load_head(army).force == copy_unit(force, force.groups[0].units[0].id)
    assert [each.number for each in ARMIES.position(army).aside] == [3]
    assert list(Revision.objects.filter(resolved=True).values_list("number", flat=True)) == [4]
    assert ARMIES.undo(army, 2) == "Summary 2"
