import pytest

from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.findings import Finding, Place, Severity, is_legal


def _found(*severities: Severity) -> tuple[Finding, ...]:
    return tuple(Finding("T-1", severity, "Too many.", Place()) for severity in severities)


@pytest.mark.parametrize(
    ("severities", "legal"),
    [
        ((), True),
        ((Severity.NOTE, Severity.WARNING), True),
        ((Severity.ERROR,), False),
        ((Severity.NOTE, Severity.ERROR), False),
    ],
)
def test_only_errors_make_a_force_illegal(severities: tuple[Severity, ...], legal: bool) -> None:
    assert is_legal(_found(*severities)) is legal


def test_a_problem_begins_with_its_place() -> None:
    assert str(Problem("groups[0].name", "is missing")) == "groups[0].name: is missing"
    assert str(Problem("", "is missing")) == "is missing"
