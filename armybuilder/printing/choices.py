"""What a player chooses before printing, as a declaration that makes form, address and command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import INCH, CardSize, Edge, Paper, Size
from rulesets.core.asks import Ask, Choice


class Scope(Choice):
    """How much of the quick reference is printed."""

    ARMY = "army", "What this army needs"
    COMPLETE = "complete", "Everything"


class LabelSize(Choice):
    """Stand labels are squares."""

    ONE_INCH = "1in", "1 inch"
    TWO_INCHES = "2in", "2 inches"

    @property
    def size(self) -> Size:
        """The label when cut."""
        side = INCH * (1 if self is LabelSize.ONE_INCH else 2)
        return Size(side, side)


class Turning(Choice):
    """How the printer prints the other side."""

    LONG = "long", "Turned over the long edge"
    SHORT = "short", "Turned over the short edge"
    APART = "apart", "One side only", "Undersides come on sheets of their own, to be glued."

    @property
    def edge(self) -> Edge | None:
        """The edge, or ``None`` for sheets printed on one side."""
        return {Turning.LONG: Edge.LONG, Turning.SHORT: Edge.SHORT}.get(self)


@dataclass(frozen=True, slots=True)
class PrintChoices:
    """What goes on paper, and how."""

    roster: Annotated[bool, Ask("Roster", section="Parts")] = True
    cards: Annotated[bool, Ask("Unit cards", section="Parts")] = True
    qrs: Annotated[bool, Ask("Quick-reference sheet", section="Parts")] = True
    labels: Annotated[bool, Ask("Labels for bases", section="Parts")] = False
    tokens: Annotated[bool, Ask("Markers", section="Parts")] = False
    paper: Annotated[Paper, Ask("Paper", section="Paper and ink")] = Paper.A4
    ink: Annotated[Ink, Ask("Ink", section="Paper and ink")] = Ink.COLOUR
    backs: Annotated[bool, Ask("Backs of cards", help="On sheets after their fronts.", section="Paper and ink")] = False
    turning: Annotated[
        Turning, Ask("Other side", help="For labels and the backs of cards.", section="Paper and ink")
    ] = Turning.LONG
    card_size: Annotated[CardSize, Ask("Card size", section="Sizes")] = CardSize.POKER
    label_size: Annotated[LabelSize, Ask("Label size", section="Sizes")] = LabelSize.ONE_INCH
    scope: Annotated[Scope, Ask("Quick reference holds", section="Sizes")] = Scope.ARMY


PARTS = ("roster", "cards", "qrs", "labels", "tokens")
"""The documents, in the order in which they are printed; each is a field of ``PrintChoices``."""
