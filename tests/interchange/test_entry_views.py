"""The pages that read and write entries as files."""

import csv

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from lxml import html

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.interchange.battlescribe.game_files import write_catalogue
from armybuilder.spreadsheets.workbooks import write_workbook
from rulesets.registry import get_ruleset
from tests.armies.conftest import make_army
from tests.catalogue.test_writing import KIND, own_rows, stones
from tests.spreadsheets.open_documents import BODY, ROW, TABLE, packed, text

__all__ = ["make_army", "stones"]

pytestmark = pytest.mark.django_db


def test_a_workbook_is_read_like_a_table_with_its_mistakes_by_row(alice):
    content = write_workbook({"Stones": [["Name", "Weight"], ["Marble", "7"], [], ["Chalk", "heavy"]]})
    file = SimpleUploadedFile("stones.xlsx", content)
    page = alice.post(f"{KIND}paste", {"file": file})
    rows = page.context["rows"]
    assert [(row.read.number, row.read.name) for row in rows] == [(2, "Marble"), (4, "Chalk")]
    assert [mistake.heading for row in rows for mistake in row.read.mistakes] == ["Weight"]
    broken = SimpleUploadedFile("stones.xlsx", content[:-40])
    assert alice.post(f"{KIND}paste", {"file": broken}).status_code == 422


def test_the_table_of_a_libreoffice_file_is_read(alice):
    rows = [["Name", "Weight"], ["Marble", "7"]]
    cells = ["".join(text(cell) for cell in row) for row in rows]
    content = BODY.format(TABLE.format("".join(ROW.format(row) for row in cells))).encode()
    page = alice.post(f"{KIND}paste", {"file": SimpleUploadedFile("stones.ods", packed(content))})
    assert [(row.read.name, row.read.profile.weight) for row in page.context["rows"]] == [("Marble", 7)]
    writing = SimpleUploadedFile("stones.odt", packed(BODY.format("<office:text/>").encode()))
    refused = alice.post(f"{KIND}paste", {"file": writing})
    assert (refused.status_code, "is an OpenDocument file, but not a spreadsheet" in refused.text) == (422, True)


def test_a_catalogue_file_says_what_it_leaves_out(alice):
    game, (kind, *_) = get_ruleset("pebbles"), get_ruleset("pebbles").kinds
    ours = SimpleUploadedFile("pebbles.cat", write_catalogue(game))
    page = alice.post(f"{KIND}paste", {"file": ours})
    assert {row.does for row in page.context["rows"]} == {"same as in the game, not saved"}
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
    assert page.context["remarks"] == ("Marl: “Smell” is unknown.", "Void: it has no profile.")
    text = page.context["form"].initial["text"]
    assert alice.post(f"{KIND}paste", {"text": text, "store": "1"}).status_code == 302
    assert own_rows() == [("marl", "Marl", 12)]
    assert b'name="Marl"' in alice.get("/pebbles/catalogue.cat").content
    assert b'name="Marl"' not in Client().get("/pebbles/catalogue.cat").content
    for bad in (b"<catalogue/>", b"<roster/>", b"<!DOCTYPE a><catalogue/>", b"<catalogue"):
        assert alice.post(f"{KIND}paste", {"file": SimpleUploadedFile("bad.cat", bad)}).status_code == 422


def test_a_table_begins_with_three_rows_of_the_game(alice: Client) -> None:
    load_catalogue()
    page = html.fromstring(alice.get("/forge-of-war/catalogue/weapon/paste").text)
    (text,) = page.xpath("//textarea[@name='text']")
    rows = list(csv.DictReader((text.text or "").strip().splitlines()))
    entries = get_ruleset("forge-of-war").catalogue.of_kind("weapon")
    assert [row["Name"] for row in rows] == [entry.name for entry in entries[:3]]
    answer = alice.post("/forge-of-war/catalogue/weapon/paste", {"text": text.text})
    assert "0 good" in answer.text
    assert page.xpath("//details[@class='paste-headings']/@open") == []


TABLE_TEXT = "Name,Weight\nMarble,7\nChalk,2\n"


def test_a_table_is_read_again_in_another_likely_encoding(alice):
    file = SimpleUploadedFile("table.csv", "Name,Weight\n傈瞒,7\n".encode("gb18030"))
    page = html.fromstring(alice.post(f"{KIND}paste", {"file": file}).text)
    (form,) = page.xpath("//form[.//button[@name='encoding']]")
    assert form.get("action") == f"{KIND}paste"
    assert form.xpath(".//button/@value") == ["gb18030", "big5"]
    (kept,) = form.xpath(".//input[@name='kept']/@value")
    again = alice.post(f"{KIND}paste", {"kept": kept, "encoding": "gb18030"})
    assert again.context["form"].initial["text"] == "Name,Weight\n傈瞒,7\n"
    alice.post(f"{KIND}paste", {"text": again.context["form"].initial["text"], "store": "1"})
    assert [name for _, name, _ in own_rows()] == ["傈瞒"]


