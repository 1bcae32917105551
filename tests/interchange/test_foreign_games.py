"""Armies of games that are not played here, in every form that is read: none becomes an army of ours."""

import json
import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.formats import read_any
from armybuilder.spreadsheets.columns import write_csv
from rulesets.core.names import name_key
from rulesets.registry import all_rulesets
from tests.interchange.battlescribe.test_rosters import FOREIGN_WORDS

USUAL, ALL = 60, 1_000
"""How many are read each time, and in the long run."""
OURS = {
    name_key(entry.name)
    for game in all_rulesets()
    for kind in game.kinds
    for entry in game.catalogue.of_kind(kind.slug)
}
Units = list[tuple[str, int]]


def _records(units: Units) -> list[dict[str, str | int]]:
    return [{"unit": name, "count": number} for name, number in units]


FORMS: tuple[Callable[[Units], str], ...] = (
    lambda units: "\n".join(f"{number} {name}" for name, number in units),
    lambda units: "\n".join(f"- {name} x{number} ({5 * number} pts)" for name, number in units),
    lambda units: "Host: " + ", ".join(f"{number}x {name}" for name, number in units),
    lambda units: "\n".join(f"[14:02] Ann: {number} {name}" for name, number in units),
    lambda units: write_csv([["Unit", "Count"], *([name, str(number)] for name, number in units)]),
    lambda units: write_csv([[str(number), name] for name, number in units]),
    lambda units: "|Unit|Qty|\n|---|---|\n" + "\n".join(f"|{name}|{number}|" for name, number in units),
    lambda units: json.dumps({"name": "Host", "units": _records(units)}),
    lambda units: (
        "```json\n" + json.dumps({"groups": [{"name": "Host", "units": _records(units)}]}, indent=1) + "\n```"
    ),
    lambda units: json.dumps(dict(units)),
    lambda units: "army:\n" + "".join(f"  - unit: {name}\n    count: {number}\n" for name, number in units),
    lambda units: "{army: [" + ", ".join(f"{{unit: {name}, count: {number}}}" for name, number in units) + "]}",
)


def foreign(seed: int) -> str:
    """An army in one of the forms, of names that share words with ours, of which one is ours."""
    drawn = random.Random(seed)
    words = FOREIGN_WORDS.split()
    names = [drawn.choice(("Warrior", "Captain", "Scouts", "Rifleman"))]
    while len(names) < drawn.randint(4, 12):
        name = " ".join(drawn.sample(words, drawn.choice((2, 2, 2, 3))))
        if name_key(name) not in OURS and name not in names:
            names.append(name)
    return FORMS[seed % len(FORMS)]([(name, drawn.randint(1, 20)) for name in names])


@pytest.mark.parametrize("seeds", [range(USUAL), pytest.param(range(USUAL, ALL), marks=pytest.mark.long)], ids=len)
def test_armies_of_other_games_become_none_of_ours(seeds: range) -> None:
    read = []
    for seed in seeds:
        with suppress(BadFile):
            read.append((seed, read_any(foreign(seed).encode()).loaded.ruleset.slug))
    assert read == []
