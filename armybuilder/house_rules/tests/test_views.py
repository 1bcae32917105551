import importlib
from functools import partial

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from lxml import html

from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head
from armybuilder.house_rules.models import HouseRuleSet
from tests.submissions.test_once import form_of
from tests.threads import at_once
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db

SETS = "/house-rules/pebbles"
WET = (("wet_stones", "on"),)


@pytest.fixture
def wet(pebbles):
    """Alice's set by which wet stones skip."""
    return HouseRuleSet.objects.create(
        ruleset="pebbles", name="Wet", rules={"wet_stones": "on"}, claim_hash=ALICE.hash, token="given"
    )


def of_army(army):
    """The address of an army's house rules."""
    return f"{army.get_absolute_url()}house-rules"


def rules_of(army):
    return load_head(Army.objects.get(pk=army.pk)).force.house_rules


def change(browser, kept, do):
    return browser.post(f"{SETS}/{kept.pk}", {"do": do})


def test_a_set_is_kept_listed_and_changed_under_its_name(alice, pebbles):
    assert alice.post(SETS, {"name": "Wet", "rule-wet_stones": "on"}).status_code == 302
    (kept,) = alice.get(SETS).context["sets"]
    assert (kept.name, kept.readings(), [played.text for played in kept.played()]) == ("Wet", WET, ["yes"])
    alice.post(SETS, {"name": "Wet", "rule-wet_stones": "off", f"version-{kept.pk}": 1})
    assert (HouseRuleSet.objects.count(), HouseRuleSet.objects.get().rules) == (1, {})


def test_a_set_that_is_sent_twice_is_stored_once(alice, pebbles):
    form = {**form_of(alice, SETS), "name": "Wet", "rule-wet_stones": "on"}
    assert [alice.post(SETS, form).status_code for _ in range(2)] == [302, 302]
    assert HouseRuleSet.objects.get().name == "Wet"


def test_a_saved_set_is_changed_and_renamed(alice, wet):
    page = html.fromstring(alice.get(f"{SETS}?set={wet.pk}").content)
    assert page.xpath("//input[@name='name']/@value") == ["Wet"]
    assert page.xpath("//input[@name='rule-wet_stones'][@checked]/@value") == ["on"]
    sent = {field.get("name"): field.get("value") for field in page.xpath("//form[@aria-label]//input[@type='hidden']")}
    assert (sent["set"], sent[f"version-{wet.pk}"]) == (str(wet.pk), "1")
    alice.post(SETS, {**sent, "name": "Dry", "rule-wet_stones": "off"})
    kept = HouseRuleSet.objects.get()
    assert (kept.pk, kept.name, kept.rules, kept.version, kept.token) == (wet.pk, "Dry", {}, 2, "given")
    late = alice.post(SETS, {"set": wet.pk, f"version-{wet.pk}": 1, "name": "Late", "rule-wet_stones": "on"})
    assert (late.status_code, "was saved elsewhere" in late.text) == (409, True)


def test_a_set_does_not_take_the_name_of_another(alice, wet):
    other = HouseRuleSet.objects.create(ruleset="pebbles", name="Other", claim_hash=ALICE.hash)
    for name in ("other", "Ｏther"):
        taken = alice.post(SETS, {"set": wet.pk, f"version-{wet.pk}": 1, f"version-{other.pk}": 1, "name": name})
        assert (taken.status_code, f"You have another set called {name}." in taken.text) == (409, True)
    assert set(HouseRuleSet.objects.values_list("name", "version")) == {("Wet", 1), ("Other", 1)}


def test_the_set_of_somebody_else_cannot_be_changed(bob, wet):
    assert bob.get(f"{SETS}?set={wet.pk}").status_code == 404
    assert bob.get(f"{SETS}?set=nonesuch").status_code == 404
    stolen = {"set": wet.pk, f"version-{wet.pk}": 1, "name": "Mine", "rule-wet_stones": "off"}
    assert bob.post(SETS, stolen).status_code == 404
    assert HouseRuleSet.objects.get().name == "Wet"


def test_a_set_saved_elsewhere_is_not_overwritten(alice, army, wet):
    assert f'name="version-{wet.pk}" value="1"' in alice.get(SETS).text
    dry = {"name": "wet", "rule-wet_stones": "off", f"version-{wet.pk}": 1}
    assert alice.post(SETS, dry).status_code == 302
    late = alice.post(SETS, {**dry, "rule-wet_stones": "on"})
    assert (late.status_code, "was saved elsewhere after you opened this page" in late.text) == (409, True)
    assert alice.post(of_army(army), {"do": "keep", "name": "Wet", f"version-{wet.pk}": 1}).status_code == 409
    assert alice.post(of_army(army), {"do": "keep", "name": "Wet"}).status_code == 409
    wet.refresh_from_db()
    assert (wet.name, wet.rules, wet.version, wet.token) == ("wet", {}, 2, "given")
    assert f'name="version-{wet.pk}" value="2"' in alice.get(of_army(army)).text


