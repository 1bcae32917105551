"""Tables of random armies as people leave them: their units are read, or the page names each that is not."""

import csv
import io
import random
from collections import Counter

import pytest
from openpyxl import Workbook

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.army_tables import read_army_csv, read_army_workbook
from tests.rulesets.described.games import games_with
from tests.spreadsheets.open_documents import as_open_document

ARMIES = 12
TITLES = ("3rd Division", "My list for Saturday", "Points: 1,500")
NOTES = ("Points agreed", "* may change", "Total: see above")
GROUPS = ("Alpha", "Bravo")
GROUP_HEADINGS = ("Group", "GROUP ", "Gruppe", "Grupo", "Company:", "**Group**")
UNIT_HEADINGS = ("Unit", "Unit name", "Einheit", "Unità", " UNIT", "**Unit**")
COUNT_HEADINGS = ("Qty", "Qty.", "#", "x", "Anzahl", "Stückzahl", "Quantité", "Nr.", "No.", "How many")
UNKNOWN = "Qwertz"
each_game = pytest.mark.parametrize("ruleset", games_with("duel", "guard"), ids=lambda ruleset: ruleset.slug)


def names_of(ruleset):
    """The names of the game's units."""
    return [entry.name for kind in ruleset.kinds if kind.enlist for entry in ruleset.catalogue.of_kind(kind.slug)]


def written(ruleset, chance):
    """The text of a random table with everyday damage, and how often each name is in it."""
    units = [(chance.choice(GROUPS), chance.choice(names_of(ruleset))) for _ in range(chance.randint(3, 12))]
    colour = chance.choice(["Colour", ""])
    rows = [[chance.choice(GROUP_HEADINGS), chance.choice(UNIT_HEADINGS), colour]]
    rows += [[chance.choice([group, f" {group} "]), name, ""] for group, name in sorted(units)]
    empty = []
    if chance.random() < 0.3:
        # The number of each row, which counts nothing.
        empty = [""]
        numbers = [chance.choice(["Nr", "No.", "#"]), *map(str, range(1, len(rows)))]
        rows = [[number, *cells] for number, cells in zip(numbers, rows, strict=True)]
    if chance.random() < 0.5:
        rows = [[chance.choice(TITLES)], [], *rows]
    if chance.random() < 0.5:
        rows.append([*empty, "Total", "", ""])
    if chance.random() < 0.5:
        rows += [[], [chance.choice(NOTES)]]
    if chance.random() < 0.3:
        rows.append([*empty, "Bravo", UNKNOWN, ""])
    text = io.StringIO()
    separator = chance.choice(",;\t")
    csv.writer(text, delimiter=separator).writerows(rows)
    named = "sep=;\r\n" if separator == ";" and chance.random() < 0.5 else ""
    return named + text.getvalue(), Counter(name for _, name in units)


def table_of(names):
    """The table of the names alone."""
    return "Unit\r\n" + "".join(f'"{name}"\r\n' for name in names.elements())


@each_game
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
        assert (UNKNOWN in text) == (f"“{UNKNOWN}”" in told), text


@each_game
def test_a_table_that_names_no_unit_is_no_army(ruleset):
    for seed in range(ARMIES):
        text, names = written(ruleset, random.Random(f"{ruleset.slug} {seed}"))
        for name in sorted(names, key=len, reverse=True):
            text = text.replace(name, UNKNOWN)
        with pytest.raises(BadFile):
            read_army_csv(text.encode(), ruleset)


# --- workbooks -----------------------------------------------------------------------------------------


