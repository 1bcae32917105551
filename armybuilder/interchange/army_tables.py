"""Armies as spreadsheets: a workbook that holds all of an army, and a CSV file of its units."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from armybuilder.armies.comparison import group_name, unit_name
from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_rows import (
    ArmyReader,
    PartRow,
    force_row,
    group_row,
    texts_by_column,
    unit_row,
)
from armybuilder.interchange.bare_tables import headings_for
from armybuilder.interchange.games import UnclearGame, best_fitting, game_named, refuse_game
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from armybuilder.interchange.table_layouts import (
    PartTable,
    Rows,
    can_name_units,
    grid_of,
    is_swapped,
    names_unit,
    naming_paths,
    part_table,
    tables_inside,
)
from armybuilder.interchange.unit_tables import UnitRows, part_rows
from armybuilder.spreadsheets.cells import escape_formula, unescape_formula
from armybuilder.spreadsheets.columns import (
    MAX_ABOVE,
    MAX_SHOWN,
    RULES,
    BadTable,
    read_csv,
    row_text,
    shorten,
    write_csv,
)
from armybuilder.spreadsheets.encodings import DecodedText, decode_text
from armybuilder.spreadsheets.row_columns import (
    COUNT,
    GROUP,
    ID,
    KEY,
    LOCKED,
    NAME,
    NUMBER,
    PLACE,
    TITLE,
    column_of,
    entry_row,
    part_headings,
    spec_row,
)
from armybuilder.spreadsheets.uploads import read_uploaded_workbook
from armybuilder.spreadsheets.workbooks import column_letter, sheet_title, write_workbook
from rulesets.core.declarations.catalogue import EntryKind
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import MAX_UNITS
from rulesets.core.forces.force import AnyGroup, Group
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.wording import either
from rulesets.registry import all_rulesets


class RefusedTable(BadFile):
    """A table of units that cannot be read, and is no list in writing either."""


ARMY = "Army"
_SETTING, _VALUE = "Setting", "Value"
MAX_CHARACTERS = 2 * 1024 * 1024


def _titles(ruleset: AnyRuleset) -> tuple[str, str, dict[str, str]]:
    """The titles of the sheets of groups, of units, and by kind of custom entries."""
    kinds = {kind.slug: sheet_title(f"Custom {kind.plural.lower()}") for kind in ruleset.kinds}
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
                (PLACE, str(number)),
                ("Listed as", escape_formula(unit_name(loaded, group, unit))),
            ]
            rows.append([each for each in (*first, *unit_row(loaded, unit)) if with_ids or each[0] not in own])
    blank = loaded.ruleset.unit()
    headings = ["Group id", PLACE, "Listed as", "Id", "Name", "Notes", "Locked"]
    headings += [heading for heading, _ in spec_row(loaded.ruleset, blank, loaded.context.catalogue)]
    header = [loaded.ruleset.words.group.capitalize(), *(each for each in headings if with_ids or each not in own)]
    return [header, *([text for _, text in row] for row in rows)]


def write_army_csv(loaded: LoadedArmy) -> str:
    """The units of the army as CSV, a row each with all that is set for it."""
    return write_csv(_unit_rows(loaded, with_ids=False))


def write_army_workbook(loaded: LoadedArmy) -> bytes:
    """The army as a workbook: its settings, its groups, its units, its custom entries."""
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


def read_army_workbook(content: bytes, chosen: AnyRuleset | None = None) -> ImportedArmy:
    """The army of a workbook, which without a settings sheet is read as a table of units; raises ``BadFile``.

    ``chosen`` is the game where the workbook names none.
    """
    try:
        sheets, hidden = read_uploaded_workbook(content, MAX_UNITS)
    except BadTable as bad:
        raise BadFile(Problem("", str(bad))) from None
    told = [ImportRemark(title, "This sheet is hidden and was not read.") for title in hidden]
    by_title = {name_key(title): (title, rows) for title, rows in sheets.items()}
    title, settings = by_title.get(name_key(ARMY), ("", []))
    game = next((cells[1] for _, cells in settings if len(cells) > 1 and name_key(cells[0]) == "game"), "")
    if not game:
        return _read_units(sheets, told, chosen)
    reader = ArmyReader(_game_by_name(game, f"{title} Game"), told)
    _read_parts(reader, by_title)
    return reader.army(_settings_row(reader, title, settings))


def _read_parts(reader: ArmyReader, by_title: Mapping[str, tuple[str, Rows]]) -> None:
    """Read the sheets of entries, groups and units in a workbook of this site; any other sheets are reported."""
    ruleset = reader.ruleset
    groups, units, kinds = _titles(ruleset)
    former = {kind.slug: sheet_title(f"Own {kind.plural.lower()}") for kind in ruleset.kinds}
    sheet_names = {name_key(each) for each in (ARMY, groups, units, *kinds.values(), *former.values())}
    if name_key(units) not in by_title:
        # Their sheet may have got another name.
        others = (each for word, each in by_title.items() if word not in sheet_names)
        units = next((title for title, rows in others if _table_fit(ruleset, rows)[0]), units)
        sheet_names.add(name_key(units))
    for word, (sheet, rows) in by_title.items():
        if word not in sheet_names and rows:
            reader.leave_out(sheet, "This sheet is not part of an army.")
    entries = []
    for kind in ruleset.kinds:
        for each in (kinds[kind.slug], former[kind.slug]):
            entries += _entry_rows(reader, kind, *by_title.get(name_key(each), ("", [])))
    # Workbooks group entries by kind, as armies do.
    reader.read_entries(entries)
    units_table = _table(ruleset, ruleset.unit, *by_title.get(name_key(units), ("", [])))
    groups_table = _table(ruleset, ruleset.group, *by_title.get(name_key(groups), ("", [])))
    if groups_table is not None:
        _add_groups(reader, groups_table, units_table)
    if units_table is not None:
        UnitRows(reader, units_table).add()


def read_army_csv(content: bytes, chosen: AnyRuleset | None = None) -> ImportedArmy:
    """The army of a CSV file of units; its columns and units tell the game, or else ``chosen``. Raises ``BadFile``."""
    if len(content) > MAX_CHARACTERS:
        raise BadFile(Problem("", f"The file is larger than {MAX_CHARACTERS // 1024 // 1024} MB, which is the limit."))
    try:
        decoded = decode_text(content)
        rows = read_csv(decoded.text, MAX_UNITS + 2, is_unit_heading)
    except UnicodeDecodeError as error:
        raise BadFile(Problem("", f"The file is not valid {error.encoding} text (byte {error.start + 1}).")) from None
    except BadTable as bad:
        raise BadFile(Problem("", str(bad))) from None
    return _read_units({"": rows}, list(encoding_remarks(decoded)), chosen)


def encoding_remarks(decoded: DecodedText) -> list[ImportRemark]:
    """What a reader should check of a text whose encoding is a guess."""
    if not decoded.readings:
        return []
    guess, *others = decoded.readings
    words = ", ".join(f"“{word[:40]}”" for word in guess.words)
    also = f" It may also be {either([each.name for each in others])}." if others else ""
    message = f"The file does not say its encoding and was read as {guess.name}. Check {words}.{also}"
    return [ImportRemark("", message)]


def _columns_headed(cell: str) -> set[str | None]:
    """What a heading is above in the tables of units of all games; ``None`` for one that a game does not know."""
    return {column_of(part_headings(ruleset, ruleset.unit), cell) for ruleset in all_rulesets()}


def is_unit_heading(cell: str) -> bool:
    """Whether a cell is a heading of a table of units of some game."""
    return not _columns_headed(cell) <= {None}


def heads_counts(cell: str) -> bool:
    """Whether a cell is a heading above counts of units."""
    return not _columns_headed(cell).isdisjoint((COUNT, NUMBER))


def heads_units(cell: str) -> bool:
    """Whether a cell is a heading above the names of units."""
    return TITLE in _columns_headed(cell)


def is_unit_table(content: bytes) -> bool:
    """Whether the first lines of a text have two headings of a table of units, beside or below each other."""
    try:
        text = decode_text(content[:10_000]).text
        lines = text.splitlines()[:MAX_ABOVE]
    except UnicodeDecodeError:
        return False
    tables = [[line.split(separator) for line in lines if separator in line] for separator in "\t;,|"]
    beside = [row for rows in tables for row in rows]
    below = [[row[0] for row in rows] for rows in tables]
    rows = [{cell.strip(' "') for cell in row} - {""} for row in (*beside, *below)]
    headings = [sum(map(is_unit_heading, row)) for row in rows]
    # One heading is enough in a table of Markdown, or above rows of as many cells.
    as_many = [sum(len(other) == len(row) > 2 for other in beside) > 2 for row in (*beside, *below)]
    has_rule = RULES.search(text) is not None
    return any(count > 1 or (count and (same or has_rule)) for count, same in zip(headings, as_many, strict=True))


def _read_units(sheets: Mapping[str, Rows], told: list[ImportRemark], chosen: AnyRuleset | None) -> ImportedArmy:
    """The army of the sheet that has most of a table of units; the others are told."""
    named = _named_game(sheets) or chosen
    games = [named] if named is not None else all_rulesets()
    sheets = _with_headings(_without_grids(sheets, games, told), games, told)
    ruleset, best = _best_table(sheets, named)
    reader = ArmyReader(ruleset, told)
    tables = _sheets_of_groups(ruleset, best, sheets)
    for title, rows in sheets.items():
        if title not in tables and rows:
            message = f"This sheet was not read, as the {ruleset.words.units} are in “{best.sheet}”."
            has_units = _table_fit(ruleset, rows)[0] > 0
            reader.remarks.append(ImportRemark(title, message, left_out=has_units, hides_units=has_units))
    for table in tables.values():
        for each in tables_inside(ruleset, table):
            UnitRows(reader, each).add()
    if not any(units for _, units in reader.groups):
        problems = [Problem(remark.place, remark.message) for remark in reader.remarks[:20]]
        raise BadFile(*problems or [Problem("", "The table has no rows of units.")])
    return reader.army(PartRow({}, str))


def _sheets_of_groups(ruleset: AnyRuleset, best: PartTable, sheets: Mapping[str, Rows]) -> dict[str, PartTable]:
    """The tables of units by sheet: several if each has the columns of the best and no groups, as its title has one."""
    fitting = {title: rows for title, rows in sheets.items() if rows and _table_fit(ruleset, rows)[0]}
    tables = {title: _table(ruleset, ruleset.unit, title, rows) for title, rows in fitting.items()}
    same = {
        title: replace(table, group=title)
        for title, table in tables.items()
        if table is not None and {*table.columns} == {*best.columns}
    }
    return same if len(same) > 1 and not best.has_groups else {best.sheet: best}


def _table(ruleset: AnyRuleset, spec: type[Any], sheet: str, rows: Rows) -> PartTable | None:
    """The table of a sheet; ``None`` for an empty one. Raises ``BadFile``."""
    if not rows:
        return None
    table = part_table(ruleset, spec, sheet, rows)
    if len(table.rows) > MAX_UNITS:
        raise BadFile(Problem(sheet, f"The sheet has more than {MAX_UNITS} rows. Split it into several files."))
    return table


def _entry_rows(
    reader: ArmyReader, kind: EntryKind[Any], sheet: str, rows: Rows
) -> list[tuple[EntryKind[Any], PartRow]]:
    """The rows of custom entries; those with neither a key nor a name are told."""
    table = _table(reader.ruleset, kind.spec, sheet, rows)
    named = []
    for row in part_rows(reader, table) if table is not None else ():
        has_values = any(text.strip() for column, text in row.texts.items() if column != NAME)
        if row.text(KEY).strip() or (row.text(NAME).strip() and has_values):
            named.append((kind, row))
        else:
            reader.leave_out(row.at(""), f"“{row.written}” is not an entry with a name and values.")
    return named


def _add_groups(reader: ArmyReader, table: PartTable, units: PartTable | None) -> None:
    """Add the groups that have an id, or a name that a unit's row has."""
    used = set()
    if units is not None and units.has(GROUP):
        at = units.columns.index(GROUP)
        used = {name_key(unescape_formula(cells[at])) for _, cells in units.rows if len(cells) > at}
    for row in part_rows(reader, table):
        if row.text(ID).strip() or (row.text(NAME).strip() and name_key(row.text(NAME)) in used):
            reader.add_group(row)
        else:
            reader.leave_out(row.at(""), f"“{row.written}” is not a {reader.ruleset.words.group} with units.")


