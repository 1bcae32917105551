"""How a described game is played at the table: the turn, what follows from boxes, engagements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulesets.core.calculators import Calculator
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import Acts, Consequence, Engagement, Harm, Play, Segment
from rulesets.core.play.states import OUT, AnyDeployed, Change, Side
from rulesets.core.play.trackers import UnitState
from rulesets.core.reference import Line
from rulesets.core.tables import Tone
from rulesets.core.texts.rich_text import plain

from .cards import Display
from .document import Odds, Reset
from .model import Context, Model, key_of_box

MAX_CONDITIONS = 4
"""Fields that a player sets at the table for one engagement."""


def play_of(model: Model, display: Display, calculators: tuple[Calculator[Any], ...]) -> Play[Any, Any, Any]:
    """How the document's game is played."""
    at_table = _AtTable(model)
    faces = dict.fromkeys(face for odds in model.game.odds for face in _faces(odds))
    return Play(
        tracks=model.tracks,
        values=display.values,
        sequence=turn_of(model),
        acted=at_table.acted,
        hurt=at_table.hurt,
        engagements=at_table.engagements,
        actions=at_table.actions if any(odds.alone for odds in model.game.odds) else None,
        losses=lambda slug: next((track.lost for track in model.game.tracks if track.slug == slug), ""),
        consequences=at_table.consequences,
        resets=at_table.resets,
        dice=tuple(faces),
        harm=_harm(model),
        in_play=at_table.in_play,
        removes=True,
        may_act=at_table.may_act if at_table.acting else None,
        alternate=True,
    )


def _faces(odds: Odds) -> Iterator[int]:
    if odds.chain is not None:
        yield from (stage.faces for stage in odds.chain.stages)
        if odds.chain.damage_faces:
            yield odds.chain.damage_faces
    if odds.table is not None:
        yield from (roll.faces for roll in (odds.table.roll, odds.table.against) if roll is not None)


def _harm(model: Model) -> Harm | None:
    """What luck is measured by: the track that dice harm, if its losses have a word."""
    harmed = {odds.harm for odds in model.game.odds if odds.harm and not odds.saved_by_hand}
    track = next((each for each in model.game.tracks if each.slug in harmed and each.lost), None)
    if track is None:
        return None
    return Harm(track.lost, lambda change: change.amount if change.track == track.slug else 0)


def turn_of(model: Model) -> Callable[[HouseRules], tuple[Segment, ...]]:
    """The segments of a turn under house rules; their texts may name the document's numbers and switches."""
    parts = [
        (
            part,
            [
                (line.term, model.phrase(line.text, ("turn", number, "lines", place, "text")))
                for place, line in enumerate(part.lines)
            ],
        )
        for number, part in enumerate(model.game.turn)
    ]

    def sequence(house: HouseRules) -> tuple[Segment, ...]:
        return tuple(
            Segment(
                part.slug,
                part.title,
                Acts(part.acting.value),
                tuple(Line(term, said) for term, text in lines if (said := plain(text.text(house, None)))),
                task=part.task,
                stays=True,
            )
            for part, lines in parts
        )

    return sequence


class _AtTable:
    """What the boxes of units mean."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.decisive = [row for row in model.game.tracks if row.out]
        self.harmful = {odds.harm for odds in model.game.odds if odds.harm}
        self.acting = {odds.acted for odds in model.game.odds if odds.acted}

    def acted(self, state: UnitState) -> bool:
        """Whether a unit has acted this turn."""
        return any(state.count(slug) for slug in self.acting)

    def may_act(self, segment: str, own: Side, opposing: AnyDeployed | None) -> bool:
        """Whether a unit has not acted yet."""
        return not self.acted(own.state)

    def hurt(self, state: UnitState) -> bool:
        """Whether a unit has suffered."""
        return any(state.count(slug) for slug in self.harmful)

    def in_play(self, side: Side) -> bool:
        """Whether a unit is on the table: neither put out of play nor with all boxes of a track ticked that ends it."""
        return not side.state.out and not any(self._full(side.state, row.slug) for row in self.decisive)

    def _full(self, state: UnitState, slug: str) -> bool:
        track = state.track(slug)
        return track is not None and len(track.ticks) == track.boxes

    def consequences(self, own: AnyDeployed, context: Context) -> Iterator[Consequence]:
        """A unit whose last box is ticked is offered to go out of play."""
        for _, unit in own.force.units():
            state = own.states.get(unit.id)
            for row in self.decisive if state and not state.out else ():
                if state and self._full(state, row.slug):
                    out = Change(OUT.slug, box="out", holder=unit.id)
                    yield Consequence("", row.out, unit.id, Tone.BAD, "Put it out of play", (out,))

    def resets(self, segment: str, acting: bool, own: AnyDeployed, context: Context) -> Iterator[Change]:
        """Boxes that are cleared at the end of their player's segment."""
        for row in self.model.game.tracks:
            if row.reset is not Reset.SEGMENT or not acting:
                continue
            for holder, state in own.states.items():
                if row.names:
                    for key in map(key_of_box, row.names):
                        if key in state.keys(row.slug):
                            yield Change(row.slug, box=key, on=False, holder=holder)
                elif count := state.count(row.slug):
                    yield Change(row.slug, -count, holder=holder)

    def engagements(self, own: Side, opposing: Side) -> tuple[Engagement, ...]:
        """What a unit in play can do to another."""
        if not (self.in_play(own) and self.in_play(opposing)):
            return ()
        return tuple(_engagement(odds) for odds in self.model.game.odds if not odds.alone)

    def actions(self, side: Side) -> tuple[Engagement, ...]:
        """What a unit in play does by itself."""
        if not self.in_play(side):
            return ()
        return tuple(_engagement(odds) for odds in self.model.game.odds if odds.alone)


def _engagement(odds: Odds) -> Engagement:
    conditions = [each.name for each in odds.fields if each.condition]
    shown = tuple(conditions[:MAX_CONDITIONS])
    return Engagement(odds.slug, odds.action or odds.title, conditions=shown, rolls_at_once=not conditions)
