"""Texts of a document with formulas in braces: ``{models} models``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesets.core.calculators import decimal
from rulesets.core.texts.rich_text import plain as without_marks
from rulesets.core.texts.rich_text import tidy

from .formulas import Formula, FormulaError, Names, Row, Values, read_expression

_BRACES = re.compile(r"\{([^{}]*)\}")
_PLURAL = re.compile(r"(?:(?<=[^aeious])|(?<=[bcdfgklmnprtu]e))s\Z|(?<=ss)es\Z", re.IGNORECASE)
"""Words whose singular is sure: wounds, figures and losses, but not lives, heroes, zombies or men."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text whose formulas were understood."""

    parts: tuple[str | Formula, ...]

    def said(self, values: Values) -> str:
        """The text on one line and without marks, with the values of its formulas; an entry is said by its key."""
        return without_marks(self._with(values))

    def told(self, values: Values) -> str:
        """The same with its marks and in its lines, as ``rich_text`` draws it."""
        return tidy(self._with(values))

    def _with(self, values: Values) -> str:
        return "".join(part if isinstance(part, str) else plain(part.value(values)) for part in self.parts)

    @property
    def names(self) -> frozenset[str]:
        """The names that its formulas use."""
        return frozenset().union(*(part.names for part in self.parts if isinstance(part, Formula)))


def read_text(text: str, names: Names) -> Text:
    """The text, with formulas over these names; raises ``FormulaError``."""
    parts: list[str | Formula] = []
    for place, part in enumerate(_BRACES.split(text)):
        if place % 2:
            parts.append(read_expression(part, names))
        elif "{" in part or "}" in part:
            raise FormulaError("Each { needs a }, and each } a {. Write {name}.")
        elif part:
            parts.append(part)
    return Text(tuple(parts))


def plain(value: Any) -> str:
    """A value of a formula as a player reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return decimal(value, 3).rstrip("0").rstrip(".") if value.denominator > 1 else str(value.numerator)
    return value.key if isinstance(value, Row) else str(value)


def amount(number: int, words: str) -> str:
    """A number of what a document names in the plural: ``1 wound``, ``2 wounds``.

    Where it is not sure what one of them is called, the number follows: ``Lives: 1``.
    """
    ending = _PLURAL.search(words)
    if ending is None:
        return f"{words[:1].upper()}{words[1:]}: {number}"
    return f"{number} {words[: ending.start()] if number == 1 else words}"