@pytest.mark.parametrize("owned", [True, False], ids=["a user", "a browser"])
def test_the_database_keeps_a_name_for_one_set_of_an_owner(pebbles, owned):
    who = {"owner": User.objects.create_user("alice")} if owned else {"claim_hash": ALICE.hash}
    first = HouseRuleSet.objects.create(ruleset="pebbles", name="Wet", **who)
    with pytest.raises(IntegrityError), transaction.atomic():
        HouseRuleSet.objects.create(ruleset="pebbles", name="WET", **who)
    HouseRuleSet.objects.create(ruleset="pebbles", name="Wet", claim_hash="another")
    HouseRuleSet.objects.create(ruleset="another", name="Wet", **who)
    HouseRuleSet.objects.filter(pk=first.pk).update(deleted=timezone.now())
    HouseRuleSet.objects.create(ruleset="pebbles", name="Wet", **who)


@pytest.mark.django_db(transaction=True)
def test_sets_saved_at_the_same_moment_are_one(pebbles):
    answers = []

    def save(reading):
        answers.append(browser_of(ALICE).post(SETS, {"name": "Wet", "rule-wet_stones": reading}).status_code)

    at_once(*(partial(save, reading) for reading in ("on", "off", "on", "off")))
    assert sorted(answers) == [302, 409, 409, 409]
    assert HouseRuleSet.objects.count() == 1


def test_equal_names_from_before_get_a_number(wet):
    migration = importlib.import_module("armybuilder.house_rules.migrations.0003_unique_names")
    for name in ("Wet", "wet", "Dry"):
        HouseRuleSet.objects.create(ruleset="pebbles", name=name, claim_hash=name)
    with connection.cursor() as cursor:
        for index in ("house_rules_name_of_user", "house_rules_name_of_browser"):
            cursor.execute(f"DROP INDEX {index}")
    HouseRuleSet.objects.update(claim_hash=ALICE.hash)
    migration.number_equal_names(apps, None)
    names = HouseRuleSet.objects.order_by("created").values_list("name", flat=True)
    assert list(names) == ["Wet", "Wet 2", "wet 3", "Dry"]


def test_an_army_plays_by_a_set_in_one_step(alice, army, wet):
    response = alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 1})
    assert response.url == f"{army.get_absolute_url()}?at=house-rules"
    assert (rules_of(army), Revision.objects.get(number=2).summary) == (WET, "House rules: the set Wet")
    alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 2})
    assert Revision.objects.count() == 2
    alice.post(f"{army.get_absolute_url()}undo", {"head": 2})
    assert rules_of(army) == ()


def test_a_set_for_an_older_revision_is_merged(alice, army, wet):
    alice.post(f"{army.get_absolute_url()}edits/copy-unit", {"head": 1, "unit": "u2"})
    assert alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 1}).status_code == 302
    assert (rules_of(army), Revision.objects.get(number=4).units) == (WET, 4)
    assert alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 99}).status_code == 400


def test_an_armys_house_rules_are_kept_as_a_set(alice, army, wet):
    alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 1})
    alice.post(of_army(army), {"do": "keep", "name": "Our table"})
    assert HouseRuleSet.objects.get(name="Our table").readings() == WET
    assert "Saved the set Our table." in alice.get(of_army(army)).text
    assert alice.post(of_army(army), {"do": "keep", "name": ""}).status_code == 422


def test_new_armies_begin_with_the_usual_set(alice, bob, wet):
    for do, rules in (("usual", WET), ("unusual", ())):
        change(alice, wet, do)
        assert rules_of(Army.objects.get(pk=alice.post("/armies/new/pebbles", {}).url.split("/")[2])) == rules
    other = HouseRuleSet.objects.create(ruleset="pebbles", name="Dry", claim_hash=ALICE.hash)
    change(alice, wet, "usual")
    change(alice, other, "usual")
    assert list(HouseRuleSet.objects.filter(usual=True)) == [other]
    change(alice, wet, "usual")
    assert rules_of(Army.objects.get(pk=bob.post("/armies/new/pebbles", {}).url.split("/")[2])) == ()


def test_a_set_of_a_game_that_has_gone_is_not_found(client, wet):
    HouseRuleSet.objects.update(ruleset="gone")
    assert client.get("/house-rules/shared/given").status_code == 404


@pytest.mark.parametrize("address", ["/pebbles/rulings/", SETS])
def test_the_rulings_lead_to_an_example_and_to_the_sets(alice, pebbles, address):
    page = html.fromstring(alice.get(address).content.decode())
    assert page.xpath("//a[@href='/pebbles/rulings/wet_stones/']/@hx-get") == ["/pebbles/rulings/wet_stones/"]
    (tab,) = page.xpath("//nav[@aria-label='Pebbles']//a[text()='Rulings']")
    assert tab.get("aria-current") == ("true" if address == SETS else "page")
    assert (page.xpath(f"count(//main//p/a[@href='{SETS}'])") == 1) == (address != SETS)


def test_the_builder_leads_to_the_sets_of_the_army(alice, army):
    page = html.fromstring(alice.get(f"{army.get_absolute_url()}?at=house-rules").content.decode())
    assert page.xpath(f"//section//p/a[@href='{of_army(army)}']/text()") == ["Use or save a set"]
