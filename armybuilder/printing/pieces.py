"""Which pieces are drawn line by line, and by what; all others have a template."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from armybuilder.printing.card_drawing import back_element, face_element
from armybuilder.printing.cards import CardBack, CardFace
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.drawn import Element

ELEMENTS: dict[str, Callable[[Any], Element]] = {
    CardFace.drawing: face_element,
    CardBack.drawing: back_element,
}
"""What draws a piece, by its kind."""


def is_drawn(placed: Placed) -> bool:
    """Whether the piece is drawn line by line."""
    return placed.drawing in ELEMENTS


Key = tuple[str, Any]
"""What tells a drawn piece from another: how it is drawn, and what is."""


def key_of(placed: Placed) -> Key:
    """The piece wherever it stands."""
    return placed.drawing, placed.content


def element_of(key: Key) -> Element:
    """Everything in a drawn piece, measured from its top left."""
    drawing, content = key
    return ELEMENTS[drawing](content)


def shade_of(key: Key, usual: str) -> str:
    """The name of the piece's own shade, or the usual one."""
    return getattr(key[1], "shade", "") or usual


def all_drawn(page: Page) -> bool:
    """Whether there is nothing on the page that needs a template."""
    return page.scale == 1 and all(is_drawn(placed) for placed in page.placed)
