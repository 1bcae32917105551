import pytest
from django.contrib.auth.models import User

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head
from armybuilder.house_rules import views
from armybuilder.house_rules.models import HouseRuleSet, known_rules
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
    assert (kept.name, kept.chosen(), [played.text for played in kept.played()]) == ("Wet", WET, ["yes"])
    alice.post(SETS, {"name": "Wet", "rule-wet_stones": "off"})
    assert (HouseRuleSet.objects.count(), HouseRuleSet.objects.get().rules) == (1, {})


@pytest.mark.parametrize("sent", [{}, {"name": "x" * 81}, {"name": "A", "rule-wet_stones": "damp"}, {"name": "a\x07"}])
def test_a_wrong_set_is_refused(alice, pebbles, sent):
    assert alice.post(SETS, sent).status_code == 422
    assert not HouseRuleSet.objects.exists()


def test_so_many_sets_are_kept_and_no_more(alice, pebbles, monkeypatch):
    monkeypatch.setattr(views, "MOST_SETS", 1)
    assert [alice.post(SETS, {"name": name}).status_code for name in ("A", "B", "A")] == [302, 409, 302]


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
    assert HouseRuleSet.objects.get(name="Our table").chosen() == WET
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


def test_a_shared_set_is_looked_at_and_kept_by_others(alice, bob, wet):
    HouseRuleSet.objects.update(token="")
    change(alice, wet, "share")
    link = f"/house-rules/shared/{HouseRuleSet.objects.get().token}"
    assert len(link) > 40
    page = bob.get(link)
    assert (page.status_code, page.context["rule_set"], page.headers["Referrer-Policy"]) == (200, wet, "same-origin")
    bob.post(link)
    bob.post(link)
    assert [each.name for each in bob.get(SETS).context["sets"]] == ["Wet", "Wet 2"]
    change(alice, wet, "unshare")
    assert bob.get(link).status_code == 404
    assert bob.get("/house-rules/shared/x").status_code == 404


def test_a_set_is_changed_by_its_owner_alone(alice, bob, army, wet):
    for do in ("share", "delete", "usual"):
        assert change(bob, wet, do).status_code == 404
    assert alice.post(of_army(army), {"do": "apply", "set": "nobody's", "head": 1}).status_code == 404
    assert change(alice, wet, "paint").status_code == 400


def test_a_deleted_set_is_gone_until_that_is_undone(alice, bob, army, wet):
    change(alice, wet, "usual")
    response = change(alice, wet, "delete")
    assert response.url == f"{SETS}?deleted={wet.pk}"
    page = alice.get(response.url)
    assert (page.context["sets"], page.context["just_deleted"], "Deleted Wet." in page.text) == ([], wet, True)
    assert bob.get(response.url).context["just_deleted"] is None
    assert bob.get("/house-rules/shared/given").status_code == 404
    assert rules_of(Army.objects.get(pk=alice.post("/armies/new/pebbles", {}).url.split("/")[2])) == ()
    assert alice.post(of_army(army), {"do": "apply", "set": wet.pk, "head": 1}).status_code == 404
    assert change(bob, wet, "restore").status_code == 404
    change(alice, wet, "restore")
    (kept,) = alice.get(SETS).context["sets"]
    assert (kept, kept.name, kept.usual, bob.get("/house-rules/shared/given").status_code) == (wet, "Wet", True, 200)
    assert change(alice, wet, "restore").status_code == 404


def test_a_set_brought_back_takes_nothing_from_another(alice, wet, monkeypatch):
    change(alice, wet, "usual")
    change(alice, wet, "delete")
    alice.post(SETS, {"name": "Wet"})
    other = HouseRuleSet.objects.get(deleted=None)
    change(alice, other, "usual")
    monkeypatch.setattr(views, "MOST_SETS", 1)
    assert change(alice, wet, "restore").status_code == 409
    monkeypatch.setattr(views, "MOST_SETS", 2)
    change(alice, wet, "restore")
    assert [(each.name, each.usual) for each in alice.get(SETS).context["sets"]] == [("Wet", True), ("Wet 2", False)]


def test_so_many_deleted_sets_are_kept(alice, pebbles, monkeypatch):
    monkeypatch.setattr(views, "MOST_SETS", 2)
    for name in ("A", "B", "C"):
        alice.post(SETS, {"name": name})
        change(alice, HouseRuleSet.objects.get(name=name), "delete")
    assert sorted(HouseRuleSet.objects.values_list("name", flat=True)) == ["B", "C"]


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


def test_what_the_game_knows_no_more_is_left_out(pebbles):
    assert known_rules(pebbles, {"wet_stones": "on", "gone": "on"}) == WET
    wrong: tuple[object, ...] = ({"wet_stones": "damp"}, {"wet_stones": ["on"]}, {"wet_stones": "off"}, [], None)
    for stored in wrong:
        assert known_rules(pebbles, stored) == ()


def test_a_set_of_a_game_that_has_gone_is_not_found(client, wet):
    HouseRuleSet.objects.update(ruleset="gone")
    assert client.get("/house-rules/shared/given").status_code == 404
