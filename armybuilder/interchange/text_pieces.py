"""Several units in one line, and one unit in two lines."""

import re
from dataclasses import replace
from itertools import islice
from typing import Final

from armybuilder.interchange.text_counts import MAX_LINE, NUMBER_WORDS, count_behind
from armybuilder.interchange.text_lines import ListLine
from armybuilder.interchange.text_prose import first_words, is_prose, leaves_out
from armybuilder.interchange.text_units import FoundUnit, UnitFinder, tokens_of
from rulesets.core.names import name_key

_NUMBER = rf"(?:[0-9]|(?:{'|'.join(NUMBER_WORDS)})\b)"
COUNT: Final = re.compile(rf"(?<=\s){_NUMBER}", re.IGNORECASE)
"""Where the first of its units may begin in a sentence."""
MAX_COUNT: Final = 99
"""The largest number that counts the units of a line which is broken, or not understood."""
MAX_STARTS: Final = 6
"""Counts of a part of a sentence that may be that of its unit."""
BETWEEN: Final = re.compile(
    r"\s*[,;]\s*|\s+(?:and|&|\+)\s+|[.!?]\s+"
    rf"|\s+(?:und|sowie|et|y|e)\s+(?=(?:{_NUMBER})|(?:eine?n?|une?|una?)\s)"
    r"|\s+(?:/|under|with|plus|then|alongside|og|och|en|"
    r"(?:supported|backed|followed|led) by|as well as|along with)\s+"
    rf"(?={_NUMBER})",
    re.IGNORECASE,
)
"""What stands between several units of a line."""
APART: Final = re.compile(rf"{BETWEEN.pattern}|\s{{2,}}|\s+[/|•·]\s+")
"""What stands between them if each is a unit."""
HEAD_SIGNS: Final = (": ", " = ", " -> ", " => ", " → ", " - ", " – ", " — ")
"""What stands between the name of a group and its units."""
UNITS_INSIDE: Final = re.compile(r"^(?P<name>[^()\[\]]*[^\s()\[\]])\s*[(\[](?P<units>[^()\[\]]+)[)\]]\.?$")
"""A group with its units in brackets."""
_GROUP_BEHIND = re.compile(r"^(?P<unit>.*\S)\s*\((?P<group>[^()]*[^\W\d][^()]*)\)$")
"""A unit with the name of its group in brackets."""


def cut(text: str) -> list[str]:
    """The parts of a line that may be units."""
    return BETWEEN.split(text) if len(text) <= MAX_LINE else []


