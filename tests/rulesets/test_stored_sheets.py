"""Quick references say, under each reading, what they said when they were read; see ``tests.stored.sheets``."""

import json

import pytest

from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.stored.sheets import file_of, snapshot


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_sheets_say_what_they_said_when_they_were_read(game: AnyRuleset) -> None:
    stored, found = json.loads(file_of(game).read_text()), snapshot(game)
    changed = [reading for reading in {**stored, **found} if stored.get(reading) != found.get(reading)]
    assert not changed, f"if the sheets are right: python -m tests.stored.sheets {game.slug}"
