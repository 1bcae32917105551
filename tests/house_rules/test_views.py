import pytest
from django.contrib.auth.models import User

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head
from armybuilder.house_rules.models import HouseRuleSet
from tests.visitors import ALICE

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
    alice.post(SETS, {"name": "Wet", "rule-wet_stones": "off"})
    assert (HouseRuleSet.objects.count(), HouseRuleSet.objects.get().rules) == (1, {})


def test_an_army_plays_by_a_set_in_one_step(alice, army, wet):
    response = alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 1})
    assert response.url == f"{army.get_absolute_url()}?at=house-rules"
    assert (rules_of(army), Revision.objects.get(number=2).summary) == (WET, "House rules: the set Wet")
    alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 2})
    assert Revision.objects.count() == 2
    alice.post(f"{army.get_absolute_url()}undo", {"head": 2})
    assert rules_of(army) == ()


def test_a_set_for_an_older_revision_is_kept_aside(alice, army, wet):
    alice.post(f"{army.get_absolute_url()}edits/copy-unit", {"head": 1, "unit": "u2"})
    assert alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 1}).status_code == 409
    assert alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 99}).status_code == 400
    assert (rules_of(army), Revision.objects.filter(aside=True).count()) == ((), 1)


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


def test_signing_up_takes_the_sets_along_and_they_are_among_ones_data(client, wet):
    user = User.objects.create_user("alice", "a@example.org", "word")
    hand_over(ALICE, user)
    assert export_account(user)["house rules"] == [
        {
            "ruleset": "pebbles",
            "name": "Wet",
            "rules": {"wet_stones": "on"},
            "usual": False,
            "shared": True,
            "deleted": False,
        }
    ]


def test_a_set_of_a_game_that_has_gone_is_not_found(client, wet):
    HouseRuleSet.objects.update(ruleset="gone")
    assert client.get("/house-rules/shared/given").status_code == 404
