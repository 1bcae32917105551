"""Sets of house rules: deleted, brought back, read no more."""

import pytest

from armybuilder.armies.models import Army
from armybuilder.house_rules import views
from armybuilder.house_rules.models import HouseRuleSet, known_rules
from armybuilder.house_rules.tests.test_views import SETS, WET, change, of_army, rules_of, wet

__all__ = ["wet"]

pytestmark = pytest.mark.django_db


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
    monkeypatch.setattr(views, "MAX_SETS", 1)
    assert change(alice, wet, "restore").status_code == 409
    monkeypatch.setattr(views, "MAX_SETS", 2)
    change(alice, wet, "restore")
    assert [(each.name, each.usual) for each in alice.get(SETS).context["sets"]] == [("Wet", True), ("Wet 2", False)]


def test_so_many_deleted_sets_are_kept(alice, pebbles, monkeypatch):
    monkeypatch.setattr(views, "MAX_SETS", 2)
    for name in ("A", "B", "C"):
        alice.post(SETS, {"name": name})
        change(alice, HouseRuleSet.objects.get(name=name), "delete")
    assert sorted(HouseRuleSet.objects.values_list("name", flat=True)) == ["B", "C"]


def test_what_the_game_knows_no_more_is_left_out(pebbles):
    assert known_rules(pebbles, {"wet_stones": "on", "gone": "on"}) == WET
    wrong: tuple[object, ...] = ({"wet_stones": "damp"}, {"wet_stones": ["on"]}, {"wet_stones": "off"}, [], None)
    for stored in wrong:
        assert known_rules(pebbles, stored) == ()
