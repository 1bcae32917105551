"""Rules on weapons."""

from typing import Any

import pytest

from tests.rulesets.forge_of_war.legality.cases import cases_of, written


@pytest.mark.parametrize("case", cases_of("W"), ids=lambda case: case["title"])
def test_findings(case: dict[str, Any]) -> None:
    assert written(case) == case["findings"]
