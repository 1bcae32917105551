"""Own entries: their keys, and how many there may be."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.accounts.account_data import export_account
from armybuilder.catalogue import writing
from armybuilder.catalogue.game_files import write_catalogue
from armybuilder.catalogue.models import EntryRow
from armybuilder.catalogue.workbooks import write_workbook
from rulesets.registry import get_ruleset
from tests.catalogue.test_writing import GOOD, KIND, amber, own, own_rows, stones
from tests.visitors import ALICE, BOB

__all__ = ["amber", "stones"]

pytestmark = pytest.mark.django_db


def test_keys_hide_no_entry_of_the_game_and_none_of_ones_own(alice):
    for name in ("Flint", "Flint!", "火", "水"):
        assert alice.post(f"{KIND}new", GOOD | {"name": name}).status_code == 302
    assert [key for key, _, _ in own_rows()] == ["flint-2", "flint-3", "entry", "entry-2"]


def test_an_entry_is_changed_and_keeps_its_key(alice, amber):
    page = html.fromstring(alice.get(f"{KIND}amber/edit").content.decode())
    (seen,) = page.xpath("//input[@name='seen']/@value")
    assert alice.post(f"{KIND}amber/edit", GOOD | {"seen": seen}).status_code == 302
    assert own_rows() == [("amber", "Opal", 7)]
    late = alice.post(f"{KIND}amber/edit", GOOD | {"name": "Late", "seen": seen})
    assert (late.status_code, own_rows()) == (409, [("amber", "Opal", 7)])
    (seen,) = html.fromstring(late.content.decode()).xpath("//input[@name='seen']/@value")
    assert alice.post(f"{KIND}amber/edit", GOOD | {"name": "Late", "seen": seen}).status_code == 302
    assert own_rows() == [("amber", "Late", 7)]


def test_an_entry_is_deleted(alice, amber):
    assert alice.post(f"{KIND}amber/delete").status_code == 302
    assert own_rows() == []


def test_only_so_many_are_kept(alice, amber, monkeypatch):
    monkeypatch.setattr(writing, "MOST_ENTRIES", 2)
    assert alice.post(f"{KIND}paste", {"text": "Name,Weight\nA,1\nB,2", "store": "1"}).status_code == 409
    assert own_rows() == [("amber", "Amber", 5)]
    assert alice.post(f"{KIND}new", GOOD).status_code == 302
    assert alice.post(f"{KIND}new", GOOD | {"name": "More"}).status_code == 409
    assert alice.post(f"{KIND}paste", {"text": "Name,Weight\nAmber,9", "store": "1"}).status_code == 302
    assert own_rows() == [("amber", "Amber", 9), ("opal", "Opal", 7)]


def sign_up(client):
    sent = {"email": "a@example.org", "password1": "a long dull sentence", "password2": "a long dull sentence"}
    assert client.post(reverse("account_signup"), sent).status_code == 302
    return User.objects.get()


def test_signing_up_takes_the_entries_along(alice, amber):
    own(BOB, "Bobs")
    user = sign_up(alice)
    amber.refresh_from_db()
    assert (amber.owner, amber.claim_hash, EntryRow.objects.get(key="bobs").owner) == (user, "", None)
    assert [each["name"] for each in export_account(user)["entries"]] == ["Amber"]
    assert alice.get(f"{KIND}amber/edit").status_code == 200


def test_signing_in_keeps_both_of_one_name_and_one_of_two_equal_ones(alice, amber):
    user = sign_up(alice)
    alice.post(reverse("account_logout"))
    own(ALICE)
    other = own(ALICE, "Opal")
    EntryRow.objects.create(ruleset="pebbles", kind="stone", key="opal", name="opal", source="own", owner=user,
                            spec={"weight": 1, "surface": "smooth"})  # fmt: skip
    alice.post(reverse("account_login"), {"login": "a@example.org", "password": "a long dull sentence"})
    assert [(row.key, row.name, row.owner) for row in EntryRow.objects.filter(source="own").order_by("pk")] == [
        ("amber", "Amber", user),
        ("opal-2", "Opal 2", user),
        ("opal", "opal", user),
    ]
    other.refresh_from_db()
    assert other.owner == user


def test_a_workbook_is_read_like_a_table_with_its_mistakes_by_row(alice):
    content = write_workbook({"Stones": [["Name", "Weight"], ["Marble", "7"], [], ["Chalk", "heavy"]]})
    file = SimpleUploadedFile("stones.xlsx", content)
    page = alice.post(f"{KIND}paste", {"file": file})
    rows = page.context["rows"]
    assert [(row.read.number, row.read.name) for row in rows] == [(2, "Marble"), (4, "Chalk")]
    assert [mistake.heading for row in rows for mistake in row.read.mistakes] == ["Weight"]
    broken = SimpleUploadedFile("stones.xlsx", content[:-40])
    assert alice.post(f"{KIND}paste", {"file": broken}).status_code == 422


def test_a_catalogue_file_brings_its_entries_and_says_what_it_leaves_out(alice):
    game, (kind, *_) = get_ruleset("pebbles"), get_ruleset("pebbles").kinds
    ours = SimpleUploadedFile("pebbles.cat", write_catalogue(game))
    page = alice.post(f"{KIND}paste", {"file": ours})
    assert {row.does for row in page.context["rows"]} == {"as in the game; not stored"}
    assert sorted(row.read.name for row in page.context["rows"]) == sorted(
        entry.name for entry in game.catalogue.of_kind(kind.slug)
    )
    assert page.context["good"] == 0
    foreign = b"""<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema" id="1" gameSystemId="x">
     <sharedSelectionEntries><selectionEntry id="2" name="Marl" type="upgrade"><profiles><profile id="3" name="Marl">
      <characteristics><characteristic name="Weight">12</characteristic>
      <characteristic name="Smell">wet</characteristic>
      </characteristics></profile></profiles></selectionEntry><selectionEntry id="4" name="Void" type="upgrade"/>
     </sharedSelectionEntries></catalogue>"""
    page = alice.post(f"{KIND}paste", {"file": SimpleUploadedFile("other.cat", foreign)})
    assert page.context["remarks"] == ("Marl: “Smell” is not known here.", "Void: it has no profile.")
    text = page.context["form"].initial["text"]
    assert alice.post(f"{KIND}paste", {"text": text, "store": "1"}).status_code == 302
    assert own_rows() == [("marl", "Marl", 12)]
    assert b'name="Marl"' in alice.get("/pebbles/catalogue.cat").content
    assert b'name="Marl"' not in Client().get("/pebbles/catalogue.cat").content
    for bad in (b"<catalogue/>", b"<roster/>", b"<!DOCTYPE a><catalogue/>", b"<catalogue"):
        assert alice.post(f"{KIND}paste", {"file": SimpleUploadedFile("bad.cat", bad)}).status_code == 422
