"""Where a rulebook leaves room: rulings with their readings, and the readings that one table plays by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from rulesets.core.declarations import Ask

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the rulebook: the ``key`` that is stored and the ``text`` that is shown."""

    key: Annotated[str, Ask("Key", max_length=40)]
    text: Annotated[str, Ask("Reading", max_length=300)]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One open question of a rulebook with our default and its reason.

    ``switch`` is the name under which a force may choose another reading; empty where the default is fixed.
    ``advanced`` keeps a switch among the rarer settings.
    """

    id: Annotated[str, Ask("Id", max_length=20)]
    where: Annotated[str, Ask("Place in the rulebook", max_length=120)]
    question: Annotated[str, Ask("Question", max_length=400)]
    readings: Annotated[tuple[Reading, ...], Ask("Readings", min=1, max=9)]
    default: Annotated[str, Ask("Default", max_length=40)]
    reason: Annotated[str, Ask("Reason", max_length=500)]
    switch: Annotated[str, Ask("Switch", max_length=40)] = ""
    advanced: Annotated[bool, Ask("Advanced")] = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the readings, in order."""
        return tuple(reading.key for reading in self.readings)

    def text(self, key: str) -> str:
        """The text of the reading of that key; raises ``KeyError``."""
        for reading in self.readings:
            if reading.key == key:
                return reading.text
        raise KeyError(key)


def switches(rulings: Iterable[Ruling]) -> dict[str, Ruling]:
    """The rulings of which a table may choose the reading, by their switches, in order."""
    return {ruling.switch: ruling for ruling in rulings if ruling.switch}


@dataclass(frozen=True, slots=True)
class Played:
    """A ruling with the reading that is played."""

    ruling: Ruling
    key: str

    @property
    def is_default(self) -> bool:
        """Whether the reading is our default."""
        return self.key == self.ruling.default

    @property
    def text(self) -> str:
        """The reading in words."""
        return self.ruling.text(self.key)


class House:
    """The readings one table plays by; remembers which switches were consulted.

    Rules and calculators consult a switch only where its readings would lead to different results, so that
    ``consulted`` is what an answer depends on.
    """

    def __init__(self, rulings: Iterable[Ruling], chosen: Iterable[tuple[str, str]] = ()) -> None:
        """Take the defaults and put the chosen (switch, reading) pairs over them; unknown ones raise ``KeyError``."""
        self._rulings = switches(rulings)
        self._keys = {switch: ruling.default for switch, ruling in self._rulings.items()}
        self._consulted: dict[str, None] = {}
        for switch, key in chosen:
            self._rulings[switch].text(key)
            self._keys[switch] = key

    def choice(self, switch: str) -> str:
        """The key of the reading played; notes that it was consulted. Unknown switches raise ``KeyError``."""
        self._consulted[switch] = None
        return self._keys[switch]

    def on(self, switch: str) -> bool:
        """For switches whose readings are ``off`` and ``on``."""
        return self.choice(switch) == "on"

    def resolve(self, result: Callable[..., T], *switches: str) -> T:
        """``result`` of the readings played, one key for each switch; notes just the switches that mattered.

        A switch mattered when another reading of it alone would give another result. Unknown ones raise ``KeyError``.
        """
        played = [self._keys[switch] for switch in switches]
        settled = result(*played)
        for place, switch in enumerate(switches):
            if switch in self._consulted:
                continue
            for reading in self._rulings[switch].readings:
                others = (*played[:place], reading.key, *played[place + 1 :])
                if reading.key != played[place] and result(*others) != settled:
                    self._consulted[switch] = None
                    break
        return settled

    def consulted(self) -> tuple[Played, ...]:
        """The rulings consulted so far, in the order of the register."""
        return tuple(
            Played(ruling, self._keys[switch]) for switch, ruling in self._rulings.items() if switch in self._consulted
        )

    def changed(self) -> tuple[Played, ...]:
        """The rulings that are played otherwise than by default."""
        return tuple(
            Played(ruling, self._keys[switch])
            for switch, ruling in self._rulings.items()
            if self._keys[switch] != ruling.default
        )

    def fresh(self) -> House:
        """The same readings, nothing consulted yet."""
        other = House(())
        other._rulings, other._keys = self._rulings, self._keys
        return other
