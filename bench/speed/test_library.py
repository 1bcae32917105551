"""The list of 500 armies, in processor time of the server."""

import time
from statistics import median

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision, Tag
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.armies.searching import index
from rulesets.registry import all_rulesets

pytestmark = [pytest.mark.django_db]


def test_a_library_of_500_armies(alice, author, django_assert_num_queries, capsys):
    for ruleset in all_rulesets():
        first = create_army(LoadedArmy(ruleset, ruleset.demo()), "New army", author)
        revision = first.revisions.get()
        for number in range(124):
            army = Army.objects.get(pk=first.pk)
            army.pk, army.name, army.folder = f"{ruleset.slug}-{number}", f"Army {number}", f"Campaign {number % 9}"
            army.save(force_insert=True)
            revision.pk, revision.army = None, army
            revision.save(force_insert=True)
            Tag.objects.create(army=army, name=f"tag {number % 30}")
    assert (Army.objects.count(), Revision.objects.count()) == (496 + len(all_rulesets()), 500)
    alice.get("/armies/?q=r")
    ARMIES.cache.clear()
    times = []
    for _ in range(9):
        begun = time.process_time()
        alice.get("/armies/?q=r")
        times.append(time.process_time() - begun)
    with capsys.disabled():
        print(f"\nA search with armies still to be read: {median(times) * 1000:.0f} ms (best {min(times) * 1000:.0f})")
    index(Army.objects.all(), 60)
    for address in ("/armies/", "/armies/?q=r&sort=state", "/armies/?folder=Campaign+3"):
        alice.get(address)
        times = []
        for _ in range(15):
            begun = time.process_time()
            with django_assert_num_queries(8 if "q=" in address else 7):
                alice.get(address)
            times.append(time.process_time() - begun)
        with capsys.disabled():
            print(f"\n{address}: {median(times) * 1000:.0f} ms (best {min(times) * 1000:.0f})")