def test_what_is_sent_anew_counts_instead_of_what_was_kept(alice):
    file = SimpleUploadedFile("table.csv", "Nmae,Weight\n傈瞒,7\n".encode("gb18030"))
    page = html.fromstring(alice.post(f"{KIND}paste", {"file": file}).text)
    (kept,) = page.xpath("//form[.//button[@name='encoding']]//input[@name='kept']/@value")
    again = html.fromstring(alice.post(f"{KIND}paste", {"kept": kept, "encoding": "gb18030"}).text)
    (form,) = again.xpath("//form[@aria-label='Entries from a table']")
    sent = {name: form.xpath(f".//input[@name='{name}']/@value")[0] for name in ("kept", "encoding")}
    assert sent == {"kept": kept, "encoding": "gb18030"}
    typed = alice.post(f"{KIND}paste", {**sent, "text": TABLE_TEXT})
    new = SimpleUploadedFile("new.csv", "Name,Weight\nGrès,7\n".encode())
    chosen = alice.post(f"{KIND}paste", {**sent, "file": new})
    texts = [answer.context["form"].initial["text"] for answer in (typed, chosen)]
    assert texts == [TABLE_TEXT, "Name,Weight\nGrès,7\n"]


def test_entries_of_a_table_are_added_to_the_last_army(alice, make_army):
    make_army(name="Coast")
    army = make_army(name="Dunes")
    page = html.fromstring(alice.post(f"{KIND}paste", {"text": TABLE_TEXT}).text)
    assert page.xpath("//label[@for='army']/text()") == ["Or add to"]
    assert page.xpath("//select[@id='army']/option/text()") == ["Dunes", "Coast", "A new beach"]
    first = page.xpath("//select[@id='army']/option/@value")[0]
    sent = {"text": TABLE_TEXT, "army": first, "add": "1", "submission": "a" * 30}
    answers = [alice.post(f"{KIND}paste", sent) for _ in range(2)]
    assert own_rows() == [("marble", "Marble", 7), ("chalk", "Chalk", 2)]
    army.refresh_from_db()
    units = list(load_head(army).force.units())
    assert [unit.spec.stone for _, unit in units][-2:] == ["marble", "chalk"]
    at = units[-1][1].id
    assert {answer["Location"] for answer in answers} == {f"{army.get_absolute_url()}?at={at}#inspector"}
    assert "Added 2 entries from your catalogue" in alice.get(army.get_absolute_url()).text


def test_the_entries_of_a_table_begin_a_new_army(alice):
    alice.post(f"{KIND}paste", {"text": TABLE_TEXT, "army": "new", "add": "1"})
    units = load_head(Army.objects.get()).force.units()
    assert [unit.spec.stone for _, unit in units] == ["marble", "chalk"]


@pytest.mark.parametrize("sent", [{}, {"submission": "a" * 30}])
def test_a_deleted_army_leaves_the_entries_of_a_table_unsaved(alice, make_army, sent):
    army = make_army()
    Army.objects.update(deleted="2026-01-01T00:00Z")
    answer = alice.post(f"{KIND}paste", {"text": TABLE_TEXT, "army": army.pk, "add": "1", **sent})
    assert own_rows() == []
    page = html.fromstring(answer.text)
    assert (answer.status_code, page.xpath("//h1/text()")) == (409, ["Nothing was saved"])
    assert page.xpath("//*[@class='lead']/text()") == ["This beach no longer exists. Go back and choose another."]
    assert "in your catalogue" not in alice.get(KIND).text
    Army.objects.update(deleted=None)
    alice.post(f"{KIND}paste", {"text": TABLE_TEXT, "army": army.pk, "add": "1", **sent})
    assert own_rows() == [("marble", "Marble", 7), ("chalk", "Chalk", 2)]


def test_an_army_without_room_leaves_the_entries_of_a_table_unsaved(alice, make_army, monkeypatch):
    army = make_army()
    monkeypatch.setattr("armybuilder.armies.edits.MAX_UNITS", 1)
    answer = alice.post(f"{KIND}paste", {"text": TABLE_TEXT, "army": army.pk, "add": "1"})
    assert own_rows() == []
    page = html.fromstring(answer.text)
    assert (answer.status_code, page.xpath("//h1/text()")) == (409, ["Nothing was saved"])
    assert page.xpath("//*[@class='lead']/text()") == ["Each beach can have at most 1 rows of pebbles."]