def _settings_row(reader: ArmyReader, sheet: str, rows: Rows) -> PartRow:
    settings = [(cells[0], cells[1] if len(cells) > 1 else "") for _, cells in rows if name_key(cells[0]) != "setting"]
    texts, unknown = texts_by_column(reader.ruleset, reader.ruleset.force, settings)
    numbers = {name_key(cells[0]): number for number, cells in reversed(rows)}

    def place(heading: str) -> str:
        return f"{sheet} B{numbers.get(name_key(heading), '')} ({heading})"

    for heading in unknown:
        reader.leave_out(
            f"{sheet} A{numbers[name_key(heading)]}", f"“{shorten(heading)}” is not a setting of this game."
        )
    for number, cells in rows:
        if any(cell.strip() for cell in cells[2:]):
            reader.leave_out(f"{sheet} C{number}", f"“{row_text(cells[2:])}” is beside the settings and was not read.")
    return PartRow(texts, place)


# --- the game ----------------------------------------------------------------------------------------


def _game_by_name(text: str, place: str) -> AnyRuleset:
    ruleset = game_named(text)
    if ruleset is None:
        raise refuse_game(text.strip(), place)
    return ruleset


def _best_table(sheets: Mapping[str, Rows], named: AnyRuleset | None) -> tuple[AnyRuleset, PartTable]:
    """The game and the table of units: those with most columns and names. Raises ``BadFile``."""
    if all(len(rows) < 2 for rows in sheets.values()):
        raise BadFile(Problem("", "The table should have a row of headings and a row for each unit."))
    games = [named] if named is not None else all_rulesets()
    tables = {
        ruleset.slug: max((_table_fit(ruleset, rows), title) for title, rows in sheets.items()) for ruleset in games
    }
    if not any(names for (names, _), _ in tables.values()):
        _refuse_layout(games, sheets)
    if not any(any(fit) for fit, _ in tables.values()):
        raise BadFile(Problem("", "No row has the headings of a table of units, such as “Unit” and “Qty”."))
    ruleset = named or _likely_game(sheets, tables)
    title = tables[ruleset.slug][1]
    table = _table(ruleset, ruleset.unit, title, sheets[title])
    if table is None:
        raise BadFile(Problem("", "The table has no rows of units."))
    return ruleset, table


