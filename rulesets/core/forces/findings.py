"""Findings of a check of a force, which advise and never forbid."""

import enum
from dataclasses import dataclass


class Severity(enum.StrEnum):
    """The severity of a finding: an error makes the force illegal, a warning or a note does not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a force: ids of group and unit and the name of a field; empty parts mean the whole."""

    group: str = ""
    unit: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of one rule at one place, in words for the player."""

    rule: str
    severity: Severity
    message: str
    where: Place


def is_legal(findings: tuple[Finding, ...]) -> bool:
    """Whether nothing among the findings is an error."""
    return all(finding.severity is not Severity.ERROR for finding in findings)
