"""Armies as BattleScribe rosters, ``.ros`` and ``.rosz``.

A battle group is a force, a unit a selection with its statline. Everything else is in profiles of our own:
``Settings`` with the cells of a workbook, and after the groups a force with the army's settings and own entries. With
these an army is restored completely; a roster without them is read by the names of its units.
"""

import io
import re
import zipfile
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

from armybuilder.armies.comparison import unit_name
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
from armybuilder.interchange.battlescribe.choices import RosterChoices, is_points, points_field, whole_number
from armybuilder.interchange.battlescribe.data_format import (
    CONFIGURATION,
    SETTINGS,
    Category,
    Cost,
    Named,
    Profile,
    Rule,
    army_force,
    attribute,
    catalogue_id,
    category,
    cells_of,
    costs,
    entry_cells,
    entry_id,
    entry_settings_id,
    force_id,
    game_id,
    ident,
    inner_text,
    profile,
    profiles_of_card,
    read_root,
    rules_of_card,
    settings_id,
    write,
)
from armybuilder.interchange.games import best_fitting, game_named, refuse_game
from armybuilder.interchange.imported import MAX_REST, ImportedArmy, ImportRemark
from armybuilder.spreadsheets.cells import escape_formula, unescape_formula, value_at
from armybuilder.spreadsheets.row_columns import NAME, NOTES, entry_row, spec_row
from armybuilder.spreadsheets.untrusted import Untrusted, open_archive
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.codec import MAX_PROBLEMS, encode
from rulesets.core.declarations.fields import entries_used
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import MAX_UNITS
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

_NOT_IN_FILES = re.compile(r"[^\w .()-]")


def _settings(ruleset: AnyRuleset, what: str, cells: Named, of: str) -> Profile:
    """A profile of the cells that differ from a new part's; rosters have their own places for name and notes."""
    specs = {"army": ruleset.force, "group": ruleset.group, "unit": ruleset.unit}
    usual = dict(spec_row(ruleset, specs[what](), ruleset.catalogue))
    elsewhere = () if what == "army" else ("Name", "Notes")
    changed_cells = [each for each in cells if each[1] != usual.get(each[0], "") and each[0] not in elsewhere]
    return profile(settings_id(ruleset, what), SETTINGS, SETTINGS, changed_cells, of, hidden=True)


# --- out ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Selection:
    id: str
    name: str
    entry_id: str
    type: str
    profiles: list[Profile]
    categories: list[Category]
    rules: list[Rule]
    costs: list[Cost] = field(default_factory=list)
    custom_name: str = ""
    notes: str = ""


@dataclass(frozen=True)
class _Force:
    """A force; ``primary``: whether it belongs first of all to its categories, as XML has it."""

    id: str
    name: str
    entry_id: str
    selections: list[_Selection]
    categories: list[Category]
    primary: str
    profiles: list[Profile] = field(default_factory=list)
    custom_name: str = ""
    notes: str = ""


def write_roster(loaded: LoadedArmy) -> bytes:
    """The army as a ``.ros`` document."""
    ruleset, force = loaded.ruleset, loaded.force
    own_id = ident(ruleset.slug, "roster", force.name)
    points = sum(_points(loaded, unit) for _, unit in force.units())
    return write(
        "roster.xml",
        army=loaded,
        id=own_id,
        game_id=game_id(ruleset),
        catalogue_id=catalogue_id(ruleset),
        costs=costs(ruleset, loaded.row_count, points),
        limit=_limit(loaded),
        # Some programs read only the first force, or show it first.
        forces=[*(_force(loaded, group, own_id) for group in force.groups), _army(loaded, own_id)],
    )


def write_packed_roster(loaded: LoadedArmy) -> bytes:
    """The army as ``.rosz``: a ZIP archive of one ``.ros`` document."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        name = _NOT_IN_FILES.sub("_", loaded.title)
        archive.writestr(zipfile.ZipInfo(f"{name}.ros"), write_roster(loaded), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _points(loaded: LoadedArmy, unit: AnyUnit) -> int:
    return loaded.ruleset.points(unit, loaded.context) if loaded.ruleset.points else 0


def _limit(loaded: LoadedArmy) -> Cost | None:
    """The points limit of the army."""
    points = points_field(loaded.ruleset.force)
    limit = points and value_at(encode(loaded.force.spec), points[0])
    return costs(loaded.ruleset, 0, limit)[-1] if limit else None


def _entry_id(ruleset: AnyRuleset, entry: Entry[Any] | None) -> str:
    """The id of an entry of the game's catalogue; for own entries the one reserved for them."""
    is_built_in = entry is not None and ruleset.catalogue.get(entry.kind, entry.key) is not None
    return entry_id(ruleset, entry.kind, entry.key) if entry is not None and is_built_in else entry_id(ruleset, "", "")


