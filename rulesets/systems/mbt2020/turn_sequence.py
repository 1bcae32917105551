"""The order of a round and of a turn, for sheet and tracker alike."""

from typing import Final, NamedTuple

from rulesets.core.house_rules import HouseRules

from .house_rules import WORDS


class RoundPart(NamedTuple):
    """A part of a round: who acts in it and what they do."""

    slug: str
    who: str
    does: str


AIR: Final = "air"
"""The first part of a round."""

_ACTS, _DOES = WORDS.sentences("acts"), WORDS.sentences("does")

turn_words: Final = WORDS.sentence("turn")
"""What a turn is."""


def round_parts(house: HouseRules) -> tuple[RoundPart, ...]:
    """The parts of a round as they are played."""
    return tuple(RoundPart(slug, who(house), _DOES[slug](house)) for slug, who in _ACTS.items())
