"""Values as text, for whatever a player types: forms, addresses, cells of a table, options on the command line.

A text that is no such value stays a text, for the codec to refuse; ``text_problems`` words what it says then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import CodecError
from rulesets.core.declarations import Field, Kind
from rulesets.core.findings import Problem

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL_NUMBER = re.compile(r"([+-]?)([0-9]{0,18})[.,]([0-9]{1,18})")
_YES = frozenset({"yes", "y", "true", "on", "1", "x"})
_NO = frozenset({"no", "n", "false", "off", "0", ""})
_IS_A_TEXT = ", is a text"
"""What the codec adds about a value that could not be read; it goes without saying where everything is text."""


def read_value(field: Field, text: str, catalogue: Catalogue) -> Any:
    """Plain data of a field that is no part and no list; the text itself where it is no value of the field's kind."""
    if text == "" and field.optional and field.kind is not Kind.BOOL:
        return None
    if field.kind is Kind.BOOL:
        return read_yes_no(text)
    if field.kind is Kind.INT:
        return number_or_text(text, field.ask.decimals)
    if field.kind is Kind.CHOICE:
        found = choice_meant(field, text)
        return text if found is None else found
    if field.kind is Kind.ENTRY:
        return catalogue.key_meant(field.ask.entry, text) or text
    return text.replace("\r\n", "\n")


def read_yes_no(text: str) -> bool | str:
    """What a word for yes or no says; an empty text says no."""
    word = text.strip().casefold()
    return True if word in _YES else False if word in _NO else text


def number_or_text(text: str, decimals: int = 0) -> int | str:
    """A number in parts of so many ``decimals``, written with a point or a comma: with one, 63.5 is 635."""
    number = text.strip()
    if _WHOLE_NUMBER.fullmatch(number):
        return int(number + "0" * decimals)
    found = _DECIMAL_NUMBER.fullmatch(number)
    if found is None or len(found[3]) > decimals:
        return text
    stored = int((found[2] or "0") + found[3].ljust(decimals, "0"))
    return -stored if found[1] == "-" else stored


def choice_meant(field: Field, text: str) -> str | None:
    """The stored value that a text means, by value before label; ``None`` when none or several."""
    values = [choice.value for choice in field.choices]
    if text in values:
        return text
    word = text.strip().casefold()
    for heads in (values, [choice.label for choice in field.choices]):
        found = [value for value, head in zip(values, heads, strict=True) if head.casefold() == word]
        if len(found) == 1:
            return found[0]
    return None


def write_value(field: Field, value: Any) -> str:
    """A scalar of plain data as the text that a form or an address holds for that field."""
    return field.ask.written(value) if field.kind is Kind.INT and type(value) is int else write_scalar(value)


def write_scalar(value: Any) -> str:
    """A scalar of plain data as the text that a form or an address holds."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


def text_problems(error: CodecError) -> Iterator[Problem]:
    """The problems of plain data that was read from text; that a refused value is a text goes without saying."""
    for problem in error.problems:
        yield replace(problem, message=problem.message.removesuffix(_IS_A_TEXT))
