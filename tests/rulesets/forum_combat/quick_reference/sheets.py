"""Sheets of the example platoon under house rules, and the lines on them."""

import dataclasses
from dataclasses import replace

from rulesets.core.force import Force
from rulesets.core.reference import Section
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.templates import enemies, players
from rulesets.systems.forum_combat.units import Command, Squad, Troop
from tests.rulesets.sheets import complete_sheet, sheet_for

Readings = dict[str, str]


def platoon(readings: Readings) -> Force[Command, Squad, Troop]:
    return replace(players(), house_rules=tuple((f"fc.{switch}", key) for switch, key in readings.items()))


def sheet(**readings: str) -> dict[str, Section]:
    return {section.slug: section for section in sheet_for(RULESET, RULESET.context(platoon(readings)))}


def line(section: Section, term: str) -> str:
    (found,) = (each.text for each in section.lines if each.term == term)
    return found


def cells(section: Section, table: int) -> list[list[str]]:
    return [[cell.text for cell in row] for row in section.tables[table].rows]


LINES: list[tuple[str, str, str, dict[str, str]]] = [
    (
        "round",
        "No conditions",
        "split_fire",
        {
            "one": "a player names one target per squad; “if” and “unless” are not allowed",
            "split": "each unit may have its own target; “if” and “unless” are not allowed",
        },
    ),
    (
        "round",
        "Same ability",
        "unit_ability_limit",
        {
            "squad": "once a round on a squad and its units, whoever uses it",
            "unit": "once a round on a squad or a unit, whoever uses it",
        },
    ),
    (
        "round",
        "Same ability",
        "ability_limit_scope",
        {"user": "once a round on a squad and its units, for each user"},
    ),
    (
        "round",
        "Command Points",
        "cp_refresh",
        {"combat": "come back with the next combat", "round": "come back every round"},
    ),
    (
        "round",
        "Wasted fire",
        "hit_downed",
        {
            "off": "at a squad with nobody standing; the shooter still counts as having shot",
            "on": "at a squad with nobody standing or downed; the shooter still counts as having shot",
        },
    ),
    (
        "attack",
        "Hit",
        "nat1_fails",
        {
            "off": "ACC less modifiers (together ±2 at most); a natural 6 always hits",
            "on": "ACC less modifiers (together ±2 at most); a natural 6 always hits, a natural 1 always misses",
        },
    ),
    (
        "attack",
        "Save",
        "save_nat6",
        {
            "off": "SAV plus AP on the die; none when that is above 6",
            "on": "SAV plus AP on the die; with a SAV a natural 6 always saves",
        },
    ),
    (
        "attack",
        "Save",
        "save_nat1",
        {"on": "SAV plus AP on the die; none when that is above 6; a natural 1 never saves"},
    ),
    (
        "health",
        "Who is hit",
        "alloc",
        {
            "focus": "the standing unit hurt most, then the next",
            "spread": "the healthiest standing unit",
            "random": "any standing unit",
            "random_all": "any unit not yet killed, downed ones too",
        },
    ),
    (
        "health",
        "Further wounds",
        "overflow",
        {
            "lost": "after the last unit has fallen: they are lost",
            "downed": "after the last unit has fallen: they go on to the downed, who can be killed by them",
        },
    ),
    (
        "melee",
        "2 Fallen",
        "cq_then_melee",
        {"fallen": "do not get to strike", "strike": "in close quarters still strike"},
    ),
    (
        "melee",
        "1 Close quarters",
        "close_quarters_reach",
        {
            "off": "squads with a unit in an enemy’s zone fire the [CloseQuarters] weapons of units that did not "
            "shoot; both sides at once",
            "on": "squads in contact fire the [CloseQuarters] weapons of units that did not shoot; both sides at once",
        },
    ),
    (
        "special-moves",
        "Charge",
        "charge_measure",
        {
            "zone": "after the move: 2d6 must reach the distance to engagement range",
            "adjacent": "after the move: 2d6 must reach the distance to stand side by side",
            "plain": "after the move: 2d6 must reach the plain distance to the enemy",
        },
    ),
    (
        "morale",
        "Who rolls",
        "strength",
        {
            "standing": "squads with less than half their starting units standing; a lone unit never",
            "hp": "squads with less than half their starting HP left",
            "living": "squads with less than half their starting units not killed; a lone unit never",
        },
    ),
    (
        "morale",
        "Who rolls",
        "single_unit_half",
        {"hp": "squads with less than half their starting units standing; a lone unit below half its HP"},
    ),
    (
        "morale",
        "Objectives",
        "obj_radius",
        {
            "1": "then unbroken squads within 1 tile add the CON of all standing units",
            "2": "then unbroken squads within 2 tiles add the CON of all standing units",
            "3": "then unbroken squads within 3 tiles add the CON of all standing units",
            "6": "then unbroken squads within 6 tiles add the CON of all standing units",
        },
    ),
    (
        "morale",
        "Objectives",
        "con_sum",
        {"best": "then unbroken squads within 3 tiles add the CON of the best standing unit"},
    ),
]


def lines_of(*sections: str) -> list[tuple[str, str, str, str, str]]:
    """Section, term, switch, reading and text of the lines that depend on a house rule, in those sections."""
    return [
        (section, term, switch, key, text)
        for section, term, switch, texts in LINES
        if section in sections
        for key, text in texts.items()
    ]


def all_sections() -> dict[str, tuple[Section, ...]]:
    changed = dataclasses.replace(players(), house_rules=(("fc.nat1_fails", "on"),))
    return {
        "complete": complete_sheet(RULESET),
        "players": sheet_for(RULESET, RULESET.context(changed)),
        "enemies": sheet_for(RULESET, RULESET.context(enemies())),
        "empty": sheet_for(RULESET, RULESET.context(RULESET.new_force())),
    }
