"""Rounds with written dice: what each phase does with them by the rulebook, and how it is told."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulesets.systems.forum_combat.desk import resolution, rounds
from rulesets.systems.forum_combat.desk.combat import PHASES, Phase
from rulesets.systems.forum_combat.desk.orders import CombatEnding
from rulesets.systems.forum_combat.desk.report import end_report, round_report
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, finish, give_orders, next_phase, now, play_phase
from tests.rulesets.forum_combat.desk import battles

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("phase_cases.toml").read_text())["case"]
ORDER_CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("order_cases.toml").read_text())["case"]
RULES_OF_PLAY = {
    "RND": 3, "CMD": 4, "RNG": 2, "ENG": 3, "SHOOT": 5, "INIT": 4, "ACC": 3, "WOUND": 2, "SAVE": 2, "DMG": 3,
    "FFI": 5, "MEL": 6, "MOV": 6, "DIS": 5, "CHG": 5, "MOR": 3, "OBJ": 1, "END": 3,
}  # fmt: skip
RULINGS = "Rulings that mattered"
NO_PHASES = ("Carried forward", RULINGS)


class Written:
    """A cup whose dice are written down, shared by all squads and phases."""

    def __init__(self, dice: str) -> None:
        self.left = dice.split()

    def __call__(self, *seed: object) -> "Written":
        return self

    def roll(self, count: int) -> str:
        assert count <= len(self.left), f"{count} dice are rolled, {self.left} are left"
        rolled, self.left = self.left[:count], self.left[count:]
        return "".join(rolled)

    def pick(self, count: int) -> int:
        return int(self.roll(1)) - 1


@pytest.fixture
def write_dice(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Written]:
    def written(dice: str) -> Written:
        cup = Written(dice)
        monkeypatch.setattr(resolution, "SquadDice", cup)
        monkeypatch.setattr(rounds, "SquadDice", cup)
        return cup

    return written


def played(battle: BattleRecord, text: str, until: Phase = PHASES[-1]) -> BattleRecord:
    """One round by these orders, up to the end of a phase."""
    battle = give_orders(battle, text, seed=1)
    while (phase := next_phase(battle)) is not None and PHASES.index(phase) <= PHASES.index(until):
        battle = play_phase(battle)
    return battle


def told(battle: BattleRecord) -> list[str]:
    """The lines of the last round, phase by phase."""
    phases = [each for each in round_report(battle, len(battle.rounds)).sections if each.title not in NO_PHASES]
    return [line.text for phase in phases for line in phase.lines if line.text != "Nothing happened."]


PHASE_OF = {
    "command": ("CMD",),
    "shooting": ("SHOOT", "INIT", "FFI"),
    "attacks": ("ACC", "WOUND", "SAVE", "DMG"),
    "melee": ("MEL",),
    "movement": ("MOV", "DIS", "CHG"),
    "morale": ("MOR", "OBJ"),
}
"""The rules that are tested with each phase, and with attacks in any."""


def cases_of(part: str) -> list[dict[str, Any]]:
    """The cases of a phase: a case belongs to the first rule that it names, or else to no phase (``""``)."""

    def owner(case: dict[str, Any]) -> str:
        named = [rule.split("-")[1] for rule in case.get("bites", []) + case.get("spares", [])][:1]
        return next((phase for phase, rules in PHASE_OF.items() if set(named) & set(rules)), "")

    return [case for case in CASES if owner(case) == part]


def play_case(case: dict[str, Any], write_dice: Callable[[str], Written]) -> None:
    """Play what a case says, and compare all that came of it."""
    cup, start = write_dice(case["dice"]), battles.combat(case)
    battle, texts = BattleRecord(start), case["orders"]
    for text in [texts] if isinstance(texts, str) else texts:
        battle = played(battle, text, Phase(case.get("until", "morale")))
    if "told" in case:
        assert told(battle) == case["told"]
    if "finish" in case:
        battle = finish(battle, CombatEnding(case["finish"]), 1, won=case["finish"] == "met")
        sections = end_report(battle).sections
        assert [line.text for section in sections if section.title != RULINGS for line in section.lines] == case["fate"]
    assert cup.left == []
    assert sorted(battles.difference(start, now(battle))) == sorted(case["after"])


@pytest.mark.parametrize("case", cases_of(""), ids=lambda case: case["title"])
def test_a_round(case: dict[str, Any], write_dice: Callable[[str], Written]) -> None:
    play_case(case, write_dice)


def test_every_rule_of_play_is_shown_at_work_and_staying_out() -> None:
    ids = {f"FC-{name}-{number}" for name, count in RULES_OF_PLAY.items() for number in range(1, count + 1)}
    bites = {rule for case in CASES + ORDER_CASES for rule in case.get("bites", [])}
    bites |= {issue.split()[1] for case in ORDER_CASES for issue in case["issues"]}
    spares = {rule for case in CASES for rule in case.get("spares", [])}
    spares |= {rule for case in ORDER_CASES for rule in case.get("keeps", [])}
    assert (ids - bites, ids - spares) == (set(), set())
