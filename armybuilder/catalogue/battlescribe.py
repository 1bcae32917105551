"""BattleScribe's data format 2.03: ids, elements, profiles, and a game as a system and a catalogue.

Ids are made from slugs and names, so that two exports have the same ids. The children of an element are in the order of
the format's published schema.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element, tostring

from armybuilder.catalogue.cells import guarded, unguarded
from armybuilder.catalogue.untrusted import escape, parse_xml, unescape
from rulesets import __version__
from rulesets.core.cards import Card
from rulesets.core.ruleset import AnyRuleset

VERSION = "2.03"
SCHEMA = "http://www.battlescribe.net/schema/{}Schema"
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


def costs(ruleset: AnyRuleset, units: int, points: int) -> Element | None:
    """The costs: units and, in games with custom points, points."""
    numbers = dict(zip(cost_names(ruleset), (units, points), strict=False))
    return listing(
        "costs",
        (
            element("cost", name=name, typeId=cost_id(ruleset, name), value=f"{number}.0")
            for name, number in numbers.items()
        ),
    )


def cost_limits(ruleset: AnyRuleset, points: int) -> Element | None:
    """The cost limit of an army; ``None`` without a limit."""
    name = cost_names(ruleset)[-1]
    limit = element("costLimit", name=name, typeId=cost_id(ruleset, name), value=f"{points}.0")
    return listing("costLimits", [limit] if points else [])


def cost_names(ruleset: AnyRuleset) -> tuple[str, ...]:
    """The names of an army's costs."""
    return (ruleset.words.units.capitalize(), *(["Points"] if ruleset.points else []))


def cost_id(ruleset: AnyRuleset, name: str) -> str:
    """The id of a cost by its name."""
    return ident(ruleset.slug, "cost", name)


# --- elements ----------------------------------------------------------------------------------------


def element(tag: str, children: Iterable[Element | None] = (), text: str = "", **attributes: str) -> Element:
    """An element; children that are ``None`` are left out."""
    node = Element(tag, {name: escape(value) for name, value in attributes.items()})
    node.text = escape(text) or None
    node.extend([child for child in children if child is not None])
    return node


def listing(tag: str, children: Iterable[Element]) -> Element | None:
    """A list element; ``None`` when it would be empty."""
    items = list(children)
    return element(tag, items) if items else None


def root(tag: str, children: Iterable[Element | None], **attributes: str) -> bytes:
    """A whole document."""
    document = element(tag, children, **attributes, xmlns=SCHEMA.format(tag), battleScribeVersion=VERSION)
    content: bytes = tostring(document, "utf-8")
    return b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + content + b"\n"


def profile_type_id(ruleset: AnyRuleset, name: str, headings: Iterable[str]) -> str:
    """The id of the profile type of that name and shape."""
    return ident(ruleset.slug, "profileType", name, *headings)


def statline(ruleset: AnyRuleset, type_name: str, name: str, cells: Named, of: str) -> Element:
    """A statline as a profile; ``of`` is the id of its owner."""
    type_id = profile_type_id(ruleset, type_name, (heading for heading, _ in cells))
    return profile(type_id, type_name, name, cells, of)


def profile(type_id: str, type_name: str, name: str, cells: Named, of: str, hidden: bool = False) -> Element:
    """A profile with its characteristics; programs do not show a hidden one."""
    characteristics = [
        element("characteristic", text=unguarded(text), name=heading, typeId=ident(type_id, heading))
        for heading, text in cells
    ]
    return element(
        "profile",
        [listing("characteristics", characteristics)],
        id=ident(of, type_id, name),
        name=name,
        hidden="true" if hidden else "false",
        typeId=type_id,
        typeName=type_name,
    )


def profiles_of_card(ruleset: AnyRuleset, card: Card, of: str) -> Iterator[Element]:
    """The statline of a unit, and a profile for each row of its tables."""
    stats = [(stat.heading, guarded(stat.value)) for stat in card.stats]
    yield statline(ruleset, UNIT, card.title, stats, of)
    for number, table in enumerate(card.tables):
        first, *rest = [column.heading for column in table.columns]
        for place, row in enumerate(table.rows):
            cells = [(heading, guarded(cell.text)) for heading, cell in zip(rest, row[1:], strict=False)]
            yield statline(ruleset, first or table.title, row[0].text, cells, f"{of} {number} {place}")


def rules_of_card(card: Card, of: str) -> Element | None:
    """The lines of a card as rules."""
    return listing(
        "rules",
        (
            element(
                "rule",
                [element("description", text=line.text)],
                id=ident(of, "rule", str(number)),
                name=line.term,
                hidden="false",
            )
            for number, line in enumerate(card.lines)
        ),
    )


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
                (attribute(cell, "name"), guarded(unescape(cell.text or "")))
                for cell in each.findall("characteristics/characteristic")
            ]
    return None
