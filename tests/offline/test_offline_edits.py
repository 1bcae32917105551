"""Edits that devices made without a network: none is lost or applied twice, and both sides end up equal."""

import json
import random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from armybuilder.armies.edits import make_edit
from armybuilder.armies.inspector import choose, part_form
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, load_head
from tests.armies.conftest import _empty_desk, army, make_army
from tests.visitors import BOB

__all__ = ["_empty_desk", "army", "make_army"]

pytestmark = pytest.mark.django_db


class Device:
    """A device that edits an army in the state that it was taken in, and sends the edits when there is a network."""

    def __init__(self, name: str, army: Army, client: Client) -> None:
        """Take the army onto the device."""
        army.refresh_from_db()
        self.name, self.client, self.address = name, client, f"/armies/{army.pk}/edits"
        self.base, self.now = army.head, load_head(army)
        self.edits: list[dict[str, str]] = []

    def edit(self, edit: str, **sent: str) -> None:
        """Make an edit on the device."""
        self.now = LoadedArmy(self.now.ruleset, make_edit(edit, self.now, sent).force)
        self.edits.append({"id": f"{self.name}{len(self.edits)}", "name": edit, "form": urlencode(sent)})

    def add(self, called: str) -> None:
        """Add one more pebble with a name."""
        self.edit("copy-unit", unit="u2")
        unit = self.now.force.groups[0].units[1]
        form = part_form(self.now, choose(self.now.force, unit.id))
        fields = [form.name["name"], form.name["notes"], *form.spec]
        plain = {field.html_name: str(field.value()) for field in fields if field.value() not in (None, "", False)}
        self.edit("change-unit", **plain | {"unit": unit.id, "name": called})

    def send(self, some: list[dict[str, str]] | None = None, more: bool = False) -> dict[str, Any]:
        """Send edits; returns the answer of the site."""
        body = {"base": self.base, "edits": self.edits if some is None else some, "more": more}
        answer = self.client.post(self.address, json.dumps(body), content_type="application/json")
        assert answer.status_code == 200, answer.content
        plain: dict[str, Any] = answer.json()
        return plain


def names(army: Army) -> list[str]:
    """The names of the units that have one, in order."""
    army.refresh_from_db()
    return sorted(unit.name for _, unit in load_head(army).force.units() if unit.name)


def sizes(army: Army) -> tuple[int, int]:
    """The numbers of the army's units and revisions."""
    army.refresh_from_db()
    return load_head(army).unit_count, ARMIES.of(army).count()


def test_edits_of_one_device_are_applied_as_they_were_made(army: Army, alice: Client) -> None:
    phone = Device("phone", army, alice)
    for called in ("Opal", "Ruby"):
        phone.add(called)
    phone.edit("remove-unit", unit="u3")
    assert phone.send() == {"number": 6, "aside": 0, "refused": []}
    army.refresh_from_db()
    assert load_head(army).force == phone.now.force


def test_a_revision_that_a_device_restores_is_the_next_one_once(army: Army, alice: Client) -> None:
    phone, other = Device("phone", army, alice), Device("other", army, alice)
    phone.add("Opal")
    phone.send()
    late = Device("late", army, alice)
    other.add("Ruby")
    other.send()
    late.edits = [{"id": "late0", "name": "restore", "form": "number=1"}]
    for _ in range(2):
        assert late.send()["refused"] == []
        assert names(army) == ["Ruby"]
        assert ARMIES.of(army).get(edit="late0").summary.startswith("Restored revision 1 of ")
    late.edits = [{"id": "late1", "name": "restore", "form": "number=99"}]
    body = json.dumps({"base": army.head, "edits": late.edits})
    assert alice.post(late.address, body, content_type="application/json").status_code == 409


