"""The game as a whole: it is found, its example is legal, and any unit can be drawn."""

from hypothesis import given, settings

from rulesets.core.force_document import decode_force, encode_force
from rulesets.registry import all_rulesets
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.units import WarUnit
from tests.declared import values
from tests.rulesets.sheets import sheet_for
from tests.rulesets.warstrike.shorthand import army_of


def test_registered() -> None:
    assert RULESET in all_rulesets()


@given(spec=values(WarUnit, RULESET.catalogue))
@settings(max_examples=60)
def test_any_unit_is_checked_drawn_and_round_trips(spec: WarUnit) -> None:
    force = army_of(spec)
    assert decode_force(RULESET, encode_force(force)) == force
    RULESET.check(force)
    context, group = RULESET.context(force), force.groups[0]
    assert RULESET.card(group.units[0], group, context).title == RULESET.row(group.units[0], group, context).title
    assert len(RULESET.labels(context)) == spec.starting
    RULESET.tokens(context)
    RULESET.summary(context)
    sheet_for(RULESET, context)
