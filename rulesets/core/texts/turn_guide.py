"""The guide through a turn as a game's ``turn.toml`` writes it.

The file has rows ``[[segment]]`` in order, with ``slug``, ``title``, ``acts`` (a value of
``play.Acts``), ``lines`` (the texts by their terms, or the slug of an earlier segment that has the same) and the
optional fields of ``play.Segment``: ``rule``, ``faces`` (the name of a number), ``hands``, ``task``, ``stays`` and
``idle``. Texts have slots (see ``slots``); a line whose text is empty is left out.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib.resources.abc import Traversable

from rulesets.core.declarations.house_rules import HouseRules, Ruling
from rulesets.core.play.definition import Acts, Segment
from rulesets.core.reference import Line
from rulesets.core.texts.data_files import DataFileError, read_rows
from rulesets.core.texts.slots import Phrase, Slots

Turn = Callable[[HouseRules], tuple[Segment, ...]]
"""The segments of a turn, under house rules."""


def load_turn(
    folder: Traversable,
    rulings: Iterable[Ruling],
    numbers: Mapping[str, object],
    texts: Mapping[str, str] | None = None,
) -> Turn:
    """The turn in a folder's ``turn.toml``; ``numbers`` are the ``vars`` of the game's ``tables.py``.

    ``texts`` are those of the game's ``words.Words``, if it has any. Raises ``DataFileError``.
    """
    file, reader = folder / "turn.toml", _Reader(Slots[None](numbers, rulings, texts=texts))
    for number, row in enumerate(read_rows(file, "segment"), 1):
        try:
            reader.add(**row)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise DataFileError(f"{file.name}, segment {number} ({row.get('slug', 'no slug')}): {error}") from error
    return lambda house: tuple(segment(house) for segment in reader.segments.values())


Pairs = tuple[tuple[Phrase[None], Phrase[None]], ...]
"""The terms and texts of lines before their slots are filled."""


class _Reader:
    """Reads the segments of a file, in order."""

    def __init__(self, slots: Slots[None]) -> None:
        self.slots = slots
        self.segments: dict[str, Callable[[HouseRules], Segment]] = {}
        self.lines: dict[str, Pairs] = {}

    def _lines(self, lines: Mapping[str, str] | str) -> Pairs:
        if not isinstance(lines, str):
            return tuple((self.slots.phrase(term), self.slots.phrase(text)) for term, text in lines.items())
        if lines not in self.lines:
            raise ValueError(f"there is no segment {lines!r} before it")
        return self.lines[lines]

    def add(
        self,
        *,
        slug: str,
        title: str,
        acts: str,
        lines: Mapping[str, str] | str,
        rule: str = "",
        faces: str = "",
        hands: bool = False,
        task: str = "",
        stays: bool = False,
        idle: bool = False,
    ) -> None:
        """Read a segment; raises ``ValueError``, and ``KeyError`` for a number that does not exist."""
        if slug in self.segments:
            raise ValueError("the slug is used twice")
        heading, who, die = self.slots.phrase(title), Acts(acts), int(self.slots.number(faces)) if faces else 0
        pairs = self.lines[slug] = self._lines(lines)
        does = self.slots.phrase(task)

        def segment(house: HouseRules) -> Segment:
            said = ((term.text(house, None), text.text(house, None)) for term, text in pairs)
            kept = tuple(Line(term, text) for term, text in said if text)
            title, said_task = heading.text(house, None), does.text(house, None)
            return Segment(slug, title, who, kept, rule, die, hands, said_task, stays, idle)

        self.segments[slug] = segment
