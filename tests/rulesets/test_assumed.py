"""What answers say that they assumed."""

from typing import Any

import pytest

from rulesets.game import get
from rulesets.registry import all_rulesets

WITHOUT = {("forge-of-war", "turn-check"), ("mbt2020", "fakes"), ("mbt2020", "arcs")}
"""Calculators to which no condition matters: what they are asked stands in their headline."""


@pytest.mark.parametrize(
    ("game", "calculator", "question", "assumed"),
    [
        ("mbt2020", "engagement", {}, "at 4″, by day, target in the open"),
        (
            "mbt2020",
            "engagement",
            {
                "conditions": {"distance": 0, "light": "night", "awc": True, "target_going": "bad", "own_going": "bad"},
                "turn": {"facing": "side"},
                "own": {"state": "pinned"},
            },
            "in contact, by night, in adverse weather, target in bad going, your stand in bad going, "
            "engaged on its side, your stand Pinned",
        ),
        ("mbt2020", "engagement", {"conditions": {"target_supported": True}}, "at 4″, by day, target in the open"),
        ("mbt2020", "movement", {"ground": "bad", "night": True}, "over bad going, by night"),
        (
            "mbt2020",
            "kinds-grid",
            {"conditions": {"target_built_up": True}},
            "at 4″, by day, target in a built-up area",
        ),
        (
            "forge-of-war",
            "shooting",
            {"distance": 8, "shooters": {"moved": 3}, "target": {"cover": "hard", "fast": True, "policy": "figures"}},
            "at 8″, moving 3″, target in hard cover, target moved over 6″, target takes figures first",
        ),
        (
            "forge-of-war",
            "activation",
            {"unit": {"markers": 1, "now": 4, "commander": True, "cover": "soft"}},
            "1 D-marker, 4 of 10 figures, commander near, in soft cover",
        ),
        ("forge-of-war", "rally", {"hiding": True}, "3 D-markers, at full strength, hiding"),
        (
            "forge-of-war",
            "close-combat",
            {"charge": {"cover": "hard", "outside": False}},
            "in the round of the charge, defenders in hard cover, attackers in the same cover",
        ),
        ("warstrike", "suppression", {"markers": 1, "officer_ld": 3}, "1 marker, ordered by Ld 3, not Inspired"),
        ("warstrike", "fall-back", {"enemies": []}, "5 of 10 models left, no enemy in sight"),
        ("forum-combat", "shooting", {"distance": 12, "cover": 1}, "at 12 tiles, target in cover 1, morale unbroken"),
        (
            "forum-combat",
            "melee",
            {"own_broken": True, "theirs_bonus": 1},
            "both engaged, our morale broken, their morale unbroken, +1 ACC",
        ),
        ("forum-combat", "charge", {"disengages": True}, "5 across and 2 down, opposed"),
    ],
)
def test_an_answer_says_what_it_assumed(game: str, calculator: str, question: dict[str, Any], assumed: str) -> None:
    assert ", ".join(get(game).ask(calculator, question)["assumed"]) == assumed


def test_every_calculator_to_which_a_condition_matters_says_so() -> None:
    silent = set()
    for game in all_rulesets():
        for calculator in game.calculators:
            assumed = get(game.slug).ask(calculator.slug)["assumed"]
            assert all(phrase == phrase.strip(" .") for phrase in assumed), calculator.slug
            if not assumed:
                silent.add((game.slug, calculator.slug))
    assert silent == WITHOUT