def two_devices(army: Army, client: Client, each: int) -> None:
    """Two devices make this many edits each; the network fails at each attempt to send, and all arrive once."""
    phone, tablet = Device("phone", army, client), Device("tablet", army, client)
    for number in range(each // 2):
        phone.add(f"phone {number}")
        tablet.add(f"tablet {number}")
    chance = random.Random(21)
    for device in (phone, tablet):
        for _ in range(3):
            # The answer is lost: the device sends all of them again.
            device.send(device.edits[: chance.randrange(min(each, 100))], more=True)
        rest = list(device.edits)
        number = device.base
        while rest:
            batch, rest = rest[:100], rest[100:]
            body = {"base": number, "edits": batch, "more": bool(rest)}
            answer = client.post(device.address, json.dumps(body), content_type="application/json").json()
            assert (answer["refused"], answer["aside"]) == ([], 0)
            number = answer["number"]
        again = device.send(device.edits[-100:]) if each <= 100 else answer
        assert (again["refused"], again["aside"]) == ([], 0)
    expected = sorted(f"{name} {number}" for name in ("phone", "tablet") for number in range(each // 2))
    assert names(army) == expected
    assert sizes(army) == (3 + each, 2 + 2 * each)
    assert [each.aside for each in ARMIES.position(army).aside] == []


def test_two_devices_lose_nothing_and_nothing_arrives_twice(army: Army, alice: Client) -> None:
    two_devices(army, alice, 10)


def test_conflicting_changes_are_kept_aside_to_choose(army: Army, alice: Client) -> None:
    phone, tablet = Device("phone", army, alice), Device("tablet", army, alice)
    for device in (phone, tablet):
        device.edit("change-army", name=device.name)
    assert phone.send()["aside"] == 0
    answer = tablet.send()
    assert answer["aside"] == answer["number"] == 3
    assert tablet.send() == answer
    assert alice.get(f"/armies/{army.pk}/versions/{answer['aside']}").status_code == 200
    army.refresh_from_db()
    assert army.name == "phone"


def test_an_edit_of_the_page_that_comes_twice_is_applied_once(army: Army, alice: Client) -> None:
    sent = {"unit": "u2", "head": "1", "edit": "the id of the page's"}
    answers = [alice.post(f"/armies/{army.pk}/edits/copy-unit", sent).status_code for _ in range(2)]
    phone = Device("phone", army, alice)
    phone.base = 1
    known = {"id": "the id of the page's", "name": "copy-unit", "form": "unit=u2"}
    assert phone.send([known]) == {"number": 2, "aside": 0, "refused": []}
    assert (answers, sizes(army)) == ([302, 302], (4, 2))


def test_an_impossible_edit_is_reported_and_the_others_are_applied(army: Army, alice: Client) -> None:
    phone = Device("phone", army, alice)
    phone.edits = [
        {"id": "1", "name": "copy-unit", "form": "unit=u99"},
        {"id": "2", "name": "no-edit", "form": ""},
        {"id": "", "name": "copy-unit", "form": "unit=u2"},
        {"id": "4", "name": "copy-unit", "form": "unit=u2"},
        {"id": "5", "name": "change-army", "form": "name=" + "x" * 200},
        {"id": "6", "name": "unit-up", "form": "unit=u2"},
    ]
    answer = phone.send()
    assert [each["id"] for each in answer["refused"]] == ["1", "2", "", "5"]
    assert sizes(army) == (4, 2)


def test_a_body_that_is_no_list_of_edits_is_refused(army: Army, alice: Client, bob: Client) -> None:
    address = f"/armies/{army.pk}/edits"
    good = {"id": "1", "name": "copy-unit", "form": "unit=u2"}
    for body in ("", "[", "[]", '{"base": -1, "edits": []}', '{"base": 1, "edits": [{}]}', '{"base": 1, "edits": 7}'):
        assert alice.post(address, body, content_type="application/json").status_code == 400
    many = json.dumps({"base": 1, "edits": [good] * 101})
    assert alice.post(address, many, content_type="application/json").status_code == 400
    gone = json.dumps({"base": 77, "edits": [good]})
    assert alice.post(address, gone, content_type="application/json").status_code == 409
    mine = json.dumps({"base": 1, "edits": [good]})
    assert bob.post(address, mine, content_type="application/json").status_code == 404
    assert sizes(army) == (3, 1)


def test_forged_entries_of_a_queue_reach_nothing_of_others(
    army: Army, alice: Client, bob: Client, make_army: Any
) -> None:
    theirs = make_army()
    Army.objects.filter(pk=theirs.pk).update(claim_hash=BOB.hash)
    other = Device("other", theirs, bob)
    other.add("Opal")
    other.add("Ruby")
    number = other.send()["number"]
    begun = sizes(theirs)
    phone = Device("phone", army, alice)
    forged = [
        {"id": "other0", "name": "copy-unit", "form": "unit=u2"},  # an id that is known, in the army of somebody else
        {"id": "no army", "name": "copy-unit", "form": f"unit=u2&army={theirs.pk}&address={theirs.pk}"},
    ]
    assert phone.send(forged)["refused"] == []
    for foreign in (number, 0, -1, "x", 10**30):
        restore = json.dumps({"base": 1, "edits": [{"id": "a", "name": "restore", "form": f"number={foreign}"}]})
        assert alice.post(phone.address, restore, content_type="application/json").status_code == 409
    deep = '{"base": 1, "edits": ' + "[" * 100_000 + "]" * 100_000 + "}"
    assert alice.post(phone.address, deep, content_type="application/json").status_code == 400
    assert (sizes(theirs), sizes(army)) == (begun, (5, 3))
