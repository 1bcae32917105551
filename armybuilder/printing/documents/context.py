"""The input of the makers of a document's parts: the army, the options and the page format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import render_to_string

from armybuilder.armies.current_state import BEFORE, CurrentState
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.symbols import icon_credit
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.photos import Upload
from armybuilder.printing.fitting.lengths import LARGE, REM
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.paper import CardSize, Size
from armybuilder.printing.rendering import Batch, CannotPrint, Measured
from armybuilder.printing.rendering.directions import set_apart
from armybuilder.printing.rendering.printer import Printer
from armybuilder.sharing.links import QrCode, qr_code
from rulesets.core.cards import Label, Symbol, SymbolSet, Token
from rulesets.core.insignia import Insignia

HEADINGS = {"title_tag": "h1", "section_tag": "h2"}
"""The elements for a part's heading and those of its sections."""
NO_PICTURES: Mapping[str, Upload] = MappingProxyType({})
NO_MODELS: Mapping[str, Fraction] = MappingProxyType({})


class NothingToPrint(ValueError):
    """No part was selected, or the selected parts have no pages; the message is for the player."""


class TooMuchToPrint(ValueError):
    """The army is too large for the option ``field``, or for any; the message is for the player."""

    def __init__(self, words: str, field: str = "") -> None:
        """Store the message and the option that it is about."""
        super().__init__(words)
        self.field = field


@dataclass(frozen=True, slots=True)
class PageFormat:
    """The format of all pages of a document.

    ``accent`` is the army's shade or its game's, ``badge`` the army's, ``sheet`` the paper in its orientation,
    ``scale`` the type size relative to the default, ``nudge`` and ``back_nudge`` the offsets of sheets of pieces and of
    their backs to the right and down in millimetres. ``archive`` makes a PDF/A-3. ``max_sheets`` is how many sheets of
    a part have to be right (``None`` for all): a preview shows no more.
    """

    ink: Ink
    accent: str
    printer: Printer
    sheet: Size
    scale: float = 1.0
    nudge: tuple[float, float] = (0.0, 0.0)
    back_nudge: tuple[float, float] = (0.0, 0.0)
    archive: bool = False
    max_sheets: int | None = None
    badge: Symbol | None = None

    @property
    def rem(self) -> float:
        """The type size of running text in points."""
        return REM * self.scale

    @classmethod
    def of(cls, options: PrintOptions, accent: str, printer: Printer, max_sheets: int | None = None) -> PageFormat:
        """The format of an army's document with these options."""
        nudges, scale = (options.nudge, options.back_nudge), options.type_size.scale
        return cls(options.ink, accent, printer, options.sheet, scale, *nudges, options.lasting, max_sheets)

    def batch(
        self,
        template: str,
        values: Mapping[str, Any],
        geometry: str,
        *,
        styles: Sequence[str] = (),
        pages: int | None = 1,
    ) -> Batch:
        """``templates/printing/<template>.html`` filled, with ``static/css/print/<template>.css`` or those ``styles``.

        The template is given ink, accent and badge besides the values, and the elements for the part's heading and for
        those of its sections. ``pages`` is as for ``Batch``. Raises ``CannotPrint`` where the template has a mistake.
        """
        try:
            content = render_to_string(
                f"printing/{template}.html",
                {"ink": self.ink, "accent": self.accent, "badge": self.badge, **HEADINGS, **values},
            )
        except (TemplateSyntaxError, TemplateDoesNotExist) as mistake:
            raise CannotPrint(f"The template printing/{template}.html has a mistake: {mistake}") from mistake
        classes = f"ink-{self.ink} t-{self.accent}{' large-print' * (self.rem >= LARGE)}"
        return Batch(set_apart(content), tuple(styles) or (template,), geometry, classes, pages, self.archive)

    def overflowing(self, batches: Sequence[Batch]) -> dict[str, Measured]:
        """What overflows on the sheets of a part that have to be right."""
        layouts = self.printer.rendered(batches[: self.max_sheets])
        return {name: layout.measured[name] for layout in layouts for name in layout.overflowing}


