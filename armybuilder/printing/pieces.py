"""Which pieces are drawn line by line, and by what; all others have a template."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from armybuilder.printing.battle_log import LogField, LogTable, field_element, log_table_element
from armybuilder.printing.blocks import LineBlock, TableBlock
from armybuilder.printing.card_drawing import back_element, face_element
from armybuilder.printing.cards import CardBack, CardFace
from armybuilder.printing.contents import (
    Code,
    ContentsEntry,
    DocumentHead,
    code_element,
    contents_entry_element,
    document_head_element,
)
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.drawn import Element
from armybuilder.printing.label_drawing import top_element, underside_element
from armybuilder.printing.labels import Top, Underside
from armybuilder.printing.paper import Size
from armybuilder.printing.qrs import Band, SectionTitle
from armybuilder.printing.qrs_drawing import band_element, section_element, sheet_line_element, sheet_table_element
from armybuilder.printing.roster import GroupHead, Head, Heading, Remark, Summary, UnitRow
from armybuilder.printing.roster_drawing import (
    group_element,
    head_element,
    heading_element,
    remark_element,
    summary_element,
    unit_element,
)
from armybuilder.printing.tokens import Marker, marker_element

ELEMENTS: dict[str, Callable[[Any, Size], Element]] = {
    CardFace.drawing: face_element,
    CardBack.drawing: back_element,
    Top.drawing: top_element,
    Underside.drawing: underside_element,
    Band.drawing: band_element,
    SectionTitle.drawing: section_element,
    f"qrs_{TableBlock.drawing}": sheet_table_element,
    f"qrs_{LineBlock.drawing}": sheet_line_element,
    Head.drawing: head_element,
    Summary.drawing: summary_element,
    GroupHead.drawing: group_element,
    UnitRow.drawing: unit_element,
    Heading.drawing: heading_element,
    Remark.drawing: remark_element,
    DocumentHead.drawing: document_head_element,
    ContentsEntry.drawing: contents_entry_element,
    Code.drawing: code_element,
    LogField.drawing: field_element,
    LogTable.drawing: log_table_element,
    Marker.drawing: marker_element,
}
"""What draws a piece, by its kind."""


def is_drawn(placed: Placed) -> bool:
    """Whether the piece is drawn line by line."""
    return placed.drawing in ELEMENTS


Key = tuple[str, Any, Size]
"""What tells a drawn piece from another: how it is drawn, what is, and how large."""


def key_of(placed: Placed) -> Key:
    """The piece wherever it stands."""
    return placed.drawing, placed.content, Size(placed.box.width, placed.box.height)


def element_of(key: Key) -> Element:
    """Everything in a drawn piece, measured from its top left."""
    drawing, content, size = key
    return ELEMENTS[drawing](content, size)


def shade_of(key: Key, usual: str) -> str:
    """The name of the piece's own shade, or the usual one."""
    return getattr(key[1], "shade", "") or usual


def all_drawn(page: Page) -> bool:
    """Whether there is nothing on the page that needs a template."""
    return all(is_drawn(placed) for placed in page.placed)
