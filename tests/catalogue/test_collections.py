"""Own entries for others: sets of entries by link, pictures, and which armies an entry is used in."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone
from lxml import html
from PIL import Image

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.catalogue import collections, writing
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import Collection, EntryPicture, EntryRow
from armybuilder.site.withdrawals import UNDO_TIME
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import entries_used
from rulesets.registry import all_rulesets
from tests.page_texts import texts_of
from tests.rulesets.described.games import games_with
from tests.visitors import ALICE, BOB

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stones(pebbles):
    load_catalogue()
    return pebbles


def own(claim=ALICE, name="Amber", weight=5, **more):
    values = {
        "ruleset": "pebbles",
        "kind": "stone",
        "key": name.lower(),
        "spec": {"weight": weight, "surface": "smooth"},
    }
    return EntryRow.objects.create(name=name, source="own", claim_hash=claim.hash, **(values | more))


def share(client, *rows, name="Gems", game="pebbles"):
    """The address of a new set."""
    answer = client.post(f"/{game}/collections/", {"name": name, "entry": [row.pk for row in rows]})
    assert answer.status_code == 302
    return Collection.objects.latest("created").get_absolute_url()


def take(client, address, *rows):
    return client.post(f"{address}copy", {"entry": [row.pk for row in rows]}, follow=True)


def rows_of(claim):
    return [(row.key, row.name, row.spec) for row in EntryRow.objects.filter(claim_hash=claim.hash).order_by("pk")]


def picture():
    made = BytesIO()
    Image.new("RGB", (30, 20), "green").save(made, "PNG")
    return SimpleUploadedFile("lion.png", made.getvalue())


# --- collections -------------------------------------------------------------------------------------


def test_a_receiver_looks_and_copies(alice, bob, client):
    amber, opal = own(), own(name="Opal")
    address = share(alice, amber, opal)
    shown = html.fromstring(client.get(address).content.decode())
    assert texts_of(shown.xpath("//tbody//th")) == ["Amber", "Opal"]
    assert shown.xpath("//tbody/tr/td[last()]/text()") == ["new to you", "new to you"]
    assert shown.xpath("//meta[@name='robots']/@content") == ["noindex, nofollow"]
    answer = take(bob, address, opal)
    assert "1 entry was added to your catalogue." in answer.text
    assert rows_of(BOB) == [("opal", "Opal", opal.spec)]


def test_a_copy_of_a_taken_name_gets_a_number(alice, bob):
    amber, opal = own(), own(name="Opal")
    own(BOB, "Amber")
    own(BOB, "Opal", weight=9)
    address = share(alice, amber, opal)
    shown = html.fromstring(bob.get(address).content.decode())
    assert shown.xpath("//tbody/tr/td[last()]/text()") == ["you have it", "kept beside yours"]
    take(bob, address, amber, opal)
    assert [(key, name) for key, name, _ in rows_of(BOB)] == [
        ("amber", "Amber"),
        ("opal", "Opal"),
        ("opal-2", "Opal 2"),
    ]


def test_what_an_entry_refers_to_comes_along_under_its_new_key(alice, bob):
    game = next(
        game for game in all_rulesets() if any(name_of_weapon(entry) for entry in game.catalogue.of_kind("unit"))
    )
    model = next(entry for entry in game.catalogue.of_kind("unit") if name_of_weapon(entry))
    (weapon,) = [entry for entry in game.catalogue.of_kind("weapon") if entry.key == name_of_weapon(model)]
    other = next(entry for entry in game.catalogue.of_kind("weapon") if entry != weapon)
    own(name="Lance", ruleset=game.slug, kind="weapon", spec=encode(weapon.spec))
    spec = replaced(encode(model.spec), weapon.key, "lance")
    guard = own(name="Guard", ruleset=game.slug, kind="unit", spec=spec)
    own(BOB, name="Lance", ruleset=game.slug, kind="weapon", spec=encode(other.spec))
    address = share(alice, guard, game=game.slug)
    assert Collection.objects.get().entries.count() == 2
    take(bob, address, guard)
    assert [(key, name) for key, name, _ in rows_of(BOB)][1:] == [("guard", "Guard"), ("lance-2", "Lance 2")]
    copied = EntryRow.objects.get(claim_hash=BOB.hash, key="guard")
    assert copied.spec == replaced(spec, "lance", "lance-2")


def name_of_weapon(entry):
    """The first weapon that an entry refers to."""
    return next((use.key for use in entries_used(entry.spec) if use.kind == "weapon"), None)


def replaced(plain, old, new):
    """Plain data with another text in one's place."""
    return json.loads(json.dumps(plain).replace(f'"{old}"', f'"{new}"'))


def test_a_path_is_followed_through_lists():
    plain: dict[str, Any] = {"arms": [{"weapon": "bow"}, {"weapon": "axe", "count": 2}]}
    assert collections._with(plain, ["arms", "1", "weapon"], "axe-2") == {
        "arms": [{"weapon": "bow"}, {"weapon": "axe-2", "count": 2}]
    }
    assert plain["arms"][1]["weapon"] == "axe"


def test_only_what_belongs_to_a_collection_is_copied(alice, bob):
    amber, hidden = own(), own(name="Hidden")
    address = share(alice, amber)
    assert "Tick the entries first." in take(bob, address, hidden).text
    assert bob.post(f"{address}copy", {"entry": ["x", "9" * 30, "-1"]}).status_code == 302
    assert rows_of(BOB) == []


