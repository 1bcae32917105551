"""A player's own catalogue entries in armies."""

import pytest

from armybuilder.armies.comparison import changes
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head
from armybuilder.catalogue.models import EntryRow
from rulesets.core.declarations.catalogue import Source
from tests.visitors import ALICE, BOB

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def own(claim=ALICE, name="Amber", weight=5):
    """An own stone of a browser's."""
    return EntryRow.objects.create(
        ruleset="pebbles",
        kind="stone",
        key=name.lower(),
        name=name,
        spec={"weight": weight, "surface": "smooth"},
        source="own",
        claim_hash=claim.hash,
    )


def send(client, army, edit, **sent):
    head = Army.objects.get(pk=army.pk).head
    return client.post(f"/armies/{army.pk}/edits/{edit}", {"head": head, **sent}, headers=HTMX)


def held(army):
    army.refresh_from_db()
    return {entry.key: entry.spec.weight for entry in load_head(army).force.entries}


def test_adding_an_own_entry_brings_a_copy_and_units(alice, army):
    own()
    response = send(alice, army, "add-own", entry="stone/amber", into="g1", times="2")
    assert response.status_code == 200
    army.refresh_from_db()
    force = load_head(army).force
    assert [unit.spec.stone for unit in force.group("g1").units] == ["flint", "flint", "flint", "amber", "amber"]
    assert [(entry.name, entry.source) for entry in force.entries] == [("Amber", Source.OWN)]
    assert (army.head, Revision.objects.get(army=army, number=2).summary) == (2, "Added 2 × Amber to Pile 1")
    assert 'id="own-entries"' in response.text


def test_an_army_keeps_its_copy_when_the_entry_is_deleted(alice, army):
    own()
    send(alice, army, "add-own", entry="stone/amber", into="g1")
    EntryRow.objects.all().delete()
    assert held(army) == {"amber": 5}
    assert "Amber" in alice.get(f"/armies/{army.pk}/").text


def test_an_older_copy_is_updated_when_asked(alice, army):
    row = own()
    send(alice, army, "add-own", entry="stone/amber", into="g1")
    row.spec["weight"] = 7
    row.save()
    assert "Update from your catalogue" in alice.get(f"/armies/{army.pk}/").text
    send(alice, army, "update-own", entry="stone/amber")
    assert held(army) == {"amber": 7}
    assert Revision.objects.get(army=army, number=army.head).summary == "Updated Amber from your catalogue"
    assert "Update from your catalogue" not in alice.get(f"/armies/{army.pk}/").text


def test_adding_once_more_takes_the_newer_version_and_says_so(alice, army):
    row = own()
    send(alice, army, "add-own", entry="stone/amber", into="g1")
    row.spec["weight"] = 7
    row.save()
    send(alice, army, "add-own", entry="stone/amber", into="g1")
    assert held(army) == {"amber": 7}
    summary = Revision.objects.get(army=army, number=army.head).summary
    assert summary == "Added 1 × Amber to Pile 1; Amber now matches your catalogue"


@pytest.mark.parametrize("edit", ["add-own", "update-own"])
@pytest.mark.parametrize("entry", ["stone/amber", "stone/flint", "shell/amber", "", "/"])
def test_only_ones_own_entries_can_be_brought_in(alice, army, edit, entry):
    own(BOB)
    assert send(alice, army, edit, entry=entry, into="g1").status_code == 400
    assert held(army) == {}


def test_an_entry_that_the_army_lacks_cannot_be_updated(alice, army):
    own()
    assert send(alice, army, "update-own", entry="stone/amber").status_code == 400
    assert army.head == 1


def test_the_pane_lists_ones_own_entries_alone(alice, bob, army):
    own()
    own(BOB, "Opal")
    page = alice.get(f"/armies/{army.pk}/").text
    assert ("stone/amber" in page, "stone/opal" in page) == (True, False)


def test_own_entries_cost_the_same_queries_however_many(alice, army, django_assert_num_queries):
    for count in (1, 20):
        for number in range(count):
            own(name=f"Stone{count}-{number}")
        with django_assert_num_queries(5):
            alice.get(f"/armies/{army.pk}/")
    with django_assert_num_queries(11):
        alice.post(
            f"/armies/{army.pk}/edits/add-own", {"head": 1, "entry": "stone/stone1-0", "into": "g1"}, headers=HTMX
        )


def test_two_versions_say_what_became_of_own_entries(alice, army):
    row = own()
    states = [load_head(army)]
    for weight in (5, 7):
        row.spec["weight"] = weight
        row.save()
        send(alice, army, "add-own", entry="stone/amber", into="g1")
        army.refresh_from_db()
        states.append(load_head(army))
    first, second, third = states
    assert changes(first, second) == ("Amber can be chosen", "Pile 1 · added Amber")
    assert changes(second, third) == ("Amber updated from a catalogue", "Pile 1 · added Amber")