class LinePieces:
    """The parts of lines that are units of a game."""

    def __init__(self, finder: UnitFinder) -> None:
        """Find the units with that finder."""
        self.finder = finder

    def unwrapped(self, lines: list[ListLine]) -> list[ListLine]:
        """The lines, with a unit that was broken in two by the width of a page or a phone in the second of them."""
        whole: list[ListLine] = []
        for line in lines:
            above = whole[-1] if whole else None
            if above and (tail := self._broken_off(above, line)):
                rest = above.text[: above.text.rindex(tail)].rstrip()
                is_bullet = above.bullet and not rest
                text, is_unticked = f"{tail} {line.text}", line.unticked or above.unticked
                line = replace(line, text=text, indent=above.indent, bullet=is_bullet, unticked=is_unticked)
                whole[-1:] = [replace(above, text=rest)] if rest else []
            whole.append(line)
        return whole

    def _broken_off(self, above: ListLine, line: ListLine) -> str:
        """The end of a line that is a unit only with the beginning of the next one; empty without such an end."""
        is_apart = line.apart or line.bullet or line.heading or above.heading or line.indent < above.indent
        if is_apart or len(above.text) + len(line.text) > MAX_LINE:
            return ""
        pieces = self.of(BETWEEN, above.text)
        tail, head = pieces[-1] if pieces else "", cut(line.text)[0]
        joined = self.unit_in(f"{tail} {head}")[2]
        if joined is None and len(pieces) > 1:
            # A name may have "and" in it.
            tail = above.text[above.text.rindex(pieces[-2]) :]
            joined = self.unit_in(f"{tail} {head}")[2]
        if joined is None or not tail or not head or is_prose(first_words(replace(line, text=tail))):
            return ""
        if self.finder.understand(joined).left or (joined.count or 1) > MAX_COUNT:
            return ""
        first, second = self.unit_in(tail)[2], self.unit_in(head)[2]
        if second is not None:
            if first is None and second.count is None is not joined.count and joined.title != second.title:
                return tail
            in_a_list = any(self.unit_in(piece)[2] for piece in pieces[:-1])
            count = re.search(r"(?:^|\s)[0-9]{1,2}(?P<times> ?[x×])?$", tail)
            is_count = count is not None and (count["times"] or (in_a_list and count[0] == tail))
            return tail if is_count and second.count is None and joined.title == second.title else ""
        if first is None or first.title != joined.title:
            return tail
        whole = self.finder.find(above.text)
        is_whole = whole is not None and not self.finder.understand(whole).left
        is_count = first.count is None is not joined.count and count_behind(head)[1] == ""
        return tail if is_count and not is_whole else ""

    def with_groups(self, lines: list[ListLine]) -> list[ListLine]:
        """The lines, with a heading above those that have one name in brackets, if all have one: ``3 Ajax (Alpha)``."""
        matches = {at: _GROUP_BEHIND.match(line.text) for at, line in enumerate(lines) if self.finder.find(line.text)}
        named = {at: match["group"] for at, match in matches.items() if match and self._is_no_remark(lines[at], match)}
        names = [name_key(name) for name in named.values()]
        starts = [at for place, at in enumerate(named) if not place or names[place] != names[place - 1]]
        if len(named) < len(matches) or not 1 < len(set(names)) == len(starts) < len(names):
            return lines
        found: list[ListLine] = []
        for at, line in enumerate(lines):
            if at in starts:
                found.append(replace(line, text=named[at], bullet=False, apart=True))
            match = matches.get(at)
            found.append(replace(line, text=match["unit"], bullet=True, apart=False) if match else line)
        return found

    def _is_no_remark(self, line: ListLine, match: re.Match[str]) -> bool:
        """Whether what a unit has in brackets says nothing of the unit."""
        found = self.finder.find(line.text)
        words = set(tokens_of(match["group"]))
        return found is not None and words.issubset(self.finder.understand(found).left)

    def of(self, between: re.Pattern[str], text: str) -> list[str]:
        """The parts of a line; one stays with the next where only both together are a unit, or say how many."""
        text = text.rstrip(". ")
        ends = [match.span() for match in between.finditer(text)]
        starts = [0, *(end for _, end in ends)]
        spans = list(zip(starts, [*(start for start, _ in ends), len(text)], strict=True))
        pieces: list[str] = []
        last = 0
        for start, end in spans:
            if pieces and self._is_one(text[last:end], pieces[-1], text[start:end]):
                pieces[-1] = text[last:end]
            elif end > start:
                pieces.append(text[start:end])
                last = start
        return [each for piece in pieces for each in self._by_counts(piece)]

    def _by_counts(self, piece: str) -> list[str]:
        """The units of a part of a line that nothing separates but their counts: “two tanks one truck”."""
        starts = [match.start() for match in islice(COUNT.finditer(piece), MAX_STARTS + 1)]
        if not starts or len(starts) > MAX_STARTS or self.finder.find(piece[starts[-1] :]) is None:
            return [piece]
        if COUNT.match(f" {piece}", 1) or self.finder.find(piece[: starts[0]].strip()) is not None:
            starts.insert(0, 0)
        parts: list[str] = []
        begin = starts[0]
        for end in (*starts[1:], len(piece)):
            part = piece[begin:end].strip()
            unit = self.finder.find(part)
            if end > begin and unit is not None and unit.count and not self.finder.understand(unit).left:
                parts.append(part)
                begin = end
        if len(parts) < 2 or begin < len(piece):
            return [piece]
        words = piece[: starts[0]].strip()
        return [f"{words} {parts[0]}".strip(), *parts[1:]]

    def _is_one(self, both: str, one: str, other: str) -> bool:
        """Whether two parts of a line are one unit: the other says how many there are, or has the rest of the name."""
        if self.unit_in(other)[2] is not None:
            return False
        whole, alone = self.unit_in(both)[2], self.unit_in(one)[2]
        if alone is not None and alone.count is not None and count_behind(other)[0] is not None:
            return False
        if whole is None or (alone is not None and whole.title != alone.title):
            return whole is not None and not self.finder.understand(whole).left
        return alone is None or whole.count != alone.count or not self.finder.understand(whole).left

    def unit_in(self, piece: str) -> tuple[str, str, FoundUnit | None]:
        """The words before a unit in a part of a sentence, the unit’s text, and the unit if there is one."""
        if (found := self.finder.find(piece)) is not None:
            return "", piece, found
        for match in islice(COUNT.finditer(piece), MAX_STARTS):
            words = piece[: match.start()]
            if found := None if leaves_out(words) else self.finder.find(piece[match.start() :]):
                return words.strip(), piece[match.start() :], found
        return "", piece, None