def damaged_workbook(ruleset, chance):
    """A workbook of a random army, and its rows: group, name and count, ``None`` for one that nobody can tell."""
    names = names_of(ruleset)
    units = sorted(
        (chance.choice(GROUPS), chance.choice([*names] * 5 + [UNKNOWN] * (len(names) // 2)), chance.randint(1, 4))
        for _ in range(chance.randint(6, 14))
    )
    units.append(("Bravo", names[0], None if chance.random() < 0.3 else 1))
    book = Workbook()
    sheet = book.worksheets[0]
    if chance.random() < 0.6:
        sheet.append([chance.choice(TITLES)])
        sheet = book.create_sheet("Army")
    if chance.random() < 0.5:
        sheet.append([chance.choice(TITLES)])
        if chance.random() < 0.5:
            sheet.merge_cells("A1:D1")
    _write_units(sheet, units, chance)
    for name, state in (("Last year", "hidden"), ("Lists", "veryHidden")):
        if chance.random() < 0.5:
            old = book.create_sheet(name, chance.choice([0, 1]))
            for row in (["Group", "Unit", "Qty"], *(["Old", chance.choice(names), 2] for _ in range(20))):
                old.append(row)
            old.sheet_state = state
    book.active = book.worksheets.index(sheet)
    return book, units


def _write_units(sheet, units, chance):
    """The rows of the units, with the cells of their groups merged, blank or repeated, and a row of totals."""
    form, empty = chance.choice(["merged", "blank", "every"]), [""] * chance.choice([0, 1])
    written_as = chance.choice([lambda count: count, lambda count: f"{count}x", lambda count: f"{count} ", float])
    headings = map(chance.choice, (GROUP_HEADINGS, UNIT_HEADINGS, COUNT_HEADINGS))
    sheet.append([*empty, *headings, *empty])
    first = sheet.max_row + 1
    for place, (group, name, count) in enumerate(units):
        is_first = not place or units[place - 1][0] != group
        number = "=1+1" if count is None else written_as(count)
        sheet.append([*empty, group if is_first or form == "every" else None, name, number])
    column = len(empty) + 1
    for group in GROUPS if form == "merged" else ():
        rows = [first + place for place, unit in enumerate(units) if unit[0] == group]
        if len(rows) > 1:
            sheet.merge_cells(start_row=rows[0], end_row=rows[-1], start_column=column, end_column=column)
    if chance.random() < 0.5:
        sheet.append([*empty, "Total", None, sum(count or 0 for _, _, count in units)])


def as_xlsx(book):
    """The file of a workbook."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@each_game
@pytest.mark.parametrize("save", [as_xlsx, as_open_document], ids=["xlsx", "ods"])
def test_units_of_a_damaged_workbook_are_read_or_named(ruleset, save):
    for seed in range(ARMIES):
        book, rows = damaged_workbook(ruleset, random.Random(f"{ruleset.slug} {seed}"))
        read = read_army_workbook(save(book), ruleset)
        told = [str(each) for each in read.remarks]
        known = [row for row in rows if row[1] != UNKNOWN and row[2] is not None]
        expected = Counter((group, spec) for group, name, count in known for spec in specs_of(ruleset, name, count))
        assert units_by_group(read) == expected, (seed, rows)
        left = [row for row in rows if row not in known]
        lost = Counter((each.heading, each.units) for each in read.lost)
        assert lost == Counter((group, count or 1) for group, _, count in left), (seed, rows)
        unclear = sum("could not be read" in each for each in told)
        assert unclear == sum(name != UNKNOWN and count is None for _, name, count in rows)
        hidden = [sheet.title for sheet in book.worksheets if sheet.sheet_state != "visible"]
        assert sum("is hidden and was not read" in each for each in told) == len(hidden)


def specs_of(ruleset, name, count):
    """The specs of so many new units of the entry with that name."""
    kinds = [kind for kind in ruleset.kinds if kind.enlist]
    kind = next(kind for kind in kinds if name in [entry.name for entry in ruleset.catalogue.of_kind(kind.slug)])
    (entry,) = [entry for entry in ruleset.catalogue.of_kind(kind.slug) if entry.name == name]
    return kind.several(kind.enlist(entry), count)


def units_by_group(read):
    """How often each group has which unit."""
    return Counter((group.name, unit.spec) for group, unit in read.loaded.force.units())
