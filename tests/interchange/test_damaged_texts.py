"""Random armies as people send them: in old encodings, broken lines, other languages, and answers of assistants."""

import json
import random
import textwrap
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from armybuilder.interchange.formats import read_any
from armybuilder.spreadsheets.columns import write_csv
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

ARMIES = 24
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "cp1250", "mac_roman")
LANGUAGES = (
    (("Süd-Kompanie", "2. Zug"), ("Gruppe", "Einheit", "Anzahl")),
    (("Section Léopard", "Première ligne"), ("Groupe", "Unité", "Quantité")),
    (("Pelotón Águila", "Pelotón Búho"), ("Grupo", "Unidad", "Cantidad")),
    (("Żółta kompania", "Łódzki pluton"), ("Grupa", "Jednostka", "Ilość")),
    (("Průzkumná rota", "Těžká rota"), ("Skupina", "Jednotka", "Počet")),
    (("Első század", "Tüzérség"), ("Csoport", "Egység", "Darab")),
    (("Grupp Älg", "Grupp Örn"), ("Grupp", "Enhet", "Antal")),
)
"""The names of two groups, and the headings of a table."""
Headings = tuple[str, str, str]
Groups = list[tuple[str, list[tuple[str, int]]]]


def _listed(groups: Groups, headings: Headings, chance: random.Random) -> str:
    way = chance.choice(("{n} x {u}", "- {n}x {u}", "{u}: {n}", "• {u} ({n})"))
    blocks = ("\n".join((f"{name}:", *(way.format(n=n, u=u) for u, n in units))) for name, units in groups)
    return "\n\n".join(blocks)


def _wrapped(groups: Groups, headings: Headings, chance: random.Random) -> str:
    width = chance.randint(40, 76)
    lines = (f"{name}: " + ", ".join(f"{n} x {u}" for u, n in units) for name, units in groups)
    return "\n\n".join(textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False) for line in lines)


def _quoted(groups: Groups, headings: Headings, chance: random.Random) -> str:
    return "\n".join(f"> {line}".rstrip() for line in _listed(groups, headings, chance).split("\n"))


def _table(groups: Groups, headings: Headings, chance: random.Random) -> str:
    rows = [[name, title, str(number)] for name, units in groups for title, number in units]
    return write_csv([[*headings], *rows]).replace(",", chance.choice(",;\t"))


def _records(groups: Groups) -> dict[str, Any]:
    return {"groups": [{"name": name, "units": [{"unit": u, "qty": n} for u, n in units]} for name, units in groups]}


def _fenced(groups: Groups, headings: Headings, chance: random.Random) -> str:
    data = json.dumps(_records(groups), ensure_ascii=False, indent=chance.choice((None, 2)))
    return chance.choice(("{}", "```json\n{}\n```", "Here it is:\n\n```json\n{}\n```\nHave fun!")).format(data)


def _yaml(groups: Groups, headings: Headings, chance: random.Random) -> str:
    item = chance.choice(("      - unit: {u}\n        qty: {n}\n", '      - {{unit: "{u}", qty: {n}}}\n'))
    blocks = (
        f"  - name: {name}\n    units:\n" + "".join(item.format(u=u, n=n) for u, n in units) for name, units in groups
    )
    return "groups:\n" + "".join(blocks)


FORMS: tuple[Callable[[Groups, Headings, random.Random], str], ...] = (
    _listed,
    _wrapped,
    _quoted,
    _table,
    _fenced,
    _yaml,
)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__.strip("_"))
@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_units_of_a_text_are_read_or_named(
    ruleset: AnyRuleset, form: Callable[[Groups, Headings, random.Random], str]
) -> None:
    kinds = {
        entry.name: (kind, entry)
        for kind in ruleset.kinds
        if kind.enlist
        for entry in ruleset.catalogue.of_kind(kind.slug)
    }
    for seed in range(ARMIES):
        chance = random.Random(f"{ruleset.slug} {seed}")
        titles = chance.sample([name for name in kinds if not set(name) & set("+:,")], 6)
        names, headings = chance.choice(LANGUAGES)
        groups = [
            (name, [(title, chance.randint(1, 4)) for title in chance.sample(titles, chance.randint(2, 3))])
            for name in names
        ]
        text = form(groups, headings, chance)
        encoding = chance.choice([each for each in ENCODINGS if _fits(text, each)])
        read = read_any(text.encode(encoding), ruleset)
        expected: Counter[tuple[str, Any]] = Counter()
        for name, units in groups:
            for title, number in units:
                kind, entry = kinds[title]
                assert kind.enlist is not None
                expected.update((name, spec) for spec in kind.several(kind.enlist(entry), number))
        found = Counter((group.name.rstrip(":"), unit.spec) for group, unit in read.loaded.force.units())
        assert found == expected, (seed, encoding, text, read.remarks)
        assert read.has_all_units, (seed, encoding, text, read.remarks)


def _fits(text: str, encoding: str) -> bool:
    """Whether an encoding has all letters of a text."""
    try:
        return text.encode(encoding).decode(encoding) is not None
    except UnicodeEncodeError:
        return False
