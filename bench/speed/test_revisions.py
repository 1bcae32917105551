"""What a revision costs: an army of 240 units saved a thousand times into a database file of its own.

Run with ``pytest -s bench/speed/test_revisions.py``; medians and sizes are printed.
"""

import statistics
import time

import pytest
from django.db import connection, transaction
from django.db.models import Sum
from django.db.models.functions import Length

from armybuilder.armies.edits import make_edit
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Revision
from armybuilder.armies.revisions import load_head, save
from armybuilder.site.claims import Author
from bench.speed.test_builder import army_of
from rulesets.core.suggestions.completing import complete
from rulesets.core.suggestions.fixes import fix
from rulesets.registry import all_rulesets
from tests.visitors import ALICE

pytestmark = [pytest.mark.django_db(transaction=True)]

MAX_MS = 10
MAX_BYTES = 20_000_000
REVISIONS = 1000
TIMED = 100
AUTHOR = Author(None, ALICE.hash)


def each_game(test):
    return pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)(test)


def large(ruleset):
    """An army of 240 units or a few more."""
    size = max(len(template.units) for template in ruleset.templates)
    return army_of(ruleset, -(-240 // size))


@each_game
def test_a_revision_is_stored_in_under_ten_milliseconds_and_a_thousand_take_less_than_20_mb(ruleset):
    army = large(ruleset)
    assert Revision.objects.get().units >= 240
    taken = []
    for number in range(REVISIONS - 1):
        loaded = load_head(army)
        units = [unit.id for _, unit in loaded.force.units()]
        edited = make_edit("change-unit", loaded, {"unit": units[number % len(units)], "name": f"Number {number}"})
        after = LoadedArmy(ruleset, edited.force)
        list(after.findings)  # the page needs them anyway, so saving finds them worked out
        if number < TIMED:
            begin = time.process_time()
            save(army, army.head, after, edited.summary, AUTHOR)
            taken.append((time.process_time() - begin) * 1000)
        else:
            with transaction.atomic():
                save(army, army.head, after, edited.summary, AUTHOR)
    assert Revision.objects.count() == REVISIONS
    documents = Revision.objects.aggregate(bytes=Sum(Length("document")))["bytes"]
    median = statistics.median(taken)
    print(f"{ruleset.slug}: {median:.2f} ms a revision, {documents / 1e6:.2f} MB of documents for {REVISIONS}")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            pages, size = (cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        print(f"{ruleset.slug}: {pages * size / 1e6:.2f} MB of database in all")
        assert pages * size < MAX_BYTES
    assert documents < MAX_BYTES
    assert median < MAX_MS


@each_game
def test_suggestions_for_240_units_take_less_than_a_second(ruleset):
    loaded = load_head(large(ruleset))
    group = loaded.force.groups[1]
    for unit in group.units[len(group.units) // 2 :]:
        loaded = LoadedArmy(ruleset, make_edit("remove-unit", loaded, {"unit": unit.id}).force)
    begin = time.process_time()
    assert complete(ruleset, loaded.force, group.id)
    taken = {"complete": time.process_time() - begin}
    for finding in loaded.findings:
        begin = time.process_time()
        fix(ruleset, loaded.force, finding)
        taken[finding.rule] = max(taken.get(finding.rule, 0), time.process_time() - begin)
    print(ruleset.slug, {name: f"{seconds:.2f} s" for name, seconds in taken.items()})
    assert max(taken.values()) < 1
