"""Tables of random armies as people leave them: their units are read, or the page names each that is not."""

import csv
import io
import random
from collections import Counter

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.army_tables import read_army_csv
from rulesets.registry import all_rulesets

ARMIES = 12
TITLES = ("3rd Division", "My list for Saturday", "Points: 1,500")
NOTES = ("Points agreed", "* may change", "Total: see above")


def written(ruleset, chance):
    """The text of a random table with everyday damage, and how often each name is in it."""
    names = [entry.name for kind in ruleset.kinds if kind.enlist for entry in ruleset.catalogue.of_kind(kind.slug)]
    units = [(chance.choice(["Alpha", "Bravo"]), chance.choice(names)) for _ in range(chance.randint(3, 12))]
    rows = [["Group", "Unit", "Colour"] if chance.random() < 0.5 else ["Group", "Unit", ""]]
    rows += [[group, name, ""] for group, name in sorted(units)]
    if chance.random() < 0.5:
        rows = [[chance.choice(TITLES)], [], *rows]
    if chance.random() < 0.5:
        rows.append(["Total", "", ""])
    if chance.random() < 0.5:
        rows += [[], [chance.choice(NOTES)]]
    if chance.random() < 0.3:
        rows.append(["Bravo", "Qwertz", ""])
    text = io.StringIO()
    separator = chance.choice(",;\t")
    csv.writer(text, delimiter=separator).writerows(rows)
    named = "sep=;\r\n" if separator == ";" and chance.random() < 0.5 else ""
    return named + text.getvalue(), Counter(name for _, name in units)


def table_of(names):
    """The table of the names alone."""
    return "Unit\r\n" + "".join(f'"{name}"\r\n' for name in names.elements())


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_units_of_a_damaged_table_are_read_or_named(ruleset, encoding):
    for seed in range(ARMIES):
        chance = random.Random(f"{ruleset.slug} {encoding} {seed}")
        text, names = written(ruleset, chance)
        plain = read_army_csv(table_of(names).encode(), ruleset).loaded.force
        read = read_army_csv(text.encode(encoding), ruleset)
        told = " ".join(map(str, read.remarks))
        assert Counter(unit.spec for _, unit in read.loaded.force.units()) == Counter(
            unit.spec for _, unit in plain.units()
        ), text
        assert ("Qwertz" in text) == ("“Qwertz”" in told), text


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_table_that_names_no_unit_is_no_army(ruleset):
    for seed in range(ARMIES):
        text, names = written(ruleset, random.Random(f"{ruleset.slug} {seed}"))
        for name in sorted(names, key=len, reverse=True):
            text = text.replace(name, "Qwertz")
        with pytest.raises(BadFile):
            read_army_csv(text.encode(), ruleset)
