"""Values as text, as players type them: forms, addresses, cells of a table, options on the command line.

A text that is not a valid value stays a text, for the codec to refuse; ``text_problems`` words its messages.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.fields import Field, Kind
from rulesets.core.declarations.problems import Problem
from rulesets.core.names import Names, name_key

_NUMBER = re.compile(r"([+-]?)([0-9]{0,18})(?:[.,]([0-9]{1,18}))?")
_DIGITS = "0123456789"
_WIDE_DIGITS = str.maketrans("０１２３４５６７８９", _DIGITS)
_UNITS = {
    '"': ("inches", "inch", "in.", "in", "''"),
    "points": ("point", "pts.", "pts", "pt.", "pt"),
    "tiles": ("tile",),
}
"""Other spellings of a unit, by its key."""
_YES = frozenset({"yes", "y", "true", "on", "1", "x"})
_NO = frozenset({"no", "n", "false", "off", "0", ""})
_NOT_A_TEXT = ", not text"
"""What the codec adds to a problem; needless where every value is text."""


def read_value(field: Field, text: str, catalogue: Catalogue) -> Any:
    """Plain data for a scalar field; the text itself where it is not a value of the field's kind."""
    if text == "" and field.optional and field.kind is not Kind.BOOL:
        return None
    if field.kind is Kind.BOOL:
        return read_yes_no(text)
    if field.kind is Kind.INT:
        return number_or_text(text, field.ask.decimals, field.ask.unit or ("points" if field.ask.points else ""))
    if field.kind is Kind.CHOICE:
        value = find_choice(field, text)
        return text if value is None else value
    if field.kind is Kind.ENTRY:
        return catalogue.find_key(field.ask.entry, text) or text
    return text.replace("\r\n", "\n")


def read_yes_no(text: str) -> bool | str:
    """The boolean that a text stands for; empty text is no, any other text is returned as it is."""
    word = name_key(text)
    return True if word in _YES else False if word in _NO else text


def number_or_text(text: str, decimals: int = 0, unit: str = "") -> int | str:
    """The number scaled to so many ``decimals``, written with a point or a comma: with one, 63.5 is 635.

    The ``unit`` may follow it, and zeros the decimals. ``1,000`` stays a text, as it may be one or a thousand.
    """
    digits = text.translate(_WIDE_DIGITS)
    if any(sign.isnumeric() and sign not in _DIGITS for sign in digits):
        return text
    match = _NUMBER.fullmatch(_without_unit(name_key(digits), unit))
    if match is None or not (match[2] or match[3]):
        return text
    parts = match[3] or ""
    if parts[decimals:].strip("0") or (len(parts) == 3 and decimals < 3):
        return text
    scaled = int((match[2] or "0") + parts[:decimals].ljust(decimals, "0"))
    return -scaled if match[1] == "-" else scaled


def _without_unit(number: str, unit: str) -> str:
    """The key of a number without the unit behind it."""
    key = name_key(unit)
    for spelling in (key, *_UNITS.get(key, ())):
        if spelling and number.endswith(spelling):
            return number.removesuffix(spelling).rstrip()
    return number


def find_choice(field: Field, text: str) -> str | None:
    """The stored value with that value or else that label; ``None`` when none or several match."""
    values = [choice.value for choice in field.choices]
    if text in values:
        return text
    for heads in (values, [choice.label for choice in field.choices]):
        value = Names(zip(heads, values, strict=True)).find(text)
        if value is not None:
            return value
    return None


def write_value(field: Field, value: Any) -> str:
    """A scalar of plain data as the text of that field in a form or an address."""
    return field.ask.format(value) if field.kind is Kind.INT and type(value) is int else write_scalar(value)


def write_scalar(value: Any) -> str:
    """A scalar of plain data as text for a form or an address."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


def text_problems(error: CodecError) -> Iterator[Problem]:
    """The problems of plain data that was read from text, without saying that refused values are texts."""
    for problem in error.problems:
        yield replace(problem, message=problem.message.removesuffix(_NOT_A_TEXT))
