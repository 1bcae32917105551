"""Counts as strokes, as in ``Ajax |||| ||``, written as numbers."""

import re
from typing import Final

FIVE: Final = "卌"
"""The sign for four strokes that are crossed."""
MAX_STROKES: Final = 100
"""Strokes of a tally, with the spaces between them."""
_SURE = re.compile(r"(?m)(?:^|(?<=[\s:–-]))(?:卌|~~([|Il])\1{3}~~|([|Il/])\2{3,4}(?:[/\\-])?)(?=\s|$)")
"""Strokes that are nothing but a tally: names and headings have fewer of them."""


def with_tallies(text: str) -> str:
    """The text with numbers in place of strokes, if it has some that are nothing else."""
    signs = {match[1] or match[2] or "|" for match in _SURE.finditer(text)}
    if not signs:
        return text
    one = f"[{''.join(map(re.escape, signs))}]"
    stroke = rf"(?:{FIVE}|~~{one}{{4}}~~|{one})"
    tally = rf"{stroke}(?:{stroke}|(?<={one})[/\\-](?=\s|$)| {{1,2}}(?={stroke})){{0,{MAX_STROKES}}}"
    space = "[ \t]"
    behind = re.compile(
        rf"(?m)(?<=[^\s|])(?P<between>{space}{{0,40}}[:–-]?{space}{{1,40}})(?P<tally>{tally})(?P<end>[.]?{space}*)$"
    )
    before = re.compile(
        rf"(?m)^(?P<between>{space}{{0,40}}(?:[-*+•] )?)(?P<tally>{tally})(?P<end>{space}{{1,9}})(?=\w)"
    )
    for pattern in (behind, before):
        text = pattern.sub(lambda match: f"{match['between']}{_number(match['tally'])} x{match['end']}", text)
    return text


def _number(tally: str) -> int:
    """How many a tally counts."""
    fives = re.findall(rf"{FIVE}|~~.{{4}}~~|.{{4}}[/\\-](?= |$)", tally)
    rest = re.sub(rf"{FIVE}|~~.{{4}}~~|.{{4}}[/\\-](?= |$)", "", tally)
    return 5 * len(fives) + len(rest.replace(" ", ""))