def _refuse_layout(games: Sequence[AnyRuleset], sheets: Mapping[str, Rows]) -> None:
    """Raise ``RefusedTable`` for a table whose units stand elsewhere than in rows below a heading."""
    for title, rows in sheets.items():
        # A name that a line break ends, such as “Heavy Weapon / Team”, is no heading.
        heads = [is_unit_heading(cells[0]) for _, cells in rows if cells]
        has_headings = heads[:1] == [True] or sum(heads) > 1
        if has_headings and any(is_swapped(ruleset, rows) for ruleset in games):
            advice = "Copy the table, paste it transposed, and import it with a row for each unit."
            raise RefusedTable(Problem(title, f"The table’s rows and columns are swapped. {advice}"))


def _without_grids(
    sheets: Mapping[str, Rows], games: Iterable[AnyRuleset], told: list[ImportRemark]
) -> dict[str, Rows]:
    """The sheets, of which those with a column of numbers for each group have a row for each number."""
    found = dict(sheets)
    for ruleset in games:
        for title, rows in sheets.items():
            grid = grid_of(ruleset, rows) if found[title] is rows else None
            if grid is not None:
                found[title] = grid.rows
                headings = ", ".join(f"“{shorten(heading)}”" for heading in grid.groups)[:MAX_SHOWN]
                message = f"{headings} were read as {ruleset.words.groups}, and the numbers below them as counts."
                told.append(ImportRemark(title, message))
    return found


