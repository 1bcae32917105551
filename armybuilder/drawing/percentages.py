"""Percentages in lines of text."""

import re

IN_A_PERCENTAGE = re.compile(r"(?<=[<>]) (?=\d)|(?<=\d) (?=%)")
"""The spaces of "< 1 %"."""


def with_fixed_spaces(text: str) -> str:
    """The text with non-breaking spaces in its percentages."""
    return IN_A_PERCENTAGE.sub("\u00a0", text) if "%" in text else text