def test_a_full_catalogue_takes_no_more(alice, bob, monkeypatch):
    amber = own()
    address = share(alice, amber)
    monkeypatch.setattr(writing, "MAX_ENTRIES", 0)
    refused = take(bob, address, amber)
    assert refused.status_code == 409
    assert "these are 1 more. Delete some that you no longer use. Nothing was saved." in refused.text
    assert rows_of(BOB) == []


def test_others_entries_cannot_be_shared(bob):
    foreign = own()
    answer = bob.post("/pebbles/collections/", {"name": "Gems", "entry": [foreign.pk]})
    assert (answer.status_code, "Tick the entries to include." in answer.text) == (422, True)
    assert not Collection.objects.exists()


def test_a_collection_needs_a_name(alice):
    chosen = own()
    answer = alice.post("/pebbles/collections/", {"name": "", "entry": [chosen.pk]})
    assert (answer.status_code, "Enter a name." in answer.text) == (422, True)
    ticked = html.fromstring(answer.content.decode()).xpath("//input[@name='entry'][@checked]/@value")
    assert ticked == [str(chosen.pk)]


def test_only_so_many_collections_are_kept(alice, monkeypatch):
    monkeypatch.setattr(collections, "MAX_COLLECTIONS", 1)
    amber = own()
    share(alice, amber)
    assert alice.post("/pebbles/collections/", {"name": "B", "entry": [amber.pk]}).status_code == 409


def test_a_withdrawn_collection_shows_nothing_and_the_entries_stay(alice, client):
    amber = own()
    address = share(alice, amber)
    assert alice.post(f"{address}withdraw").url == "/pebbles/collections/"
    assert (client.get(address).status_code, client.post(f"{address}copy").status_code) == (410, 404)
    assert rows_of(ALICE) == [("amber", "Amber", amber.spec)]


def test_a_withdrawal_can_be_undone_for_a_day(alice, bob, client, monkeypatch):
    address = share(alice, own())
    alice.post(f"{address}withdraw")
    assert f"{address}restore" in alice.get("/pebbles/collections/").text
    assert bob.post(f"{address}restore").status_code == 404
    monkeypatch.setattr(collections, "MAX_COLLECTIONS", 0)
    assert alice.post(f"{address}restore").status_code == 409
    monkeypatch.undo()
    assert alice.post(f"{address}restore").url == "/pebbles/collections/"
    assert "Amber" in client.get(address).text
    alice.post(f"{address}withdraw")
    Collection.objects.update(withdrawn=timezone.now() - UNDO_TIME * 1.01)
    assert f"{address}restore" not in alice.get("/pebbles/collections/").text
    assert alice.post(f"{address}restore").status_code == 404
    assert client.get(address).status_code == 410
    call_command("tidy", delete=True)
    assert Collection.objects.get().entries.count() == 0


def test_an_entry_that_goes_leaves_the_collection(alice, client):
    amber = own()
    address = share(alice, amber)
    alice.post("/pebbles/catalogue/stone/amber/delete")
    assert "This set is empty." in client.get(address).text


def test_collections_belong_to_whoever_signs_in(alice):
    address = share(alice, own())
    user = User.objects.create_user("alice")
    hand_over(ALICE, user)
    assert export_account(user)["collections"] == [
        {"ruleset": "pebbles", "name": "Gems", "address": address, "entries": ["stone/amber"]}
    ]


def test_a_collection_costs_the_same_queries_however_large(alice, bob, django_assert_num_queries):
    own(BOB)
    for count in (1, 20):
        address = share(alice, *(own(name=f"Stone{count}-{number}") for number in range(count)))
        with django_assert_num_queries(4):  # the collection, its entries, the visitor's own, whose it is
            bob.get(address)


# --- pictures ----------------------------------------------------------------------------------------


def test_insignia_show_with_the_entry_and_are_copied(alice, bob, client):
    amber = own()
    address = "/pebbles/catalogue/stone/amber/"
    assert alice.post(f"{address}picture", {"file": picture()}).url == address
    digest = EntryPicture.objects.get().digest
    assert f'src="{address}picture?{digest}"' in alice.get(address).text
    assert Image.open(BytesIO(alice.get(f"{address}picture").content)).size == (30, 20)
    link = share(alice, amber)
    shown = f"{link}pictures/{amber.pk}.webp"
    assert f'src="{shown}?{digest}"' in client.get(link).text
    assert client.get(shown).headers["Content-Type"] == "image/webp"
    take(bob, link, amber)
    assert EntryPicture.objects.filter(digest=digest).count() == 2
    alice.post(f"{address}picture", {"take_away": "1"})
    assert EntryPicture.objects.count() == 1


def test_what_is_no_picture_is_refused(alice):
    own()
    bad = SimpleUploadedFile("x.png", b"nothing")
    assert alice.post("/pebbles/catalogue/stone/amber/picture", {"file": bad}).status_code == 400
    assert alice.post("/pebbles/catalogue/stone/amber/picture").status_code == 400
    assert not EntryPicture.objects.exists()


def test_players_have_so_many_pictures(alice, monkeypatch):
    monkeypatch.setattr(collections, "MAX_PICTURES", 1)
    own()
    own(name="Opal")
    sent = [alice.post(f"/pebbles/catalogue/stone/{key}/picture", {"file": picture()}) for key in ("amber", "opal")]
    assert [answer.status_code for answer in sent] == [302, 409]


# --- where an entry is used --------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_players_without_entries_are_offered_to_write_each_kind(client, ruleset):
    page = html.fromstring(client.get(f"/{ruleset.slug}/collections/").content.decode())
    links = page.xpath("//p[@class='buttons']/a/@href")
    assert links == [f"/{ruleset.slug}/catalogue/{kind.slug}/new" for kind in ruleset.kinds if kind.ownable]
    assert {client.get(link).status_code for link in links} == {200}
