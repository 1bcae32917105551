"""Listed units: their own values beside those of the list."""

from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from rulesets.systems.forge_of_war.tables import Training
from rulesets.systems.forge_of_war.units import ListedUnit, statline


def test_own_values_stand_beside_those_of_the_list() -> None:
    context = context_of(RULESET.new_force())
    stats = statline(ListedUnit(troops="line_infantry", cv=8, attacks=2), context.catalogue, context.house)
    assert stats.changed_fields == ("cv", "attacks")
    assert stats.line() == "CV8-SV7-FV6(2)-AV1-W1"
    carrier = statline(ListedUnit(vehicle="apc"), context.catalogue, context.house)
    assert carrier.line() == "CV7-SV6-FV0-AV7(1)-W1"
    assert (carrier.figures, carrier.training, carrier.cap) == (1, None, 3)
    assert (
        statline(
            ListedUnit(troops="close_assault_teams", training=Training.ELITE), context.catalogue, context.house
        ).cap
        == 5
    )
