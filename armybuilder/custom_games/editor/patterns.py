"""New items of lists: what a player can add to a document, and what each begins with."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from armybuilder.custom_games.editor.naming import with_names
from armybuilder.custom_games.editor.places import Document, Path, at

NAMED: Final = "?"
"""Stands in a pattern for the first thing of the document that the field can name."""


@cache
def _patterns() -> Mapping[str, list[dict[str, Any]]]:
    return dict(json.loads(files(__package__).joinpath("data/patterns.json").read_text("utf-8")))


def patterns_of(path: Path) -> list[str]:
    """The labels of what can be added to the list at a path."""
    return [each["label"] for each in _patterns()[_list_name(path)]]


def new_item(document: Document, path: Path, number: int) -> dict[str, Any]:
    """The item of the pattern with that number for the list at a path; raises ``IndexError``."""
    item = json.loads(json.dumps(_patterns()[_list_name(path)][number]["item"]))
    if item.get("kind") == NAMED:
        item["kind"] = next((each["slug"] for each in document.get("kinds", ())), "")
    if item.get("odds") == [NAMED]:
        item["odds"] = [each["slug"] for each in document.get("odds", ())][:1]
    if path[0] == "kinds" and path[-1] == "fields":
        item["label"] = "New column"
    if path[-1] == "markers":
        slugs = {each["slug"] for each in at(document, path)}
        item["slug"] = next(free for n in range(1, 100) if (free := f"marker-{n}") not in slugs)
    return with_names(document, (*path, len(at(document, path))), item)


def _list_name(path: Path) -> str:
    return "fields" if path[-1] in ("unit", "group", "army") else str(path[-1])
