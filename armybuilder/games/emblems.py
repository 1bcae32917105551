"""A few map symbols or icons from a game's example force, to represent it on the front page."""

from rulesets.core.cards import Symbol
from rulesets.core.ruleset import AnyRuleset

MAX_EMBLEMS = 4


def emblems(ruleset: AnyRuleset) -> tuple[Symbol, ...]:
    """The first different symbols of the units in the game's example force."""
    force = ruleset.demo()
    context = ruleset.context(force)
    symbols: dict[Symbol, None] = {}
    for group, unit in force.units():
        symbol = ruleset.row(unit, group, context).symbol
        if symbol is not None:
            symbols[symbol] = None
        if len(symbols) == MAX_EMBLEMS:
            break
    return tuple(symbols)
