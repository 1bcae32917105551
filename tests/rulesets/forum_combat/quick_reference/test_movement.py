"""Movement on the sheet."""

import pytest

from tests.rulesets.forum_combat.quick_reference.sheets import line, lines_of, sheet


@pytest.mark.parametrize(("section", "term", "switch", "key", "text"), lines_of("movement", "special-moves"))
def test_a_line_says_what_is_played(section: str, term: str, switch: str, key: str, text: str) -> None:
    assert line(sheet(**{switch: key})[section], term) == text
