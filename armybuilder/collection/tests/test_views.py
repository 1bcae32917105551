import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.catalogue.loading import store_catalogue
from armybuilder.collection import shelf, views
from armybuilder.collection.models import CollectionRow
from rulesets.core.forces.force import Unit, add_group
from tests.html_forms import Page
from tests.printing.pdf_reading import read
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db

SHELF = "/collection/pebbles"


@pytest.fixture(autouse=True)
def stones(pebbles):
    store_catalogue(pebbles)


def rows():
    """What is stored: key, models, painted ones, note."""
    return sorted(CollectionRow.objects.values_list("key", "count", "painted", "note"))


def form_at(browser, address):
    """The fields of the form with models, as the page has them."""
    page = Page(address, browser.get(address).content)
    return dict(next(form for form in page.forms if any(name == "row-0-entry" for name, _ in form.fields)).fields)


def place_of(form, entry):
    return next(name.removesuffix("-entry") for name, value in form.items() if value == entry)


def saved(browser, entry, address=SHELF, **values):
    form = form_at(browser, address)
    place = place_of(form, entry)
    return browser.post(SHELF, {**form, **{f"{place}-{name}": value for name, value in values.items()}})


def test_models_are_saved_listed_changed_and_taken_away(alice):
    assert saved(alice, "stone/flint", count=5, painted=2, note="blue box").status_code == 302
    assert rows() == [("flint", 5, 2, "blue box")]
    page = html.fromstring(alice.get(f"{SHELF}?mine").content)
    assert page.xpath("//input[@type='number']/@value") == ["5", "2"]
    assert "Only what I have (5 models)" in " ".join(page.text_content().split())
    saved(alice, "stone/flint", count=6)
    assert rows() == [("flint", 6, 2, "blue box")]
    saved(alice, "stone/flint", count="", painted="", note="")
    assert rows() == []


@pytest.mark.parametrize(
    ("query", "back"), [("", "page=1"), ("?q=flint&mine=on&page=1", "q=flint&mine=on&page=1"), ("?page=2", "page=2")]
)
def test_saving_leads_back_to_the_page_with_its_search(alice, monkeypatch, query, back):
    monkeypatch.setattr(views, "PAGE_SIZE", 2)
    saved(alice, "stone/flint", count=1)
    page = Page(f"{SHELF}{query}", alice.get(f"{SHELF}{query}").content)
    form = next(form for form in page.forms if any(name == "row-0-entry" for name, _ in form.fields))
    sent = dict(form.fields) | {"row-0-count": "3"}
    assert alice.post(form.address, sent).headers["Location"] == f"{SHELF}?{back}"
    assert alice.post(form.address, sent | {"row-0-count": "x"}).status_code == 422


def test_the_same_form_sent_twice_saves_once(alice):
    form = form_at(alice, SHELF)
    sent = {**form, f"{place_of(form, 'stone/flint')}-count": 5}
    assert [alice.post(SHELF, sent).status_code for _ in range(2)] == [302, 302]
    assert rows() == [("flint", 5, 0, "")]


def test_a_late_save_overwrites_nothing_and_can_be_sent_again(alice):
    form = form_at(alice, SHELF)
    place = place_of(form, "stone/flint")
    saved(alice, "stone/flint", count=5)
    late = alice.post(SHELF, {**form, f"{place}-count": 3, f"{place}-note": "mine"})
    assert (late.status_code, rows()) == (409, [("flint", 5, 0, "")])
    assert "saved different numbers elsewhere" in late.text
    again = dict(next(form for form in Page(SHELF, late.content).forms if "row-0-entry" in dict(form.fields)).fields)
    assert (again["row-0-count"], again["row-0-note"], again["row-0-seen"]) == ("3", "mine", "5/0/")
    assert alice.post(SHELF, again).status_code == 302
    assert rows() == [("flint", 3, 0, "mine")]


def test_the_search_finds_words_of_names_and_of_the_visitors_notes(alice, bob):
    def found(browser, query):
        page = html.fromstring(browser.get(f"{SHELF}?{query}").content)
        return [entry.get("value") for entry in page.xpath("//input[contains(@name, '-entry')]")]

    saved(alice, "stone/flint", count=5, note="Box 3, Évian, winter")
    saved(alice, "stone/slate", count=2, note="box 4, winter")
    winters = ["stone/flint", "stone/slate"]
    assert sorted(found(alice, "q=winter")) == sorted(found(alice, "q=WINTER+box&mine=on")) == winters
    assert found(alice, "q=evian") == found(alice, "q=winter+flint") == found(alice, "q=box+3,") == ["stone/flint"]
    assert (found(alice, "q=winter+brick"), found(bob, "q=winter")) == ([], [])


def test_bad_numbers_are_named_and_nothing_is_saved_or_lost(alice):
    for count, painted, message in (
        (3, 4, "You have 3, so at most 3 can be painted."),
        (-1, 0, "greater than or equal"),
        (10_000, 0, "less than or equal"),
        ("many", 0, "Enter a whole number"),
    ):
        answer = saved(alice, "stone/flint", count=count, painted=painted, note="kept")
        assert (answer.status_code, message in answer.text, "kept" in answer.text, rows()) == (422, True, True, [])


