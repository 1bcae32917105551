"""Changes of a combat, one value each."""

import pytest

from rulesets.systems.forum_combat.desk import DESK, rounds
from rulesets.systems.forum_combat.desk.combat_changes import CombatChange, NoSuchThing, Thing


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (CombatChange(Thing.PIECE, "9z", "hp", 1), "no unit '9z'"),
        (CombatChange(Thing.PIECE, "1a", "cp", 1), "no 'cp'"),
        (CombatChange(Thing.OBJECTIVE, "Well", "holder", 7), "no holder 7"),
        (CombatChange(Thing.TILE, "ZZ99", "terrain", 1), "no tile"),
    ],
)
def test_overrides_of_what_is_not_there_are_refused(change: CombatChange, words: str) -> None:
    with pytest.raises(NoSuchThing, match=words):
        rounds.amend(DESK.demo(), (change,))
