"""Players' own entries: who sees and changes them, forms, tables, limits."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import html

from armybuilder.accounts.account_data import export_account
from armybuilder.catalogue import writing
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow
from tests.visitors import ALICE, BOB

pytestmark = pytest.mark.django_db

KIND = "/pebbles/catalogue/stone/"
GOOD = {"name": "Opal", "spec-weight": "7", "spec-surface": "rough"}


@pytest.fixture(autouse=True)
def stones(pebbles):
    load_catalogue()
    return pebbles


@pytest.fixture
def amber():
    return own(ALICE)


def own(claim=None, name="Amber", **more):
    """An own stone of a browser's."""
    return EntryRow.objects.create(
        ruleset="pebbles",
        kind="stone",
        key=name.lower(),
        name=name,
        spec={"weight": 5, "surface": "smooth"},
        source="own",
        claim_hash=claim.hash if claim else "",
        **more,
    )


def own_rows():
    return [(row.key, row.name, row.spec["weight"]) for row in EntryRow.objects.filter(source="own").order_by("pk")]


# --- what is nobody's --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["edit", "delete"])
def test_the_games_entries_are_nobodys_to_change(alice, name):
    for client in (Client(), alice):
        assert client.post(f"{KIND}flint/{name}", GOOD).status_code == 404
    assert EntryRow.objects.get(key="flint").name == "Flint"


def test_a_kind_that_nobody_owns_has_no_pages_to_write():
    for part in ("new", "paste", "own.json"):
        assert Client().get(f"/forge-of-war/catalogue/training/{part}").status_code == 404
    page = Client().get("/forge-of-war/catalogue/training/").text
    assert ("Write your own" in page, "CSV" in page) == (False, True)


# --- forms -------------------------------------------------------------------------------------------


def test_an_own_entry_is_written_and_listed(client):
    assert client.post(f"{KIND}new", GOOD).headers["Location"] == f"{KIND}opal/"
    assert own_rows() == [("opal", "Opal", 7)]
    listed = html.fromstring(client.get(KIND).content.decode())
    assert listed.xpath("//tbody/tr[1]/*[1]//text() | //tbody/tr[1]/*[last()]/text()") == ["Opal", "your own"]
    assert Client().get(f"{KIND}opal/").status_code == 404


def test_an_entry_can_start_as_a_copy(client):
    page = html.fromstring(client.get(f"{KIND}new?from=flint").content.decode())
    values = {each.get("name"): each.value for each in page.xpath("//main//*[self::input or self::select]")}
    assert (values["name"], values["spec-weight"], values["spec-surface"]) == ("Flint (own)", "90", "rough")
    assert client.get(f"{KIND}new?from=nonesuch").status_code == 404
    assert "?from=flint" in client.get(f"{KIND}flint/").text


@pytest.mark.parametrize(
    ("sent", "at", "words"),
    [
        ({"name": " "}, "name", "An entry needs a name."),
        ({"name": "x" * 81}, "name", "Ensure this value has at most 80 characters (it has 81)."),
        ({"name": "amber"}, "name", "You have “Amber” already; give this one another name."),
        ({"spec-weight": "heavy"}, "spec-weight", "Should be a whole number."),
        ({"spec-weight": "0"}, "spec-weight", "Should be from 1 to 500, is 0."),
        ({"spec-surface": "wet"}, "spec-surface", "Should be one of rough, smooth, is 'wet'."),
    ],
)
def test_a_mistake_stands_at_its_field_and_the_rest_is_kept(alice, amber, sent, at, words):
    response = alice.post(f"{KIND}new", GOOD | sent)
    assert response.status_code == 422
    page = html.fromstring(response.content.decode())
    assert [each.text_content().strip() for each in page.xpath("//*[@class='invalid-feedback']")] == [words]
    kept = {each.get("name"): each.value for each in page.xpath("//form[@aria-label='Stone']//*[@name]")}
    assert {name: kept[name] for name in GOOD if name != at} == {n: v for n, v in GOOD.items() if n != at}
    assert own_rows() == [("amber", "Amber", 5)]


