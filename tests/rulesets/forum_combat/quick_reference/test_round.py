"""The round and the house rules on the sheet."""

import pytest

from rulesets.systems.forum_combat import RULESET
from tests.rulesets.forum_combat.quick_reference.sheets import all_sections, line, lines_of, sheet


def test_so_many_house_rules_are_listed_by_their_ids() -> None:
    switched = [ruling for ruling in RULESET.rulings if ruling.switch]
    for count in (20, 21, len(switched)):
        other = {
            ruling.switch.removeprefix("fc."): next(key for key in ruling.keys if key != ruling.default)
            for ruling in switched[:count]
        }
        listed = [each.term for each in sheet(**other)["table"].lines[1:]]
        assert listed == ([ruling.question for ruling in switched[:20]] if count == 20 else ["Rulings"])
    ids = ", ".join(ruling.id for ruling in switched)
    assert line(sheet(**other)["table"], "Rulings") == f"{ids} changed from the default, each noted where it applies"


def test_house_rules_are_named_by_their_question() -> None:
    table = next(section for section in all_sections()["players"] if section.slug == "table")
    ruling = next(ruling for ruling in RULESET.rulings if ruling.switch == "fc.nat1_fails")
    assert [(line.term, line.text) for line in table.lines[1:]] == [(ruling.question, ruling.text("on"))]


@pytest.mark.parametrize(("section", "term", "switch", "key", "text"), lines_of("table", "round", "end"))
def test_a_line_says_what_is_played(section: str, term: str, switch: str, key: str, text: str) -> None:
    assert line(sheet(**{switch: key})[section], term) == text
