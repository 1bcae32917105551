"""The form of a set."""

import pytest

from armybuilder.house_rules.models import HouseRuleSet
from tests.house_rules.test_views import SETS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sent", [{}, {"name": "x" * 81}, {"name": "A", "rule-wet_stones": "damp"}, {"name": "a\x07"}])
def test_a_wrong_set_is_refused(alice, pebbles, sent):
    assert alice.post(SETS, sent).status_code == 422
    assert not HouseRuleSet.objects.exists()
