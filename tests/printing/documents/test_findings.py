"""Findings on a roster: rows with their places."""

from typing import Any

from armybuilder.printing.documents.findings import findings_with_places
from tests.printing.documents.test_roster import with_units
from tests.printing.samples import demo


def test_a_finding_is_a_row_with_its_severity_and_place(pebbles: Any) -> None:
    rows = list(findings_with_places(with_units(demo(pebbles), 4)))
    assert [(word, tone, where) for word, tone, where, _ in rows] == [("Error", "error", "First pile · PEB-2")]
