"""The armies of a game at the table as the sides of a question."""

import pytest
from django.http import QueryDict

from armybuilder.matches.log import load_match
from armybuilder.matches.match_sides import armies_of, sides_of
from tests.matches.conftest import Begin

pytestmark = pytest.mark.django_db


def test_the_viewer_s_army_is_the_own_one_unless_the_address_says_otherwise(begin: Begin) -> None:
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
