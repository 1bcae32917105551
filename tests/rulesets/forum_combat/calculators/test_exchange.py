"""An exchange of fire: what is filled in from squads, and what is said."""

from rulesets.systems.forum_combat.calculators.exchange import Exchange, Returning
from rulesets.systems.forum_combat.calculators.squad_fields import Firing
from tests.rulesets.forum_combat.calculators.questions import SIX, ask


def test_the_last_squad_hears_that_its_fire_is_likely_wasted() -> None:
    six = Exchange(firing=(Firing(count=6),), squads=3, theirs=(Returning(SIX),), own=(SIX,))
    answer = ask("exchange", six)
    assert [row[1].text for row in answer.tables[0].rows] == ["0 %", "< 0.1 %", "3.2 %"]
    assert answer.notes == ("The last of 3 squads wastes its fire with 3.2 %.",)