def _army(loaded: LoadedArmy, of: str) -> _Force:
    """The force with the settings of the army, its house rules in words and its own entries."""
    ruleset, here = loaded.ruleset, ident(of, "army")
    rules = [
        Rule(ident(here, choice.ruling.id), f"House rule {choice.ruling.id}: {choice.ruling.question}", choice.text)
        for choice in loaded.context.house.changed()
    ]
    settings = _settings(ruleset, "army", force_row(loaded), here)
    choices = [_choice(ruleset, SETTINGS, entry_id(ruleset, SETTINGS, ""), settings, here, rules)]
    for entry in loaded.force.entries:
        cells = entry_row(ruleset, entry, loaded.context.catalogue)
        settings_of_entry = profile(
            entry_settings_id(ruleset, entry.kind), f"Custom {entry.kind}", entry.name, cells, here, hidden=True
        )
        own_id = ident(here, entry.kind, entry.key)
        choices.append(_choice(ruleset, entry.name, _entry_id(ruleset, entry), settings_of_entry, own_id, []))
    name = army_force(ruleset)
    categories = [category(ruleset, here, CONFIGURATION)]
    return _Force(here, name, force_id(ruleset, name), choices, categories, primary="true")


def _choice(ruleset: AnyRuleset, name: str, entry: str, settings: Profile, of: str, rules: list[Rule]) -> _Selection:
    here = ident(of, name, entry)
    return _Selection(here, name, entry, "upgrade", [settings], [category(ruleset, here, CONFIGURATION)], rules)


def _force(loaded: LoadedArmy, group: AnyGroup, of: str) -> _Force:
    ruleset, here = loaded.ruleset, ident(of, group.id)
    kinds = dict.fromkeys(_category_of(loaded, unit) for unit in group.units)
    name = ruleset.words.group.capitalize()
    return _Force(
        here,
        name,
        force_id(ruleset, name),
        selections=[_selection(loaded, group, unit, here) for unit in group.units],
        categories=[category(ruleset, here, kind) for kind in kinds],
        primary="false",
        profiles=[_settings(ruleset, "group", group_row(loaded, group), here)],
        custom_name=group.name,
        notes=group.notes,
    )


def _entry_of(loaded: LoadedArmy, unit: AnyUnit, title: str) -> Entry[Any] | None:
    """The unit's entry: the one with its name, or else the first of a kind for units."""
    makes_units = {kind.slug for kind in loaded.ruleset.kinds if kind.is_unit}
    entries = [loaded.context.catalogue.get(use.kind, use.key) for use in entries_used(unit.spec)]
    candidates = [entry for entry in entries if entry is not None and entry.kind in makes_units]
    return next((entry for entry in candidates if entry.name == title), candidates[0] if candidates else None)


def _category_of(loaded: LoadedArmy, unit: AnyUnit) -> str:
    entry = _entry_of(loaded, unit, "")
    return loaded.ruleset.kind(entry.kind).plural if entry else loaded.ruleset.words.units.capitalize()


def _selection(loaded: LoadedArmy, group: AnyGroup, unit: AnyUnit, of: str) -> _Selection:
    ruleset, here = loaded.ruleset, ident(of, unit.id)
    title = unit_name(loaded, group, unit)
    entry = _entry_of(loaded, unit, title)
    card = ruleset.card(unit, group, loaded.context)
    settings = _settings(ruleset, "unit", unit_row(loaded, unit), here)
    return _Selection(
        here,
        entry.name if entry else title,
        _entry_id(ruleset, entry),
        "unit",
        profiles=[*profiles_of_card(ruleset, card, here), settings],
        categories=[category(ruleset, here, _category_of(loaded, unit))],
        rules=rules_of_card(card, here),
        costs=costs(ruleset, 1, _points(loaded, unit)),
        custom_name=unit.name,
        notes=unit.notes,
    )


# --- in ----------------------------------------------------------------------------------------------


def read_packed_roster(content: bytes, game: AnyRuleset | None = None) -> ImportedArmy:
    """The army of a ``.rosz`` archive; raises ``BadFile``."""
    try:
        members = open_archive(content)
    except Untrusted as error:
        raise BadFile(Problem("", str(error))) from None
    if len(members) != 1:
        files = f"The archive has {len(members)} files."
        raise BadFile(Problem("", f"{files} A .rosz file must contain exactly one roster."))
    return read_roster(next(iter(members.values())), game)