MIN_MODULE = 0.35
"""Millimetres of a module of a QR code that a phone's camera still reads from a hand's breadth away."""


@dataclass(frozen=True)
class PrintContext:
    """An army to print, with the options and format.

    ``army`` is as now in its game where that is wanted, ``link`` the address for a QR code, ``current`` how the army
    stands in its game, ``opposing`` the army that a quick reference is shared with, ``pictures`` the army's and its
    units', ``shares`` the shares of units' models that the player has.
    """

    army: LoadedArmy
    options: PrintOptions
    format: PageFormat
    link: str = ""
    current: CurrentState = BEFORE
    opposing: LoadedArmy | None = None
    pictures: Mapping[str, Upload] = field(default_factory=lambda: NO_PICTURES)
    shares: Mapping[str, Fraction] = field(default_factory=lambda: NO_MODELS)

    @property
    def card_size(self) -> CardSize:
        """The size of cards that was chosen, or is usual for the game."""
        large = self.options.type_size.large
        return self.options.card_size.or_usual(self.army.ruleset.card_size, large=large)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels to print."""
        return labels_of(self.army, self.options, self.shares)

    def code(self, holder: str) -> QrCode | None:
        """The QR code that opens a unit in the game on a phone; ``None`` without a link of the army."""
        return qr_code(f"{self.link}play/{holder}") if self.link and holder else None

    def credit(self, symbols: Iterable[Symbol | None] = ()) -> str:
        """The credit for the game and, if any of these symbols is an icon, for the icons."""
        icons = any(symbol is not None and symbol.set is SymbolSet.ICON for symbol in symbols)
        return " ".join(filter(None, (self.army.ruleset.credit, f"{icon_credit()}." if icons else "")))


def readable(code: QrCode | None, side: float) -> QrCode | None:
    """The code if a camera can read it in a square of ``side`` millimetres."""
    return code if code is not None and side / code.side >= MIN_MODULE else None


TEMPLATE_SIZE = 120
"""Hundredths of an inch: a token of this size or larger is a template, a smaller one a marker."""


def insignia_of(army: LoadedArmy) -> Insignia:
    """The colour and the badge of an army, in games where armies have them."""
    return army.force.spec if isinstance(army.force.spec, Insignia) else Insignia()


def labels_of(army: LoadedArmy, options: PrintOptions, shares: Mapping[str, Fraction] = NO_MODELS) -> tuple[Label, ...]:
    """The labels of an army, in its colour where its groups and units have none.

    ``shares`` are the shares of units' models that the player has: if only proxies are wanted, these get no labels.
    """
    tint = insignia_of(army).colour.tint("")
    labels = army.ruleset.labels(army.context)
    if options.proxies:
        counts = Counter(label.unit or label.holder for label in labels)
        modelled = {unit: int(counts[unit] * share) for unit, share in shares.items()}
        labels = tuple(label for label in labels if not _takes_one(modelled, label.unit or label.holder))
    return tuple(
        replace(label, tint=label.tint or tint) for label in labels if not (options.on_table_only and label.off_table)
    )


def _takes_one(counts: dict[str, int], unit: str) -> bool:
    """Whether one of the unit's models was left, which is then taken."""
    if not counts.get(unit):
        return False
    counts[unit] -= 1
    return True


def markers_of(army: LoadedArmy) -> tuple[Token, ...]:
    """The tokens of an army that are small enough to be markers."""
    return tuple(token for token in army.ruleset.tokens(army.context) if token.size < TEMPLATE_SIZE)


def templates_of(army: LoadedArmy) -> tuple[Token, ...]:
    """The tokens of an army that are printed in true size as templates."""
    return tuple(token for token in army.ruleset.tokens(army.context) if token.size >= TEMPLATE_SIZE)
