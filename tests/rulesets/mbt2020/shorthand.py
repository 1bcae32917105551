"""Armies in the players' shorthand: ``11x INFn ATM MOBILE HQ``, ``AIR+ CAS STATIC heli apache``."""

from typing import Any

import pytest

from rulesets.core.calculators import Answer, QuestionError
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.findings import Finding
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.legality import legal_kinds
from rulesets.systems.mbt2020.units import Army, ArmyForce, BattleGroup, Mode, Posture, Stand, StandKind, kind_of


def stands(text: str) -> list[Stand]:
    """One or several equal stands; of several only the first is the HQ if the text says so."""
    words = text.split()
    count = int(words.pop(0)[:-1]) if words[0][0].isdecimal() and words[0].endswith("x") else 1
    sub_class, *rest = words
    plain: dict[str, Any] = {"sub_class": sub_class}
    for word in rest:
        if word in {posture.value for posture in Posture}:
            plain["posture"] = word
        elif word in {mode.value for mode in Mode}:
            plain["mode"] = word
        elif word == "heli":
            plain["helicopter"] = True
        elif word == "HQ":
            plain["hq"] = True
        else:
            plain["vehicle"] = word
    first = decode(Stand, plain)
    return [first] + [decode(Stand, plain | {"hq": False})] * (count - 1)


def kind(text: str) -> StandKind:
    """One stand's kind."""
    found = kind_of(stands(text)[0], RULESET.catalogue)
    assert found is not None
    return found


def army(groups: list[dict[str, Any]], settings: dict[str, Any]) -> ArmyForce:
    """An army of groups, each with ``stands`` in shorthand and the settings of a battle group."""
    made = []
    for number, group in enumerate(groups, 1):
        units = tuple(Unit("", stand) for text in group["stands"] for stand in stands(text))
        spec = decode(BattleGroup, {key: value for key, value in group.items() if key != "stands"})
        made.append(Group("", f"Group {number}", spec, units))
    return Force("mbt2020", "Case", decode(Army, settings), tuple(made)).with_ids()


def place(finding: Finding, force: ArmyForce) -> str:
    """A finding in short: ``MBT-04 1.3 mode`` is the third stand of the first group, field mode."""
    numbers = {}
    for number, group in enumerate(force.groups, 1):
        numbers[group.id] = str(number)
        for place, unit in enumerate(group.units, 1):
            numbers[unit.id] = f"{number}.{place}"
    at = numbers.get(finding.where.unit or finding.where.group, "army")
    return " ".join(part for part in (finding.rule, at, finding.where.field) if part)


KINDS = legal_kinds(RULESET.catalogue)


def ask(slug: str, question: dict[str, Any] | Any, chosen: Any = ()) -> Answer:
    """The answer of a calculator, under the readings that are chosen."""
    calculator = RULESET.calculator(slug)
    if isinstance(question, dict):
        question = decode(calculator.question, question)
    return calculator.ask(question, RULESET.catalogue, HouseRules(RULESET.rulings, chosen))


def stand(text: str, **more: Any) -> dict[str, Any]:
    """A stand in shorthand as plain data of a question."""
    found = stands(text)[0]
    return {
        "sub_class": found.sub_class,
        "posture": found.posture.value,
        "mode": found.mode.value,
        "helicopter": found.helicopter,
        **more,
    }


def refused(slug: str, question: dict[str, Any], chosen: Any = ()) -> tuple[str, str]:
    """The field and the message with which a calculator refuses a question."""
    with pytest.raises(QuestionError) as caught:
        ask(slug, question, chosen)
    return caught.value.field, caught.value.message
