"""How much a document may hold altogether: as much as that is a game, one more is refused with its place."""

from collections.abc import Callable
from typing import Any

import pytest

from rulesets.core.declarations.codec import CodecError
from rulesets.described.ruleset import from_document, read_game
from rulesets.described.sizes import (
    MAX_CELLS,
    MAX_ENTRIES,
    MAX_FIELDS,
    MAX_FORMULAS,
    MAX_LETTERS,
    MAX_NAMED_ROWS,
    MAX_OPTIONS,
    MAX_READY_UNITS,
    MAX_SETTINGS,
    MAX_VALUES,
)

Json = dict[str, Any]


def smallest(**parts: Any) -> Json:
    """The smallest game, with these parts."""
    kinds = [kind("k", 0, 0)]
    game = {"slug": "small", "title": "Small", "about": "The smallest game.", "kinds": kinds, "unit": fields(1)}
    return {**game, **parts}


def fields(count: int, prefix: str = "f") -> list[Json]:
    return [{"name": f"{prefix}{n}", "label": f"Field {n}"} for n in range(count)]


def kind(slug: str, columns: int, entries: int) -> Json:
    """A kind with so many fields and entries."""
    rows = [{"name": f"Entry {slug} {n}", "values": ["5"] * columns} for n in range(entries)]
    return {"slug": slug, "title": "Kind", "plural": "Kinds", "fields": fields(columns), "entries": rows}


def with_fields(count: int) -> Json:
    kinds = [kind(f"k{n}", 30, 0) for n in range((count - 1) // 30)]
    return smallest(kinds=[*kinds, kind("rest", (count - 1) % 30, 0)])


def with_options(count: int) -> Json:
    options = [[{"value": f"v{n}", "label": f"V {n}"} for n in range(30)] for _ in range(count // 30)]
    options.append([{"value": f"v{n}", "label": f"V {n}"} for n in range(count % 30)])
    choices = [{"name": f"c{n}", "label": "C", "type": "choice", "options": each} for n, each in enumerate(options)]
    return smallest(unit=choices)


def with_entries(count: int) -> Json:
    return smallest(
        kinds=[kind("k0", 1, 400), kind("k1", 1, min(count - 400, 400)), kind("k2", 1, max(0, count - 800))]
    )


def with_values(count: int) -> Json:
    return smallest(kinds=[kind("k0", 20, count // 20), kind("k1", 1, count % 20)])


def with_listed(count: int) -> Json:
    """As many entries in lists as said."""
    one = {"name": "friends", "label": "Friends", "type": "list", "kind": "k"}
    rows = [{"name": f"E{n}", "values": [",".join([f"e{n}"] * 100)]} for n in range(count // 100)]
    rows.append({"name": "Last", "values": [",".join(["last"] * (count % 100))]} if count % 100 else {})
    game = {"slug": "k", "title": "Kind", "plural": "Kinds", "fields": [one], "entries": [row for row in rows if row]}
    return smallest(kinds=[game])


def with_cells(count: int) -> Json:
    rows = [{"cells": ["6"] * 10} for _ in range(count // 10)]
    tables = [{"title": "T", "headings": ["a"] * 10, "rows": rows[n : n + 40]} for n in range(0, len(rows), 40)]
    if count % 10:
        tables.append({"title": "T", "headings": ["a"], "rows": [{"cells": ["6"]}] * (count % 10)})
    return smallest(sheet=[{"slug": "s", "title": "S", "tables": tables}])


def ready(units: list[Json]) -> list[Json]:
    parts = [units[n : n + 20] for n in range(0, len(units), 20)]
    return [{"slug": f"r{n}", "title": "R", "summary": "Ready", "units": each} for n, each in enumerate(parts)]


def with_ready_units(count: int) -> Json:
    return smallest(ready=ready([{}] * count))


def with_settings(count: int) -> Json:
    unit = {"settings": [{"field": f"f{n}", "value": "5"} for n in range(10)]}
    rest = {"settings": [{"field": f"f{n}", "value": "5"} for n in range(count % 10)]}
    return smallest(unit=fields(10), ready=ready([unit] * (count // 10) + ([rest] if count % 10 else [])))


@pytest.mark.parametrize(
    ("made", "maximum", "what"),
    [
        (with_fields, MAX_FIELDS, "fields"),
        (with_options, MAX_OPTIONS, "options"),
        (with_entries, MAX_ENTRIES, "entries"),
        (with_values, MAX_VALUES, "values of entries"),
        (with_listed, MAX_NAMED_ROWS, "entries in lists of entries"),
        (with_cells, MAX_CELLS, "cells of tables"),
        (with_ready_units, MAX_READY_UNITS, "units in ready groups"),
        (with_settings, MAX_SETTINGS, "settings in ready groups"),
    ],
)
def test_a_document_holds_so_much_and_no_more(made: Callable[[int], Json], maximum: int, what: str) -> None:
    assert from_document(read_game(made(maximum))).slug == "small"
    with pytest.raises(CodecError) as refused:
        from_document(read_game(made(maximum + 1)))
    assert [problem.message for problem in refused.value.problems] == [
        f"the document can have at most {maximum} {what}, not {maximum + 1}"
    ]


def limited(count: int, formula: str) -> Json:
    """A game with so many limits, of two formulas in words and one more each."""
    limits = [
        {
            "id": f"L{n}",
            "scope": "army",
            "sentence": "S",
            "message": "M",
            "where": formula,
            "counted": formula,
            "max": "9",
        }
        for n in range(count)
    ]
    return smallest(limits=limits)


def test_the_formulas_of_a_document_are_counted() -> None:
    fifty = {"chips": ["{f0}{f0}{f0}{f0}{f0}{f0}{f0}{f0}"] * 4}
    lines = [{"term": "T", "text": "{f0}" * 27} for _ in range(8)]
    assert from_document(read_game(smallest(display={**fifty, "lines": lines, "back": lines[:5]}))).slug == "small"
    with pytest.raises(CodecError) as refused:
        from_document(read_game(smallest(display={**fifty, "lines": lines, "back": lines})))
    assert [(problem.path, problem.message) for problem in refused.value.problems] == [
        ("display.back[5].text", f"The document can have at most {MAX_FORMULAS} formulas."),
        ("display.back[6].text", f"The document can have at most {MAX_FORMULAS} formulas."),
        ("display.back[7].text", f"The document can have at most {MAX_FORMULAS} formulas."),
    ]


def test_the_letters_of_all_formulas_are_counted() -> None:
    long = f"min({', '.join(['f0'] * 45)})"
    twice = 2 * len(long) + 1
    most = MAX_LETTERS // twice
    assert from_document(read_game(limited(most, long))).slug == "small"
    with pytest.raises(CodecError) as refused:
        from_document(read_game(limited(most + 1, long)))
    words = f"The formulas of a document can have at most {MAX_LETTERS} characters altogether."
    assert {problem.message for problem in refused.value.problems} == {words}
