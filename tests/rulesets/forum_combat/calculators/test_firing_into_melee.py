"""Fire into a melee: what is filled in from squads, and what is said."""

from rulesets.systems.forum_combat.calculators.firing_into_melee import FiringIntoMelee
from rulesets.systems.forum_combat.calculators.squad_fields import StandingUnits
from tests.rulesets.forum_combat.calculators.questions import ask


def test_the_losses_of_friends_and_enemies_go_together() -> None:
    answer = ask(
        "firing-into-melee", FiringIntoMelee(enemies=(StandingUnits(count=1),), friends=(StandingUnits(count=1),))
    )
    assert [row[0].text for row in answer.tables[0].rows] == ["0", "1"]
    assert [column.heading for column in answer.tables[0].columns] == ["Enemies out", "0", "1"]
    assert answer.tables[0].note == "The numbers are percentages. Across: friends out of action."
