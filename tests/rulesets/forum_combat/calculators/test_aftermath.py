"""The calculator of aftermath."""

from typing import Any

import pytest

from rulesets.systems.forum_combat.calculators.aftermath import Aftermath
from tests.rulesets.forum_combat.calculators.questions import ask


@pytest.mark.parametrize(
    ("slug", "question", "headline"),
    [
        ("aftermath", Aftermath(), "1.7 of 5 die on average (13% chance that all live)"),
    ],
)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline


def test_only_what_differs_has_a_step() -> None:
    plain = ask("aftermath", Aftermath())
    assert [step.label for step in plain.steps] == ["Roll for their lives", "Expected deaths among them"]
    assert plain.steps[0].reason == (
        "2 abandoned and 3 in wiped-out squads: roll a d6 for each, and 1 or 2 means death"
    )
    full = ask("aftermath", Aftermath(kept=2, killed=1))
    assert [step.label for step in full.steps][::3] == ["Safe without a roll", "Expected dead in all"]


def test_the_safe_are_safe_for_a_reason() -> None:
    answer = ask("aftermath", Aftermath(kept=2, won=True, abandoned=0), win_saves_downed="on")
    assert [(step.label, step.value, step.reason) for step in answer.steps] == [
        ("Safe without a roll", "5", "2 in squads that still stand and 3 saved by the victory"),
        ("Roll for their lives", "0", "nobody is at risk"),
        ("Expected deaths among them", "0.00", ""),
    ]


def test_winning_is_said_to_save_nobody_where_it_does_not() -> None:
    said = ("Victory does not save the downed of squads that are wiped out.",)
    assert ask("aftermath", Aftermath()).notes == ()
    assert ask("aftermath", Aftermath(won=True)).notes == said
    assert ask("aftermath", Aftermath(won=True), win_saves_downed="on").notes == ()
    assert ask("aftermath", Aftermath(won=True, wiped=0)).notes == ()
