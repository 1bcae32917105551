"""The readings played, in the addresses of the pages on a game's rules: ``house.<switch>=<reading>``."""

from collections.abc import Mapping
from urllib.parse import urlencode

from rulesets.core.declarations.house_rules import HouseRules, switches
from rulesets.core.ruleset import AnyRuleset

NAME = "house."
"""Prefix of the names of switches in an address; no field of a question has a point in its name."""


def readings_in(query: Mapping[str, str], ruleset: AnyRuleset) -> HouseRules:
    """The house rules that an address names; readings that the game does not have stay at the default."""
    known = switches(ruleset.rulings)
    chosen = {switch: query.get(f"{NAME}{switch}", "") for switch in known}
    return HouseRules(ruleset.rulings, [(switch, key) for switch, key in chosen.items() if key in known[switch].keys])


def readings_query(house: HouseRules) -> str:
    """The query of an address, with its question mark, for house rules; empty for the defaults."""
    changed = {f"{NAME}{played.ruling.switch}": played.key for played in house.changed()}
    return f"?{urlencode(changed)}" if changed else ""
