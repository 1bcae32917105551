"""Shooting, saves and wounds on the sheet."""

import pytest

from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.attacks import save_number, saves
from tests.rulesets.forum_combat.quick_reference.sheets import cells, line, lines_of, sheet
from tests.rulesets.sheets import complete_sheet


@pytest.mark.parametrize("natural", ["off", "on"])
def test_the_table_of_saves_has_the_rolls_that_save(natural: str) -> None:
    house = HouseRules(RULESET.rulings, [("fc.save_nat6", natural)])
    rows = cells(sheet(save_nat6=natural)["hits-and-saves"], 1)
    assert [row[0] for row in rows] == ["2+", "3+", "4+", "5+", "6+"]
    for sav, row in enumerate(rows, 2):
        for ap, shown in enumerate(row[1:]):
            good = [roll for roll in range(1, 7) if saves(roll, save_number(sav, ap), house)]
            assert shown == (f"{good[0]}+" if good else "–")
    assert rows[-1][1:] == (["6+", "6+", "6+", "6+", "6+"] if natural == "on" else ["6+", "–", "–", "–", "–"])


def test_tags_without_rules_are_called_words() -> None:
    assert line(sheet()["who-shoots"], "SPC") == (
        "[Extra Attacks] and [CloseQuarters] have rules; the rulebook gives no numbers for [Blast]"
    )
    (complete,) = (section for section in complete_sheet(RULESET) if section.slug == "who-shoots")
    assert line(complete, "SPC") == (
        "[Extra Attacks] and [CloseQuarters] have rules; the rulebook gives no numbers for the others"
    )


def test_the_wound_table_is_the_rulebook_s() -> None:
    wounds = next(section for section in complete_sheet(RULESET) if section.slug == "wounds")
    rows = [" ".join(cell.text.rstrip("+") for cell in row) for row in wounds.tables[0].rows]
    assert rows == [
        "1 4 6 6 6 6 6 6 6",
        "2 2 4 5 6 6 6 6 6",
        "3 2 3 4 5 5 6 6 6",
        "4 2 2 3 4 5 5 5 6",
        "5 2 2 3 3 4 5 5 5",
        "6 2 2 2 3 3 4 5 5",
        "7 2 2 2 3 3 3 4 5",
        "8 2 2 2 2 3 3 3 4",
        "9 2 2 2 2 3 3 3 3",
        "10 2 2 2 2 2 3 3 3",
    ]


@pytest.mark.parametrize(
    ("section", "term", "switch", "key", "text"), lines_of("who-shoots", "attack", "hits-and-saves", "wounds", "health")
)
def test_a_line_says_what_is_played(section: str, term: str, switch: str, key: str, text: str) -> None:
    assert line(sheet(**{switch: key})[section], term) == text
