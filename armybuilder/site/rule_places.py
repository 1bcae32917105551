"""Links to rules and rulings on the pages that explain them."""

import re
from collections.abc import Mapping
from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from rulesets.core.ruleset import AnyRuleset


@lru_cache(maxsize=50)
def rule_places(ruleset: AnyRuleset, readings: str = "") -> Mapping[str, str]:
    """The URL of each rule and ruling of a game, by its id; ``readings`` is the query of the readings played."""
    rules, rulings = reverse("games:rules", args=[ruleset]) + readings, reverse("games:rulings", args=[ruleset])
    places = {rule.id: f"{rules}#{rule.id}" for rule in ruleset.all_rules}
    places |= {rule.id: f"{rules}#{rule.anchor}" for rule in ruleset.play_rules}
    return places | {ruling.id: f"{rulings}#{ruling.id}" for ruling in ruleset.rulings}


@lru_cache(maxsize=50)
def citations(ruleset: AnyRuleset) -> Mapping[str, str]:
    """The URLs of rules and rulings that texts cite, such as §29; ids without a number could be ordinary words."""
    return {id_: place for id_, place in rule_places(ruleset).items() if re.search(r"\d", id_)}


@lru_cache(maxsize=50)
def _cited(ruleset: AnyRuleset) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, citations(ruleset)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)" if longest_first else r"((?!))")


def with_links(text: str, ruleset: AnyRuleset) -> SafeString:
    """The text as HTML, with links on the rules and rulings that it cites."""
    places = citations(ruleset)
    pieces = [(piece, places.get(piece, "")) for piece in _cited(ruleset).split(text)]
    return render_to_string("components/cited.html", {"pieces": pieces})
