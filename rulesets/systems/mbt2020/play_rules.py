"""The rules of play that answers cite: chapters of the rulebook from ``data/play_rules.toml``, and the factors."""

from typing import Final

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.rules import PlayRule
from rulesets.core.texts.data_files import load_play_rules
from rulesets.core.wording import count_of

from . import tables
from .engagement import FACTOR_WHEN, factor_shift
from .house_rules import DATA, RULINGS, WORDS
from .readings import readings_of
from .units import Zone

_SHIFTS: Final = WORDS.sentences("shifts", "columns", "when")
_CHAPTER: Final = "Tactical factors"


def _factor_rule(factor: str) -> PlayRule:
    def sentence(house: HouseRules) -> str:
        shift = factor_shift(factor, readings_of(house))
        side = "right" if shift > 0 else "left"
        return _SHIFTS[side](house, columns=count_of(abs(shift), "column"), when=FACTOR_WHEN[factor](house))

    return PlayRule(factor, _CHAPTER, sentence(HouseRules(RULINGS)), sentence)


_AWC_SCORES = [score for zones in tables.AWC_SCORES.values() for score in zones.values()]
_NUMBERS = {
    **vars(tables),
    "AWC_BEST": min(_AWC_SCORES),
    "AWC_WORST": max(_AWC_SCORES),
    "MBUA_BEST": min(tables.MBUA_SCORES.values()),
    "MBUA_WORST": max(tables.MBUA_SCORES.values()),
    "ZONES": ", ".join(f"{zone.label} ({zone.help})" for zone in Zone),
}
_FACTORS = tuple(_factor_rule(factor) for factor in tables.FACTORS)

PLAY_RULES: Final = tuple(
    rule
    for chapter in load_play_rules(DATA, RULINGS, _NUMBERS, WORDS.texts)
    for rule in (chapter, *(_FACTORS if chapter.id == _CHAPTER else ()))
)
