"""A game to start with, made from the answers to three questions."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

from django.utils.text import get_text_list

from armybuilder.custom_games.editor.naming import tidy
from armybuilder.custom_games.editor.places import Document
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.described.vocabulary import slug_of

MAX_NAMES: Final = 2000
TAG: Final = "$"
"""The start of the template's keys that say for which answers something is there, and with what a table begins."""
IN_GROUP: Final = 3
"""Units of the first ready group, and troops that the summary names."""


class Way(Choice):
    """How attacks are resolved."""

    WOUND = "wound", "Roll to hit, then to wound, then the target saves"
    SAVE = "save", "Roll to hit, then the target saves"
    HIT = "hit", "Roll to hit, and each hit counts"
    OPPOSED = "opposed", "Both sides roll a die and add a value"
    NONE = "none", "Without dice, or decide later"


@dataclass(frozen=True, slots=True)
class Beginning:
    """The answers from which a game is made."""

    title: Annotated[str, Ask("What is your game called?", max_length=60)]
    troops: Annotated[
        str,
        Ask(
            "What are your troops called?",
            help="Write one type per line, such as Riflemen, Cavalry and Cannon. You can add more later.",
            max_length=MAX_NAMES,
        ),
    ]
    points: Annotated[bool, Ask("My troops cost points")] = True
    way: Annotated[Way, Ask("How do you resolve an attack?", help="You can change every roll later.")] = Way.WOUND
    one: Annotated[str, Ask("Name of one troop type", max_length=60)] = "Troop type"


@cache
def _template() -> str:
    return files(__package__).joinpath("data/beginning.json").read_text("utf-8")


def beginning(answers: Beginning) -> Document:
    """The document of a whole game, which can be published as it is."""
    document: Document = _kept(json.loads(_template()), answers)
    title = answers.title.strip() or "My game"
    names = list(dict.fromkeys(line.strip()[:80] for line in answers.troops.splitlines() if line.strip()))
    troops = document["kinds"][0]
    troops |= {"title": answers.one.strip() or "Troop type", "$names": names or ["Soldiers"]}
    troops["plural"] = f"{troops['title']}s"
    document["kinds"] = [_table(kind) for kind in document["kinds"]]
    document["unit"][0]["label"] = troops["title"]
    plurals = {kind["slug"]: kind["plural"] for kind in document["kinds"]}
    document["sheet"] = [{"title": plurals.get(part.get("kind", "")), **part} for part in document["sheet"]]
    named = troops["$names"]
    shown = named if len(named) <= IN_GROUP else [*named[:IN_GROUP], "more"]
    document |= {"title": title, "about": f"A game with {get_text_list(shown, 'and')}."}
    document["display"]["chips"] = [each["text"] for each in document["display"]["chips"]]
    units = [_unit(document, row) for row in document["kinds"][0]["entries"][:IN_GROUP]]
    document["ready"][0]["units"] = units
    document["example"] = [{"group": document["ready"][0]["slug"], "name": "First group"}]
    whole: Document = _without_tags(document)
    return whole


def _kept(part: Any, answers: Beginning) -> Any:
    """The template without what the answers leave out."""
    if isinstance(part, list):
        return [_kept(each, answers) for each in part if not isinstance(each, dict) or _is_meant(each, answers)]
    return {key: _kept(value, answers) for key, value in part.items()} if isinstance(part, dict) else part


def _is_meant(part: dict[str, Any], answers: Beginning) -> bool:
    return answers.way.value in part.get("$ways", [answers.way.value]) and (answers.points or "$costs" not in part)


def _table(kind: dict[str, Any]) -> dict[str, Any]:
    """A table with a row for each of its names; columns have a first value for all rows or one for each."""
    starts = [field["$start"] for field in kind["fields"]]
    rows = [
        {
            "name": name,
            "values": [start if isinstance(start, str) else start[place] for start in starts],
            "key": slug_of(name),
        }
        for place, name in enumerate(kind["$names"])
    ]
    return {**kind, "entries": tidy(rows)}


def _unit(document: Document, row: dict[str, Any]) -> dict[str, Any]:
    settings = [{"field": document["unit"][0]["name"], "value": row["key"] or slug_of(row["name"])}]
    return {"settings": [*settings, {"field": "models", "value": "5"}]}


def _without_tags(part: Any) -> Any:
    if isinstance(part, list):
        return [_without_tags(each) for each in part]
    if isinstance(part, dict):
        return {key: _without_tags(value) for key, value in part.items() if not key.startswith(TAG)}
    return part
