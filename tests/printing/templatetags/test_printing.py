"""Tags of printed pages."""

import re
from dataclasses import replace

import pytest
from django.template import Context, Template

from armybuilder.printing.colours import Ink, colours
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import PARTS, PrintOptions
from armybuilder.printing.templatetags.printing import hundredths
from rulesets.core.cards import Symbol, SymbolSet, Tint
from rulesets.registry import get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.samples import PRINTER, demo, named


def test_a_symbol_has_words_and_the_colour_of_the_text_on_its_band() -> None:
    page = Template("{% load printing %}{% symbol s %}|{% symbol s band %}|{% symbol nothing %}")
    shown = Symbol(SymbolSet.ICON, "rifle", "<b>")
    context = {"s": shown, "band": Tint.OLIVE.value, "ink": Ink.COLOUR, "nothing": None}
    plain, banded, empty = page.render(Context(context)).split("|")
    assert "<title>&lt;b&gt;</title>" in plain
    assert 'fill="currentColor"' in plain
    assert f'fill="{colours(Tint.OLIVE.value, Ink.COLOUR)["on-band"]}"' in banded
    assert empty == ""


def test_type_sizes_are_whole_in_names() -> None:
    assert [hundredths(points) for points in (9.5, 10, 8.125)] == [950, 1000, 812]


@pytest.mark.parametrize("part", ["roster", "cards", "dashboards", "strips"])
@pytest.mark.parametrize("game", ["forge-of-war", "warstrike"])
def test_a_name_of_two_scripts_is_read_from_its_beginning(game: str, part: str) -> None:
    """What stands after the first word of a name that is read from the right is left of it."""
    options = replace(PrintOptions(), **dict.fromkeys(PARTS, False) | {part: True})  # type: ignore[arg-type]
    document = document_of(named(demo(get_ruleset(game)), "כוח T72"), options, PRINTER)
    ends = {word: list[tuple[float, float]]() for word in ("T72", "חוכ")}
    for page in read(print_pdf(document, PRINTER)):
        for start, end, height, text in page.runs:
            for word, found in ends.items():
                if word in re.sub(r"\s", "", text):
                    found.append((height, start if word == "חוכ" else end))
    after, first = ends.values()
    assert first
    assert [height for height, _ in after] == [height for height, _ in first]
    assert all(end <= start for (_, end), (_, start) in zip(after, first, strict=True))
