"""Lines of an import that name units which were not read, and the units that the player chooses for them."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any, Final

from armybuilder.armies.documents import BadFile, army_of
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import Group, Unit
from rulesets.core.ruleset import AnyRuleset

MAX_MENDED: Final = 30
"""Lines for which units can be chosen at once; further ones come when these are done."""


def entries_to_choose(ruleset: AnyRuleset) -> list[tuple[str, list[tuple[str, str]]]]:
    """The entries that are units, by the plural of their kind, each as its value in the form and its name."""
    kinds = (kind for kind in ruleset.kinds if kind.is_unit)
    return [
        (kind.plural, [(f"{kind.slug}/{entry.key}", entry.name) for entry in ruleset.catalogue.of_kind(kind.slug)])
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
    """The army with the units chosen for its lost lines: ``mend-0`` is the entry of the first. Raises ``BadFile``."""
    ruleset, force = imported.loaded.ruleset, imported.loaded.force
    groups, remarks = list(force.groups), list(imported.remarks)
    for number, remark in enumerate(imported.lost[:MAX_MENDED]):
        slug, _, key = chosen.get(f"mend-{number}", "").partition("/")
        kind = next((kind for kind in ruleset.kinds if kind.slug == slug and kind.enlist), None)
        entry = ruleset.catalogue.get(slug, key)
        if kind is None or kind.enlist is None or entry is None:
            continue
        groups = groups or [Group("", "", ruleset.group())]
        place = min(max(remark.group, 0), len(groups) - 1)
        specs: tuple[Any, ...] = kind.several(kind.enlist(entry), min(max(remark.units, 1), 99))
        units = tuple(Unit("", spec) for spec in specs)
        groups[place] = replace(groups[place], units=(*groups[place].units, *units))
        remarks[remarks.index(remark)] = ImportRemark(remark.place, f"You chose {remark.units} × {entry.name}.")
    loaded = army_of(encode_force(replace(force, groups=tuple(groups))))
    return ImportedArmy(loaded, tuple(remarks))
