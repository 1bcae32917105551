"""Armies of very many units: what is the same for many of them is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.armies.opened import Opened
from armybuilder.printing import card_contents
from armybuilder.printing.cards import card_faces
from armybuilder.printing.choices import CardsFor, PrintChoices
from armybuilder.printing.documents import document_of
from rulesets.core.cards import Card
from rulesets.core.force import Group, add_units
from rulesets.core.rules import Review
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.trackers import Track
from tests.printing.samples import CARDS, demo, every_game

PRINTED = PrintChoices(roster=False, qrs=False, backs=True, cards_for=CardsFor.UNITS)


def with_more(ruleset: AnyRuleset, more: int) -> Opened:
    """The example army and so many units more in its first group, each with a name of its own."""
    army = demo(ruleset)
    group = army.force.groups[0]
    units = tuple(replace(group.units[-1], name=f"Unit {n}") for n in range(more))
    return Opened(ruleset, add_units(army.force, group.id, units))


class Counting:
    """Does the same as ``work`` and counts how often."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self.work, self.count = work, 0

    def __call__(self, *args: Any) -> Any:
        self.count += 1
        return self.work(*args)


@every_game
def test_a_group_is_looked_through_once(ruleset: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many cards ask for their numbers and for what else is in the group."""
    army = with_more(ruleset, 60)
    works: list[Callable[..., Any]] = []
    of_group = Review.of_group

    def noted(review: Review[Any, Any, Any], work: Callable[..., Any], group: Group[Any, Any]) -> Any:
        works.append(work)
        return of_group(review, counted.setdefault(work, Counting(work)), group)

    counted: dict[Callable[..., Any], Counting] = {}
    monkeypatch.setattr(Review, "of_group", noted)
    document_of(army, PRINTED)
    assert len(works) >= army.unit_count
    assert {counting.count for counting in counted.values()} == {len(army.force.groups)}


@pytest.mark.parametrize("more", [0, 1, 40])
def test_units_alike_are_laid_out_once(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that differ in their titles alone share what stands below."""
    counting = Counting(card_contents._pieces)
    monkeypatch.setattr(card_contents, "_pieces", counting)
    card_contents._laid_out_once.cache_clear()
    size = PRINTED.card_size.size
    faces = [card_faces(replace(CARDS["usual"], title=f"Unit {n}"), size) for n in range(1 + more)]
    assert counting.count == 1
    assert len({id(each[0].panel) for each in faces}) == 1


def test_units_whose_tracks_are_called_otherwise_are_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes named from unit to unit stand in the same places, which are kept once."""
    counting = Counting(card_contents._pieces)
    monkeypatch.setattr(card_contents, "_pieces", counting)
    card_contents._laid_out_once.cache_clear()
    titles = [[f"{unit}{each} HP" for each in "abcdefgh"] for unit in range(1, 8)]
    boxes = set()
    for unit, names in enumerate(titles):
        tracks = tuple(Track(name, name, 2, marks=((1, "downed"), (2, "killed"))) for name in names)
        (face,) = card_faces(Card(f"Unit {unit}", tracks=tracks), PRINTED.card_size.size)
        assert face.panel is not None
        assert [words.text for words in face.panel.titles] == names
        boxes.add(id(face.panel.boxes))
    assert (counting.count, len(boxes)) == (1, 1)
