"""Movement on the sheet."""

import pytest

from tests.rulesets.forum_combat.quick_reference.sheets import cells, line, lines_of, sheet


@pytest.mark.parametrize(("section", "term", "switch", "key", "text"), lines_of("movement", "special-moves"))
def test_a_line_says_what_is_played(section: str, term: str, switch: str, key: str, text: str) -> None:
    assert line(sheet(**{switch: key})[section], term) == text


def test_the_tables_say_how_far_squads_of_each_mov_go() -> None:
    movement = sheet()["movement"]
    assert [table.title for table in movement.tables] == [f"MOV {mov} by downed taken along" for mov in (5, 6)]
    assert [column.heading for column in movement.tables[1].columns] == ["Squad", "0", "1", "2", "3", "4"]
    assert cells(movement, 1) == [
        ["Shot", "6", "5", "4", "3", "3"],
        ["Did not shoot", "9", "8", "7", "6", "5"],
        ["Broken, shot", "3", "2", "2", "2", "2"],
        ["Broken, did not shoot", "4", "3", "2", "2", "2"],
    ]
