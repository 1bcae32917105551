"""Lines of a list beside each other."""

from collections.abc import Callable, Sequence
from itertools import islice

from armybuilder.interchange.army_rows import ArmyReader
from armybuilder.interchange.text_counts import MAX_LINE, count_of_line
from armybuilder.interchange.text_headings import OF_GROUPS, has_label
from armybuilder.interchange.text_lines import TERM, ListLine, without_size
from armybuilder.interchange.text_pieces import COUNT, MAX_STARTS
from armybuilder.interchange.text_prose import is_around
from armybuilder.interchange.text_units import MAX_WORDS, UnitFinder


class Neighbours:
    """The lines of a list, and what a game knows of those beside a place."""

    def __init__(self, finder: UnitFinder, lines: Sequence[ListLine]) -> None:
        """Look at the lines with that finder."""
        self.finder, self.lines = finder, lines
        self._reader = ArmyReader(finder.ruleset)
        """It knows which names are similar."""

    def next(self, place: int) -> ListLine | None:
        """The line below a place, if there is one."""
        return self.lines[place + 1] if place + 1 < len(self.lines) else None

    def leads(self, place: int) -> bool:
        """Whether the next line is a unit, nearly one with a count, or has a label before its units."""
        following = self.next(place)
        if following is None or self.finder.find(following.text) is not None:
            return following is not None
        term = TERM.match(following.text)
        if term and term[2] and has_label(term[1]):
            return True
        return count_of_line(following.text)[0] is not None and self.resembles_unit(following)

    def beyond(self, first: int, last: int) -> Callable[[int], bool]:
        """Whether an empty line sets the line at a place apart from the first or the last one with units."""
        breaks = [at for at, line in enumerate(self.lines) if line.apart]
        above = max((at for at in breaks if at <= first), default=0)
        below = min((at for at in breaks if at > last), default=len(self.lines))
        return lambda place: place < above or place >= below

    def outside(self, first: int, last: int) -> Callable[[int], bool]:
        """Whether the line at a place is above or below a list, beside a greeting, a signature or a quoted mail."""
        begins = any(map(is_around, self.lines[:first]))
        ends = next((at for at in range(last + 1, len(self.lines)) if is_around(self.lines[at])), len(self.lines))
        return lambda place: (begins and place < first) or place >= ends

    def counts(self, place: int) -> bool:
        """Whether a line is a unit with a count."""
        found = self.finder.find(self.lines[place].text) if place < len(self.lines) else None
        return found is not None and found.count is not None

    def is_above(self, place: int) -> bool:
        """Whether the next line is neither a unit nor like one, but stands before one as a heading does."""
        following = self.lines[place + 1]
        is_heading = count_of_line(following.text)[0] is None and not self.resembles_unit(following)
        return is_heading and not self.leads(place) and self.leads(place + 1)

    def resembles_unit(self, line: ListLine) -> bool:
        """Whether a line is or resembles the name of a unit."""
        name = count_of_line(without_size(line.text))[1]
        if self.finder.find(name) is not None or "you mean" in self._reader.unknown(name):
            return True
        starts = islice(COUNT.finditer(line.text[:MAX_LINE]), MAX_STARTS)
        if any(self.finder.find(line.text[match.start() :]) for match in starts):
            return True
        words = [] if OF_GROUPS.search(name) else name.split()[:MAX_WORDS]
        parts = (part for at in range(1, len(words)) for part in (words[:at], words[at:]))
        return any(self.finder.named(" ".join(part)) for part in parts)
