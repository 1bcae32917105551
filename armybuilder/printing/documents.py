"""What a player has chosen, as one document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from armybuilder.drawing.symbols import icon_credit
from armybuilder.printing.cards import card_faces
from armybuilder.printing.choices import PARTS, PrintChoices, Scope
from armybuilder.printing.document import Document, Page
from armybuilder.printing.labels import label_pages
from armybuilder.printing.paper import centred_grid
from armybuilder.printing.qrs import qrs_pages
from armybuilder.printing.roster import roster_pages
from armybuilder.printing.sheets import cut_sheets
from armybuilder.printing.tokens import token_pages
from rulesets.core.cards import SymbolSet
from rulesets.core.force import Force
from rulesets.core.rules import Review
from rulesets.core.ruleset import AnyRuleset

MOST_UNITS = 600
"""More units than this are refused before anything is laid out."""

AnyForce = Force[Any, Any, Any]
AnyReview = Review[Any, Any, Any]


class NothingToPrint(ValueError):
    """No part was chosen, or the parts that were have no pages; the text tells the player."""


class TooMuchToPrint(ValueError):
    """The army is too large; the text tells the player."""


def document_of(ruleset: AnyRuleset, force: AnyForce, choices: PrintChoices) -> Document:
    """The chosen parts of an army as pages; raises ``NothingToPrint`` and ``TooMuchToPrint``."""
    count = sum(1 for _ in force.units())
    words = ruleset.words
    if count > MOST_UNITS:
        raise TooMuchToPrint(f"This {words.force} has {count} {words.units}; up to {MOST_UNITS} are printed at once.")
    chosen = [part for part in PARTS if getattr(choices, part)]
    if not chosen:
        raise NothingToPrint("Choose at least one part to print.")
    review = ruleset.review(force)
    pages = tuple(page for part in chosen for page in MAKERS[part](ruleset, review, choices))
    if not pages:
        raise NothingToPrint(f"This {words.force} has nothing for the parts you chose; add {words.units} first.")
    name = force.name or f"Unnamed {words.force}"
    return Document(name, f"{ruleset.title}: {name}", pages, choices.ink, ruleset.accent.value)


def credit_line(ruleset: AnyRuleset, *, icons: bool) -> str:
    """Whose game it is, and whose icons."""
    return " ".join(filter(None, (ruleset.credit, f"{icon_credit()}." if icons else "")))


def _has_icons(ruleset: AnyRuleset, review: AnyReview) -> bool:
    rows = (ruleset.row(unit, group, review) for group, unit in review.force.units())
    return any(row.symbol is not None and row.symbol.set is SymbolSet.ICON for row in rows)


def _roster(ruleset: AnyRuleset, review: AnyReview, choices: PrintChoices) -> Iterator[Page]:
    credit = credit_line(ruleset, icons=_has_icons(ruleset, review))
    yield from roster_pages(ruleset, review, ruleset.check(review.force), choices.paper.size, credit)


def _cards(ruleset: AnyRuleset, review: AnyReview, choices: PrintChoices) -> Iterator[Page]:
    size = choices.card_size.size
    grid = centred_grid(choices.paper.size, size)
    cards = [ruleset.card(unit, group, review) for group, unit in review.force.units()]
    icons = any(card.symbol is not None and card.symbol.set is SymbolSet.ICON for card in cards)
    faces = [face for card in cards for face in card_faces(card, size)]
    yield from cut_sheets(grid, "card", faces, "Unit cards", credit_line(ruleset, icons=icons))


def _qrs(ruleset: AnyRuleset, review: AnyReview, choices: PrintChoices) -> Iterator[Page]:
    mine = choices.scope is Scope.ARMY
    sections = ruleset.sections(review if mine else None)
    army = review.force.name if mine else "complete"
    yield from qrs_pages(sections, ruleset.title, army, choices.paper.size, credit_line(ruleset, icons=False))


def _labels(ruleset: AnyRuleset, review: AnyReview, choices: PrintChoices) -> Iterator[Page]:
    labels = ruleset.labels(review)
    icons = any(label.symbol is not None and label.symbol.set is SymbolSet.ICON for label in labels)
    grid = centred_grid(choices.paper.size, choices.label_size.size)
    yield from label_pages(labels, grid, choices.turning.edge, credit_line(ruleset, icons=icons))


def _tokens(ruleset: AnyRuleset, review: AnyReview, choices: PrintChoices) -> Iterator[Page]:
    yield from token_pages(ruleset.tokens(review), choices.paper.size, credit_line(ruleset, icons=False))


Maker = Callable[[AnyRuleset, AnyReview, PrintChoices], Iterator[Page]]
MAKERS: dict[str, Maker] = {"roster": _roster, "cards": _cards, "qrs": _qrs, "labels": _labels, "tokens": _tokens}
"""What makes the pages of each part."""
