"""The state that phases share: battlefield, orders, modifiers, dice and the list of events."""

from collections.abc import Iterable, Iterator

from ..units import AbilityPhase, Allegiance
from .battlefield import LiveBattlefield, LivePiece, LiveSquad
from .combat import Phase
from .events import BattleEvent, BattleEventKind, SquadDice
from .orders import Bonus, Orders


class Resolution:
    """One phase in progress: the battlefield, the orders, the dice and the events so far."""

    def __init__(
        self,
        field: LiveBattlefield,
        orders: Orders,
        phase: Phase,
        seed: int,
        number: int,
        command_events: Iterable[BattleEvent] = (),
    ) -> None:
        """``number`` is that of the round; the abilities of its ``command_events`` stay in effect."""
        self.field = field
        self.orders = orders
        self.phase = phase
        self.number = number
        self.events: list[BattleEvent] = []
        self._seed = seed
        self._abilities = [event for event in command_events if event.kind is BattleEventKind.ABILITY and event.good]
        self._dice: dict[int, SquadDice] = {}

    def note(self, event: BattleEvent) -> None:
        """Record an event; an ability takes effect."""
        self.events.append(event)
        if event.kind is BattleEventKind.ABILITY and event.good:
            self._abilities.append(event)

    def dice(self, squad: LiveSquad) -> SquadDice:
        """The dice of a squad in this phase."""
        if squad.number not in self._dice:
            self._dice[squad.number] = SquadDice(self._seed, self.number, self.phase, squad.number)
        return self._dice[squad.number]

    def bonus(self, squad: LiveSquad, phase: Phase) -> Bonus:
        """The modifiers of a squad in a phase: the game master's and those of abilities."""
        total = self.orders.of(squad.id).bonus
        for event in self._abilities:
            if event.squad == squad.id and not event.pieces:
                total += self._ability_bonus(event, phase)
        return total

    def own_bonus(self, piece: LivePiece, phase: Phase) -> Bonus:
        """The modifiers to a unit's ACC and RNG in a phase from abilities on it alone."""
        total = Bonus()
        for event in self._abilities:
            if piece.id in event.pieces:
                bonus = self._ability_bonus(event, phase)
                total += Bonus(bonus.acc, bonus.rng)
        return total

    def _ability_bonus(self, event: BattleEvent, phase: Phase) -> Bonus:
        ability = self.field.combat.ability(event.about).ability
        if ability.phase.value not in (phase.value, AbilityPhase.COMMAND.value):
            return Bonus()
        return Bonus(ability.acc, ability.rng, ability.save, ability.mov, ability.morale)

    def has_acted(self, squad: LiveSquad, phase: Phase) -> bool:
        """Whether the squad has already played the phase by an immediate ability (FC-CMD-4)."""
        if self.phase is Phase.COMMAND:
            return False
        return any(event.squad == squad.id and not event.pieces for event in self._at_once(phase))

    def has_shot_alone(self, piece: LivePiece) -> bool:
        """Whether the unit has already shot by an immediate ability on it alone (FC-CMD-4)."""
        if self.phase is Phase.COMMAND:
            return False
        return any(piece.id in event.pieces for event in self._at_once(Phase.SHOOTING))

    def _at_once(self, phase: Phase) -> Iterator[BattleEvent]:
        for event in self._abilities:
            ability = self.field.combat.ability(event.about).ability
            if ability.immediately and ability.phase.value == phase.value:
                yield event

    def in_order(self, side: Allegiance, only: LiveSquad | None = None) -> list[LiveSquad]:
        """The squads of a side in the order of their orders (FC-A51), then the rest; or ``only`` one squad."""
        if only is not None:
            return [only] if only.side is side else []
        squads = {squad.id: squad for squad in self.field.side(side)}
        with_orders = [own.squad for own in self.orders.squads if own.squad in squads]
        return [squads[number] for number in dict.fromkeys((*with_orders, *squads))]
