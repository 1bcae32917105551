"""The reader of orders as text, line by line, and of the issues in it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from rulesets.core.desk import ORDERS_FIT, ORDERS_LENGTH, ORDERS_LINES, OrderIssue
from rulesets.core.names import name_key

from ..tiles import read_tile, tile_name
from ..units import AbilityTarget, Allegiance
from .combat import Combat, CombatSquad
from .orders import (
    BONUSES,
    NEAREST,
    AbilityUse,
    CombatEnding,
    Orders,
    Shoot,
    SquadOrders,
    VerbLine,
)

CONDITION = re.compile(r"\b(if|unless|otherwise|else|in case|failing that)\b", re.IGNORECASE)
BOARD_TAG = re.compile(
    r"\[/?(?:b|i|u|s|list|li|\*|quote|color|size|font|spoiler|center|code)(?:[ =][^\]]*)?\]", re.IGNORECASE
)
LIST_MARK = re.compile(r"^(?:[-*•–]|\d+[.)])\s+")
PIECE_NUMBER = re.compile(r"\d{1,9}[a-z]{1,9}", re.IGNORECASE)


UNREADABLE = "FC-RND-2"
"""The rule on the contents of orders, which issues with unreadable lines name."""


class _OrderError(Exception):
    """Part of a line is not a valid order; the message says what would be right."""

    def __init__(self, message: str, rule: str = UNREADABLE) -> None:
        super().__init__(message)
        self.rule = rule


@dataclass
class _Names:
    """The names that orders may contain."""

    combat: Combat
    squads: dict[str, CombatSquad] = field(default_factory=dict)
    weapons: dict[str, str] = field(default_factory=dict)
    abilities: dict[str, str] = field(default_factory=dict)
    characters: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, CombatSquad] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for squad in self.combat.squads:
            self.squads[name_key(squad.name)] = squad
            self.squads.setdefault(squad.id, squad)
            for piece in squad.pieces:
                self.pieces[piece.id] = squad
        for weapon in self.combat.weapons:
            self.weapons.setdefault(name_key(weapon.name), weapon.key)
            self.weapons.setdefault(name_key(weapon.key), weapon.key)
        for ability in self.combat.abilities:
            self.abilities.setdefault(name_key(ability.name), ability.key)
            self.abilities.setdefault(name_key(ability.key), ability.key)
        for character in self.combat.characters:
            self.characters[name_key(character.name)] = character.name

    def squad(self, text: str) -> CombatSquad:
        squad = self.squads.get(name_key(text))
        if squad is None:
            names = ", ".join(squad.name for squad in self.combat.squads)
            raise _OrderError(f"There is no squad “{text.strip()}”. The squads are {names}.")
        return squad

    def piece(self, text: str, squad: CombatSquad) -> str:
        number = name_key(text)
        if self.pieces.get(number) is not squad:
            raise _OrderError(f"There is no unit “{text.strip()}” in {squad.name}. Its units are {_span(squad)}.")
        return number


def _span(squad: CombatSquad) -> str:
    return f"{squad.pieces[0].id} to {squad.pieces[-1].id}"


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class _Reader:
    """The orders and issues read so far."""

    def __init__(self, combat: Combat) -> None:
        self.names = _Names(combat)
        self.orders: dict[str, SquadOrders] = {}
        self.abilities: list[AbilityUse] = []
        self.ending: CombatEnding | None = None
        self.ending_line = 0
        self.issues: list[OrderIssue] = []
        self._verbs: dict[str, Callable[[SquadOrders, str, int], SquadOrders]] = {
            "shoot": self._shoot,
            "fight": self._fight,
            "move": self._move,
            "disengage": self._disengage,
            "charge": self._charge,
            "abandon": self._abandon,
            "recover": self._recover,
            "hold": self._hold,
        }

    def read(self, text: str) -> None:
        lines = text.splitlines()
        if len(text) > ORDERS_LENGTH or len(lines) > ORDERS_LINES:
            self.issues.append(OrderIssue(0, UNREADABLE, f"The orders are too long. {ORDERS_FIT}."))
            return
        for number, line in enumerate(lines, 1):
            words = LIST_MARK.sub("", BOARD_TAG.sub("", line).strip()).strip()
            if words and not words.startswith(("#", "//", ">")):
                self._line(words, number)

    def _line(self, words: str, number: int) -> None:
        subject, colon, body = words.partition(":")
        name = name_key(subject)
        if not colon:
            message = (
                "This is not an order. Write whom it is for, then a colon and the order, or start the line with #."
            )
            self._issue(number, _OrderError(message))
        elif name == "combat":
            self._part(lambda: self._end(body, number), number)
        elif name in self.names.characters and name not in self.names.squads:
            for part in body.split(";"):
                self._part(lambda part=part: self._use(self.names.characters[name], part, number), number)  # type: ignore[misc]
        elif PIECE_NUMBER.fullmatch(name) and name in self.names.pieces:
            squad = self.names.pieces[name]
            for part in body.split(";"):
                self._part(lambda part=part: self._unit(squad, name, part, number), number, squad)  # type: ignore[misc]
        else:
            try:
                squad = self.names.squad(subject)
            except _OrderError as error:
                self._issue(number, error)
                return
            for part in body.split(";"):
                self._part(lambda part=part: self._squad(squad, part, number), number, squad)  # type: ignore[misc]

    def _part(self, read: Callable[[], None], number: int, squad: CombatSquad | None = None) -> None:
        try:
            read()
        except _OrderError as error:
            self._issue(number, error, squad)

    def _issue(self, number: int, error: _OrderError, squad: CombatSquad | None = None) -> None:
        self.issues.append(OrderIssue(number, error.rule, str(error), group=squad.id if squad else ""))

    # --- one order -----------------------------------------------------------------------------------

    def _squad(self, squad: CombatSquad, part: str, number: int) -> None:
        words = " ".join(part.split())
        if not words:
            return
        self._no_condition(squad, words)
        verb, _, rest = words.partition(" ")
        verb = name_key(verb)
        own = self.orders.get(squad.id) or SquadOrders(squad.id, number)
        own = replace(own, lines=(*own.lines, VerbLine(verb, number)))
        if verb in BONUSES:
            own = self._bonus(own, verb, rest)
        elif verb in self._verbs:
            own = self._verbs[verb](own, rest.strip(), number)
        else:
            raise _OrderError(f"“{words}” is not an order. Start with {', '.join(self._verbs)}.")
        self.orders[squad.id] = own

    def _unit(self, squad: CombatSquad, piece: str, part: str, number: int) -> None:
        words = " ".join(part.split())
        if not words:
            return
        self._no_condition(squad, words)
        verb, _, rest = words.partition(" ")
        if name_key(verb) != "shoot":
            raise _OrderError(f"A single unit can only be ordered to shoot. Give all other orders to {squad.name}.")
        own = self.orders.get(squad.id) or SquadOrders(squad.id, number)
        shoot = replace(self._fire(rest, squad, number), piece=piece)
        self.orders[squad.id] = replace(own, shoot=(*own.shoot, shoot))

    def _no_condition(self, squad: CombatSquad, words: str) -> None:
        match = CONDITION.search(words)
        if squad.side is Allegiance.PLAYERS and match:
            raise _OrderError(f"“{match[0]}” is a condition. A player must name exactly one target.", "FC-ORD-3")

    def _fire(self, rest: str, squad: CombatSquad, number: int) -> Shoot:
        rest = re.sub(r"^at\s+", "", rest.strip(), flags=re.IGNORECASE)
        targets, weapons = self._targets(rest)
        if squad.side is Allegiance.PLAYERS and (len(targets) > 1 or targets == (NEAREST,)):
            raise _OrderError("A player names one target. Only enemies choose as they go.", "FC-ORD-3")
        if not targets:
            raise _OrderError("Say whom to shoot: write shoot and a squad’s name.")
        return Shoot(targets, weapons, line=number)

    def _targets(self, rest: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Targets and weapons; names may contain “with”, so each “with” is tried as their separator."""
        places = [match.start() for match in re.finditer(r"(?<!\s)\s+with\s+", rest, re.IGNORECASE)]
        for place in (len(rest), *places):
            names = _list(rest[:place])
            if names and all(name_key(name) in self.names.squads or name_key(name) == NEAREST for name in names):
                weapons = re.sub(r"^\s*with\s+", "", rest[place:], flags=re.IGNORECASE)
                keys = (NEAREST if name_key(name) == NEAREST else self.names.squad(name).id for name in names)
                return tuple(keys), tuple(self._weapons(weapons))
        for name in _list(rest[: places[0]] if places else rest):
            self.names.squad(name)
        return (), ()

    def _weapons(self, text: str) -> Iterator[str]:
        rest = name_key(text)
        if rest in self.names.weapons:
            yield self.names.weapons[rest]
            return
        for name in map(str.strip, re.split(r"(?<!\s)\s+and\s+|[+,]", rest)):
            if not name:
                continue
            if name not in self.names.weapons:
                names = ", ".join(weapon.name for weapon in self.names.combat.weapons)
                raise _OrderError(f"There is no weapon “{name}”. The weapons are {names}.")
            yield self.names.weapons[name]

    def _shoot(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        squad = self.names.combat.squad(own.squad)
        return replace(own, shoot=(*own.shoot, self._fire(rest, squad, number)))

    def _fight(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        if own.fight:
            raise _OrderError("The squad has two orders to fight. Name the one that it fights first.")
        return replace(own, fight=self.names.squad(rest).id)

    def _move(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        if own.move:
            raise _OrderError(f"The squad has two orders to move. It is already ordered to {own.move}.")
        words = re.sub(r"^to\s+", "", rest, flags=re.IGNORECASE)
        tile = read_tile(words)
        if tile is None or not self.names.combat.ground.holds(tile):
            ground = self.names.combat.ground
            last = tile_name((ground.width - 1, ground.height - 1))
            raise _OrderError(f"“{words}” is not a tile on this map. Tiles run from A1 to {last}.", "FC-ORD-11")
        return replace(own, move=tile_name(tile))

    def _disengage(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        own = replace(own, disengage=True)
        return self._move(own, rest, number) if rest else own

    def _charge(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        if own.charge:
            raise _OrderError("The squad has two orders to charge. It can charge only one squad.")
        return replace(own, charge=self.names.squad(rest).id)

    def _pieces(self, own: SquadOrders, rest: str) -> tuple[str, ...]:
        squad = self.names.combat.squad(own.squad)
        if not rest:
            raise _OrderError(f"Give the numbers of the units, from {_span(squad)}.")
        return tuple(self.names.piece(name, squad) for name in _list(rest))

    def _abandon(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        if name_key(rest) == "all":
            pieces = tuple(piece.id for piece in self.names.combat.squad(own.squad).pieces)
            return replace(own, abandon=("all", *pieces))
        return replace(own, abandon=(*own.abandon, *self._pieces(own, rest)))

    def _recover(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        return replace(own, recover=(*own.recover, *self._pieces(own, rest)))

    def _hold(self, own: SquadOrders, rest: str, number: int) -> SquadOrders:
        return replace(own, hold=True)

    def _bonus(self, own: SquadOrders, name: str, rest: str) -> SquadOrders:
        number = re.fullmatch(r"[+-]?[0-9]{1,2}", name_key(rest))
        if not number:
            raise _OrderError(f"Write a number after {name}, such as {name} +1.")
        total = getattr(own.bonus, name) + int(number[0])
        return replace(own, bonus=replace(own.bonus, **{name: total}))

    def _use(self, character: str, part: str, number: int) -> None:
        words = re.sub(r"^use\s+", "", part.strip(), flags=re.IGNORECASE)
        if not words:
            return
        if CONDITION.search(words):
            raise _OrderError("An ability cannot have a condition. Name its target.", "FC-ORD-3")
        for match in re.finditer(r"(?<!\s)\s+on\s+", words, re.IGNORECASE):
            ability = self.names.abilities.get(name_key(words[: match.start()]))
            if ability is not None:
                target = self.names.combat.ability(ability).ability.target
                self.abilities += [
                    AbilityUse(character, ability, squad, number, place == 0 or target is not AbilityTarget.AREA, piece)
                    for place, name in enumerate(_list(words[match.end() :]))
                    for squad, piece in [self._target_of(name, target)]
                ]
                return
        own = self.names.abilities.get(name_key(words))
        figure = next(one for one in self.names.combat.characters if one.name == character).piece
        squad = self.names.pieces.get(figure)
        if own is not None and squad is not None:
            for_unit = self.names.combat.ability(own).ability.target is AbilityTarget.UNIT
            self.abilities.append(AbilityUse(character, own, squad.id, number, piece=figure if for_unit else ""))
            return
        names = ", ".join(entry.name for entry in self.names.combat.abilities)
        use = f"Write “use ABILITY on SQUAD”, where ABILITY is one of {names}."
        raise _OrderError(f"“{words}” does not use an ability. {use}")

    def _target_of(self, name: str, target: AbilityTarget) -> tuple[str, str]:
        """The squad on which an ability is used, and the unit if it is for one."""
        if target is not AbilityTarget.UNIT:
            return self.names.squad(name).id, ""
        number = name_key(name)
        if number not in self.names.pieces:
            raise _OrderError(f"The ability is for one unit. Write its number, such as 1c, instead of “{name}”.")
        return self.names.pieces[number].id, number

    def _end(self, body: str, number: int) -> None:
        words = re.sub(r"^end\s*", "", name_key(body))
        if words not in list(CombatEnding):
            raise _OrderError(f"Write Combat: end and one of {', '.join(CombatEnding)}.")
        self.ending, self.ending_line = CombatEnding(words), number


def read_orders(combat: Combat, text: str) -> tuple[Orders, tuple[OrderIssue, ...]]:
    """The orders in a text, and the issues of lines that could not be read; the rest of the orders are returned."""
    reader = _Reader(combat)
    reader.read(text)
    orders = Orders(tuple(reader.orders.values()), tuple(reader.abilities), reader.ending, reader.ending_line)
    return orders, tuple(reader.issues)
