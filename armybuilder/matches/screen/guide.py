"""The guide through a turn at the table: who may act now, what is due, where Next leads. Browsers run this too."""

from typing import Any

from armybuilder.matches.asking.sides import readings_played
from armybuilder.matches.log.device_match import AnyMatch
from armybuilder.matches.screen.consequences import plain_consequence
from armybuilder.site.rule_places import rule_places
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.guide import able, due, passes_go
from rulesets.core.play.match_log import following
from rulesets.core.play.matches import SIDES


def guide(loaded: AnyMatch, viewer: Viewer) -> dict[str, Any]:
    """The guide for a viewer, who is told nothing of what is hidden from him.

    ``may`` are the holders of each side that may act now, ``due`` is what each side must still do before the segment
    can end, ``next`` the turn and segment to which Next leads, unless it only ``passes`` the go to the other side.
    """
    state, setup = loaded.state, loaded.setup
    segment, places = setup.segments[state.segment], rule_places(loaded.ruleset, readings_played(loaded))
    then = following(setup, state)

    def knows(side: int, holder: str) -> bool:
        return viewer.knows(state, side, holder)

    return {
        "may": [
            [viewer.name(state, side, each) for each in able(setup, state, segment, side) if knows(side, each)]
            for side in SIDES
        ],
        "due": [
            [
                plain_consequence(each, places)
                for each in due(setup, state, side)
                if all(knows(side, holder) for holder in (each.holder, *(offer.holder for offer in each.offers)))
            ]
            for side in SIDES
        ],
        "next": [then.turn, then.segment],
        "passes": passes_go(setup, state),
    }
