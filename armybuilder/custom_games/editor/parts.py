"""The parts of a game's document as the editor shows them: their titles, what they are for, and their order."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from armybuilder.custom_games.editor.places import Document
from armybuilder.schema_forms.layouts import FormLayout, Layouts

FIRST: Final = "game"
"""The part that is open at first."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the document.

    ``fields`` are those of the game in its form; without any it is a list of items, each with a form. ``one`` is what
    an item is called in a sentence, ``rare`` parts are folded.
    """

    slug: str
    title: str
    lead: str
    one: str = ""
    fields: tuple[str, ...] = ()
    rare: bool = False


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("data/parts.toml").read_text("utf-8"))


@cache
def all_parts() -> tuple[Part, ...]:
    """Every part, in order."""
    return tuple(
        Part(**{**part, "slug": slug, "fields": tuple(part.get("fields", ()))})
        for slug, part in _words()["parts"].items()
    )


def part_of(slug: str) -> Part:
    """The part of that slug; raises ``KeyError``."""
    for part in all_parts():
        if part.slug == slug:
            return part
    raise KeyError(slug)


@cache
def editor_layouts() -> Layouts:
    """How the forms of the parts stand on the page."""
    return {name: FormLayout(**layout) for name, layout in _words()["layouts"].items()}


@dataclass(frozen=True, slots=True)
class NavItem:
    """A line of the list of parts: a part, or a table of the game, with what is wrong in it."""

    address: str
    title: str
    count: int | None = None
    problems: int = 0
    rare: bool = False


def nav_items(document: Document, problem_paths: list[str]) -> Iterator[NavItem]:
    """The parts of a document, each with the number of its items and problems; tables have a line each."""
    for part in all_parts():
        if part.slug == "kinds":
            for number, kind in enumerate(document.get("kinds", ())):
                place = f"kinds[{number}]"
                found = sum(path == place or path.startswith(f"{place}.") for path in problem_paths)
                yield NavItem(f"kinds/{number}", kind.get("plural", ""), len(kind.get("entries", ())), found)
        names = part.fields or (part.slug,)
        found = sum(any(_stands_in(path, name) for name in names) for path in problem_paths)
        count = None if part.fields else len(document.get(part.slug, ()))
        yield NavItem(part.slug, part.title, count, 0 if part.slug == "kinds" else found, part.rare)


def _stands_in(path: str, name: str) -> bool:
    return path == name or path.startswith((f"{name}.", f"{name}["))
