"""The armies of a game at the table as the sides of a question."""

import pytest
from django.http import QueryDict

from armybuilder.matches.asking.sides import armies_of, sides_of
from armybuilder.matches.log.store import load_match
from armybuilder.matches.tests.conftest import Begin
from rulesets.core.declarations.house_rules import switches
from rulesets.core.ruleset import AnyRuleset
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db


def test_the_viewer_s_army_is_theirs_unless_the_address_differs(begin: Begin) -> None:
    loaded = load_match(begin())
    assert [army.key for army in armies_of(loaded)] == ["0", "1"]
    for side, query, expected in (
        (0, "", ["0", "1"]),
        (1, "", ["1", "0"]),
        (None, "", ["0", "1"]),
        (1, "army.own=0:u2&army.opposing=1:u3", ["0:u2", "1:u3"]),
        (1, "army.own=0&army.own=0:u2", ["0:u2", "1"]),
        (1, "army.own=nonsense", ["1", "0"]),
    ):
        sides = sides_of(loaded, loaded.viewer(side), QueryDict(query))
        assert [value for _, value in sides.address] == expected


def test_the_tracker_leads_to_the_rules_of_its_game(begin: Begin, pebbles: AnyRuleset) -> None:
    """The reference and the rules follow the readings that the game is played by, on a device as well."""
    match = begin()
    switch, ruling = next(iter(switches(pebbles.rulings).items()))
    key = next(key for key in ruling.keys if key != ruling.default)
    match.house_rules = {switch: key}
    match.save()
    query = f"?house.{switch}={key}"
    browser = browser_of(ALICE)
    tracker = browser.get(match.get_absolute_url())
    assert f'href="/pebbles/reference/{query}"' in tracker.content.decode()
    assert tracker.context["data"]["keep"] == [
        f"/pebbles/reference/{query}",
        f"/pebbles/rules/{query}",
        "/pebbles/rulings/",
        "/",
        "/armies/",
        "/matches/",
    ]
    calculators = browser.get(f"/matches/{match.pk}/calculators/").content.decode()
    assert f'href="/pebbles/reference/{query}"' in calculators
    assert f'href="/pebbles/rules/{query}"' in calculators
