"""Rules and rulings grouped by place, the headings of the long pages."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulesets.core.declarations.house_rules import HouseRules, PlayedRuling, Ruling
from rulesets.core.forces.rules import PlayRule, Rule, Scope
from rulesets.core.names import plain_words
from rulesets.core.ruleset import AnyRuleset

T = TypeVar("T")

NUMBERED = re.compile(r"§(\d+)")
"""How the place of a rulebook with numbered sections begins."""


@dataclass(frozen=True, slots=True)
class RuleGroup(Generic[T]):
    """A heading and its items."""

    title: str
    items: tuple[T, ...]


def rules_of_armies(ruleset: AnyRuleset) -> tuple[RuleGroup[Rule], ...]:
    """The rules that armies are checked by, grouped by scope."""
    words = ruleset.words
    titles = {Scope.UNIT: words.unit, Scope.GROUP: words.group, Scope.FORCE: words.force}
    return _by(lambda rule: titles[rule.scope].capitalize(), ruleset.all_rules)


def rules_of_play(ruleset: AnyRuleset) -> tuple[RuleGroup[PlayRule], ...]:
    """The rules of play by their places in the rulebook; a rule with the id of a section belongs to it."""
    return _by(lambda rule: _place(ruleset, rule.id if NUMBERED.match(rule.id) else rule.cite), ruleset.play_rules)


def played_at(rules: RuleGroup[PlayRule], house: HouseRules) -> tuple[PlayedRuling, ...]:
    """The readings other than the defaults, which the rules have, that are played at the places of these rules."""
    places = frozenset().union(*(_cited(f"{rule.id}; {rule.cite}") for rule in rules.items))
    return tuple(played for played in house.changed() if places & _cited(played.ruling.where))


def _cited(cite: str) -> frozenset[str]:
    """The places that a text cites, in lower case."""
    return frozenset(part.casefold() for part in re.split("[,;] ", cite))


def rulings_by_place(ruleset: AnyRuleset) -> tuple[RuleGroup[Ruling], ...]:
    """The rulings by the first place that each one cites."""
    return _by(lambda ruling: _place(ruleset, ruling.where), ruleset.rulings)


def with_words(places: Iterable[RuleGroup[T]], words: str, text: Callable[[T], str]) -> tuple[RuleGroup[T], ...]:
    """The items of which the heading and ``text`` have all the words, in any order and however they are written."""
    wanted = plain_words(words).split()
    kept = (
        RuleGroup(place.title, tuple(item for item in place.items if _has(f"{place.title} {text(item)}", wanted)))
        for place in places
    )
    return tuple(place for place in kept if place.items)


def ruling_text(ruling: Ruling) -> str:
    """All that the page says about a ruling."""
    readings = " ".join(reading.text for reading in ruling.readings)
    return f"{ruling.id} {ruling.where} {ruling.question} {readings} {ruling.reason} {ruling.switch}"


def _has(text: str, words: Iterable[str]) -> bool:
    plain = plain_words(text)
    return all(word in plain for word in words)


def _by(title: Callable[[T], str], items: Iterable[T]) -> tuple[RuleGroup[T], ...]:
    """The items under their titles: numbered sections by their numbers, then others as they come."""
    places: dict[str, list[T]] = {}
    for item in items:
        places.setdefault(title(item), []).append(item)
    return tuple(RuleGroup(title, tuple(places[title])) for title in sorted(places, key=_number))


def _place(ruleset: AnyRuleset, cite: str) -> str:
    """The first cited place; a numbered section with its name."""
    numbered = NUMBERED.match(cite)
    if numbered is None:
        first: str = re.split("[,;] ", cite)[0]
        return first[:1].upper() + first[1:]
    return next((f"{rule.id} {rule.cite}" for rule in ruleset.play_rules if rule.id == numbered[0]), numbered[0])


def _number(title: str) -> float:
    numbered = NUMBERED.match(title)
    return int(numbered[1]) if numbered else float("inf")
