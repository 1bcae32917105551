"""The text of orders: one more order put into it, and the text line by line with what was found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from armybuilder.armies.loaded_army import MARKS
from rulesets.core.calculators import decimal, percent
from rulesets.core.desk import Forecast, OrderIssue
from rulesets.core.findings import Severity

MOST_LISTED = 200
"""How many lines of checked orders a page lists: a phone takes long over thousands."""


def with_order(text: str, subject: str, order: str) -> str:
    """The text with one more order: behind the others of the same subject, or on a line of its own."""
    lines = text.rstrip().splitlines()
    for number, line in enumerate(lines):
        name, colon, body = line.partition(":")
        if colon and name.strip().casefold() == subject.casefold():
            lines[number] = f"{line.rstrip()}; {order}" if body.strip() else f"{line.rstrip()} {order}"
            break
    else:
        lines.append(f"{subject}: {order}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Band:
    """A forecast's numbers as shares of the drawing in per cent: from low to high, and where the average is."""

    left: str
    width: str
    mean: str


@dataclass(frozen=True, slots=True)
class Expected:
    """A forecast as the page shows it; ``band`` is ``None`` where there is no number."""

    subject: str
    text: str
    band: Band | None
    low: str
    high: str
    mean: str


@dataclass(frozen=True, slots=True)
class Complaint:
    """An issue as the page shows it."""

    kind: str
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line of orders (number 0: the whole text) with what is wrong with it and what it may do."""

    number: int
    text: str
    complaints: tuple[Complaint, ...]
    expected: tuple[Expected, ...]

    @property
    def is_bad(self) -> bool:
        """Whether the line keeps the orders from being given."""
        return any(complaint.kind == MARKS[Severity.ERROR] for complaint in self.complaints)


@dataclass(frozen=True, slots=True)
class Checked:
    """Orders that were checked: the lines worth telling of, and whether they can be given."""

    lines: tuple[CheckedLine, ...]
    errors: int
    warnings: int

    @property
    def listed(self) -> list[CheckedLine]:
        """The lines that the page lists: of very many those that need a look."""
        first = sorted(self.lines, key=lambda line: (not line.is_bad, not line.complaints))[:MOST_LISTED]
        return sorted(first, key=lambda line: line.number)

    @property
    def unlisted(self) -> int:
        """How many lines the page does not list."""
        return max(0, len(self.lines) - MOST_LISTED)

    @property
    def bad_lines(self) -> str:
        """The numbers of all lines that keep the orders from being given."""
        return " ".join(str(line.number) for line in self.lines if line.is_bad)


def checked(text: str, issues: Iterable[OrderIssue], forecasts: Iterable[Forecast]) -> Checked:
    """Issues and forecasts beside the lines that they are about."""
    listed, expected = list(issues), list(forecasts)
    longest = max((one.high for one in expected if one.high is not None), default=0)
    lines = text.splitlines()
    complaints: dict[int, list[Complaint]] = {}
    for issue in listed:
        complaint = Complaint(MARKS[issue.severity], issue.rule, issue.message)
        complaints.setdefault(issue.line, []).append(complaint)
    chances: dict[int, list[Expected]] = {}
    for forecast in expected:
        chances.setdefault(forecast.line, []).append(_expected(forecast, longest))
    found = [
        CheckedLine(
            number,
            lines[number - 1].strip() if 0 < number <= len(lines) else "",
            tuple(complaints.get(number, ())),
            tuple(chances.get(number, ())),
        )
        for number in sorted({*complaints, *chances, *_lines_with_orders(lines)})
    ]
    errors, warnings = (
        sum(one.severity is severity for one in listed) for severity in (Severity.ERROR, Severity.WARNING)
    )
    return Checked(tuple(found), errors, warnings)


def _lines_with_orders(lines: list[str]) -> set[int]:
    return {number for number, line in enumerate(lines, 1) if ":" in line}


def _expected(one: Forecast, longest: int) -> Expected:
    if one.mean is None:
        return Expected(one.subject, one.text, None, "", "", "")
    if one.low is None or one.high is None:
        band = Band("0%", _share(one.mean), _share(one.mean))
        return Expected(one.subject, one.text, band, "", "", percent(one.mean))
    scale = max(longest, 1)
    band = Band(_share(Fraction(one.low, scale)), _share(Fraction(one.high - one.low, scale)), _share(one.mean / scale))
    return Expected(one.subject, one.text, band, str(one.low), str(one.high), decimal(one.mean, 1))


def _share(part: Fraction) -> str:
    return f"{float(min(part, Fraction(1)) * 100):.2f}%"
