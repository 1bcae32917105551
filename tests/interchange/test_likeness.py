"""What a text looks like that is no army of this site."""

import pytest

from armybuilder.interchange.likeness import looks_like

ROSTER = "++ Army Roster (Elves) [2,000pts] ++\n\n+ Configuration +\n\nBattle Size: Large\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ROSTER, "a roster from BattleScribe or New Recruit"),
        (
            "Mine (995 points)\n\nCaptain (80 points)\n\nExported with App Version: v1.2",
            "a list from the Warhammer app",
        ),
        (" https://example.org/list/abc\n", "a link. Open it, copy the list there and paste that"),
        ("NoRPGxKRQAZCqkYLoQwBTkDEAuZBnFA5gGaj\n", "a code of another program"),
        ("8 Challenger 2\n2 Warrior", ""),
        ("Internationalisierungsprobleme", ""),
        ("Infantry-Company-2024-Final", ""),
        ("my_army_list_for_2024_b", ""),
        ("See https://example.org for our list", ""),
        ("", ""),
    ],
)
def test_a_text_tells_by_its_form_what_it_is(text: str, words: str) -> None:
    assert looks_like(text) == words