def test_a_row_of_a_deleted_entry_does_not_stop_the_others(alice):
    form = form_at(alice, SHELF)
    other = place_of(form, "stone/slate")
    sent = {**form, "row-0-entry": "stone/moon", "row-0-count": 1, f"{other}-count": 4}
    answer = alice.post(SHELF, sent, follow=True)
    assert rows() == [("slate", 4, 0, "")]
    assert "No longer in the catalogue, so not saved: moon." in answer.text


def test_models_of_an_entry_that_is_gone_are_not_counted(alice, pebbles):
    CollectionRow.objects.create(ruleset="pebbles", kind="stone", key="moon", count=9, claim_hash=ALICE.hash)
    saved(alice, "stone/flint", count=2)
    assert "Only what I have (2 models)" in " ".join(html.fromstring(alice.get(SHELF).content).text_content().split())


def test_collections_of_others_are_neither_seen_nor_changed(alice, bob):
    saved(alice, "stone/flint", count=5, note="hers")
    assert "hers" not in bob.get(SHELF).text
    saved(bob, "stone/flint", count=1)
    assert rows() == [("flint", 1, 0, ""), ("flint", 5, 0, "hers")]


def test_the_models_of_an_army_fill_in_rows_which_are_saved_once(alice, army):
    address = f"{SHELF}?army={army.pk}"
    form = form_at(alice, address)
    assert (form["row-0-entry"], form["row-0-count"], CollectionRow.objects.count()) == ("stone/flint", "3", 0)
    assert alice.post(SHELF, form).status_code == 302
    assert rows() == [("flint", 3, 0, "")]
    saved(alice, "stone/flint", count=9)
    assert form_at(alice, address)["row-0-count"] == "9"


def test_armies_of_others_fill_in_nothing(bob, army):
    assert bob.get(f"{SHELF}?army={army.pk}").status_code == 404


def test_a_pasted_table_fills_in_rows_and_names_what_it_did_not_read(alice):
    saved(alice, "stone/flint", count=5, painted=2, note="box")
    table = "Unit;Qty;Colour\nflint;7;red\nMoon rock;2;\nTotal;9;"
    answer = alice.post(SHELF, {"do": "paste", "table": table})
    form = dict(next(form for form in Page(SHELF, answer.content).forms if "row-0-entry" in dict(form.fields)).fields)
    shown = [form[f"row-0-{name}"] for name in ("entry", "count", "painted", "note", "seen")]
    assert shown == ["stone/flint", "7", "2", "box", "5/2/box"]
    text = " ".join(html.fromstring(answer.content).text_content().split())
    assert "2 lines were not read: “Moon rock · 2”: No entry in the catalogue has this name." in text
    assert "“Total · 9”: This is a total." in text
    assert rows() == [("flint", 5, 2, "box")]


def test_a_page_without_rows_says_why(alice, army):
    def told(answer):
        page = html.fromstring(answer.content)
        assert page.xpath("//button[text()='Save']") == []
        return " ".join(page.text_content().split())

    assert "Nothing matches. Try fewer words." in told(alice.get(f"{SHELF}?q=zzz"))
    assert "You have not entered any models yet." in told(alice.get(f"{SHELF}?q=&mine=on"))
    unknown = told(alice.post(SHELF, {"do": "paste", "table": "Moon,3"}))
    assert "None of these units is in the catalogue of Pebbles." in unknown
    assert "0 entries" not in unknown


def test_too_long_tables_are_refused_and_shown_again(alice, monkeypatch):
    for limit, table, message in (
        ("MAX_TEXT", "flint,2", "Paste at most 0 characters at once."),
        ("MAX_PROPOSED", "flint,2", "Paste at most 0 entries at once."),
    ):
        with monkeypatch.context() as changed:
            changed.setattr(f"armybuilder.collection.views.{limit}", 0)
            answer = alice.post(SHELF, {"do": "paste", "table": table})
        assert (answer.status_code, message in answer.text, table in answer.text) == (422, True, True)
    wide = "Name" + "," * 2000 + "x"
    answer = alice.post(SHELF, {"do": "paste", "table": wide})
    assert (answer.status_code, "columns" in answer.text, wide in answer.text) == (422, True, True)


def test_a_full_collection_takes_no_further_entry(alice, monkeypatch):
    monkeypatch.setattr(shelf, "MAX_ROWS", 0)
    answer = saved(alice, "stone/flint", count=1)
    assert (answer.status_code, "Nothing was saved" in answer.text, rows()) == (409, True, [])
    again = next(form for form in Page(SHELF, answer.content).forms if "row-0-entry" in dict(form.fields))
    assert "1" in dict(again.fields).values()


def table_at(browser, address):
    return list(csv.reader(io.StringIO(browser.get(address).text)))


