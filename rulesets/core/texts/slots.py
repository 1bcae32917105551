"""Sentences with slots, as the data files of a game write them.

- ``{NUMBER}`` is a number from the game's ``tables.py`` (a fraction in percent), ``{NUMBER.part}`` a part of one: a
  field, the value of a key, or an element by its place from 0; ``{+NUMBER}`` has its sign, ``{-NUMBER}`` the other one;
- ``{switch}`` the text of the reading played, from the register;
- ``{name}`` words that the game computes, ``{words.name}`` a text of its ``words.toml``;
- ``{switch: key = words | key, key = words}`` the words for the reading played;
- ``{condition: yes = words | no = words}`` the words by a condition that the game computes; without one of the two,
  nothing stands there.

Words in slots may have slots themselves. Spaces at the ends of words do not count, several in a row count as one.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from rulesets.core.calculators import percent
from rulesets.core.declarations.house_rules import HouseRules, Ruling, switches
from rulesets.core.wording import signed

T = TypeVar("T")

_NAME = re.compile(r"\s*([+-]?)([\w.]+)\s*([:}])")
_KEYS = re.compile(r"([\w\s,]+)=\s*")


class SlotError(ValueError):
    """A text with a slot that cannot be filled; the message names the slot."""


@dataclass(frozen=True, slots=True)
class Phrase(Generic[T]):
    """A text whose slots are known; it reads differently by the house rules and by what it is ``about``."""

    parts: tuple[str | Callable[[HouseRules, T], str], ...]

    def text(self, house: HouseRules, about: T) -> str:
        """The text under these house rules."""
        text = "".join(part if isinstance(part, str) else part(house, about) for part in self.parts)
        return " ".join(filter(None, text.split(" ")))


def _part(value: object, part: str, name: str) -> object:
    """The part of a number's value; raises ``SlotError`` for one that does not exist."""
    if isinstance(value, Mapping) and part in value:
        return value[part]
    if isinstance(value, tuple):
        if part in getattr(value, "_fields", ()):
            return getattr(value, part)
        if part.isdecimal() and int(part) < len(value):
            return value[int(part)]
    raise SlotError(f"{{{name}}}: there is no {part}")


class Slots(Generic[T]):
    """What a game's texts may have in their slots."""

    def __init__(
        self,
        numbers: Mapping[str, object],
        rulings: Iterable[Ruling] = (),
        words: Mapping[str, Callable[[T], str]] | None = None,
        conditions: Mapping[str, Callable[[T], bool]] | None = None,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Take the numbers from the names in capitals of a module's ``vars``, everything else by its name.

        Raises ``SlotError`` for a condition with the name of a switch.
        """
        self.numbers = {name: value for name, value in numbers.items() if name.isupper()}
        self.switches = switches(rulings)
        self.words = words or {}
        self.conditions = conditions or {}
        self.texts = texts or {}
        if both := sorted(self.switches.keys() & self.conditions.keys()):
            raise SlotError(f"{both[0]} is a switch and a condition")

    def phrase(self, text: str) -> Phrase[T]:
        """Read a text; raises ``SlotError`` for an unknown name or reading, or where a reading is not named."""
        parts, end = self._parts(text, 0, inside=False)
        if end < len(text):
            raise SlotError(f"a bracket is closed that was not opened: {text!r}")
        return Phrase(parts)

    def number(self, name: str, sign: str = "") -> str:
        """A number of the game, or the part of one after a point, in words; raises ``SlotError``."""
        whole, *parts = name.split(".")
        value = self.numbers[whole]
        for part in parts:
            value = _part(value, part, name)
        if sign:
            if not isinstance(value, int):
                raise SlotError(f"{{{sign}{name}}} is not a whole number")
            return signed(value if sign == "+" else -value)
        if isinstance(value, Fraction):
            return percent(value)
        if not isinstance(value, int | str):
            raise SlotError(f"{{{name}}} is neither a number nor a text")
        return str(value)

    def _parts(
        self, text: str, at: int, *, inside: bool
    ) -> tuple[tuple[str | Callable[[HouseRules, T], str], ...], int]:
        """The parts of a text from ``at`` and where it ends: inside a slot that is at ``|`` or ``}``."""
        # Letter by letter, since slots stand in slots, which no regular expression follows.
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
        sign, name, mark = found.groups()
        if mark == ":" and not sign:
            return self._choice(name, text, found.end())
        if mark == "}" and name.partition(".")[0] in self.numbers:
            return self.number(name, sign), found.end()
        if sign:
            raise SlotError(f"{{{sign}{name}}} is not a number")
        if name in self.switches:
            return lambda house, about: house.text(name), found.end()
        if name in self.words:
            words = self.words[name]
            return lambda house, about: words(about), found.end()
        if name in self.texts:
            return self.phrase(self.texts[name]).text, found.end()
        raise SlotError(f"{{{name}}} is neither a number, a switch nor the name of words")

    def _choice(self, name: str, text: str, at: int) -> tuple[Callable[[HouseRules, T], str], int]:
        """The words by reading or by condition that begin at ``at``, and where the text goes on."""
        phrases, end = self._phrases(name, text, at)
        if name in self.conditions:
            if unknown := sorted(set(phrases) - {"yes", "no"}):
                raise SlotError(f"{{{name}: …}} is yes or no, not {', '.join(unknown)}")
            holds = self.conditions[name]
            nothing: Phrase[T] = Phrase(())
            yes, no = (phrases.get(key, nothing) for key in ("yes", "no"))
            return lambda house, about: (yes if holds(about) else no).text(house, about), end
        if name not in self.switches:
            raise SlotError(f"{{{name}: …}} is neither a switch nor a condition")
        known = set(self.switches[name].keys)
        if unknown := sorted(set(phrases) - known):
            raise SlotError(f"{{{name}: …}} names no reading: {', '.join(unknown)}")
        if missing := sorted(known - set(phrases)):
            raise SlotError(f"{{{name}: …}} leaves out the reading {', '.join(missing)}")
        return lambda house, about: house.resolve(phrases.__getitem__, name).text(house, about), end

    def _phrases(self, name: str, text: str, at: int) -> tuple[dict[str, Phrase[T]], int]:
        """The words by key that begin at ``at``, and where the text goes on."""
        phrases: dict[str, Phrase[T]] = {}
        while True:
            keys = _KEYS.match(text, at)
            if keys is None:
                raise SlotError(f"{{{name}: …}} goes on without “reading = words”: {text[at:]!r}")
            parts, at = self._parts(text, keys.end(), inside=True)
            for key in keys[1].split(","):
                if key.strip() in phrases:
                    raise SlotError(f"{{{name}: …}} names the reading {key.strip()} twice")
                phrases[key.strip()] = Phrase(parts)
            if at == len(text):
                raise SlotError(f"{{{name}: …}} is not closed")
            at += 1
            if text[at - 1] == "}":
                return phrases, at
