"""An army that strains every page, and what of a page runs over its place, measured where things are laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from armybuilder.armies.opened import Opened
from armybuilder.drawing.lettering import POINT, ROUNDING, width
from armybuilder.printing.blocks import CAPITALS
from armybuilder.printing.compositor import foot_letters
from armybuilder.printing.document import Foot, Page, Placed
from armybuilder.printing.drawn import Ground, Letters
from armybuilder.printing.pieces import element_of, is_drawn, key_of
from rulesets.core.asks import Kind, fields_of
from rulesets.core.codec import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset

LONGEST = "Oberst Maximilian von und zu Hohenlohe’s Second Guards Armoured Reconnaissance Regiment"[:NAME_LENGTH]
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"[:NAME_LENGTH]
MOST_ROWS = 8
"""Rows that a list of weapons, models or the like is filled to, where it may have so many."""
TOUCH = 0.35
"""Millimetres that lines of text may reach into one another: letters do not fill their line."""


def strained_army(ruleset: AnyRuleset) -> Opened:
    """The game's example with the longest names, notes on everything, every setting on and every list filled up."""
    force = ruleset.demo()
    groups = tuple(
        replace(
            group,
            name=LONGEST if place % 2 else WORD,
            notes="Notes that go on. " * 20,
            spec=_full(group.spec),
            units=tuple(
                replace(unit, name=LONGEST if number % 2 else WORD, notes="Remarks " * 30, spec=_full(unit.spec))
                for number, unit in enumerate(group.units)
            ),
        )
        for place, group in enumerate(force.groups)
    )
    return Opened(
        ruleset, replace(force, name=LONGEST, notes="The army’s notes. " * 40, spec=_full(force.spec), groups=groups)
    )


def _full(spec: Any) -> Any:
    changes: dict[str, Any] = {}
    for field in fields_of(type(spec)):
        value = getattr(spec, field.name)
        if field.kind is Kind.BOOL:
            changes[field.name] = True
        elif field.kind is Kind.REPEAT and value:
            rows = min(field.ask.max or MOST_ROWS, MOST_ROWS)
            changes[field.name] = (value * rows)[: max(rows, len(value))]
    return replace(spec, **changes)


def page_faults(page: Page) -> Iterator[str]:
    """Pieces that leave the paper or lie over one another, and lines that leave their piece."""
    wide, high = page.size.width / page.scale, page.size.height / page.scale
    if page.foot:
        yield from _foot_faults(page.foot, wide, high)
    for place, placed in enumerate(page.placed):
        box = placed.box
        if box.x < 0 or box.y < 0 or box.right > wide + 0.01 or box.bottom > high + 0.01:
            yield f"{placed.drawing} leaves the paper"
        if page.foot and box.bottom > page.foot.box.y + 0.01 and box.x < page.foot.box.right:
            yield f"{placed.drawing} lies over the foot"
        for other in page.placed[place + 1 :]:
            if box.x + 0.01 < other.box.right and other.box.x + 0.01 < box.right:
                across = min(box.bottom, other.box.bottom) - max(box.y, other.box.y)
                if across > 0.01:
                    yield f"{placed.drawing} lies over {other.drawing}"
        if is_drawn(placed):
            yield from _piece_faults(placed)


def _foot_faults(foot: Foot, wide: float, high: float) -> Iterator[str]:
    texts = foot_letters(foot)
    taken = [width(line.text, line.cut, line.points) for line in texts]
    if max(taken) > foot.box.width or (len({line.y for line in texts}) == 1 and sum(taken) > foot.box.width):
        yield f"{foot.number!r} lies over {foot.credit!r}"
    if foot.box.x < 0 or foot.box.right > wide or foot.box.bottom > high:
        yield "the foot leaves the paper"


def _piece_faults(placed: Placed) -> Iterator[str]:
    element = element_of(key_of(placed))
    size = placed.box
    letters = list(element.letters())
    for line in letters:
        taken = width(line.text, line.cut, line.points) * (CAPITALS if line.spaced else 1)
        if taken > line.room + ROUNDING:
            yield f"{line.text!r} is wider than its room in {placed.drawing}"
        if line.x < -0.01 or line.x + line.room > size.width + 0.01:
            yield f"{line.text!r} leaves {placed.drawing} sideways"
        middle, half = line.y + line.tall / 2, line.points * POINT / 2
        if middle - half < -TOUCH or middle + half > size.height + TOUCH:
            yield f"{line.text!r} leaves {placed.drawing}"
    yield from over_boxes(letters, list(grounds(element)))


def grounds(element: Any) -> Iterator[Ground]:
    """All boxes of an element."""
    for part in element.parts:
        if isinstance(part, Ground):
            yield part
        elif hasattr(part, "parts"):
            yield from grounds(part)


def over_boxes(letters: list[Letters], boxes: list[Ground]) -> Iterator[str]:
    """Lines that stand over a box to tick which is not theirs."""
    ticks = [ground.box for ground in boxes if ground.fill == "paper" and ground.box.height < 10]
    for line in letters:
        taken = width(line.text, line.cut, line.points)
        for box in ticks:
            across = min(line.x + min(taken, line.room), box.right) - max(line.x, box.x)
            down = min(line.y + line.tall, box.bottom) - max(line.y, box.y)
            if across > 0.1 and down > TOUCH and abs(line.y - box.y) > 0.01:
                yield f"{line.text!r} stands over a box"
