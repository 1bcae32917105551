"""Where the pages of rules and rulings tell of each."""

from collections.abc import Mapping
from functools import lru_cache

from django.urls import reverse

from rulesets.core.ruleset import AnyRuleset


@lru_cache(maxsize=50)
def rule_places(ruleset: AnyRuleset) -> Mapping[str, str]:
    """Where each rule, of armies and of play, and each ruling of a game stands, by its id."""
    rules, rulings = reverse("games:rules", args=[ruleset]), reverse("games:rulings", args=[ruleset])
    places = {rule.id: f"{rules}#{rule.id}" for rule in ruleset.all_rules}
    places |= {rule.id: f"{rules}#{rule.anchor}" for rule in ruleset.play_rules}
    return places | {ruling.id: f"{rulings}#{ruling.id}" for ruling in ruleset.rulings}
