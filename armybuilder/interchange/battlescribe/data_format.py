"""BattleScribe's data format 2.03: ids, and what rosters and games' files have in common.

Ids are made from slugs and names, so that two exports have the same ids. The templates have the children of an element
in the order of the format's published schema.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from django.template.loader import render_to_string

from armybuilder.spreadsheets.cells import escape_formula, unescape_formula
from armybuilder.spreadsheets.untrusted import parse_xml, unescape
from rulesets import __version__
from rulesets.core.cards import Card
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.texts.rich_text import plain

VERSION = "2.03"
REVISION = str(sum(10 ** (2 * place) * int(part) for place, part in enumerate(reversed(__version__.split(".")))))
"""The revision of the games' files, by which programs see that there is a newer one: 1.4.12 is 10412."""
UNIT = "Unit"
"""The name of the profile type of units' statlines, which other programs look for."""
SETTINGS = "Settings"
CONFIGURATION = "Configuration"
Named = Sequence[tuple[str, str]]
"""Headings with their cells, as CSV has them."""


def ident(*words: str) -> str:
    """An id made from words: four groups of four hexadecimal digits."""
    digest = hashlib.sha256("\n".join(words).encode("utf-8", "backslashreplace")).hexdigest()
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4))


def game_id(ruleset: AnyRuleset) -> str:
    """The id of the game's system."""
    return ident(ruleset.slug, "gameSystem")


def catalogue_id(ruleset: AnyRuleset) -> str:
    """The id of the game's catalogue."""
    return ident(ruleset.slug, "catalogue")


def entry_id(ruleset: AnyRuleset, kind: str, key: str) -> str:
    """The id of a catalogue entry; without kind and key, the id for units without an entry."""
    return ident(ruleset.slug, "entry", kind, key)


def category_id(ruleset: AnyRuleset, name: str) -> str:
    """The id of a category by its name."""
    return ident(ruleset.slug, "category", name)


def force_id(ruleset: AnyRuleset, name: str) -> str:
    """The id of a kind of force by its name."""
    return ident(ruleset.slug, "force", name)


def settings_id(ruleset: AnyRuleset, what: str) -> str:
    """The id of our own profile type for the settings of an army, a group or a unit."""
    return ident(ruleset.slug, "settings", what)


def entry_settings_id(ruleset: AnyRuleset, kind: str) -> str:
    """The id of our own profile type for the whole content of an entry of this kind."""
    return ident(ruleset.slug, "settings", "entry", kind)


def army_force(ruleset: AnyRuleset) -> str:
    """The name of the force type for an army's settings."""
    return f"{ruleset.words.force.capitalize()} settings"


def costs(ruleset: AnyRuleset, units: int, points: int) -> list[Cost]:
    """The costs: units and, in games with custom points, points."""
    numbers = zip(cost_names(ruleset), (units, points), strict=False)
    return [Cost(name, cost_id(ruleset, name), number) for name, number in numbers]


def cost_names(ruleset: AnyRuleset) -> tuple[str, ...]:
    """The names of an army's costs."""
    return (ruleset.words.units.capitalize(), *(["Points"] if ruleset.points else []))


def cost_id(ruleset: AnyRuleset, name: str) -> str:
    """The id of a cost by its name."""
    return ident(ruleset.slug, "cost", name)


# --- out ---------------------------------------------------------------------------------------------


class Cost(NamedTuple):
    """A cost, or a limit for one."""

    name: str
    id: str
    value: int


class Characteristic(NamedTuple):
    """A cell of a profile."""

    name: str
    id: str
    text: str


@dataclass(frozen=True)
class Profile:
    """A profile; programs do not show a hidden one."""

    id: str
    type_id: str
    type_name: str
    name: str
    cells: tuple[Characteristic, ...]
    hidden: bool = False


class Rule(NamedTuple):
    """A rule with its text."""

    id: str
    name: str
    text: str


class Category(NamedTuple):
    """That something belongs to a category; ``id`` is the one of this statement."""

    id: str
    name: str
    category_id: str


def category(ruleset: AnyRuleset, of: str, name: str) -> Category:
    """The category of that name, for the owner of an id."""
    return Category(ident(of, "category", name), name, category_id(ruleset, name))


def write(template: str, **context: Any) -> bytes:
    """A document from a template of ``templates/interchange/battlescribe/``."""
    context |= {"revision": REVISION, "version": VERSION}
    return render_to_string(f"interchange/battlescribe/{template}", context).encode()


def profile_type_id(ruleset: AnyRuleset, name: str, headings: Iterable[str]) -> str:
    """The id of the profile type of that name and shape."""
    return ident(ruleset.slug, "profileType", name, *headings)


def statline(ruleset: AnyRuleset, type_name: str, name: str, cells: Named, of: str) -> Profile:
    """A statline as a profile; ``of`` is the id of its owner."""
    type_id = profile_type_id(ruleset, type_name, (heading for heading, _ in cells))
    return profile(type_id, type_name, name, cells, of)


def profile(type_id: str, type_name: str, name: str, cells: Named, of: str, hidden: bool = False) -> Profile:
    """A profile with these cells; ``of`` is the id of its owner."""
    characteristics = (
        Characteristic(heading, ident(type_id, heading), unescape_formula(text)) for heading, text in cells
    )
    return Profile(ident(of, type_id, name), type_id, type_name, name, tuple(characteristics), hidden)


def profiles_of_card(ruleset: AnyRuleset, card: Card, of: str) -> Iterator[Profile]:
    """The statline of a unit, and a profile for each row of its tables."""
    stats = [(stat.heading, escape_formula(stat.value)) for stat in card.stats]
    yield statline(ruleset, UNIT, card.title, stats, of)
    for number, table in enumerate(card.tables):
        first, *rest = [column.heading for column in table.columns]
        for place, row in enumerate(table.rows):
            cells = [(heading, escape_formula(cell.text)) for heading, cell in zip(rest, row[1:], strict=False)]
            yield statline(ruleset, first or table.title, row[0].text, cells, f"{of} {number} {place}")


def rules_of_card(card: Card, of: str) -> list[Rule]:
    """The lines of a card as rules."""
    return [Rule(ident(of, "rule", str(number)), line.term, plain(line.text)) for number, line in enumerate(card.lines)]


# --- in ----------------------------------------------------------------------------------------------


def read_root(content: bytes) -> Element:
    """The root of a document, its tags without their namespaces; raises ``Untrusted``."""
    document = parse_xml(content)
    for each in document.iter():
        if isinstance(each.tag, str):
            each.tag = each.tag.rpartition("}")[2]
    return document


def attribute(of: Element, name: str) -> str:
    """An attribute's text; empty where there is none."""
    return unescape(of.get(name, ""))


def inner_text(of: Element, tag: str) -> str:
    """The text of the child of that tag; empty where there is none."""
    return unescape(of.findtext(tag) or "")


def entry_cells(ruleset: AnyRuleset, kind: str, of: Element) -> Named | None:
    """The cells of the element's profile that holds an entry of that kind; ``None`` where it has none."""
    cells = cells_of(of, entry_settings_id(ruleset, kind))
    # Older files have one id for units and for entries of a kind with that name.
    return cells if cells is not None else cells_of(of, settings_id(ruleset, kind))


def cells_of(of: Element, type_id: str) -> Named | None:
    """The cells of the element's profile of that type; ``None`` where it has none."""
    for each in of.findall("profiles/profile"):
        if each.get("typeId") == type_id:
            return [
                (attribute(cell, "name"), escape_formula(unescape(cell.text or "")))
                for cell in each.findall("characteristics/characteristic")
            ]
    return None
