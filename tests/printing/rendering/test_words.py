"""Words in the structure: readers that follow the tags hear them as they stand in the HTML."""

import html
import io
import re

import pikepdf
import pytest

from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.weasy import render
from rulesets.registry import all_rulesets
from tests.printing.rendering.test_joining import batch
from tests.printing.rendering.test_tags import run_poppler
from tests.printing.samples import IN_PARTS, demo, in_turn

DRAWN_BY_CSS = {"✓"}
TEXT = {"BT", "ET", "BMC", "BDC", "EMC", "q", "Q", "cm", *(f"T{sign}" for sign in "*DJLcdfjmrswz")}
"""Operators that write text or say where and what it is."""


def without_drawings(pdf: bytes) -> bytes:
    """The PDF with its texts alone: poppler goes through the page again for each of them."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as loaded:
        for page in loaded.pages:
            kept = [each for each in pikepdf.parse_content_stream(page) if str(each.operator) in TEXT]
            page.Contents = loaded.make_stream(pikepdf.unparse_content_stream(kept))
        loaded.save(out)
    return out.getvalue()


def heard(pdf: bytes) -> list[str]:
    """The words of the structure; pictures are heard by their titles."""
    said, picture = "", None
    for line in run_poppler(without_drawings(pdf)).split("\n"):
        depth, text = len(line) - len(line.lstrip()), line.strip()
        if picture is not None and depth > picture:
            continue
        picture = depth if text.startswith("Figure") else None
        said += text[1:-1].replace('\\"', '"') if text.startswith('"') else " "
    return said.split()


@in_turn(ruleset=all_rulesets(), choices=IN_PARTS)
def test_words_are_heard_apart(ruleset, choices: PrintOptions, printer: Printer) -> None:
    document = document_of(demo(ruleset), choices, printer)
    text = " ".join(batch.content for batch in document.batches)
    text = re.sub(r"<(?!/?(?:a|b|i|span)\b)[^>]*>", " ", text)
    written = set(html.unescape(re.sub(r"<[^>]*>", "", text)).casefold().split()) | DRAWN_BY_CSS
    spoken = heard(print_pdf(document, printer))
    assert len(spoken) > len(written) / 2
    assert [word for word in spoken if word.casefold() not in written] == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("<p>a few words that go on in the next line and the one below", "a few words that go on in the next line"),
        ("<p>one<br>two <b>three</b>+ <span>four</span>five", "one two three+ fourfive"),
        ("<p><span style='display:inline-block'>in</span> <span style='display:inline-block'>line", "in line"),
        (f"<p>{'W' * 60} after", f"{'W' * 60} after"),
        ("<p style='text-transform:uppercase'>straße is in capitals and goes on below", "STRASSE IS IN CAPITALS AND"),
        (f"<p>into {'x ' * 26}in to", "into"),
    ],
)
def test_words_are_those_of_the_html(content: str, words: str) -> None:
    expected = words.split()
    assert heard(render(batch(f"<h1>A title</h1>{content}")).pdf)[2 : 2 + len(expected)] == expected


def test_one_word_where_two_are_written_elsewhere() -> None:
    """What is one word in another place is still two at the end of a line."""
    content = f"<h1>T</h1><p>into</p><p>{'x' * 30} in<br>to</p>"
    assert heard(render(batch(content)).pdf)[-2:] == ["in", "to"]
