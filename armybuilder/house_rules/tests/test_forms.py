"""The form of a set."""

import pytest

from armybuilder.house_rules.forms import SetForm
from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.house_rules.tests.test_views import SETS
from rulesets.registry import all_rulesets

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sent", [{}, {"name": "x" * 81}, {"name": "A", "rule-wet_stones": "damp"}, {"name": "a\x07"}])
def test_a_wrong_set_is_refused(alice, pebbles, sent):
    assert alice.post(SETS, sent).status_code == 422
    assert not HouseRuleSet.objects.exists()


def test_a_changed_switch_stands_in_an_open_chapter(alice):
    for game in all_rulesets():
        *others, last = (ruling for ruling in game.rulings if ruling.switch)
        key = next(reading.key for reading in last.readings if reading.key != last.default)
        chapters = SetForm(game, {last.switch: key}, None).helper.layout.fields
        listed = [switch for chapter in chapters for switch in chapter.fields]
        assert sorted(listed) == sorted(ruling.switch for ruling in (*others, last))
        (changed,) = (chapter for chapter in chapters if last.switch in chapter.fields)
        assert [chapter.title for chapter in chapters if chapter.open] == [
            *dict.fromkeys((chapters[0].title, changed.title))
        ]
        sent = SetForm(game, {}, {f"rule-{last.switch}": key}).helper.layout.fields
        assert [chapter.title for chapter in sent if chapter.open] == [each.title for each in chapters if each.open]
