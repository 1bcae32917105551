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

from rulesets.core.declarations import Choice
from rulesets.core.reference import Line

from .. import tables

NEAREST = "nearest"

HELP: tuple[Line, ...] = (
    Line("Whom", "each line starts with a squad’s name or number, a unit’s number (1c), a character or “Combat”"),
    Line("shoot SQUAD", "fire at it, each unit with its most effective weapon"),
    Line("shoot SQUAD with WEAPON", "fire that weapon; several are joined by “and”"),
    Line("shoot SQUAD, SQUAD", "enemies only: the first that still stands; “shoot nearest” takes the closest"),
    Line("fight SQUAD", "in melee, strike at this squad first"),
    Line("move C7", "the squad’s first standing unit goes to the tile, the others stay beside it"),
    Line("disengage C7", "break away from melee, then move there"),
    Line("charge SQUAD", f"after the move, {tables.CHARGE_ROLL} tiles towards it"),
    Line("abandon 1c, 1d", "leave these downed behind; “abandon all” leaves every one"),
    Line("recover 1c", "pick up abandoned units beside the squad, if the rulings allow it"),
    Line(
        "use ABILITY on SQUAD",
        "for a character; separate several squads by commas; each costs CP, an area only once",
    ),
    Line("use ABILITY on 1c", "for a character; an ability for a single unit"),
    Line("acc +1, rng +6, save +1, mov +2, morale +1", "the game master’s own modifiers for the round, one each"),
    Line("hold", "do nothing"),
    Line("Combat: end met", "end the combat after this round; also “end early” and “end lost”"),
    Line("# note", "lines that start with #, // or > are ignored"),
)
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