def _with_headings(
    sheets: Mapping[str, Rows], games: Iterable[AnyRuleset], told: list[ImportRemark]
) -> dict[str, Rows]:
    """The sheets, of which those without headings have them if the cells of their columns tell them."""
    found = dict(sheets)
    for ruleset in games:
        for title, rows in sheets.items():
            headings = headings_for(ruleset, rows) if found[title] is rows else []
            if headings:
                found[title] = [(rows[0][0], headings), *rows]
                columns = ", ".join(f"{column_letter(at)}: {each}" for at, each in enumerate(headings, 1) if each)
                told.append(ImportRemark(title, f"The table has no headings. Its columns were read as {columns}."))
    return found


def _table_fit(ruleset: AnyRuleset, rows: Rows) -> tuple[int, int]:
    """How many names and columns of the game a sheet has, if it has headings of a table of units."""
    if not rows:
        return 0, 0
    table = part_table(ruleset, ruleset.unit, "", rows)
    if not can_name_units(table, ruleset):
        return 0, 0
    return _names_known(ruleset, table)[0], len({column for column in table.columns if column is not None})


def _names_known(ruleset: AnyRuleset, table: PartTable) -> tuple[int, int]:
    """How many names in the table are units of the game, of how many."""
    paths = naming_paths(ruleset)
    # Beside a column for units, that of names has what their player calls them.
    columns = (TITLE if table.has(TITLE) else NAME, *paths.entries, *paths.texts)
    places = [table.columns.index(column) for column in columns if column in table.columns]
    names = {name_key(cells[at]): cells[at] for at in places for _, cells in table.rows if len(cells) > at}
    names.pop("", None)
    return sum(names_unit(ruleset, text) for text in names.values()), len(names)


