"""Findings on a roster: counted for its verdict, and rows with their places."""

from typing import Any

from armybuilder.printing.documents.findings import count_findings, findings_with_places
from rulesets.core.forces.findings import Finding, Place, Severity
from tests.printing.documents.test_roster import with_units
from tests.printing.samples import demo


def test_the_verdict_counts_by_severity() -> None:
    findings = tuple(
        Finding("R", severity, "m", Place()) for severity in (Severity.WARNING, Severity.NOTE, Severity.NOTE)
    )
    assert count_findings(()) == "no problems"
    assert count_findings(findings) == "1 warning, 2 notes"
    assert count_findings((*findings, Finding("R", Severity.ERROR, "m", Place()))) == "1 error, 1 warning, 2 notes"


def test_a_finding_is_a_row_with_its_severity_and_place(pebbles: Any) -> None:
    rows = list(findings_with_places(with_units(demo(pebbles), 4)))
    assert [(word, tone, where) for word, tone, where, _ in rows] == [("Error", "error", "First pile · PEB-2")]
