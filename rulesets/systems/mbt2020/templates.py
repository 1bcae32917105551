"""Ready battle groups to start from, each of twelve stands with a BGHQ, and the army shown as an example."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rulesets.core.force import Force, Group, Unit
from rulesets.core.ruleset import Template
from rulesets.systems.mbt2020.units import Army, ArmyForce, BattleGroup, Mode, Posture, Stand

GroupTemplate = Template[BattleGroup, Stand]
P, M = Posture, Mode


def _several(
    count: int, sub_class: str, posture: Posture, mode: Mode = M.MOBILE, vehicle: str = "", helicopter: bool = False
) -> tuple[Stand, ...]:
    return (Stand(sub_class, vehicle, posture, mode, helicopter),) * count


def _template(slug: str, title: str, summary: str, *parts: tuple[Stand, ...]) -> GroupTemplate:
    """A template whose first stand is the BGHQ."""
    first, *others = (stand for part in parts for stand in part)
    stands = (replace(first, hq=True), *others)
    return Template(slug, title, summary, BattleGroup(), tuple(("", stand) for stand in stands))


TEMPLATES: Final[tuple[GroupTemplate, ...]] = (
    _template(
        "tank",
        "Tank group",
        "Eight platoons of tanks with carriers, scouts and air defence",
        _several(8, "MBTn", P.ARMOUR, vehicle="challenger-2"),
        _several(2, "INF+", P.INFANTRY, vehicle="warrior"),
        _several(1, "INF+", P.REC, M.FAST, "ajax"),
        _several(1, "INF+", P.PDA),
    ),
    _template(
        "heavy-tank",
        "Heavy tank group",
        "Nine platoons of the best tanks with scouts and air defence",
        _several(9, "MBT+", P.ARMOUR, vehicle="leopard-2a5-plus"),
        _several(1, "INF+", P.INFANTRY, vehicle="marder"),
        _several(1, "INF+", P.REC, M.FAST),
        _several(1, "INF+", P.ADA),
    ),
    _template(
        "older-tank",
        "Older tank group",
        "Nine platoons of older tanks with truck-borne infantry",
        _several(9, "MBT-", P.ARMOUR, vehicle="t-55"),
        _several(2, "INF-", P.INFANTRY, vehicle="truck"),
        _several(1, "INF-", P.REC),
    ),
    _template(
        "mechanised",
        "Mechanised infantry group",
        "Infantry in combat vehicles with tanks, mortars and anti-tank weapons",
        _several(5, "INF+", P.INFANTRY, vehicle="warrior"),
        _several(2, "MBTn", P.ARMOUR, vehicle="challenger-2"),
        _several(1, "INF+", P.REC, M.FAST, "ajax"),
        _several(1, "INF+", P.LAS),
        _several(1, "INFn", P.ATM, vehicle="swingfire"),
        _several(1, "INF+", P.ADA),
        _several(1, "INF+", P.PDA),
    ),
    _template(
        "carrier",
        "Carrier infantry group",
        "Infantry in armoured carriers with mortars and anti-tank weapons",
        _several(7, "INFn", P.INFANTRY, vehicle="m113"),
        _several(1, "INFn", P.REC),
        _several(1, "INFn", P.LAS, vehicle="120-mm-mortar-carrier"),
        _several(2, "INFn", P.ATM, vehicle="tow"),
        _several(1, "INFn", P.PDA),
    ),
    _template(
        "motor",
        "Motor infantry group",
        "Infantry in trucks, dug in or moving, with mortars and Milan",
        _several(4, "INF-", P.INFANTRY, vehicle="truck"),
        _several(3, "INF-", P.INFANTRY, M.STATIC, "truck"),
        _several(1, "INF-", P.REC),
        _several(2, "INF-", P.LAS, vehicle="81-mm-mortar-carrier"),
        _several(1, "INF-", P.ATM, vehicle="milan"),
        _several(1, "INF-", P.PDA),
    ),
    _template(
        "reconnaissance",
        "Reconnaissance group",
        "Six platoons of scouts with tanks and anti-tank weapons behind them",
        _several(2, "INF+", P.INFANTRY, vehicle="bradley-m2"),
        _several(6, "INF+", P.REC, M.FAST, "bradley-m3"),
        _several(2, "MBTn", P.ARMOUR, vehicle="m1-abrams"),
        _several(2, "INFn", P.ATM, vehicle="tow"),
    ),
    _template(
        "combined",
        "Combined group",
        "Tanks and infantry with a battery and helicopters of their own",
        _several(3, "INF+", P.INFANTRY, vehicle="warrior"),
        _several(3, "MBTn", P.ARMOUR, vehicle="challenger-2"),
        _several(1, "INF+", P.REC, M.FAST, "ajax"),
        _several(1, "INF+", P.LAS),
        _several(1, "INF+", P.PDA),
        _several(2, "ARTn", P.OTF, M.SNS, "self-propelled-gun-up-to-155-mm"),
        _several(1, "AIR+", P.CAS, vehicle="apache", helicopter=True),
    ),
    _template(
        "artillery",
        "Artillery group",
        "Self-propelled batteries for area fire and against other batteries",
        _several(6, "ARTn", P.OTF, M.SNS, "self-propelled-gun-up-to-155-mm"),
        _several(2, "ART+", P.OTF, M.SNS, "mlrs"),
        _several(4, "ARTn", P.CBA, M.SNS, "self-propelled-gun-up-to-155-mm"),
    ),
    _template(
        "towed",
        "Towed artillery group",
        "Towed batteries for area fire and against other batteries",
        _several(9, "ART-", P.OTF, M.STATIC, "towed-gun-up-to-155-mm"),
        _several(3, "ART-", P.CBA, M.STATIC, "towed-gun-up-to-155-mm"),
    ),
    _template(
        "air",
        "Air wing",
        "Fighters, close support and electronic warfare",
        _several(4, "AIRn", P.ASF, vehicle="f-16"),
        _several(6, "AIRn", P.CAS, vehicle="harrier"),
        _several(2, "AIRn", P.ECM),
    ),
    _template(
        "helicopter",
        "Helicopter group",
        "Attack helicopters, hovering or moving",
        _several(8, "AIR+", P.CAS, M.MOBILE, "apache", helicopter=True),
        _several(4, "AIR+", P.CAS, M.STATIC, "apache", helicopter=True),
    ),
)


def demo() -> ArmyForce:
    """A British army of two battle groups, legal throughout."""
    groups = []
    for template, name in (("tank", "Royal Tank battle group"), ("combined", "Armoured infantry battle group")):
        ready = next(one for one in TEMPLATES if one.slug == template)
        stands = tuple(Unit("", stand, title) for title, stand in ready.units)
        groups.append(Group("", name, ready.group, stands))
    army = Army(nation="united-kingdom", agreed_groups=2, fakes=7)
    return Force("mbt2020", "3rd Division", army, tuple(groups)).with_ids()