def read_roster(content: bytes, game: AnyRuleset | None = None) -> ImportedArmy:
    """The army of a ``.ros`` document, with a remark on everything that was matched by name; raises ``BadFile``.

    ``game`` is that of a roster which names none.
    """
    try:
        roster = read_root(content)
    except Untrusted as error:
        raise BadFile(Problem("", str(error))) from None
    if roster.tag in ("catalogue", "gameSystem"):
        raise BadFile(Problem("", "This is a data file of BattleScribe, not a roster. Export your roster as .rosz."))
    if roster.tag != "roster":
        raise BadFile(Problem("", f"The document is a <{str(roster.tag)[:40]}>; a <roster> is expected."))
    forces = list(roster.iter("force"))
    if sum(1 for _ in roster.iter("selection")) > MAX_UNITS:
        raise BadFile(Problem("", f"The roster has more than {MAX_UNITS} selections, which is the limit."))
    ruleset = _game_of(roster, game)
    reader = ArmyReader(ruleset)
    army = [force for force in forces if force.get("entryId") == force_id(ruleset, army_force(ruleset))]
    settings = _read_settings(reader, army)
    choices = RosterChoices(reader, ours=roster.get("gameSystemId") == game_id(ruleset))
    for force in forces:
        if force not in army:
            _read_force(choices, force)
    name = settings.texts.get(NAME, "")
    roster_name = attribute(roster, "name")
    # The placeholder for an unnamed army is not a name.
    if roster_name != (unescape_formula(name) or f"Unnamed {ruleset.words.force}"):
        name = escape_formula(roster_name)
    texts = {
        **_read_limits(reader, roster, settings),
        **settings.texts,
        NAME: name,
        NOTES: escape_formula(inner_text(roster, "customNotes")),
    }
    problems = [Problem(remark.place, remark.message) for remark in reader.remarks if remark.left_out]
    if problems and not any(units for _, units in reader.groups):
        raise BadFile(*problems[:MAX_PROBLEMS])
    return reader.army(PartRow(texts, settings.at))


def _read_limits(reader: ArmyReader, roster: Element, settings: PartRow) -> dict[str, str]:
    """The points limit of the army, by the column of the army's settings."""
    points = points_field(reader.ruleset.force)
    texts: dict[str, str] = {}
    for limit in roster.iterfind("costLimits/costLimit"):
        name, value = attribute(limit, "name"), limit.get("value", "")
        number = whole_number(value)
        if number == 0 or value.startswith("-"):
            continue  # which says that there is none
        if points is None or number is None or texts or not is_points(name, points[1]):
            message = f"{value[:20]} “{name[:80]}” is not a limit of this game’s {reader.ruleset.words.forces}."
            reader.leave_out("Limits", message)
            continue
        path, of = points
        texts[path] = str(number)
        if path not in settings.texts:
            reader.remarks.append(ImportRemark("Limits", f"read by its name: {number} {name} ({of.ask.label})"))
    return texts


def _number(selection: Element) -> int:
    text = selection.get("number", "1")
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 6 else 1


def _game_of(roster: Element, chosen: AnyRuleset | None) -> AnyRuleset:
    """The game that the roster names, or else the chosen one, or that which knows most of its units."""
    title = attribute(roster, "gameSystemName").strip()
    known = all_rulesets() if chosen is None else (*all_rulesets(), chosen)
    ours = {game_id(ruleset): ruleset for ruleset in known}.get(roster.get("gameSystemId", ""))
    ruleset = ours or (game_named(title) if title else chosen or _game_of_units(roster))
    if ruleset is None:
        raise refuse_game(title or attribute(roster, "name"), "gameSystemName")
    return ruleset


def _game_of_units(roster: Element) -> AnyRuleset | None:
    units = [each for force in roster.iter("force") for each in force.findall("selections/selection")]
    return best_fitting((ruleset, *_fitting(ruleset, units)) for ruleset in all_rulesets())


def _fitting(ruleset: AnyRuleset, selections: list[Element]) -> tuple[int, int]:
    """How many selections are units of the game, of how many that name units; a unit's contents count with it."""
    fitting = total = 0
    waiting = list(selections)
    while waiting:
        selection = waiting.pop()
        inside = selection.findall("selections/selection")
        if new_unit_spec(ruleset, ruleset.catalogue, attribute(selection, "name")) is not None:
            fitting, total = fitting + 1, total + 1
            continue
        # What only contains units, such as a detachment, is none itself.
        total += selection.get("type") in ("unit", "model") or not inside
        waiting += inside
    return fitting, total


