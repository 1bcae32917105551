"""Texts of web pages and armies in one line, as lines of a list."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from armybuilder.interchange.games import game_named
from armybuilder.interchange.text_counts import MAX_LINE, without_points
from armybuilder.interchange.text_headings import group_that_has
from armybuilder.interchange.text_lines import GAP, ListLine
from armybuilder.interchange.text_pieces import UNITS_INSIDE
from armybuilder.spreadsheets.columns import TOTALS
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

_MORE = r"(?:\s[^<>\n]{0,200})?/?>"
_ELEMENTS = (
    (re.compile(rf"<(?:h[1-6]){_MORE}", re.IGNORECASE), "\n## "),
    (re.compile(rf"</?(?:br|li|tr|p|div|ul|ol|table|h[1-6]){_MORE}", re.IGNORECASE), "\n"),
    (re.compile(rf"</(?:td|th){_MORE}", re.IGNORECASE), GAP),
    (re.compile(rf"</?(?:b|strong|em|i|u|span|font|a|td|th|tbody|thead){_MORE}", re.IGNORECASE), ""),
)
"""Elements of web pages, and what stands for them in a text."""
_SENTENCES = re.compile(r"(?<=[.;!])\s+(?=[A-Z])|(?<=\));\s+")
_BEHIND_NAMES = r"(?=\s*(?:$|[-–—:,;|(\[+]|(?:army|list|roster|force)\b))"
_OTHER_GAMES: Final = re.compile(
    r"^\W*(Warhammer(?: (?:40,?000|40k|Age of Sigmar|The Old World|Fantasy))?|WH40k|(?:Warhammer )?Age of Sigmar"
    r"|Horus Heresy|Bolt Action|Grimdark Future|One ?Page ?Rules|Star Wars:? Legion|Warmachine|Infinity N[345]"
    rf"|BattleTech|Legions Imperialis|Epic Armageddon|Malifaux|Necromunda|Blood Bowl){_BEHIND_NAMES}",
    re.IGNORECASE,
)
"""Games of others with which lists begin, as their builders write it: ``+++ Warhammer 40,000 - … +++``."""
_EVERYDAY: Final = re.compile(
    r"^\W*(Kill Team|The Old World|Flames of War|Team Yankee|Kings of War|Age of Fantasy|Chain of Command"
    rf"|Conquest|Saga){_BEHIND_NAMES}",
    re.IGNORECASE,
)
"""Games of others whose names an army or a group may have as well."""
MAX_PARAGRAPH: Final = 4_000
"""Characters of a paragraph whose sentences are read."""


def unfolded(lines: list[ListLine]) -> list[ListLine]:
    """The lines, with those of an army in one line as one each."""
    return [_without_points(each) for line in lines for one in _of_one_line(line) for each in _sentences(one)]


def _sentences(line: ListLine) -> list[ListLine]:
    """The sentences of a line if several of them say what a group has, or else the line."""
    texts = _SENTENCES.split(line.text[:MAX_PARAGRAPH])
    several = sum(bool(group_that_has(text)[0] or UNITS_INSIDE.match(text)) for text in texts) > 1
    return [replace(line, text=text) for text in texts] if several and len(line.text) <= MAX_PARAGRAPH else [line]


def _without_points(line: ListLine) -> ListLine:
    """A line without its cost in points, unless it is a total or a setting."""
    text, points = without_points(line.text)
    if points:
        text, more = without_points(text)
        points = ", ".join(filter(None, (points, more)))
        text = text.rstrip(" .") if text.endswith("..") else text
    first = name_key(re.split(r"[\s:=]", text[:MAX_LINE])[0])
    return line if not points or first in TOTALS else replace(line, text=text, points=points)


def _one_line(text: str) -> tuple[str, AnyRuleset, str] | None:
    """The title, the game and the groups of an army in one line, as we write it."""
    title, _, rest = text.partition(" [")
    inside, _, groups = rest.partition("] ")
    game = game_named(inside.partition(",")[0]) if groups else None
    return (title, game, groups) if game else None


def _of_one_line(line: ListLine) -> Iterator[ListLine]:
    one = _one_line(line.text)
    if one is None:
        yield line
        return
    title, _, groups = one
    yield replace(line, text=title, heading=1)
    for group in groups.split(" / "):
        name, _, units = group.partition(": ")
        # The number of units tells a name with brackets from one with a remark.
        size = "0" if units in ("", "–") else units.count(", ") + 1
        yield replace(line, text=f"{name} ({size})", heading=2)
        yield from (replace(line, text=unit, bullet=True) for unit in units.split(", ") if unit not in ("", "–"))


def game_in(line: ListLine) -> AnyRuleset | None:
    """The game that a line of our texts names: ``Game: …``, ``…, 24 stands, Legal``, or in brackets."""
    if one := _one_line(line.text):
        return one[1]
    first = line.text.partition(",")[0]
    term, colon, text = first.partition(":")
    text = re.split(r"\s{2,}", text.strip())[0]
    return game_named(text) if colon and name_key(term) in ("game", "game system", "system") else game_named(first)


def game_of_title(line: ListLine) -> AnyRuleset | None:
    """The game that a line names before a bracket, as other builders do: ``Title (Raiders) [500 pts]``."""
    return game_named(re.split(r"[(\[]", line.text[:MAX_LINE], maxsplit=1)[0]) if line.heading else None


def foreign_game_in(line: ListLine) -> str:
    """The game that a line such as ``Game: …`` or a title names, if that is none of this site; else empty."""
    term, _, text = line.text.partition(":")
    text = re.split(r"\s{2,}", text.strip())[0]
    name = text.partition(",")[0].strip()
    is_named = name_key(term) in ("game", "game system") and bool(name)
    if known := _OTHER_GAMES.match(line.text):
        return known[1]
    return name if is_named and game_named(name) is None and game_named(text) is None else ""


def everyday_game_in(line: ListLine) -> str:
    """The game of others that the title of a list may name with everyday words; else empty."""
    known = _EVERYDAY.match(line.text)
    return known[1] if known else ""


def without_elements(text: str) -> str:
    """A text without the elements of web pages that only set its look."""
    for pattern, instead in _ELEMENTS:
        text = pattern.sub(instead, text)
    return text
