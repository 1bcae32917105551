"""What the report on a list says of its lines."""

from collections.abc import Iterable
from typing import Final

from armybuilder.interchange.imported import ImportRemark
from armybuilder.interchange.text_lines import ListLine

MAX_SHOWN: Final = 100
"""Characters of a line that a remark repeats."""
NOT_READ: Final = "This line was not understood."
NO_UNITS: Final = "This was not read as a heading because there are no units below it."
CROSSED_OUT: Final = "This is crossed out, so it was not read."
NOT_TICKED: Final = "This is not ticked, so it was not read."


def points_remarks(lines: Iterable[ListLine]) -> tuple[ImportRemark, ...]:
    """The remark on costs that were read off lines, if there are such."""
    points = next((line.points for line in lines if line.points), "")
    return (ImportRemark(points, "Points costs were left out.", True),) if points else ()


def shown(line: ListLine) -> str:
    """A line as a remark repeats it."""
    return shown_text(line.text)


def shown_text(text: str) -> str:
    """A text as a remark repeats it."""
    return " ".join(text.split())[:MAX_SHOWN]


def not_understood(words: Iterable[str]) -> str:
    """The message on words of a line that mean nothing in its unit."""
    return f"This was not understood: {' '.join(dict.fromkeys(words))[:MAX_SHOWN]}"
