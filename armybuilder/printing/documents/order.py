"""What is to be printed: an army, the choices, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.symbols import icon_credit
from armybuilder.play.in_play import FRESH, PlayState
from armybuilder.printing.choices import PrintChoices
from armybuilder.printing.documents.document import Look
from armybuilder.printing.documents.photos import Upload
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Label, Symbol, SymbolSet, Token

NO_PICTURES: Mapping[str, Upload] = MappingProxyType({})


class NothingToPrint(ValueError):
    """No part was chosen, or the parts that were have no pages; the text tells the player."""


class TooMuchToPrint(ValueError):
    """The army is too large for the choice that ``field`` names, or for any; the text tells the player."""

    def __init__(self, words: str, field: str = "") -> None:
        """Keep the words, and the choice that they are about."""
        super().__init__(words)
        self.field = field


@dataclass(frozen=True)
class Setting:
    """With what pages are laid out: their look, the printer that measures them, the paper as it lies, how much larger
    than usual their type is, and by how many millimetres they are nudged to the right and down.

    ``most_sheets`` is how many sheets of a part have to be right (``None`` for all): a preview shows no more.
    """

    look: Look
    printer: Printer
    sheet: Size
    scale: float = 1.0
    nudge: tuple[float, float] = (0.0, 0.0)
    most_sheets: int | None = None


@dataclass(frozen=True)
class Order:
    """An army to be printed, and how.

    ``army`` is as now in its game where that is wanted, ``link`` the address for a QR code, ``state`` where the army
    stands in its game, ``opposing`` the army that a quick reference is shared with, ``pictures`` the army's and its
    units'. ``look``, ``printer`` and ``most_sheets`` are as for ``Setting``.
    """

    army: LoadedArmy
    choices: PrintChoices
    look: Look
    printer: Printer
    link: str = ""
    state: PlayState = FRESH
    opposing: LoadedArmy | None = None
    pictures: Mapping[str, Upload] = field(default_factory=lambda: NO_PICTURES)
    most_sheets: int | None = None

    @property
    def setting(self) -> Setting:
        """With what its pages are laid out."""
        choices = self.choices
        scale = choices.type_size.scale
        return Setting(self.look, self.printer, choices.sheet, scale, choices.nudge, self.most_sheets)

    def credit(self, symbols: Iterable[Symbol | None] = ()) -> str:
        """Whose game it is, and whose icons, if any of these symbols is one."""
        icons = any(symbol is not None and symbol.set is SymbolSet.ICON for symbol in symbols)
        return " ".join(filter(None, (self.army.ruleset.credit, f"{icon_credit()}." if icons else "")))


TEMPLATE_SIZE = 120
"""Hundredths of an inch: a token of this size or larger is a template, a smaller one a marker."""


def labels_of(army: LoadedArmy, choices: PrintChoices) -> tuple[Label, ...]:
    """The labels of an army, with those of fakes if they are wanted."""
    return tuple(label for label in army.ruleset.labels(army.context) if choices.fakes or not label.fake)


def markers_of(army: LoadedArmy) -> tuple[Token, ...]:
    """The tokens of an army that are small enough to be markers."""
    return tuple(token for token in army.ruleset.tokens(army.context) if token.size < TEMPLATE_SIZE)


def templates_of(army: LoadedArmy) -> tuple[Token, ...]:
    """The tokens of an army that are printed in true size as templates."""
    return tuple(token for token in army.ruleset.tokens(army.context) if token.size >= TEMPLATE_SIZE)
