"""What answers say, walked through readings and edge values, with a snapshot for each game.

Run as a program (``python -m tests.stored.explanations``), it walks anew and writes the snapshots, whose differences
show which sentences a change of the rules has changed: read them before they are committed.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

from rulesets.core.calculators import Answer, Calculator, QuestionError
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.house_rules import HouseRules, switches
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

FOLDER = Path(__file__).parent / "explanations"
RANDOM_QUESTIONS = 160
"""Questions of edge values for each calculator, besides those in which one field or one reading differs."""
MAX_SHORT_WORDS = 24
"""How many words of tables and charts are kept of one answer."""
MAX_ENTRIES = 8
"""Entries of the catalogue that are tried for a field."""
MAX_SPAN = 8
"""How far above their least value numbers go, so that answers take no time."""


def said(answer: Answer) -> list[str]:
    """The words of an answer: what it is, its working, its reminders, and those in its tables and charts, each once."""
    steps = (
        f"{each.rule} {each.label} = {each.value}{f' ({each.reason})' if each.reason else ''} {each.tone.value}"
        for each in answer.steps
    )
    charts = (*answer.charts, *chain.from_iterable(each.charts for each in answer.compared))
    cells = (cell.text for table in answer.tables for row in table.rows for cell in row)
    labels = (outcome.label for chart in charts for outcome in chart.outcomes)
    short = dict.fromkeys(each for each in (*cells, *labels) if re.search("[a-z]{3}", each))
    assumed = (f"assumed: {each}" for each in answer.assumed)
    return [answer.headline, *steps, *answer.notes, *assumed, *islice(short, MAX_SHORT_WORDS)]


def reply(game: AnyRuleset, calculator: Calculator[Any], question: Any, readings: dict[str, str]) -> list[str]:
    """The words of the answer to a question under readings, or those of its refusal."""
    try:
        asked = decode(calculator.question, question)
        return said(calculator.ask(asked, game.catalogue, HouseRules(game.rulings, readings.items())))
    except CodecError as error:
        return [f"refused: {each.path} {each.message}" for each in error.problems]
    except QuestionError as error:
        return [f"refused: {error.field} {error.message}"]


def edges(field: Field, catalogue: Catalogue, random: Random) -> list[Any]:
    """Values of a field at its edges, some of its entries, or all of its choices."""
    found = list(_edges(field, catalogue, random))
    return [None, *found] if field.optional else found


def _edges(field: Field, catalogue: Catalogue, random: Random) -> Iterator[Any]:
    low = field.ask.min or 0
    match field.kind:
        case Kind.INT:
            maximum = min(low + MAX_SPAN if field.ask.max is None else field.ask.max, low + MAX_SPAN)
            yield from dict.fromkeys((low, low + 1, (low + maximum) // 2, maximum - 1, maximum))
        case Kind.BOOL:
            yield from (False, True)
        case Kind.CHOICE:
            yield from field.choices
        case Kind.ENTRY:
            keys = [entry.key for entry in catalogue.of_kind(field.ask.entry)]
            yield from random.sample(keys, min(len(keys), MAX_ENTRIES))
        case Kind.PART:
            yield from (edge_case(field.type, catalogue, random) for _ in range(2))
        case Kind.REPEAT:
            assert field.item
            for count in range(low, low + 3):
                items = [edges(field.item, catalogue, random) for _ in range(count)]
                yield tuple(random.choice(each) for each in items if each)
        case _:
            yield field.default


def edge_case(spec: type[Any], catalogue: Catalogue, random: Random) -> Any:
    """A question of which half the fields have an edge value, the others their default."""
    chosen = {field.name: random.choice(edges(field, catalogue, random)) for field in fields_of(spec)}
    return spec(**{name: value for name, value in chosen.items() if random.random() < 0.5})


def walk(game: AnyRuleset, calculator: Calculator[Any]) -> Iterator[tuple[Any, dict[str, str]]]:
    """Questions with readings: one field otherwise, one reading otherwise, then any of both."""
    random = Random(f"{game.slug} {calculator.slug}")
    blank = calculator.question()
    others = [(s, key) for s, each in switches(game.rulings).items() for key in each.keys if key != each.default]
    yield blank, {}
    for field in fields_of(calculator.question):
        for value in edges(field, game.catalogue, random):
            yield replace(blank, **{field.name: value}), {}
    for number in range(RANDOM_QUESTIONS):
        readings = dict(random.sample(others, min(len(others), number % 4)))
        yield edge_case(calculator.question, game.catalogue, random), readings
    for switch, key in others:
        for _ in range(3):
            yield edge_case(calculator.question, game.catalogue, random), {switch: key}


def shape(words: str) -> str:
    """A sentence without its numbers."""
    return re.sub(r"[\d.,/%]+", "#", words)


def snapshot(game: AnyRuleset) -> dict[str, list[dict[str, Any]]]:
    """For each calculator, the questions whose answers say something for the first time."""
    found: dict[str, list[dict[str, Any]]] = {}
    for calculator in game.calculators:
        heard, blank = set[str](), encode(calculator.question())
        kept = found.setdefault(calculator.slug, [])
        for asked, readings in walk(game, calculator):
            question = {name: value for name, value in encode(asked).items() if value != blank[name]}
            words = reply(game, calculator, question, readings)
            if any(shape(each) not in heard for each in words):
                heard.update({shape(each) for each in words})
                kept.append({"question": question, "readings": readings, "says": words})
    return found


def file_of(game: AnyRuleset) -> Path:
    """Where the snapshot of a game is stored."""
    return FOLDER / f"{game.slug}.json"


def written(found: dict[str, list[dict[str, Any]]]) -> str:
    """A snapshot as JSON, with a line for each answer."""
    next_line = ",\n"
    calculators = (
        f"{json.dumps(slug)}: [\n{next_line.join(json.dumps(each, ensure_ascii=False) for each in kept)}\n]"
        for slug, kept in found.items()
    )
    return f"{{{next_line.join(calculators)}}}\n"


if __name__ == "__main__":
    for each in all_rulesets():
        if each.slug in (sys.argv[1:] or [each.slug]):
            FOLDER.mkdir(exist_ok=True)
            file_of(each).write_text(written(snapshot(each)))
