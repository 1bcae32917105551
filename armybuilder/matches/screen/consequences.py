"""What follows from the states of a game at the table, and the values that they change.

Browsers run this too, so nothing here reads a database.
"""

from collections.abc import Mapping
from typing import Any

from armybuilder.matches.asking.sides import readings_played
from armybuilder.matches.log.device_match import AnyMatch
from armybuilder.site.rule_places import rule_places
from rulesets.core.declarations.codec import encode
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.definition import Consequence
from rulesets.core.play.guide import units_in
from rulesets.core.play.matches import SIDES


def consequences(loaded: AnyMatch, viewer: Viewer) -> list[list[dict[str, Any]]]:
    """The consequences of each side's states that the viewer may know.

    While something of the other side is hidden, this leaves out its groups, its whole force, and any consequence that
    offers to change them.
    """
    state, setup, places = loaded.state, loaded.setup, rule_places(loaded.ruleset, readings_played(loaded))
    return [
        [
            plain_consequence(each, places)
            for each in setup.consequences(state, side)
            if all(
                viewer.knows(state, side, holder) for holder in (each.holder, *(offer.holder for offer in each.offers))
            )
        ]
        for side in SIDES
    ]


def values_now(loaded: AnyMatch, viewer: Viewer) -> list[dict[str, dict[str, str]]]:
    """By holder and heading, the values of each side's units that their states have changed, as far as viewers know."""
    state, setup = loaded.state, loaded.setup
    return [
        {
            viewer.name(state, side, holder): dict(changed)
            for holder, unit in units_in(setup, state, side)
            if viewer.knows(state, side, holder) and (changed := setup.play.values_now(unit))
        }
        for side in SIDES
    ]


def plain_consequence(consequence: Consequence, places: Mapping[str, str]) -> dict[str, Any]:
    """A consequence as plain data, with the address of its rule."""
    return {
        "holder": consequence.holder,
        "rule": consequence.rule,
        "place": places.get(consequence.rule, ""),
        "message": consequence.message,
        "tone": consequence.tone.value,
        "offer": consequence.offer,
        "offers": [encode(change) for change in consequence.offers],
    }
