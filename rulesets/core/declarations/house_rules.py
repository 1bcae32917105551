"""Rulings on open questions of a rulebook, and the readings that one table plays by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from rulesets.core.declarations.fields import Ask

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the rulebook: the stored ``key`` and the displayed ``text``."""

    key: Annotated[str, Ask("Key", max_length=40)]
    text: Annotated[str, Ask("Reading", max_length=300)]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One open question of a rulebook with our default and its reason.

    ``switch`` is the name of the setting by which a force chooses another reading; empty where the default is fixed.
    An ``advanced`` switch is shown among the rarer settings.
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


@dataclass(frozen=True, slots=True)
class SwitchExample:
    """A question on which the readings of a switch differ: the calculator's slug and plain data for some fields."""

    calculator: str
    question: Mapping[str, Any]


def switches(rulings: Iterable[Ruling]) -> dict[str, Ruling]:
    """The rulings that have a switch, by switch, in order."""
    return {ruling.switch: ruling for ruling in rulings if ruling.switch}


@dataclass(frozen=True, slots=True)
class PlayedRuling:
    """A ruling with the reading in play."""

    ruling: Ruling
    key: str

    @property
    def is_default(self) -> bool:
        """Whether the reading is our default."""
        return self.key == self.ruling.default

    @property
    def text(self) -> str:
        """The text of the reading in play."""
        return self.ruling.text(self.key)


class HouseRules:
    """The readings that one table plays by; immutable.

    Two are equal when they have the same switches with the same readings.
    """

    __slots__ = ("_played", "_readings")

    def __init__(self, rulings: Iterable[Ruling], readings: Iterable[tuple[str, str]] = ()) -> None:
        """Override the defaults with (switch, reading) pairs; raises ``KeyError`` for unknown ones."""
        played = {switch: PlayedRuling(ruling, ruling.default) for switch, ruling in switches(rulings).items()}
        for switch, key in readings:
            ruling = played[switch].ruling
            ruling.text(key)
            played[switch] = PlayedRuling(ruling, key)
        self._played: Mapping[str, PlayedRuling] = MappingProxyType(played)
        self._readings = frozenset((switch, each.key) for switch, each in played.items())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) is HouseRules and self._readings == other._readings

    def __hash__(self) -> int:
        return hash(self._readings)

    def choice(self, switch: str) -> str:
        """The key of the reading played; raises ``KeyError`` for an unknown switch."""
        return self._played[switch].key

    def text(self, switch: str) -> str:
        """The text of the reading played; raises ``KeyError`` for an unknown switch."""
        return self._played[switch].ruling.text(self.choice(switch))

    def on(self, switch: str) -> bool:
        """Whether a switch with the readings ``off`` and ``on`` is on."""
        return self.choice(switch) == "on"

    def resolve(self, result: Callable[..., T], *switches: str) -> T:
        """The ``result`` for the keys of the readings played, one per switch; unknown ones raise ``KeyError``."""
        return result(*(self._played[switch].key for switch in switches))

    def record_if(self, matters: Callable[[str, str], bool], switches: Iterable[str]) -> None:
        """Do nothing: only a trace records what an answer depends on."""

    def changed(self) -> tuple[PlayedRuling, ...]:
        """The rulings whose reading is not the default."""
        return tuple(played for played in self._played.values() if not played.is_default)

    @property
    def untraced(self) -> HouseRules:
        """The same house rules, without recording what an answer depends on."""
        return self


def by_reading(switch: str, **texts: T) -> Callable[[HouseRules], T]:
    """A function that picks one of ``texts``, such as phrases on a sheet, by the reading of one switch."""
    return lambda house: house.resolve(texts.__getitem__, switch)


class RulingTrace(HouseRules):
    """House rules that also record which rulings an answer depends on; created for each answer.

    Rules and calculators read a switch only where its readings would lead to different results, so the answer depends
    on the rulings that were read.
    """

    __slots__ = ("_house_rules", "_read")

    def __init__(self, house_rules: HouseRules) -> None:
        """Start with no rulings recorded."""
        self._house_rules = house_rules.untraced
        self._played = self._house_rules._played
        self._read: set[str] = set()

    # Traces of the same house rules may have recorded different rulings.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def choice(self, switch: str) -> str:
        """The key of the reading played, which is recorded; raises ``KeyError`` for an unknown switch."""
        key = super().choice(switch)
        self._read.add(switch)
        return key

    def resolve(self, result: Callable[..., T], *switches: str) -> T:
        """The ``result`` for the keys of the readings played; records only the switches that matter.

        A switch matters when another reading of it alone would change the result. Raises ``KeyError`` for an unknown
        one.
        """
        keys = {switch: self._played[switch].key for switch in switches}
        resolved = result(*keys.values())

        def matters(switch: str, other: str) -> bool:
            return result(*(keys | {switch: other}).values()) != resolved

        self.record_if(matters, switches)
        return resolved

    def record_if(self, matters: Callable[[str, str], bool], switches: Iterable[str]) -> None:
        """Record the switches of which ``matters(switch, other)`` holds for a reading other than the one played.

        Switches that are recorded already are not tried again. Raises ``KeyError`` for an unknown one.
        """
        for switch in switches:
            if switch in self._read:
                continue
            played = self._played[switch]
            if any(matters(switch, other) for other in played.ruling.keys if other != played.key):
                self._read.add(switch)

    @property
    def untraced(self) -> HouseRules:
        """The same house rules, without recording what an answer depends on."""
        return self._house_rules

    def rulings(self) -> tuple[PlayedRuling, ...]:
        """The rulings recorded so far, in the order of the register."""
        return tuple(played for switch, played in self._played.items() if switch in self._read)


def cached_with_readings(maxsize: int) -> Callable[[F], F]:
    """``lru_cache`` for a function of hashable values whose last argument is the house rules.

    The switches that a result depends on are recorded even when it comes from the cache.
    """

    def decorate(function: F) -> F:
        @lru_cache(maxsize=maxsize)
        def compute(house: HouseRules, *values: Any) -> tuple[Any, tuple[str, ...]]:
            trace = RulingTrace(house)
            return function(*values, trace), tuple(played.ruling.switch for played in trace.rulings())

        @wraps(function)
        def cached(*arguments: Any) -> Any:
            *values, house = arguments
            result, switches = compute(house.untraced, *values)
            for switch in switches:
                house.choice(switch)
            return result

        return cached  # type: ignore[return-value]

    return decorate
