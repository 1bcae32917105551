"""Lines of an import that name units which were not read, and the units that the player chooses for them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any, Final

from armybuilder.armies.documents import BadFile, army_of
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from armybuilder.interchange.text_remarks import not_understood, shown_text
from armybuilder.interchange.text_units import UnitFinder
from armybuilder.interchange.unit_choices import with_models
from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import MAX_UNITS, NOTES_LENGTH, encode_force
from rulesets.core.forces.force import AnyGroup, AnyUnit, Group, Unit
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

MAX_MENDED: Final = 30
"""Lines for which units can be chosen at once; further ones come when these are done."""
AS_ONE: Final = "one"
"""The choice of one unit with all the models of a line."""


def entries_to_choose(loaded: LoadedArmy) -> list[tuple[str, list[tuple[str, str]]]]:
    """The entries that are units, by the plural of their kind, each as its value in the form and its name."""
    kinds = (kind for kind in loaded.ruleset.kinds if kind.is_unit)
    catalogue = loaded.context.catalogue
    return [
        (kind.plural, [(f"{kind.slug}/{entry.key}", entry.name) for entry in catalogue.of_kind(kind.slug)])
        for kind in kinds
    ]


def remarks_as_text(remarks: tuple[ImportRemark, ...]) -> str:
    """The remarks for a hidden field, which ``remarks_of`` reads."""
    return json.dumps([asdict(each) for each in remarks], ensure_ascii=False)


def remarks_of(text: str) -> tuple[ImportRemark, ...]:
    """The remarks of a hidden field; raises ``BadFile`` for what none of our pages sent."""
    types = {each.name: each.type for each in fields(ImportRemark)}
    try:
        remarks = tuple(ImportRemark(**each) for each in json.loads(text or "[]"))
    except (ValueError, TypeError, RecursionError):
        remarks = None
    if remarks is None or any(
        type(getattr(each, name)) is not kind for each in remarks for name, kind in types.items()
    ):
        raise BadFile(Problem("", "The report of the file is damaged. Import the file again."))
    return remarks


def mended(imported: ImportedArmy, chosen: Mapping[str, str]) -> ImportedArmy:
    """The army with what is chosen for its lost and unsure lines, from ``mend-0`` on. Raises ``BadFile``.

    For a lost line that is an entry. What the line says besides the name is set in its units, and named where it means
    nothing in them. For an unsure line it is ``AS_ONE``.
    """
    loaded, force = imported.loaded, imported.loaded.force
    finder, catalogue = UnitFinder(loaded.ruleset, force), loaded.context.catalogue
    groups, remarks = list(force.groups), list(imported.remarks)
    for number, remark in enumerate((imported.lost + imported.unsure)[:MAX_MENDED]):
        choice = chosen.get(f"mend-{number}", "")
        if remark.instead and choice == AS_ONE:
            _read_as_one(groups, remarks, remark, loaded.ruleset)
            continue
        slug, _, key = choice.partition("/")
        kind = next((kind for kind in loaded.ruleset.kinds if kind.slug == slug and kind.enlist), None)
        entry = catalogue.get(slug, key)
        if kind is None or entry is None:
            continue
        units, left = _units_of(finder, kind, entry, remark)
        place = _place_of(groups, remark, loaded.ruleset)
        groups[place] = replace(groups[place], units=_with_units(groups[place].units, units, remark.kept.split()))
        if sum(len(group.units) for group in groups) > MAX_UNITS:
            words = loaded.ruleset.words
            message = f"The {words.force} would have more than {MAX_UNITS} {words.units}. Choose fewer lines."
            raise BadFile(Problem("", message))
        _tell(remarks, remark, f"You chose {remark.units} × {entry.name}.", left)
    whole = army_of(encode_force(replace(force, groups=tuple(groups))))
    return ImportedArmy(whole, tuple(remarks))


def _read_as_one(
    groups: list[AnyGroup], remarks: list[ImportRemark], remark: ImportRemark, ruleset: AnyRuleset
) -> None:
    """Put one unit of so many models in place of those that a line was read as, if all of them are in their group."""
    place = min(max(remark.group, 0), len(groups) - 1)
    kept = [unit for unit in groups[place].units if unit.id in remark.kept.split()] if groups else []
    spec = with_models(kept[0].spec, remark.units) if kept and len(kept) == remark.units else None
    if spec is not None:
        one = replace(kept[0], spec=spec)
        groups[place] = replace(groups[place], units=_with_units(groups[place].units, [one], remark.kept.split()))
        _tell(remarks, remark, f"You chose one {ruleset.words.unit} of {remark.instead}.", ())


def _units_of(
    finder: UnitFinder, kind: EntryKind[Any], entry: Entry[Any], remark: ImportRemark
) -> tuple[list[AnyUnit], tuple[str, ...]]:
    """The units of an entry with what a remark says of them, and the words of it that mean nothing in them."""
    assert kind.enlist is not None  # noqa: S101 (only kinds of units are chosen)
    count = min(max(remark.units, 1), MAX_UNITS)
    unit = finder.described(kind.enlist(entry), entry.name, remark.rest.split("\n"))
    specs: tuple[Any, ...] = (unit.spec,) * count if remark.rest.strip() else kind.several(unit.spec, count)
    return [Unit("", spec, unit.name[:NAME_LENGTH], unit.notes[:NOTES_LENGTH]) for spec in specs], unit.left


def _with_units(before: Sequence[AnyUnit], units: Sequence[AnyUnit], kept: Sequence[str]) -> tuple[AnyUnit, ...]:
    """The units of a group with more at its end, or in place of those that were kept."""
    place = next((number for number, unit in enumerate(before) if unit.id in kept), len(before))
    others = [unit for unit in before[place:] if unit.id not in kept]
    return (*before[:place], *units, *others)


def _place_of(groups: list[AnyGroup], remark: ImportRemark, ruleset: AnyRuleset) -> int:
    """The place of the group that a remark belongs to, which is added if there is none."""
    named = [place for place, group in enumerate(groups) if name_key(group.name) == name_key(remark.heading)]
    if remark.heading and named:
        return named[0]
    if remark.heading or not groups:
        groups.append(Group("", remark.heading[:NAME_LENGTH], ruleset.group()))
        return len(groups) - 1
    return min(max(remark.group, 0), len(groups) - 1)


def _tell(remarks: list[ImportRemark], remark: ImportRemark, message: str, left: tuple[str, ...]) -> None:
    """Say what a line became, in place of it and of the lines inside it."""
    place = remarks.index(remark)
    inside = {shown_text(line) for line in remark.rest.split("\n") if line}
    end = place + 1
    while end < len(remarks) and not remarks[end].units and remarks[end].place.strip("“”") in inside:
        end += 1
    told = [ImportRemark(remark.place, message)]
    if left:
        told.append(ImportRemark(remark.place, not_understood(left), left_out=True))
    remarks[place:end] = told
