"""The text of orders: add an order to it, and list its lines with issues and forecasts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from armybuilder.armies.loaded_army import MARKS
from rulesets.core.calculators import decimal, percent
from rulesets.core.desk import Forecast, OrderIssue
from rulesets.core.forces.findings import Severity
from rulesets.core.names import name_key

MAX_LISTED = 200
"""The most lines of checked orders that a page lists: thousands are slow on a phone."""


def with_order(text: str, subject: str, order: str) -> str:
    """The text with one more order: after the others of the same subject, or on a new line."""
    lines = text.rstrip().splitlines()
    for number, line in enumerate(lines):
        name, colon, body = line.partition(":")
        if colon and name_key(name) == name_key(subject):
            lines[number] = f"{line.rstrip()}; {order}" if body.strip() else f"{line.rstrip()} {order}"
            break
    else:
        lines.append(f"{subject}: {order}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Band:
    """A forecast in percent of the drawing's width: the low end, the distance to the high end, and the average."""

    left: str
    width: str
    mean: str


@dataclass(frozen=True, slots=True)
class Expected:
    """A forecast as the page shows it; ``band`` is ``None`` if it has no number."""

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
    """A line of orders (number 0: the whole text) with its issues and forecasts."""

    number: int
    text: str
    complaints: tuple[Complaint, ...]
    expected: tuple[Expected, ...]

    @property
    def is_bad(self) -> bool:
        """Whether the line has an error, so that the orders cannot be given."""
        return any(complaint.kind == MARKS[Severity.ERROR] for complaint in self.complaints)


@dataclass(frozen=True, slots=True)
class CheckedOrders:
    """Orders after a check: the lines with orders, issues or forecasts, and how many errors and warnings they have."""

    lines: tuple[CheckedLine, ...]
    errors: int
    warnings: int

    @property
    def listed(self) -> list[CheckedLine]:
        """The lines that the page lists: if there are too many, those with errors and warnings first."""
        first = sorted(self.lines, key=lambda line: (not line.is_bad, not line.complaints))[:MAX_LISTED]
        return sorted(first, key=lambda line: line.number)

    @property
    def unlisted(self) -> int:
        """How many lines the page does not list."""
        return max(0, len(self.lines) - MAX_LISTED)

    @property
    def bad_lines(self) -> str:
        """The numbers of all lines with errors."""
        return " ".join(str(line.number) for line in self.lines if line.is_bad)


def checked_orders(text: str, issues: Iterable[OrderIssue], forecasts: Iterable[Forecast]) -> CheckedOrders:
    """Sort issues and forecasts by the lines of the text."""
    issues, forecasts = list(issues), list(forecasts)
    longest = max((one.high for one in forecasts if one.high is not None), default=0)
    lines = text.splitlines()
    complaints: dict[int, list[Complaint]] = {}
    for issue in issues:
        complaint = Complaint(MARKS[issue.severity], issue.rule, issue.message)
        complaints.setdefault(issue.line, []).append(complaint)
    chances: dict[int, list[Expected]] = {}
    for forecast in forecasts:
        chances.setdefault(forecast.line, []).append(_expected(forecast, longest))
    orders = {number for number, line in enumerate(lines, 1) if ":" in line}
    checked_lines = [
        CheckedLine(
            number,
            lines[number - 1].strip() if 0 < number <= len(lines) else "",
            tuple(complaints.get(number, ())),
            tuple(chances.get(number, ())),
        )
        for number in sorted({*complaints, *chances, *orders})
    ]
    errors, warnings = (
        sum(one.severity is severity for one in issues) for severity in (Severity.ERROR, Severity.WARNING)
    )
    return CheckedOrders(tuple(checked_lines), errors, warnings)


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
