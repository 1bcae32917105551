"""What readers find and copy where letters are joined, stacked or put in another order than they are spoken in.

A PDF says of each glyph which characters it stands for. That is too little for Devanagari, Thai or stacked marks, where
several glyphs make several characters together: their lines carry the text as a whole beside it, as the standard has
it (``ActualText``). Readers put Hebrew and Arabic in order themselves, from right to left, and so take the text from
the glyphs; of a glyph that joins letters they know the order only where it stands for one character.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

import weasyprint.draw.text
from pydyf import Dictionary, String

STACKED = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0900-\u109f\u1200-\u139f\u1700-\u1cff\u1dc0-\u1dff\u20d0-\u20e2\u20e4-\u20ff\ua800-\uabff"
    "\ufe20-\ufe2f\U00011000-\U00011fff]"
)
"""Marks, and the scripts of India and South-East Asia."""
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
JOINED = (*range(0xFB1D, 0xFD3E), *range(0xFD50, 0xFDF0), *range(0xFE70, 0xFEFD))
"""Codes of characters that stand for joined letters of Hebrew and Arabic."""


@cache
def _joined() -> dict[str, str]:
    """Letters that are joined, and one character that stands for them."""
    found = {unicodedata.normalize("NFKC", chr(code)): chr(code) for code in reversed(JOINED)}
    return {text: character for text, character in found.items() if len(text) > 1 and " " not in text}


def readable(draw_line: Any) -> Any:
    """WeasyPrint's function that draws a line of text, telling readers what the line says."""

    def draw(stream: Any, textbox: Any, *more: Any) -> Any:
        text = textbox.text
        if text.isascii():
            return draw_line(stream, textbox, *more)
        if RIGHT_TO_LEFT.search(text):
            drawn = draw_line(stream, textbox, *more)
            for font in stream._fonts.values():
                font.to_unicode.update(
                    {glyph: _joined()[said] for glyph, said in font.to_unicode.items() if said in _joined()}
                )
            return drawn
        if not STACKED.search(text):
            return draw_line(stream, textbox, *more)
        stream.begin_marked_content("Span", Dictionary({"ActualText": String(text)}))
        drawn = draw_line(stream, textbox, *more)
        stream.end_marked_content()
        return drawn

    return draw


@cache
def use_readable_lines() -> None:
    """Have all that this process draws tell what it says; to be called once is enough."""
    weasyprint.draw.text.draw_first_line = readable(weasyprint.draw.text.draw_first_line)
