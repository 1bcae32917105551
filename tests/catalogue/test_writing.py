"""Players' own entries: who sees and changes them, forms, tables, limits."""

import json

import pytest
from django.core.cache import caches
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import html

from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow
from tests.page_texts import texts_of
from tests.visitors import ALICE

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
    assert texts_of(listed.xpath("//tbody/tr[1]/*[1] | //tbody/tr[1]/*[last()]")) == ["Opal", "your own"]
    assert Client().get(f"{KIND}opal/").status_code == 404


def test_what_the_games_rules_find_in_a_table_is_left_out(alice):
    table = "Name,RoF\nSlow gun,2\nBackward gun,-3\nUnread gun,\n"
    page = html.fromstring(alice.post("/warstrike/catalogue/weapon/paste", {"text": table}).content.decode())
    assert texts_of(page.xpath("//*[@class='mistakes']/li")) == [
        "RoF: enter 0 or more, not -3",
        "RoF: enter 0 or more",
    ]
    assert alice.post("/warstrike/catalogue/weapon/paste", {"text": table, "store": "1"}).status_code == 302
    assert [row.name for row in EntryRow.objects.filter(source="own")] == ["Slow gun"]


# --- limits ------------------------------------------------------------------------------------------


def test_writing_has_a_rate(client):
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
        ["3", "Jet", "has mistakes", "Weight: enter a number from 1 to 500, not 0"],
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
        assert {row[2] for row in cells(alice.post(f"{KIND}paste", {"text": downloaded.text}))} == {"unchanged"}
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
        guessed = alice.post(f"{KIND}paste", {"file": content})
    assert cells(guessed)[0][1] == "Ä"
    assert "Windows-1252" in guessed.text


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_mutated_table_breaks_the_page(data, client):
    caches["counts"].clear()
    text = data.draw(st.sampled_from([TABLE, TABLE.replace("\t", ","), '[{"kind": "stone", "name": "A", "spec": {}}]']))
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(max_size=3) | st.sampled_from("\0\"\r\t;[{'")) + text[at + 1 :]
    assert client.post(f"{KIND}paste", {"text": text}).status_code in ((400,) if "\0" in text else (200, 422))
    assert own_rows() == []


# --- accounts ----------------------------------------------------------------------------------------
