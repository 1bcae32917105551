"""The characteristics of profiles as fields of a kind: numbers where all are numbers, texts otherwise.

Sentences, such as the texts of rules, are not copied.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rulesets.described.document import FieldType, KindField

from .choices import SCALE
from .names import Taken, short_heading

MAX_WORDS: Final = 6
"""Words without a comma between them, beyond which a text is a sentence."""
MAX_LENGTH: Final = 120
"""Letters of a value; a longer one is a text of the rules."""
MANY: Final = 0.9
"""The share of values from which a column is one of numbers, though some are missing."""
_NUMBER: Final = re.compile(r"(-?)(\d{1,6})(?:\.(\d{1,3}))?\s*([^\d\s/.,-]{0,2}|inch|inches)")
_INCHES: Final = frozenset({'"', "”", "“", "''", "″", "inches", "inch", "in"})
_PARTS: Final = re.compile(r"[,;/|•\n]")


@dataclass(frozen=True, slots=True)
class Column:
    """A field, and its value for each row."""

    field: KindField
    values: tuple[str, ...]
    missing: tuple[int, ...] = ()
    """The rows for which a number was not given, so that it is 0."""
    odd: str = ""
    """A value because of which the column is not one of numbers."""


def is_sentence(text: str) -> bool:
    """Whether a value is words of a rulebook rather than a value."""
    return len(text) > MAX_LENGTH or any(len(part.split()) > MAX_WORDS for part in _PARTS.split(text))


def column(title: str, texts: Sequence[str], names: Taken, *, on_statline: bool = False) -> Column:
    """The column of a characteristic."""
    short = short_heading(title) if on_statline else ""
    field = KindField(names.name(title), title[:60], FieldType.TEXT, short=short)
    numbers = [_number(text) for text in texts]
    units = Counter(each[1] for each in numbers if each is not None)
    found, filled = units.total(), sum(map(bool, texts))
    if found == filled >= MANY * len(texts) and len(units) == 1:
        return number_column(field, [each and each[0] for each in numbers], unit=next(iter(units)))
    odd = ""
    if found > len(texts) / 2:
        usual = units.most_common(1)[0][0]
        odd = next(
            (text for text, each in zip(texts, numbers, strict=True) if text and (not each or each[1] != usual)), ""
        )
    return Column(field, tuple(texts), odd=odd)


def number_column(field: KindField, values: Sequence[int | None], unit: str = "") -> Column:
    """The column of numbers in thousandths; those that are missing become 0."""
    numbers = [value or 0 for value in values]
    decimals = next(d for d in range(4) if all(number % 10 ** (3 - d) == 0 for number in numbers))
    lowest = min(numbers, default=0) // 10 ** (3 - decimals)
    return Column(
        replace(field, type=FieldType.NUMBER, unit=unit, decimals=decimals, min=min(0, lowest)),
        tuple(shown(number) for number in numbers),
        tuple(row for row, value in enumerate(values) if value is None),
    )


def shown(number: int) -> str:
    """A number in thousandths as a player writes it."""
    whole, rest = divmod(abs(number), SCALE)
    digits = f"{rest:03}".rstrip("0")
    return f"{'-' if number < 0 else ''}{whole}{'.' if digits else ''}{digits}"


def _number(text: str) -> tuple[int, str] | None:
    """The number of a value in thousandths, and its unit."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    unit = "″" if match[4].lower() in _INCHES else match[4]
    size = int(match[2]) * SCALE + int((match[3] or "0").ljust(3, "0"))
    return (-size if match[1] else size), unit
