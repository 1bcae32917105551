"""Sentences that a game says in several places or with values that it computes, as its ``words.toml`` writes them.

The file has texts by name; those of a table are named ``table.name``. They have slots (see ``slots``); sheets and rules
of play have them in slots as ``{words.name}``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from operator import itemgetter
from typing import Any, Protocol

from rulesets.core.declarations.house_rules import HouseRules, Ruling
from rulesets.core.texts.data_files import DataFileError, read_toml
from rulesets.core.texts.slots import SlotError, Slots

Given = Mapping[str, str]
"""The values that stand in a sentence, by name."""


class Sentence(Protocol):
    """A text that is filled in when it is said."""

    def __call__(self, house: HouseRules, /, **values: object) -> str:
        """The text under these house rules, with the values that stand in it."""


class Words:
    """The texts of a game, by name with the prefix ``words.``."""

    def __init__(self, folder: Traversable, rulings: Iterable[Ruling], numbers: Mapping[str, object]) -> None:
        """Read a folder's ``words.toml``; ``numbers`` are the ``vars`` of the game's ``tables.py``.

        Raises ``DataFileError`` for anything but texts.
        """
        self._file = folder / "words.toml"
        self._rulings, self._numbers = tuple(rulings), numbers
        self.texts = dict(self._texts("words", read_toml(self._file)))

    def _texts(self, prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for name, value in table.items():
            if isinstance(value, dict):
                yield from self._texts(f"{prefix}.{name}", value)
            elif isinstance(value, str):
                yield f"{prefix}.{name}", value
            else:
                raise DataFileError(f"{self._file.name}: {name} should be text")

    def sentence(self, name: str, *values: str) -> Sentence:
        """The text of that name, in which these values stand.

        Raises ``DataFileError`` where there is no such text or one of its slots cannot be filled.
        """
        text = self.texts.get(f"words.{name}")
        if text is None:
            raise DataFileError(f"{self._file.name}: there is no text {name}")
        given: dict[str, Callable[[Given], str]] = {value: itemgetter(value) for value in values}
        try:
            phrase = Slots(self._numbers, self._rulings, given, texts=self.texts).phrase(text)
        except SlotError as error:
            raise DataFileError(f"{self._file.name}, {name}: {error}") from error
        return lambda house, /, **values: phrase.text(house, {key: str(value) for key, value in values.items()})

    def sentences(self, table: str, *values: str) -> Mapping[str, Sentence]:
        """The texts of a table by their names in it; these values may stand in each. Raises ``DataFileError``."""
        names = [name.removeprefix(f"words.{table}.") for name in self.texts if name.startswith(f"words.{table}.")]
        return {name: self.sentence(f"{table}.{name}", *values) for name in names}
