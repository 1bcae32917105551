"""Fonts of joined files: one of each, with the letters of all parts, which look as in their part alone."""

import io
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pikepdf
from fontTools.cffLib import CFFFontSet

from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import Turning
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.weasy import render
from tests.printing.pixels import picture
from tests.printing.rendering.test_joining import batch, joined
from tests.printing.samples import EVERYTHING, demo, every_game

__all__ = ["joined"]

PARTS = (
    "<h1>Wide</h1>",
    "<p>Ämter, ½ × 24″</p>",
    "<p>Жук → ≥3</p>",
    "<p>abc 漢字</p>",
    "<h1>Wide</h1>",
    "<p>兵 한국 かな</p>",
)

FINE = 600
"""Pixels per inch."""


def fonts_of(pdf: bytes) -> Counter[str]:
    """How many fonts of each name a file has."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return Counter(
            str(thing.BaseFont)
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == pikepdf.Name.Type0
        )


@every_game
def test_a_file_has_each_font_once(ruleset, printer: Printer) -> None:
    made = print_pdf(document_of(demo(ruleset), replace(EVERYTHING, turning=Turning.LONG), printer), printer)
    fonts = fonts_of(made)
    assert {name.partition("+")[2] for name in fonts} >= {"Barlow-Condensed,-Medium", "Barlow-Condensed,-Semi-Bold"}
    assert set(fonts.values()) == {1}


def test_letters_look_as_in_their_part_alone(joined) -> None:
    """Finely, since PDFium fits the outlines of bare fonts to no coarse grid."""
    made = joined(*PARTS)
    for page, content in enumerate(PARTS):
        assert picture(made, page, FINE).tobytes() == picture(render(batch(content)).pdf, dots=FINE).tobytes()


def test_letters_are_read_and_searched_as_in_their_part_alone(joined, tmp_path: Path) -> None:
    joined(*PARTS)
    read = subprocess.run(["pdftotext", "-raw", "whole.pdf", "-"], cwd=tmp_path, capture_output=True, check=True).stdout
    assert read.decode().split("\n\f") == ["Wide", "Ämter, ½ × 24″", "Жук → ≥3", "abc 漢字", "Wide", "兵 한국 かな", ""]


def test_chinese_and_korean_fonts_have_only_used_letters(joined) -> None:
    with pikepdf.open(io.BytesIO(joined("<p>漢字</p>", "<p>兵 한국</p>"))) as document:
        about = (each for each in document.objects if isinstance(each, pikepdf.Dictionary))
        (font,) = (each["/FontFile3"].read_bytes() for each in about if "/FontFile3" in each)
    outlines = CFFFontSet()
    outlines.decompile(io.BytesIO(font), None)
    assert len(outlines[0].CharStrings) == len(".漢字兵 한국")


def test_a_font_that_lacks_a_letter_is_left_as_it_is(joined, caplog) -> None:
    """The numbers that stand for letters which no font has differ from part to part."""
    contents = ("<p>a\ue123b</p>", "<p>a\ue124b</p>", "<p>ab</p>")
    made = joined(*contents)
    assert max(fonts_of(made).values()) > 1
    assert "unsupported by fonts" in caplog.text
    for page, content in enumerate(contents):
        assert picture(made, page).tobytes() == picture(render(batch(content)).pdf).tobytes()
