"""Sentences with slots, as the data files of a game write them.

``{NUMBER}`` is a number from the game's ``tables.py`` (a fraction in percent), ``{switch}`` the text of the reading
played, from the register, ``{name}`` words that the game computes, and ``{switch: key = words | key, key = words}`` the
words for the reading played, which may have slots themselves. Spaces at both ends of such words do not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from rulesets.core.calculators import percent
from rulesets.core.house_rules import HouseRules, Ruling, switches

T = TypeVar("T")

_NAME = re.compile(r"\s*([\w.]+)\s*([:}])")
_KEYS = re.compile(r"([\w\s,]+)=\s*")


class SlotError(ValueError):
    """A text with a slot that cannot be filled; the message names the slot."""


@dataclass(frozen=True, slots=True)
class Phrase(Generic[T]):
    """A text whose slots are known; it reads differently by the house rules and by what it is ``about``."""

    parts: tuple[str | Callable[[HouseRules, T], str], ...]

    def text(self, house: HouseRules, about: T) -> str:
        """The text under these house rules."""
        return "".join(part if isinstance(part, str) else part(house, about) for part in self.parts)


class Slots(Generic[T]):
    """What a game's texts may have in their slots."""

    def __init__(
        self,
        numbers: Mapping[str, object],
        rulings: Iterable[Ruling] = (),
        words: Mapping[str, Callable[[T], str]] | None = None,
    ) -> None:
        """Take the numbers from the names in capitals of a module's ``vars``, and the words by their names."""
        self.numbers = {name: value for name, value in numbers.items() if name.isupper()}
        self.switches = switches(rulings)
        self.words = words or {}

    def phrase(self, text: str) -> Phrase[T]:
        """Read a text; raises ``SlotError`` for an unknown name or reading, or where a reading is not named."""
        parts, end = self._parts(text, 0, inside=False)
        if end < len(text):
            raise SlotError(f"a bracket is closed that was not opened: {text!r}")
        return Phrase(parts)

    def number(self, name: str) -> str:
        """A number of the game in words; raises ``SlotError``."""
        value = self.numbers[name]
        if isinstance(value, Fraction):
            return percent(value)
        if not isinstance(value, int | str):
            raise SlotError(f"{{{name}}} is neither a number nor a text")
        return str(value)

    def _parts(
        self, text: str, at: int, *, inside: bool
    ) -> tuple[tuple[str | Callable[[HouseRules, T], str], ...], int]:
        """The parts of a text from ``at`` and where it ends: inside a slot that is at ``|`` or ``}``."""
        parts: list[str | Callable[[HouseRules, T], str]] = []
        while at < len(text):
            match text[at]:
                case "{":
                    part, at = self._slot(text, at + 1)
                    parts.append(part)
                case "}":
                    break
                case "|" if inside:
                    break
                case "|":
                    parts.append("|")
                    at += 1
                case _:
                    end = min(found for found in (*(text.find(mark, at) for mark in "{|}"), len(text)) if found >= 0)
                    parts.append(text[at:end])
                    at = end
        return tuple(parts), at

    def _slot(self, text: str, at: int) -> tuple[str | Callable[[HouseRules, T], str], int]:
        """What stands in the slot that opens before ``at``, and where the text goes on."""
        found = _NAME.match(text, at)
        if found is None:
            raise SlotError(f"a slot holds a name: {text[at:]!r}")
        name = found[1]
        if found[2] == ":":
            return self._choice(name, text, found.end())
        if name in self.numbers:
            return self.number(name), found.end()
        if name in self.switches:
            return lambda house, about: house.text(name), found.end()
        if name in self.words:
            words = self.words[name]
            return lambda house, about: words(about), found.end()
        raise SlotError(f"{{{name}}} is neither a number, a switch nor the name of words")

    def _choice(self, switch: str, text: str, at: int) -> tuple[Callable[[HouseRules, T], str], int]:
        """The words by reading that begin at ``at``, and where the text goes on."""
        if switch not in self.switches:
            raise SlotError(f"{{{switch}: …}} is not a switch")
        phrases: dict[str, Phrase[T]] = {}
        while True:
            keys = _KEYS.match(text, at)
            if keys is None:
                raise SlotError(f"{{{switch}: …}} goes on without “reading = words”: {text[at:]!r}")
            parts, at = self._parts(text, keys.end(), inside=True)
            for key in keys[1].split(","):
                if key.strip() in phrases:
                    raise SlotError(f"{{{switch}: …}} names the reading {key.strip()} twice")
                phrases[key.strip()] = Phrase(parts)
            if at == len(text):
                raise SlotError(f"{{{switch}: …}} is not closed")
            at += 1
            if text[at - 1] == "}":
                break
        known = set(self.switches[switch].keys)
        if unknown := sorted(set(phrases) - known):
            raise SlotError(f"{{{switch}: …}} names no reading: {', '.join(unknown)}")
        if missing := sorted(known - set(phrases)):
            raise SlotError(f"{{{switch}: …}} leaves out the reading {', '.join(missing)}")
        return lambda house, about: phrases[house.choice(switch)].text(house, about).strip(), at