def _named_game(sheets: Mapping[str, Rows]) -> AnyRuleset | None:
    """The game that a column, or a cell above the headings, names; raises ``BadFile`` for one of another site."""
    for title, rows in sheets.items():
        for place, (number, cells) in enumerate(rows[:MAX_ABOVE]):
            for at, cell in enumerate(cells):
                label, _, value = cell.partition(":")
                if name_key(label) != "game":
                    continue
                below = (row[at] for _, row in rows[place + 1 :] if len(row) > at and row[at].strip())
                beside = cells[at + 1] if len(cells) > at + 1 else ""
                text = value.strip() or (beside if game_named(beside) else next(below, ""))
                if text:
                    return _game_by_name(text, f"{title} row {number}".strip())
    return None


def _likely_game(sheets: Mapping[str, Rows], tables: Mapping[str, tuple[tuple[int, int], str]]) -> AnyRuleset:
    """The game whose columns a table of this site has, or that knows most of the names of any other table.

    Of games that know as many, that of more columns; raises ``BadFile``.
    """
    found = {each: part_table(each, each.unit, "", sheets[tables[each.slug][1]]) for each in all_rulesets()}
    own = {each: _columns_of_game(each, table, sheets[tables[each.slug][1]]) for each, table in found.items()}
    likely = [each for each in own if own[each] == max(own.values())]
    if len(likely) == 1 and found[likely[0]].has(LOCKED):
        return likely[0]
    try:
        best = best_fitting((each, *_names_known(each, table)) for each, table in found.items())
    except UnclearGame as unclear:
        highest = max(own[each] for each in unclear.games)
        fitting = [each for each in unclear.games if own[each] == highest]
        if len(fitting) > 1:
            raise
        best = fitting[0]
    if best is None:
        titles = ", ".join(ruleset.title for ruleset in all_rulesets())
        told = "Most names of this table are not in the catalogue of any game of this site"
        entries = "Paste a table of custom entries, such as weapons, on their page of the catalogue."
        problem = Problem("", f"{told} ({titles}). Add a column “Game” that names its game. {entries}")
        has_headings = any(len({*table.columns} - {None}) > 1 for table in found.values())
        raise RefusedTable(problem) if has_headings else BadFile(problem)
    return best


def _columns_of_game(ruleset: AnyRuleset, table: PartTable, rows: Rows) -> int:
    """How many columns a table has that are those of one game."""
    headings = {column for column in table.columns if column is not None and column[:1] != ":"}
    heads = {name_key(cell) for _, cells in rows[:MAX_ABOVE] for cell in cells}
    return len(headings) + (name_key(ruleset.words.group) in heads)
