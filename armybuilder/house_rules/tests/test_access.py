"""Who may change a set of house rules."""

import pytest

from armybuilder.house_rules import views
from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.house_rules.tests.test_views import SETS, change, of_army, wet

__all__ = ["wet"]

pytestmark = pytest.mark.django_db


def test_so_many_sets_are_kept_and_no_more(alice, pebbles, monkeypatch):
    monkeypatch.setattr(views, "MAX_SETS", 1)
    assert [alice.post(SETS, {"name": name}).status_code for name in ("A", "B")] == [302, 409]
    version = {f"version-{HouseRuleSet.objects.get().pk}": 1}
    assert alice.post(SETS, {"name": "A", **version}).status_code == 302


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
