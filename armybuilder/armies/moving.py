"""An army as one of another version of its game: what no longer fits is left out and named."""

import re
from dataclasses import dataclass
from typing import Any, Final

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.schema_forms.plain import blank_spec
from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.fields import fields_of
from rulesets.core.declarations.house_rules import switches
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.ruleset import AnyRuleset

MAX_READINGS: Final = 400
"""How often an army is read to find all values that do not fit; each reading reports at most twenty."""
_STEPS: Final = re.compile(r"[^.\[\]]+")

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moved:
    """The army in the other version, and what did not fit: labels of settings, each with how many had one."""

    loaded: LoadedArmy
    lost: dict[str, int]


def moved(loaded: LoadedArmy, ruleset: AnyRuleset) -> Moved:
    """The army in that version of its game; raises ``CodecError`` if it cannot be read there at all.

    References to entries that are gone are kept, as validation reports them. Custom entries get a blank value in each
    column that is new or no longer takes theirs.
    """
    if loaded.ruleset is ruleset:
        return Moved(loaded, {})
    plain = encode_force(loaded.force) | {"ruleset": ruleset.slug}
    lost: dict[str, int] = {}
    _drop_entries(plain, ruleset, lost)
    _drop_house_rules(plain, loaded.ruleset, ruleset, lost)
    for entry in plain["entries"]:
        _drop_unknown(entry["spec"], loaded.ruleset.kind(entry["kind"]).spec, ruleset.kind(entry["kind"]).spec, lost)
    for spec, before, after in _specs(plain, loaded.ruleset, ruleset):
        _drop_unknown(spec, before, after, lost)
    for _ in range(MAX_READINGS):
        for entry in plain["entries"]:
            # The columns of custom entries have no defaults, so that new and dropped ones need a value.
            entry["spec"] = blank_spec(ruleset.kind(entry["kind"]).spec) | entry["spec"]
        try:
            return Moved(LoadedArmy(ruleset, decode_force(ruleset, plain)), lost)
        except CodecError as error:
            refused = error
            dropped = [_drop(plain, problem.path, ruleset, lost) for problem in error.problems]
            if not any(dropped):
                break
    raise refused


def _specs(plain: Plain, before: AnyRuleset, after: AnyRuleset) -> list[tuple[Plain, type[Any], type[Any]]]:
    """The settings of the army, its groups and its units, each with its declaration in both versions."""
    specs = [(plain["spec"], before.force, after.force)]
    for group in plain["groups"]:
        specs.append((group["spec"], before.group, after.group))
        specs += [(unit["spec"], before.unit, after.unit) for unit in group["units"]]
    return specs


def _drop_entries(plain: Plain, after: AnyRuleset, lost: dict[str, int]) -> None:
    """Leave out the custom entries of kinds that are gone."""
    kinds = {kind.slug for kind in after.kinds}
    lost |= {f"The custom entry “{entry['name']}”": 1 for entry in plain["entries"] if entry["kind"] not in kinds}
    plain["entries"] = [entry for entry in plain["entries"] if entry["kind"] in kinds]


def _drop_house_rules(plain: Plain, before: AnyRuleset, after: AnyRuleset, lost: dict[str, int]) -> None:
    """Leave out the house rules that are gone, and those whose reading is."""
    asked, known = switches(before.rulings), switches(after.rulings)
    for switch, key in [*plain["house_rules"].items()]:
        if switch not in known or key not in known[switch].keys:
            del plain["house_rules"][switch]
            lost[f"The house rule “{asked[switch].question if switch in asked else switch}”"] = 1


def _drop_unknown(spec: Plain, before: type[Any], after: type[Any], lost: dict[str, int]) -> None:
    known = {field.name for field in fields_of(after)}
    for field in fields_of(before):
        if field.name not in known and spec.pop(field.name) not in (None, "", []):
            lost[field.ask.label] = lost.get(field.ask.label, 0) + 1


def _drop(plain: Plain, path: str, ruleset: AnyRuleset, lost: dict[str, int]) -> bool:
    """Leave out the innermost value with a name on the path, so that it gets its default; whether it was there."""
    inside: Any = plain
    place: tuple[Plain, str] | None = None
    for step in _STEPS.findall(path):
        if isinstance(inside, dict):
            if step not in inside:
                return False
            place = inside, step
            inside = inside[step]
        elif isinstance(inside, list) and step.isdecimal() and int(step) < len(inside):
            inside = inside[int(step)]
        else:
            break
    if place is None:
        return False
    holder, name = place
    del holder[name]
    specs = (ruleset.unit, ruleset.group, ruleset.force, *(kind.spec for kind in ruleset.kinds))
    fields = (field for spec in specs for field in fields_of(spec))
    label = next((field.ask.label for field in fields if field.name == name), name)
    lost[label] = lost.get(label, 0) + 1
    return True
