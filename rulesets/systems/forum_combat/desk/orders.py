"""The orders of a round, and how they are written as text, one line a squad.

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
``Combat``. Orders are parted by semicolons. Lines that begin with ``#``, ``//`` or ``>`` are left alone, so are empty
ones, list marks and the board's own tags.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from rulesets.core.declarations import Ask, Choice
from rulesets.core.reference import Line
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.desk.combat import Combat

MOST_TEXT = 40_000
MOST_LINES = 600
NEAREST = "nearest"

HELP: tuple[Line, ...] = (
    Line("Whom", "each line starts with a squad's name or number, a unit's number (1c), a character or “Combat”"),
    Line("shoot SQUAD", "fire at it, each unit with the weapon that does most"),
    Line("shoot SQUAD with WEAPON", "fire that weapon; several are joined by “and”"),
    Line("shoot SQUAD, SQUAD", "enemies only: the first that still stands; “shoot nearest” takes the closest"),
    Line("fight SQUAD", "in melee, strike at this squad first"),
    Line("move C7", "the squad's first standing unit goes to the tile, the others keep beside it"),
    Line("disengage C7", "break away from melee, then move there"),
    Line("charge SQUAD", f"after the move, {tables.CHARGE_ROLL} tiles towards it"),
    Line("abandon 1c, 1d", "leave these downed behind; “abandon all” leaves every one"),
    Line("recover 1c", "pick up abandoned units beside the squad, where the rulings allow it"),
    Line(
        "use ABILITY on SQUAD",
        "for a character; several squads are parted by commas and paid for each, those of one area once",
    ),
    Line("use ABILITY on 1c", "for a character; one that is for a single unit"),
    Line("acc +1, rng +6, save +1, mov +2, morale +1", "the game master's own modifiers for the round, one each"),
    Line("hold", "do nothing"),
    Line("Combat: end met", "end the combat after this round; also “end early” and “end lost”"),
    Line("# note", "lines that start with #, // or > are left alone"),
)
"""The order format, word by word."""


class Ending(Choice):
    """How a combat ends."""

    MET = "met", "The objectives are met"
    EARLY = "early", "Ended early by choice"
    LOST = "lost", "Given up"


@dataclass(frozen=True, slots=True)
class Shoot:
    """Fire: at the first of the targets that stands, with the weapons named (none: what does most)."""

    targets: Annotated[tuple[str, ...], Ask("Targets", max=20, max_length=8)]
    weapons: Annotated[tuple[str, ...], Ask("Weapons", max=8)] = ()
    piece: Annotated[str, Ask("Unit", "Empty: all that have no order of their own", max_length=8)] = ""
    line: Annotated[int, Ask("Line", min=0)] = 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """Modifiers for one round, from abilities or the game master."""

    acc: Annotated[int, Ask("ACC", min=-99, max=99)] = 0
    rng: Annotated[int, Ask("RNG", min=-999, max=999)] = 0
    save: Annotated[int, Ask("Saves", min=-99, max=99)] = 0
    mov: Annotated[int, Ask("MOV", min=-99, max=99)] = 0
    morale: Annotated[int, Ask("Morale", min=-99, max=99)] = 0

    def __add__(self, other: Bonus) -> Bonus:
        """Both together."""
        return Bonus(
            self.acc + other.acc,
            self.rng + other.rng,
            self.save + other.save,
            self.mov + other.mov,
            self.morale + other.morale,
        )


BONUSES = ("acc", "rng", "save", "mov", "morale")


@dataclass(frozen=True, slots=True)
class Spoken:
    """On which line a squad was told something, by the word that the order begins with."""

    verb: Annotated[str, Ask("Word", max_length=12)]
    line: Annotated[int, Ask("Line", min=0)]


@dataclass(frozen=True, slots=True)
class SquadOrders:
    """What one squad is told to do, with the first line of the text it was read from and those of its parts."""

    squad: Annotated[str, Ask("Squad", max_length=4)]
    line: Annotated[int, Ask("Line", min=0)] = 0
    shoot: Annotated[tuple[Shoot, ...], Ask("Shoot", max=100)] = ()
    fight: Annotated[str, Ask("Fight", max_length=4)] = ""
    move: Annotated[str, Ask("Move to", max_length=5)] = ""
    disengage: Annotated[bool, Ask("Disengage")] = False
    charge: Annotated[str, Ask("Charge", max_length=4)] = ""
    abandon: Annotated[tuple[str, ...], Ask("Abandon", max=100, max_length=8)] = ()
    recover: Annotated[tuple[str, ...], Ask("Recover", max=100, max_length=8)] = ()
    bonus: Annotated[Bonus, Ask("Modifiers")] = Bonus()
    hold: Annotated[bool, Ask("Hold")] = False
    spoken: Annotated[tuple[Spoken, ...], Ask("Lines", max=600)] = ()

    def line_of(self, *verbs: str) -> int:
        """The last line that has one of these orders; the squad's first line where none has."""
        return next((part.line for part in reversed(self.spoken) if part.verb in verbs), self.line)