def _part_row(reader: ArmyReader, spec: type[Any], cells: Named, place: str) -> PartRow:
    texts, unknown = texts_by_column(reader.ruleset, spec, cells)
    for heading in unknown:
        reader.leave_out(place, f"“{heading[:80]}” is unknown.")
    return PartRow(texts, lambda heading: f"{place}, {heading}" if heading else place)


def _read_settings(reader: ArmyReader, army: list[Element]) -> PartRow:
    """The army's settings; also reads its own entries."""
    ruleset = reader.ruleset
    settings = PartRow({}, lambda heading: f"{SETTINGS}, {heading}")
    entries = []
    for selection in (each for force in army for each in force.findall("selections/selection")):
        place = f"“{attribute(selection, 'name')}”"
        cells = cells_of(selection, settings_id(ruleset, "army"))
        if cells is not None:
            settings = _part_row(reader, ruleset.force, cells, SETTINGS)
            continue
        for kind in ruleset.kinds:
            cells = entry_cells(ruleset, kind.slug, selection)
            if cells is not None:
                entries.append((kind, _part_row(reader, kind.spec, cells, place)))
                break
        else:
            reader.leave_out(place, "This is neither a setting nor an entry of this game.")
    reader.read_entries(entries)
    return settings


def _read_force(choices: RosterChoices, force: Element) -> None:
    reader = choices.reader
    cells = cells_of(force, settings_id(reader.ruleset, "group"))
    name = attribute(force, "customName") or ("" if cells is not None else attribute(force, "name"))
    row = _part_row(reader, reader.ruleset.group, cells or (), f"“{name}”")
    texts = {**row.texts, NAME: escape_formula(name), NOTES: escape_formula(inner_text(force, "customNotes"))}
    reader.add_group(PartRow(texts, row.at))
    waiting = force.findall("selections/selection")
    while waiting:
        waiting = _read_selection(choices, waiting.pop(0)) + waiting


def _name_unknown(choices: RosterChoices, selection: Element, place: str) -> None:
    """Name a selection that is no unit of the game, with what it has besides its name where it seems to be one."""
    reader = choices.reader
    inside = selection.findall("selections/selection")
    has_units = any(new_unit_spec(reader.ruleset, reader.catalogue, attribute(each, "name")) for each in inside)
    title, custom = attribute(selection, "name"), attribute(selection, "customName")
    is_unit = selection.get("type") in ("unit", "model") and not has_units
    notes = " ".join(inner_text(selection, "customNotes").split())
    own = [f"{term}: {text}" for term, text in (("Name", custom), ("Notes", notes)) if text]
    number = _number(selection)
    lines = ("", *own, *choices.points_of(selection, number), *(attribute(each, "name") for each in inside))
    units, rest = (min(number, MAX_UNITS), "\n".join(lines)[:MAX_REST]) if is_unit else (0, "")
    group = len(reader.groups) - 1
    likely = reader.likely(title) if units else ""
    reader.remarks.append(ImportRemark(place, reader.unknown(title), True, units, group, rest=rest, likely=likely))


def _read_selection(choices: RosterChoices, selection: Element) -> list[Element]:
    """Read a selection as units; returns the selections inside it to read as units."""
    reader, ruleset = choices.reader, choices.reader.ruleset
    title, custom = attribute(selection, "name"), attribute(selection, "customName")
    own = {NAME: escape_formula(custom), NOTES: escape_formula(inner_text(selection, "customNotes"))}
    number, place = _number(selection), f"“{custom or title}”"
    cells = cells_of(selection, settings_id(ruleset, "unit"))
    if cells is not None:
        row = _part_row(reader, ruleset.unit, cells, place)
        # All settings at their defaults leave no cell but these.
        group = len(reader.groups) - 1
        if not reader.add_unit(PartRow({**row.texts, **own}, row.at), group, number):
            message = "This unit was left out because it has errors."
            reader.remarks.append(ImportRemark(place, message, True, number, group))
        return []
    spec = new_unit_spec(ruleset, reader.catalogue, title)
    if spec is None:
        _name_unknown(choices, selection, place)
        # Programs put units into what they belong to, such as a detachment.
        return selection.findall("selections/selection")
    units = choices.units_of(spec, selection, number)
    times = f"{units} × " if units > 1 else ""
    reader.remarks.append(ImportRemark(place, f"read by its name: {times}{title}"))
    spec, inside = choices.read(spec, selection, place, number // units, units)
    reader.add_unit(PartRow(own, lambda heading: place), len(reader.groups) - 1, units, spec)
    return inside
