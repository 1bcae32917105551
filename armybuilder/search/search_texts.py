"""The searchable texts of the games, each with its address."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import strip_tags

from armybuilder.guide.pages import PAGES
from armybuilder.site.rule_places import rule_places
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.rules import PlayRule, Rule
from rulesets.core.reference import Section
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.texts.rich_text import plain
from rulesets.registry import find_ruleset


@dataclass(frozen=True, slots=True)
class SearchText:
    """A searchable text: the slug of its ``game``, the name of its ``kind``, its id and name."""

    game: str
    kind: str
    id: str
    name: str
    text: str
    address: str


def texts_of(ruleset: AnyRuleset, offline: bool = False) -> Iterator[SearchText]:
    """Every text of a game: rules of armies and of play, rulings, the quick reference, entries, calculators, guide.

    With ``offline``, entries have the address of their kind's page, since devices have no pages of single entries.
    """
    game = ruleset.slug
    places = rule_places(ruleset)
    rules: tuple[Rule | PlayRule, ...] = (*ruleset.all_rules, *ruleset.play_rules)
    for rule in rules:
        yield SearchText(game, "Rule", rule.id, rule.cite, rule.sentence, places[rule.id])
    for ruling in ruleset.rulings:
        text = " · ".join((ruling.where, *(reading.text for reading in ruling.readings), ruling.reason))
        yield SearchText(game, "Ruling", ruling.id, ruling.question, text, places[ruling.id])
    reference = reverse("games:reference", args=[game])
    for section in ruleset.sections(HouseRules(ruleset.rulings), ()):
        yield SearchText(
            game, "Quick reference", "", section.title, _of_section(section), f"{reference}#{section.slug}"
        )
    for kind in ruleset.kinds:
        of_kind = reverse("catalogue:kind", args=[game, kind.slug])
        yield SearchText(game, "Catalogue", "", kind.plural, "", of_kind)
        for entry in ruleset.catalogue.of_kind(kind.slug):
            text = " · ".join(f"{heading} {value}" for heading, value in kind.facts(entry.spec) if value)
            yield SearchText(
                game, kind.title, "", entry.name, text, _entry_address(game, kind.slug, entry.key, offline)
            )
    for calculator in ruleset.calculators:
        address = reverse("calculators:calculator", args=[game, calculator.slug])
        yield SearchText(game, "Calculator", "", calculator.title, calculator.summary, address)
    steps = " · ".join(f"{step.term} {step.text}" for step in ruleset.from_the_books)
    title = f"How to build your {ruleset.words.force}, step by step"
    yield SearchText(game, "Guide", "", title, steps, reverse("guide:game", args=[game]))


def texts_of_own(entries: Iterable[tuple[str, str, str, str]], offline: bool = False) -> Iterator[SearchText]:
    """The names of entries that a visitor wrote, each given as its game's and kind's slugs, its key and its name."""
    written = tuple(entries)
    games = filter(None, (find_ruleset(slug) for slug in {game for game, *_ in written}))
    kinds = {(ruleset.slug, kind.slug): kind.title for ruleset in games for kind in ruleset.kinds}
    for game, kind, key, name in written:
        if title := kinds.get((game, kind)):
            yield SearchText(game, f"{title}, your own", "", name, "", _entry_address(game, kind, key, offline))


def texts_of_guide() -> Iterator[SearchText]:
    """The pages of the guide, which belong to no game."""
    for page in PAGES.values():
        pages = "".join(map(render_to_string, page.templates))
        text = " ".join(strip_tags(pages).split())
        yield SearchText("", "Guide", "", page.title, text, reverse("guide:page", args=[page.slug]))


def _entry_address(game: str, kind: str, key: str, offline: bool) -> str:
    return (
        reverse("catalogue:kind", args=[game, kind]) if offline else reverse("catalogue:entry", args=[game, kind, key])
    )


def _of_section(section: Section) -> str:
    parts: list[str] = []
    if section.flow:
        parts += [section.flow.title, *(step.text for step in section.flow.steps)]
    parts += [zone.words for zone in section.zones]
    for table in section.tables:
        parts += [table.title, " ".join(column.heading for column in table.columns)]
        parts += [" ".join(cell.text for cell in row) for row in table.rows]
        parts.append(table.note)
    parts += [f"{line.term}: {plain(line.text)}" for line in section.lines]
    return " · ".join(part for part in parts if part.strip())