@dataclass(frozen=True, slots=True)
class AbilityUse:
    """A character's ability on one squad, or on one unit of it."""

    character: Annotated[str, Ask("Character")]
    ability: Annotated[str, Ask("Ability")]
    squad: Annotated[str, Ask("Squad", max_length=4)]
    line: Annotated[int, Ask("Line", min=0)] = 0
    paid: Annotated[bool, Ask("Paid here", "One on an area is paid once, whatever squads it covers")] = True
    piece: Annotated[str, Ask("Unit", "Whom it is for where it is for one unit", max_length=8)] = ""


@dataclass(frozen=True, slots=True)
class Orders:
    """All orders of a round: squads in the order in which they were first named."""

    squads: Annotated[tuple[SquadOrders, ...], Ask("Squads", max=200)] = ()
    abilities: Annotated[tuple[AbilityUse, ...], Ask("Abilities", max=400)] = ()
    ending: Annotated[Ending | None, Ask("End of combat")] = None
    ending_line: Annotated[int, Ask("Line", min=0)] = 0

    def of(self, squad: str) -> SquadOrders:
        """The orders of a squad; empty ones for a squad that has none."""
        return next((one for one in self.squads if one.squad == squad), None) or _none(squad)


@cache
def _none(squad: str) -> SquadOrders:
    return SquadOrders(squad)


def write_orders(combat: Combat, orders: Orders) -> str:
    """Orders as text that reads back as the same orders (line numbers apart), as a form gives them."""
    lines = []
    names = {squad.id: squad.name for squad in combat.squads} | {NEAREST: NEAREST}
    weapons = {weapon.key: weapon.name for weapon in combat.weapons}
    uses: dict[tuple[str, str, int], list[str]] = {}
    for use in orders.abilities:
        uses.setdefault((use.character, use.ability, use.line), []).append(use.piece or names[use.squad])
    for (character, ability, _), squads in uses.items():
        lines.append(f"{character}: use {combat.ability(ability).name} on {', '.join(squads)}")
    for own in orders.squads:
        parts = [_fire_words(shoot, names, weapons) for shoot in own.shoot if not shoot.piece]
        parts += [f"fight {names[own.fight]}"] if own.fight else []
        parts += ["disengage"] if own.disengage else []
        parts += [f"move {own.move}"] if own.move else []
        parts += [f"charge {names[own.charge]}"] if own.charge else []
        for verb, pieces in (("abandon", own.abandon), ("recover", own.recover)):
            parts += [f"{verb} {'all' if 'all' in pieces else ', '.join(pieces)}"] if pieces else []
        parts += [f"{name} {getattr(own.bonus, name):+d}" for name in BONUSES if getattr(own.bonus, name)]
        parts += ["hold"] if own.hold else []
        if parts:
            lines.append(f"{names[own.squad]}: {'; '.join(parts)}")
        lines += [f"{shoot.piece}: {_fire_words(shoot, names, weapons)}" for shoot in own.shoot if shoot.piece]
    if orders.ending is not None:
        lines.append(f"Combat: end {orders.ending.value}")
    return "\n".join(lines)


def _fire_words(shoot: Shoot, names: dict[str, str], weapons: dict[str, str]) -> str:
    targets = ", ".join(names[target] for target in shoot.targets)
    return f"shoot {targets}" + (
        f" with {' and '.join(weapons[key] for key in shoot.weapons)}" if shoot.weapons else ""
    )
