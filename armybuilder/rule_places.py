"""Links to rules and rulings on the pages that explain them."""

import re
from collections.abc import Mapping
from functools import lru_cache

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rulesets.core.ruleset import AnyRuleset


@lru_cache(maxsize=50)
def rule_places(ruleset: AnyRuleset, readings: str = "") -> Mapping[str, str]:
    """The URL of each rule and ruling of a game, by its id; ``readings`` is the query of the readings played."""
    rules, rulings = reverse("games:rules", args=[ruleset]) + readings, reverse("games:rulings", args=[ruleset])
    places = {rule.id: f"{rules}#{rule.id}" for rule in ruleset.all_rules}
    places |= {rule.id: f"{rules}#{rule.anchor}" for rule in ruleset.play_rules}
    return places | {ruling.id: f"{rulings}#{ruling.id}" for ruling in ruleset.rulings}


@lru_cache(maxsize=50)
def citations(ruleset: AnyRuleset) -> Mapping[str, SafeString]:
    """Links to the rules and rulings that texts cite, such as §29; ids without a number could be ordinary words."""
    places = {id_: place for id_, place in rule_places(ruleset).items() if re.search(r"\d", id_)}
    return {id_: format_html('<a href="{}">{}</a>', place, id_) for id_, place in places.items()}


@lru_cache(maxsize=50)
def _cited(ruleset: AnyRuleset) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, citations(ruleset)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)" if longest_first else r"(?!)")


def with_links(text: str, ruleset: AnyRuleset) -> SafeString:
    """The escaped text, with links on the rules and rulings that it cites."""
    links = citations(ruleset)
    return mark_safe(_cited(ruleset).sub(lambda match: links[match[0]], escape(text)))  # noqa: S308 (the text is escaped)
