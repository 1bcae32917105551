"""The page that puts an own entry into an army."""

import pytest
from lxml import html

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow
from tests.armies.test_own_entries import own
from tests.page_texts import words_of
from tests.visitors import ALICE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pebbles")]

PAGE = "/armies/use/pebbles/stone/amber"


def stones(army):
    army.refresh_from_db()
    return [unit.spec.stone for _, unit in load_head(army).force.units()]


def test_a_saved_entry_leads_first_to_its_use_in_an_army(alice):
    own()
    page = html.fromstring(alice.get("/pebbles/catalogue/stone/amber/").content.decode())
    first = page.xpath("//div[@class='buttons']/a")[0]
    assert (" ".join(first.text_content().split()), first.get("href")) == ("Add to a beach …", PAGE)


def test_the_entry_joins_the_last_group_of_the_army_chosen(alice, make_army):
    own()
    army, other = make_army(piles=2, name="Coast"), make_army(name="Dunes")
    page = html.fromstring(alice.get(PAGE).content.decode())
    assert page.xpath("//option/text()") == ["Dunes", "Coast", "A new beach"]
    assert page.xpath("//main//*[@autofocus]/@id") == ["army"]
    answer = alice.post(PAGE, {"army": army.pk})
    last = load_head(Army.objects.get(pk=army.pk)).force.groups[-1]
    assert last.units[-1].spec.stone == "amber"
    assert answer["Location"] == f"{army.get_absolute_url()}?at={last.units[-1].id}#inspector"
    assert "amber" not in stones(other)


def test_the_entry_begins_a_new_army(alice):
    own()
    answer = alice.post(PAGE, {"army": "new"})
    army = Army.objects.get()
    assert answer["Location"] == army.get_absolute_url()
    assert stones(army) == ["amber"]


def test_a_form_sent_twice_adds_one_unit(alice, make_army):
    own()
    army = make_army()
    sent = {"army": army.pk, "submission": "a" * 30}
    answers = [alice.post(PAGE, sent) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert stones(army).count("amber") == 1


def test_an_army_that_is_gone_and_an_entry_of_others_are_refused(alice, bob, make_army):
    own()
    army = make_army()
    assert bob.post(PAGE, {"army": army.pk}).status_code == 404
    Army.objects.update(deleted="2026-01-01T00:00Z")
    answer = alice.post(PAGE, {"army": army.pk})
    assert answer.status_code == 409
    assert "This beach no longer exists." in answer.text


def test_an_entry_that_no_longer_fits_is_not_offered(alice):
    own()
    EntryRow.objects.filter(claim_hash=ALICE.hash).update(spec={"weight": "heavy"})
    assert PAGE not in alice.get("/pebbles/catalogue/stone/amber/").text
    assert alice.post(PAGE, {"army": "new"}).status_code == 409


def test_a_unit_of_the_game_joins_an_army_as_well(alice, make_army):
    load_catalogue()
    army, page = make_army(), "/armies/use/pebbles/stone/flint"
    entry = html.fromstring(alice.get("/pebbles/catalogue/stone/flint/").content.decode())
    assert entry.xpath("//div[@class='buttons']/a/@href")[0] == page
    before = stones(army)
    assert alice.post(page, {"army": army.pk}).status_code == 302
    assert stones(army) == [*before, "flint"]


def test_what_is_no_unit_of_its_game_joins_no_army(alice):
    load_catalogue()
    assert alice.get("/forge-of-war/catalogue/weapon/adv_assault_rifle/").status_code == 200
    assert alice.get("/armies/use/forge-of-war/weapon/adv_assault_rifle").status_code == 404


def test_a_random_group_is_for_the_army_chosen_the_last_one_first(alice, make_army):
    address = "/armies/random/pebbles"
    army = make_army(name="Coast")
    make_army(name="Dunes")
    page = html.fromstring(alice.get(address).content.decode())
    assert page.xpath("//option/text()") == ["Dunes", "Coast", "A new beach"]
    assert page.xpath("//main//*[@autofocus]/@id") == ["army"]
    assert alice.post(address, {"army": army.pk})["Location"] == f"{army.get_absolute_url()}random"
    assert alice.post(address, {"army": "gone"}).status_code == 409


def test_a_random_group_for_a_new_army_is_seen_before_it_is_saved(alice):
    answer = alice.post("/armies/random/pebbles", {"army": "new"})
    page = alice.get(answer["Location"])
    assert "This pile has 3 pebbles and keeps the rules. Nothing is saved until you add it." in words_of(page)
    (form,) = html.fromstring(page.content.decode()).xpath("//main//form")
    assert " ".join(form.xpath(".//button")[0].text_content().split()) == "Add to a new beach"
    assert form.xpath(".//a/@href") == [answer["Location"]]
    sent = {name: value for name, value in form.form_values() if name != "csrfmiddlewaretoken"}
    assert alice.post(answer["Location"], sent | {"proof": "x", "seed": "x"}).status_code == 409
    assert not Army.objects.exists()
    added = [alice.post(answer["Location"], sent)["Location"] for _ in range(2)]
    army = Army.objects.get()
    assert added == [army.get_absolute_url()] * 2
    assert [(group.name, len(group.units)) for group in load_head(army).force.groups] == [("Random pile", 3)]