SQUAD = {
    "name": "Sky Guard",
    "spec-mv": "6",
    "spec-aw": "-1",
    "spec-ld": "",
    "spec-nv": "4",
    "spec-models-rows": "1",
    "spec-models-0-number": "5",
    "spec-models-0-rank": "none",
    "spec-models-0-inspiring": "on",
}


def test_what_the_games_rules_find_stands_at_its_field_and_the_rest_is_kept(alice):
    response = alice.post("/warstrike/catalogue/unit/new", SQUAD)
    assert response.status_code == 422
    page = html.fromstring(response.content.decode())
    assert [each.text_content().strip() for each in page.xpath("//*[@class='invalid-feedback']")] == [
        "Is -1; it is 0 at least.",
        "Is missing; enter 0 or more.",
        "A plain model is Inspiring; make it an Officer or a Hero, or drop Inspiring.",
    ]
    assert page.xpath("//*[@class='schema-form-problem']/text()") == ["Have no leader; mark one."]
    fields = page.xpath("//form[@aria-label='Unit']//*[self::input or self::select][not(@type='checkbox')]")
    kept = {each.get("name"): each.value or "" for each in fields}
    assert {name: kept[name] for name in SQUAD} == SQUAD | {"spec-models-0-inspiring": "0"}
    assert page.xpath("//input[@name='spec-models-0-inspiring'][@checked]/@value") == ["1"]
    assert own_rows() == []
    more = alice.post("/warstrike/catalogue/unit/new", SQUAD | {"add-row": "spec-models"})
    assert html.fromstring(more.content.decode()).xpath("//*[@class='invalid-feedback']") == []


def test_what_the_games_rules_find_in_a_table_is_left_out(alice):
    table = "Name,RoF\nSlow gun,2\nBackward gun,-3\nUnread gun,\n"
    page = html.fromstring(alice.post("/warstrike/catalogue/weapon/paste", {"text": table}).content.decode())
    assert [each.text_content() for each in page.xpath("//*[@class='mistakes']/li")] == [
        "RoF is -3; it is 0 at least",
        "RoF is missing; enter 0 or more",
    ]
    assert alice.post("/warstrike/catalogue/weapon/paste", {"text": table, "store": "1"}).status_code == 302
    assert [row.name for row in EntryRow.objects.filter(source="own")] == ["Slow gun"]


def test_what_looks_like_a_slip_is_told_at_its_field_and_stored_all_the_same(alice):
    troops = "/forge-of-war/catalogue/troop_type/"
    page = html.fromstring(alice.post(f"{troops}new", {"name": "Guard", "spec-cv": "11"}).content.decode())
    assert [each.text_content().strip() for each in page.xpath("//*[@class='invalid-feedback']")] == [
        "Is 11; it must be 1 to 10."
    ]
    told = "Power Armour has AV 4, not 2; toughness may explain it."
    sent = {"name": "Guard", "spec-av": "2", "spec-armour": "power"}
    stored = alice.post(f"{troops}new", sent, follow=True)
    assert [str(message) for message in stored.context["messages"]] == ["Guard is in your catalogue.", told]
    edited = alice.get(f"{troops}guard/edit")
    (doubt,) = html.fromstring(edited.content.decode()).xpath("//*[@class='schema-form-doubt']")
    field = edited.context["form"].spec["spec-armour"]
    assert (doubt.text, doubt.getparent().get("id")) == (told, f"{field.auto_id}_helptext")
    alice.post(f"{troops}guard/edit", sent | {"spec-av": "4", "seen": edited.context["seen"]})
    assert "schema-form-doubt" not in alice.get(f"{troops}guard/edit").text


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


# --- limits ------------------------------------------------------------------------------------------


