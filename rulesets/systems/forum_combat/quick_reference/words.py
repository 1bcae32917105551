"""Wording for the readings of open questions."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules, switches
from rulesets.core.reference import Line
from rulesets.systems.forum_combat.house_rules import RULINGS


def lines_of(*pairs: tuple[str, str]) -> tuple[Line, ...]:
    """Terms and texts as lines of a block."""
    return tuple(Line(term, text) for term, text in pairs)


def reading_text(house: HouseRules, switch: str) -> str:
    """The text of the chosen reading from the register, with typographic apostrophes."""
    return switches(RULINGS)[switch].text(house.choice(switch)).replace("'", "’")


def words_for(house: HouseRules, switch: str, **words: str) -> str:
    """The words for the chosen reading, by its key."""
    return words[house.choice(switch)]