def test_the_table_of_a_collection_can_be_pasted_again(alice):
    saved(alice, "stone/flint", count=5, painted=2, note="=1+1")
    table = table_at(alice, f"{SHELF}/table.csv")
    assert table == [["Name", "Models", "Painted", "Note"], ["Flint", "5", "2", "'=1+1"]]
    CollectionRow.objects.all().delete()
    text = browser_of(ALICE).get(f"{SHELF}/table.csv").text
    assert text == "Name,Models,Painted,Note\r\n"
    answer = alice.post(SHELF, {"do": "paste", "table": "\n".join(",".join(row) for row in table)})
    form = dict(next(form for form in Page(SHELF, answer.content).forms if "row-0-entry" in dict(form.fields)).fields)
    assert [form[f"row-0-{name}"] for name in ("count", "painted", "note")] == ["5", "2", "=1+1"]


def test_what_armies_lack_is_listed_by_army_and_for_any_one(alice, make_army):
    make_army(1, 3, "Shore")
    make_army(2, 4, "Cliff")
    saved(alice, "stone/flint", count=5, painted=1)
    page = html.fromstring(alice.get(f"{SHELF}/missing").content)
    tables = [
        [cell.text_content() for cell in table.xpath(".//tbody//*[self::th or self::td]")]
        for table in page.xpath("//table")
    ]
    assert sorted(tables) == [
        ["Flint", "3", "5", "1", "0", "2"],
        ["Flint", "8", "5", "1", "3", "4"],
        ["Flint", "8", "5", "1", "3", "4"],
    ]
    assert table_at(alice, f"{SHELF}/missing.csv")[1:] == [["Flint", "8", "5", "1", "3", "4"]]
    saved(alice, "stone/flint", count=8, painted=8)
    assert "You have every model, and all of them are painted." in alice.get(f"{SHELF}/missing").text


def test_what_armies_lack_is_a_pdf(alice, make_army):
    assert alice.get(f"{SHELF}/missing.pdf").status_code == 404
    make_army(1, 3, "Shore")
    make_army(2, 4, "Cove")
    answer = alice.get(f"{SHELF}/missing.pdf")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    (page,) = read(answer.content)
    words = " ".join(text for *_, text in page.texts)
    assert all(text in words for text in ("beach", "Shore", "Cove", "Flint"))
    saved(alice, "stone/flint", count=8, painted=8)
    assert alice.get(f"{SHELF}/missing.pdf").status_code == 404


def test_pages_need_as_many_queries_for_many_armies_as_for_few(alice, make_army):
    def queries(address):
        with CaptureQueriesContext(connection) as captured:
            alice.get(address)
        return len(captured)

    addresses = (SHELF, f"{SHELF}?mine", f"{SHELF}/table.csv", f"{SHELF}/missing")
    saved(alice, "stone/flint", count=3)
    make_army(1, 3, "First")
    for address in addresses:
        alice.get(address)
    few = [queries(address) for address in addresses]
    for number in range(5):
        make_army(1, 3, f"Army {number}")
        saved(alice, ("stone/slate", "stone/brick")[number % 2], count=number + 1)
    alice.get(f"{SHELF}/missing")
    assert [queries(address) for address in addresses] == few


def test_an_army_with_a_deleted_entry_is_still_listed(alice, make_army, author, pebbles):
    make_army(1, 3, "Shore")
    force = pebbles.new_force("Moon")
    units = (Unit("", pebbles.unit(stone="moon")), Unit("", pebbles.unit()))
    create_army(LoadedArmy(pebbles, add_group(force, "Pile", pebbles.group(), units)), "New army", author)
    page = alice.get(f"{SHELF}/missing")
    assert page.status_code == 200
    assert table_at(alice, f"{SHELF}/missing.csv")[1:] == [["Flint", "3", "0", "0", "3", "0"]]


def test_the_builder_says_what_is_left_and_what_is_beyond(alice, army):
    assert "left</span>" not in alice.get(army.get_absolute_url()).text
    saved(alice, "stone/flint", count=4)
    page = html.fromstring(alice.get(army.get_absolute_url()).content)
    assert [each.text_content() for each in page.find_class("entry-stock")] == ["1 of 4 left"]
    head = page.xpath("//input[@id='head']/@value")[0]
    sent = {"head": head, "entry": "stone/flint", "into": "g1", "times": "2"}
    address = f"{army.get_absolute_url()}edits/add-units"
    edited = alice.post(address, sent, headers={"HX-Request": "true"})
    assert edited.status_code == 200
    part = html.fromstring(f"<div>{edited.text}</div>")
    assert [each.text_content() for each in part.find_class("entry-stock")] == ["0 of 4 left"]
    assert "has 5 × Flint. You have 4." in " ".join(part.text_content().split())


def test_ready_groups_say_how_many_models_are_missing(alice, army):
    def told():
        page = html.fromstring(alice.get(army.get_absolute_url()).content)
        return [" ".join(each.text_content().split()) for each in page.find_class("entry-lacks")]

    for count, lacking in (("", []), (4, ["2 models missing"]), (5, ["1 model missing"]), (6, ["All models left"])):
        saved(alice, "stone/flint", count=count)
        assert told() == lacking
