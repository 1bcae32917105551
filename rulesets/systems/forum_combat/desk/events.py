"""The events of a round with every die, from which reports are written and phases undone."""

from dataclasses import dataclass
from typing import Annotated

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.desk import ORDERS_LENGTH
from rulesets.core.seeded import SeededDice

from .. import tables
from .combat import Phase
from .combat_changes import CombatChange

MAX_AMENDMENTS = 4000


class RollKind(Choice):
    """The purpose of a roll."""

    HIT = "hit", "To hit"
    SECOND = "second", "Misses re-rolled against friends"
    WOUND = "wound", "To wound"
    PICK = "pick", "Who is hit"
    SAVE = "save", "Saves"
    DISENGAGE = "disengage", "Breaking away"
    CHARGE = "charge", "Charge"
    OPPOSE = "oppose", "Opposed"
    MORALE = "morale", "Morale"
    DEATH = "death", "Life or death"


@dataclass(frozen=True, slots=True)
class RecordedRoll:
    """Dice rolled together: their purpose, the number needed (0: none), one digit per die, and the successes."""

    kind: Annotated[RollKind, Ask("For")]
    needed: Annotated[int, Ask("Needed", min=-99, max=199)]
    dice: Annotated[str, Ask("Dice", max_length=5000)]
    good: Annotated[int, Ask("Successes", min=0, max=5000)] = 0
    about: Annotated[str, Ask("About", max_length=120)] = ""

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(int(die) for die in self.dice)


class BattleEventKind(Choice):
    """The kinds of event."""

    ABILITY = "ability", "Ability"
    VOLLEY = "volley", "Shooting"
    WASTED = "wasted", "Wasted fire"
    HELD = "held", "No shot"
    STRAY = "stray", "Misses at friends"
    CLOSE_QUARTERS = "close-quarters", "Close-quarters fire"
    PRESS = "press", "Pressing in"
    BLOWS = "blows", "Blows"
    ABANDON = "abandon", "Abandoned"
    RECOVER = "recover", "Picked up again"
    DISENGAGE = "disengage", "Disengage"
    MOVE = "move", "Move"
    STAY = "stay", "No move"
    CHARGE = "charge", "Charge"
    MORALE = "morale", "Morale check"
    RALLY = "rally", "Recovered from a break"
    OBJECTIVE = "objective", "Objective"
    FATE = "fate", "Life or death"


@dataclass(frozen=True, slots=True)
class Loss:
    """HP that one piece lost."""

    piece: Annotated[str, Ask("Unit", max_length=8)]
    before: Annotated[int, Ask("HP before", min=-600, max=60)]
    after: Annotated[int, Ask("HP after", min=-600, max=60)]


@dataclass(frozen=True, slots=True)
class BattleEvent:
    """An event.

    ``squad`` and ``target`` are squads' numbers, ``who`` a character, ``about`` an ability's key, a tile, an objective
    or a reason, ``count`` a number of points, tiles or units, ``limit`` the number to compare it with, ``good``
    whether it succeeded.
    """

    kind: Annotated[BattleEventKind, Ask("Kind")]
    squad: Annotated[str, Ask("Squad", max_length=4)] = ""
    target: Annotated[str, Ask("Target", max_length=4)] = ""
    who: Annotated[str, Ask("Character")] = ""
    about: Annotated[str, Ask("About", max_length=200)] = ""
    count: Annotated[int, Ask("Count", min=-999, max=9999)] = 0
    limit: Annotated[int, Ask("Against", min=-999, max=9999)] = 0
    good: Annotated[bool, Ask("Succeeded")] = False
    rolls: Annotated[tuple[RecordedRoll, ...], Ask("Rolls", max=4000)] = ()
    losses: Annotated[tuple[Loss, ...], Ask("Losses", max=400)] = ()
    pieces: Annotated[tuple[str, ...], Ask("Units", max=100, max_length=8)] = ()


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change by the game master after a phase, and the reason."""

    change: Annotated[CombatChange, Ask("Change")]
    reason: Annotated[str, Ask("Reason", max_length=200)] = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A phase as it was played: its orders, events, changes and amendments, and the rulings that mattered."""

    phase: Annotated[Phase, Ask("Phase")]
    orders: Annotated[str, Ask("Orders", max_length=ORDERS_LENGTH)]
    events: Annotated[tuple[BattleEvent, ...], Ask("Events", max=4000)] = ()
    changes: Annotated[tuple[CombatChange, ...], Ask("Changes", max=40_000)] = ()
    amendments: Annotated[tuple[Amendment, ...], Ask("Amendments", max=MAX_AMENDMENTS)] = ()
    rulings: Annotated[tuple[str, ...], Ask("Rulings that mattered", max=60)] = ()


PLACES = {phase: place for place, phase in enumerate(Phase)}
FIGURES = tuple(str(face) for face in range(1, tables.FACES + 1))


class SquadDice:
    """The dice of one squad in one phase; other squads' dice do not depend on how many are rolled."""

    def __init__(self, seed: int, round_number: int, phase: Phase, number: int) -> None:
        """The same four numbers give the same dice."""
        self._dice = SeededDice(seed, round_number, PLACES[phase], number)

    def roll(self, count: int) -> str:
        """The results of the next ``count`` dice, one digit each."""
        return "".join([FIGURES[self._dice.below(tables.FACES)] for _ in range(count)])

    def pick(self, count: int) -> int:
        """A random number from 0 to ``count - 1``."""
        return self._dice.below(count)