def test_only_so_many_are_kept(alice, amber, monkeypatch):
    monkeypatch.setattr(writing, "MOST_ENTRIES", 2)
    assert alice.post(f"{KIND}paste", {"text": "Name,Weight\nA,1\nB,2", "store": "1"}).status_code == 409
    assert own_rows() == [("amber", "Amber", 5)]
    assert alice.post(f"{KIND}new", GOOD).status_code == 302
    assert alice.post(f"{KIND}new", GOOD | {"name": "More"}).status_code == 409
    assert alice.post(f"{KIND}paste", {"text": "Name,Weight\nAmber,9", "store": "1"}).status_code == 302
    assert own_rows() == [("amber", "Amber", 9), ("opal", "Opal", 7)]


def test_writing_has_a_rate(client, still_minute):
    answers = [client.post(f"{KIND}new", {"name": ""}).status_code for _ in range(61)]
    assert answers == [422] * 60 + [429]


def test_a_huge_table_is_refused(client):
    assert client.post(f"{KIND}paste", {"text": "x" * 1_000_000}).status_code == 422
    assert client.post(f"{KIND}paste", {"text": "x" * 4_200_000}).status_code == 413


# --- tables ------------------------------------------------------------------------------------------

TABLE = "Name\tWeight\tSurface\nAmber\t9\tRough\nJet\t0\tsmooth\nOpal\t7\t\n"


def cells(response):
    page = html.fromstring(response.content.decode())
    rows = page.xpath("//div[@aria-label='Rows of the table']//tbody/tr")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in rows]


def test_a_table_is_shown_before_its_good_rows_are_stored(alice, amber):
    preview = alice.post(f"{KIND}paste", {"text": TABLE})
    assert (preview.status_code, own_rows()) == (200, [("amber", "Amber", 5)])
    assert cells(preview) == [
        ["2", "Amber", "changes yours", "Weight 9 g · Surface Rough"],
        ["3", "Jet", "not stored", "Weight should be from 1 to 500, is 0"],
        ["4", "Opal", "new", "Weight 7 g · Surface Smooth"],
    ]
    (text,) = html.fromstring(preview.content.decode()).xpath("//textarea[@name='text']")
    assert text.value.strip() == TABLE.strip()
    assert alice.post(f"{KIND}paste", {"text": TABLE, "store": "1"}).status_code == 302
    assert own_rows() == [("amber", "Amber", 9), ("opal", "Opal", 7)]


def test_what_is_downloaded_pastes_as_it_is(alice, amber):
    alice.post(f"{KIND}new", GOOD | {"name": '=Op,al; "x"'})
    for part in ("table.csv?source=own", "own.json"):
        downloaded = alice.get(f"{KIND}{part}")
        assert {row[2] for row in cells(alice.post(f"{KIND}paste", {"text": downloaded.text}))} == {"as it is"}
    assert alice.get(f"{KIND}table.csv").text.splitlines()[:3] == [
        "Name,Weight,Surface",
        '"\'=Op,al; ""x""",7,Rough',
        "Amber,5,Smooth",
    ]
    assert [each["name"] for each in json.loads(alice.get(f"{KIND}own.json").content)["entries"]] == [
        '=Op,al; "x"',
        "Amber",
    ]


def test_a_file_is_read_like_a_pasted_table(alice, tmp_path):
    file = tmp_path / "stones.csv"
    file.write_bytes("\ufeffName;Weight\nÄgirin;3".encode())
    with file.open("rb") as content:
        assert cells(alice.post(f"{KIND}paste", {"file": content}))[0][1:3] == ["Ägirin", "new"]
    file.write_bytes("Name\nÄ".encode("latin-1"))
    with file.open("rb") as content:
        refused = alice.post(f"{KIND}paste", {"file": content})
    assert (refused.status_code, "CSV UTF-8" in refused.text) == (422, True)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_mutated_table_breaks_the_page(data, client):
    cache.clear()
    text = data.draw(st.sampled_from([TABLE, TABLE.replace("\t", ","), '[{"kind": "stone", "name": "A", "spec": {}}]']))
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(max_size=3) | st.sampled_from("\0\"\r\t;[{'")) + text[at + 1 :]
    assert client.post(f"{KIND}paste", {"text": text}).status_code in ((400,) if "\0" in text else (200, 422))
    assert own_rows() == []


# --- accounts ----------------------------------------------------------------------------------------


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
