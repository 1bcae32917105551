"""Armies as spreadsheets: a workbook that holds all of an army, and a CSV file of its units."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from armybuilder.armies.comparison import group_name, unit_name
from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_rows import (
    ArmyReader,
    PartRow,
    force_row,
    group_row,
    new_unit_spec,
    texts_by_column,
    unit_row,
)
from armybuilder.interchange.imported import ImportedArmy
from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import BadTable, known_headings, read_csv, shorten, write_csv
from armybuilder.spreadsheets.row_columns import GROUP, GROUP_ID, NAME, entry_row, own_headings, spec_row
from armybuilder.spreadsheets.uploads import read_uploaded_workbook
from armybuilder.spreadsheets.workbooks import column_letter, sheet_title, write_workbook
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import MAX_UNITS
from rulesets.core.forces.force import AnyGroup, Group
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

ARMY = "Army"
_SETTING, _VALUE = "Setting", "Value"
MAX_CHARACTERS = 2 * 1024 * 1024
Rows = Sequence[tuple[int, list[str]]]
"""The rows of a table with their numbers, the headings first."""


def _titles(ruleset: AnyRuleset) -> tuple[str, str, dict[str, str]]:
    """The titles of the sheets of groups, of units, and by kind of own entries."""
    kinds = {kind.slug: sheet_title(f"Own {kind.plural.lower()}") for kind in ruleset.kinds}
    return sheet_title(ruleset.words.groups.capitalize()), sheet_title(ruleset.words.units.capitalize()), kinds


def _unit_rows(loaded: LoadedArmy, with_ids: bool) -> list[list[str]]:
    """Every unit with its group, the headings first."""
    own = ("Id", "Group id")
    rows = []
    for group in loaded.force.groups:
        for number, unit in enumerate(group.units, 1):
            first = [
                (loaded.ruleset.words.group.capitalize(), escape_formula(group_name(loaded, group))),
                ("Group id", group.id),
                ("Number", str(number)),
                ("Listed as", escape_formula(unit_name(loaded, group, unit))),
            ]
            rows.append([each for each in (*first, *unit_row(loaded, unit)) if with_ids or each[0] not in own])
    blank = loaded.ruleset.unit()
    headings = ["Group id", "Number", "Listed as", "Id", "Name", "Notes", "Locked"]
    headings += [heading for heading, _ in spec_row(loaded.ruleset, blank, loaded.context.catalogue)]
    header = [loaded.ruleset.words.group.capitalize(), *(each for each in headings if with_ids or each not in own)]
    return [header, *([text for _, text in row] for row in rows)]


def write_army_csv(loaded: LoadedArmy) -> str:
    """The units of the army as CSV, a row each with all that is set for it."""
    return write_csv(_unit_rows(loaded, with_ids=False))


def write_army_workbook(loaded: LoadedArmy) -> bytes:
    """The army as a workbook: its settings, its groups, its units, its own entries."""
    ruleset, force, catalogue = loaded.ruleset, loaded.force, loaded.context.catalogue
    groups, units, kinds = _titles(ruleset)
    blank: AnyGroup = Group("", "", ruleset.group())
    group_rows = [group_row(loaded, group) for group in force.groups]
    sheets = {
        ARMY: [[_SETTING, _VALUE], *([heading, text] for heading, text in force_row(loaded))],
        groups: [
            [heading for heading, _ in group_row(loaded, blank)],
            *([text for _, text in row] for row in group_rows),
        ],
        units: _unit_rows(loaded, with_ids=True),
    }
    for slug, title in kinds.items():
        rows = [entry_row(ruleset, entry, catalogue) for entry in force.entries if entry.kind == slug]
        if rows:
            sheets[title] = [[heading for heading, _ in rows[0]], *([text for _, text in row] for row in rows)]
    return write_workbook(sheets)


# --- in ----------------------------------------------------------------------------------------------


def read_army_workbook(content: bytes) -> ImportedArmy:
    """The army of a workbook, which without a settings sheet is read as a table of units; raises ``BadFile``."""
    try:
        sheets = read_uploaded_workbook(content, MAX_UNITS)
    except BadTable as bad:
        raise BadFile(Problem("", str(bad))) from None
    by_title = {title.strip().casefold(): (title, rows) for title, rows in sheets.items()}
    title, settings = by_title.get(ARMY.casefold(), ("", []))
    game = next((cells[1] for _, cells in settings if len(cells) > 1 and cells[0].strip().casefold() == "game"), "")
    if not game:
        title, rows = next(((title, rows) for title, rows in sheets.items() if rows), ("", []))
        return _read_units(rows, title)
    ruleset = _game_by_name(game, f"{title} Game")
    reader = ArmyReader(ruleset)
    groups, units, kinds = _titles(ruleset)
    sheet_names = {each.casefold() for each in (ARMY, groups, units, *kinds.values())}
    for word, (sheet, rows) in by_title.items():
        if word not in sheet_names and rows:
            reader.leave_out(sheet, "This sheet is not part of an army.")
    entries = []
    for kind in ruleset.kinds:
        table = by_title.get(kinds[kind.slug].casefold(), ("", []))
        entries += [(kind, row) for row in _part_rows(reader, kind.spec, *table)]
    # Workbooks group entries by kind, as armies do.
    reader.read_entries(entries)
    for row in _part_rows(reader, ruleset.group, *by_title.get(groups.casefold(), ("", []))):
        reader.add_group(row)
    _add_units(reader, *by_title.get(units.casefold(), ("", [])))
    return reader.army(_settings_row(reader, title, settings))


def read_army_csv(content: bytes) -> ImportedArmy:
    """The army of a CSV file of units; its columns and units tell the game. Raises ``BadFile``."""
    if len(content) > MAX_CHARACTERS:
        raise BadFile(Problem("", f"The file is larger than {MAX_CHARACTERS // 1024 // 1024} MB, which is the limit."))
    try:
        rows = read_csv(content.decode("utf-8-sig"), MAX_UNITS + 2)
    except UnicodeDecodeError as error:
        raise BadFile(Problem("", f"The file is not UTF-8 text (byte {error.start + 1}).")) from None
    except BadTable as bad:
        raise BadFile(Problem("", str(bad))) from None
    return _read_units(rows, "")


def _read_units(rows: Rows, sheet: str) -> ImportedArmy:
    ruleset = _game_of(rows)
    reader = ArmyReader(ruleset)
    _add_units(reader, sheet, rows)
    if not any(units for _, units in reader.groups):
        problems = [Problem(remark.place, remark.message) for remark in reader.remarks[:20]]
        raise BadFile(*problems or [Problem("", "The table has no rows of units.")])
    return reader.army(PartRow({}, str))


def _part_rows(reader: ArmyReader, spec: type[Any], sheet: str, rows: Rows) -> list[PartRow]:
    """The rows of a sheet after its headings, as values of a declaration."""
    if not rows:
        return []
    (first, headings), *rest = rows
    if len(rest) > MAX_UNITS:
        raise BadFile(Problem(sheet, f"has more than {MAX_UNITS} rows. Split it into several files."))
    _, unknown = texts_by_column(reader.ruleset, spec, [(heading, "") for heading in headings])
    places = {heading.strip().casefold(): column_letter(at) for at, heading in enumerate(headings, 1)}
    for heading in unknown:
        place = f"{sheet} {places[heading.casefold()]}{first}".strip()
        reader.leave_out(place, f"Unknown column “{shorten(heading)}”.")
    part_rows = []
    for number, cells in rest:
        texts, _ = texts_by_column(
            reader.ruleset, spec, list(zip_longest(headings, cells[: len(headings)], fillvalue=""))
        )
        part_rows.append(PartRow(texts, _places(sheet, number, places)))
    return part_rows


def _places(sheet: str, number: int, letters: dict[str, str]) -> Callable[[str], str]:
    """Return a function that gives the place of the cell under a heading: ``Stands D7 (Posture)``."""

    def place(heading: str) -> str:
        letter = letters.get(heading.casefold())
        where = f"{letter}{number} ({heading})" if letter else f"row {number} {heading}"
        return f"{sheet} {where}".strip()

    return place


def _settings_row(reader: ArmyReader, sheet: str, rows: Rows) -> PartRow:
    settings = [(cells[0], cells[1] if len(cells) > 1 else "") for _, cells in rows[1:]]
    texts, unknown = texts_by_column(reader.ruleset, reader.ruleset.force, settings)
    numbers = {cells[0].strip().casefold(): number for number, cells in rows}

    def place(heading: str) -> str:
        return f"{sheet} B{numbers.get(heading.casefold(), '')} ({heading})"

    for heading in unknown:
        reader.leave_out(
            f"{sheet} A{numbers[heading.casefold()]}", f"“{shorten(heading)}” is not a setting of this game."
        )
    return PartRow(texts, place)


def _add_units(reader: ArmyReader, sheet: str, rows: Rows) -> None:
    """Add each unit to its group, found by id or else by name; missing groups are created."""
    by_id = {group.id: place for place, (group, _) in enumerate(reader.groups) if group.id}
    by_name: dict[str, int] = {}
    for place, (group, _) in enumerate(reader.groups):
        by_name.setdefault(group.name, place)
    for row in _part_rows(reader, reader.ruleset.unit, sheet, rows):
        name = row.text(GROUP)
        place = by_id.get(row.text(GROUP_ID), by_name.get(name, -1))
        if place < 0:
            place = by_name[name] = len(reader.groups)
            reader.add_group(PartRow({NAME: row.texts.get(GROUP, "")}, row.at))
        reader.add_unit(row, place)


def _game_by_name(text: str, place: str) -> AnyRuleset:
    word = text.strip().casefold()
    for ruleset in all_rulesets():
        if word in (ruleset.slug, ruleset.title.casefold()):
            return ruleset
    games = ", ".join(f"{ruleset.slug!r} ({ruleset.title})" for ruleset in all_rulesets())
    raise BadFile(Problem(place, f"should be a game of this site: {games}"))


def _game_of(rows: Rows) -> AnyRuleset:
    """The game of a table of units: named in a column, or the one that knows most of its columns and units."""
    if len(rows) < 2:
        raise BadFile(Problem("", "The table should have a row of headings and a row for each unit."))
    headings = [heading.strip().casefold() for heading in rows[0][1]]
    if "game" in headings:
        at = headings.index("game")
        name = next((cells[at] for _, cells in rows[1:] if len(cells) > at and cells[at].strip()), "")
        return _game_by_name(name, "Game")
    scores = []
    for ruleset in all_rulesets():
        columns = known_headings(ruleset.unit, own_headings(ruleset))
        own = sum(columns.get(heading, ":")[0] != ":" or columns.get(heading) == GROUP for heading in headings)
        at = headings.index("listed as") if "listed as" in headings else len(headings)
        titles = {cells[at] for _, cells in rows[1:] if len(cells) > at}
        scores.append(
            (own + sum(new_unit_spec(ruleset, ruleset.catalogue, title) is not None for title in titles), ruleset)
        )
    maximum = max(score for score, _ in scores)
    best = [ruleset for score, ruleset in scores if score == maximum]
    if not maximum or len(best) > 1:
        slugs = ", ".join(ruleset.slug for ruleset in all_rulesets())
        raise BadFile(
            Problem("", f"The table does not say which game it is for. Add a column “Game” with one of: {slugs}.")
        )
    return best[0]
