"""Forms of own entries."""

import pytest
from lxml import html

from rulesets.registry import all_rulesets
from tests.catalogue.test_writing import GOOD, KIND, amber, own_rows, stones

__all__ = ["amber", "stones"]

pytestmark = pytest.mark.django_db


def test_an_entry_can_start_as_a_copy(client):
    page = html.fromstring(client.get(f"{KIND}new?from=flint").content.decode())
    values = {each.get("name"): each.value for each in page.xpath("//main//*[self::input or self::select]")}
    assert (values["name"], values["spec-weight"], values["spec-surface"]) == ("Flint (custom)", "90", "rough")
    assert client.get(f"{KIND}new?from=nonesuch").status_code == 404
    assert "?from=flint" in client.get(f"{KIND}flint/").text


@pytest.mark.parametrize(
    ("game", "kind"), [(game.slug, kind.slug) for game in all_rulesets() for kind in game.kinds if kind.ownable]
)
def test_a_new_entry_needs_only_its_name_and_what_is_empty(alice, game, kind):
    """Saving refuses nothing that the form itself begins with."""
    address = f"/{game}/catalogue/{kind}/new"
    form = html.fromstring(alice.get(address).content.decode()).xpath("//form[contains(@class, 'own-entry')]")[0]
    sent = {name: value or "" for name, value in form.form_values() if name != "name"}
    answer = alice.post(address, sent | {"name": "Nova"})
    if answer.status_code != 302:
        refused = html.fromstring(answer.content.decode()).xpath("//*[contains(@class, 'is-invalid')]")
        assert refused
        assert [field.name for field in refused if field.value] == []


def test_the_card_of_a_new_entry_begins_with_what_its_form_does(alice):
    page = html.fromstring(alice.get("/forge-of-war/catalogue/weapon/new").content.decode())
    card = html.fromstring(alice.get(page.xpath("//iframe/@src")[0]).content.decode())
    assert card.xpath("//td/text()") == ["24″", "0", "1"]


@pytest.mark.parametrize(
    ("sent", "at", "words"),
    [
        ({"name": " "}, "name", "Enter a name."),
        ({"name": "x" * 81}, "name", "Ensure this value has at most 80 characters (it has 81)."),
        ({"name": "amber"}, "name", "You already have “Amber”. Choose another name."),
        ({"spec-weight": "heavy"}, "spec-weight", "Enter a whole number."),
        ({"spec-weight": "0"}, "spec-weight", "Enter a number from 1 to 500, not 0."),
        ({"spec-surface": "wet"}, "spec-surface", "Choose rough or smooth, not 'wet'."),
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


@pytest.mark.parametrize(
    ("kind", "starred"),
    [
        ("warstrike/catalogue/unit", ["Name", "Mv", "Aw", "Ld", "Nv"]),
        ("warstrike/catalogue/weapon", ["Name", "RoF"]),
        ("forge-of-war/catalogue/weapon", ["Name"]),
    ],
)
def test_what_a_new_entry_needs_has_a_star(alice, kind, starred):
    page = html.fromstring(alice.get(f"/{kind}/new").content.decode())
    labels = page.xpath("//form[contains(@class, 'own-entry')]//label[span[@class='asteriskField']]")
    assert [label.text.strip() for label in labels] == starred
    assert page.xpath("//*[@role='alert']") == []


def test_what_the_rules_find_stands_at_its_field(alice):
    response = alice.post("/warstrike/catalogue/unit/new", SQUAD)
    assert response.status_code == 422
    page = html.fromstring(response.content.decode())
    assert [each.text_content().strip() for each in page.xpath("//*[@class='invalid-feedback']")] == [
        "Enter 0 or more, not -1.",
        "Enter 0 or more.",
        "A plain model is Inspiring. Make it an Officer or a Hero, or remove Inspiring.",
    ]
    assert page.xpath("//*[@class='schema-form-problem']/text()") == ["Mark one model as the leader."]
    links = {
        link.text: page.get_element_by_id(link.get("href")[1:]).tag for link in page.xpath("//*[@role='alert']//a")
    }
    assert links == {
        "Aw": "input",
        "Ld": "input",
        "Models 1: Inspiring": "input",
        "Models: mark one model as the leader.": "fieldset",
    }
    assert "Models:" not in page.xpath("string(//form[@aria-label='Unit'])")
    fields = page.xpath("//form[@aria-label='Unit']//*[self::input or self::select][not(@type='checkbox')]")
    kept = {each.get("name"): each.value or "" for each in fields}
    assert {name: kept[name] for name in SQUAD} == SQUAD | {"spec-models-0-inspiring": "0"}
    assert page.xpath("//input[@name='spec-models-0-inspiring'][@checked]/@value") == ["1"]
    assert own_rows() == []
    more = alice.post("/warstrike/catalogue/unit/new", SQUAD | {"add-row": "spec-models"})
    assert html.fromstring(more.content.decode()).xpath("//*[@class='invalid-feedback']") == []


@pytest.mark.parametrize(
    ("kind", "sent", "label"),
    [
        ("forum-combat/catalogue/unit", {"spec-weapons-rows": "1"}, "Weapon 1"),
        ("forge-of-war/catalogue/vehicle", {"spec-systems-rows": "1"}, "Weapon system 1: Weapon"),
    ],
)
def test_a_row_without_an_entry_is_refused(alice, kind, sent, label):
    refused = alice.post(f"/{kind}/new", {"name": "Mule"} | sent)
    page = html.fromstring(refused.content.decode())
    assert page.xpath("normalize-space(//*[@role='alert'])") == f"{label}: Choose one, or remove the row."
    assert own_rows() == []
    assert alice.post(f"/{kind}/new", {"name": "Mule"}).status_code == 302


def test_what_looks_like_a_slip_is_told_and_stored(alice):
    troops = "/forge-of-war/catalogue/troop_type/"
    page = html.fromstring(alice.post(f"{troops}new", {"name": "Guard", "spec-cv": "11"}).content.decode())
    assert [each.text_content().strip() for each in page.xpath("//*[@class='invalid-feedback']")] == [
        "Enter a number from 1 to 10, not 11."
    ]
    told = "Power Armour has AV 4, not 2. Toughness may explain the difference."
    sent = {"name": "Guard", "spec-av": "2", "spec-armour": "power"}
    stored = alice.post(f"{troops}new", sent, follow=True)
    assert [str(message) for message in stored.context["messages"]] == ["Guard is in your catalogue.", told]
    edited = alice.get(f"{troops}guard/edit")
    (doubt,) = html.fromstring(edited.content.decode()).xpath("//*[@class='schema-form-doubt']")
    field = edited.context["form"].spec["spec-armour"]
    assert (doubt.text, doubt.getparent().get("id")) == (told, f"{field.auto_id}_helptext")
    alice.post(f"{troops}guard/edit", sent | {"spec-av": "4", "seen": edited.context["seen"]})
    assert "schema-form-doubt" not in alice.get(f"{troops}guard/edit").text
