"""The orders of a round, and their format as text, one line per squad.

::

    # round 2
    Lt. Vey: use Take Aim on Alpha
    Alpha: shoot Reavers with Bolt-Action Rifle; move C7
    1i: shoot Reavers with Heavy Machine Gun
    Bravo: move to D4; charge Skulkers
    Charlie: disengage to B2; abandon 3d, 3e
    Reavers: shoot Alpha, Bravo
    Combat: end early

A line begins with whom it orders: a squad by name or number, one unit by its number (to shoot), a character, or
``Combat``. Semicolons separate orders. Lines that begin with ``#``, ``//`` or ``>`` are ignored, as are empty ones,
list marks and the forum's own tags.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from rulesets.core.declarations.fields import Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Line
from rulesets.core.texts.sheets import Computed, Sheet, load_sheet

from .. import tables
from ..house_rules import DATA, RULINGS

NEAREST = "nearest"

_FORMAT: Sheet[None] = load_sheet(DATA, RULINGS, vars(tables), Computed(), name="orders")
HELP: tuple[Line, ...] = _FORMAT.sections(HouseRules(RULINGS), None)[0].lines
"""The order format, word by word."""


class CombatEnding(Choice):
    """How a combat ends."""

    MET = "met", "The objectives are met"
    EARLY = "early", "Ended early by choice"
    LOST = "lost", "Given up"


@dataclass(frozen=True, slots=True)
class Shoot:
    """Fire at the first of the targets that stands, with the weapons named (none: the most effective).

    ``piece`` is the only unit that fires; empty: all units of the squad without an order of their own.
    """

    targets: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    piece: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """Modifiers for one round, from abilities or the game master."""

    acc: int = 0
    rng: int = 0
    save: int = 0
    mov: int = 0
    morale: int = 0

    def __add__(self, other: Bonus) -> Bonus:
        """The sum of both, field by field."""
        return Bonus(*(getattr(self, name) + getattr(other, name) for name in BONUSES))


BONUSES = tuple(field.name for field in fields(Bonus))


@dataclass(frozen=True, slots=True)
class VerbLine:
    """The line of a squad's order in the text, by the first word of the order."""

    verb: str
    line: int


@dataclass(frozen=True, slots=True)
class SquadOrders:
    """The orders of one squad, with the first line of the text they were read from and those of its parts."""

    squad: str
    line: int = 0
    shoot: tuple[Shoot, ...] = ()
    fight: str = ""
    move: str = ""
    disengage: bool = False
    charge: str = ""
    abandon: tuple[str, ...] = ()
    recover: tuple[str, ...] = ()
    bonus: Bonus = Bonus()
    hold: bool = False
    lines: tuple[VerbLine, ...] = ()

    def line_of(self, *verbs: str) -> int:
        """The last line with one of these orders; the squad's first line if there is none."""
        return next((part.line for part in reversed(self.lines) if part.verb in verbs), self.line)


@dataclass(frozen=True, slots=True)
class AbilityUse:
    """A character's ability on one squad, or on one unit (``piece``) of it.

    An ability on an area is ``paid`` only with the first of the squads it covers.
    """

    character: str
    ability: str
    squad: str
    line: int = 0
    paid: bool = True
    piece: str = ""


@dataclass(frozen=True, slots=True)
class Orders:
    """All orders of a round, the squads in the order in which they are first named."""

    squads: tuple[SquadOrders, ...] = ()
    abilities: tuple[AbilityUse, ...] = ()
    ending: CombatEnding | None = None
    ending_line: int = 0

    def of(self, squad: str) -> SquadOrders:
        """The orders of a squad; empty ones if it has none."""
        return next((one for one in self.squads if one.squad == squad), None) or SquadOrders(squad)
