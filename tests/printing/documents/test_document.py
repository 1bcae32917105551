"""Documents: their parts, what is refused before anything is laid out, and what is told about what came out."""

from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing import documents
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.context import NothingToPrint, PageFormat, TooMuchToPrint
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.options import PrintOptions, Turning
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.weasy import render
from rulesets.core.forces.force import add_group, add_units
from tests.printing.pdf_reading import read
from tests.printing.samples import demo

FORMAT = PageFormat.of(PrintOptions(), "olive", Printer(render))


def test_names_cannot_bring_markup(pebbles, printer: Printer) -> None:
    army = demo(pebbles)
    nasty = '<img src="file:///etc/passwd"><script>x</script> & "quoted" class=" x9999 "'
    named = replace(army.force, name=nasty[:80], notes=nasty)
    document = document_of(type(army)(pebbles, named), PrintOptions(), printer)
    (first, *_) = read(print_pdf(document, printer))
    assert '<img src="file:///etc/passwd">' in first.text


def test_more_units_than_are_printed_are_refused(pebbles, printer: Printer) -> None:
    force = add_group(pebbles.new_force("Large"), "Heap", pebbles.group())
    force = add_units(force, "g1", (pebbles.demo().groups[0].units[0],) * 2401)
    with pytest.raises(TooMuchToPrint, match=r"has 2,401 pebbles. Up to 2,400"):
        document_of(type(demo(pebbles))(pebbles, force), PrintOptions(), printer)


@pytest.mark.parametrize(("part", "things"), [("tokens", "markers"), ("labels", "labels"), ("strips", "strips")])
def test_more_pieces_than_are_printed_are_refused_with_what_would_do(
    pebbles, printer: Printer, monkeypatch: pytest.MonkeyPatch, part: str, things: str
) -> None:
    monkeypatch.setattr(documents, "MAX_PIECES", 1)
    words = pebbles.words
    told = (
        rf"This {words.force} needs \d+ {things}. Up to 1 are printed at once\. Leave the {things} out, "
        rf"or print them from copies of the {words.force} with fewer {words.units} each\."
    )
    nothing, chosen = PrintOptions(roster=False, cards=False, qrs=False), dict[str, Any]({part: True})
    with pytest.raises(TooMuchToPrint, match=told):
        document_of(demo(pebbles), replace(nothing, **chosen), printer)


def test_nothing_chosen_and_nothing_there_are_told(pebbles, printer: Printer) -> None:
    army = demo(pebbles)
    nothing = PrintOptions(roster=False, cards=False, qrs=False)
    with pytest.raises(NothingToPrint, match="at least one part"):
        document_of(army, nothing, printer)
    empty = type(army)(pebbles, pebbles.new_force("Empty"))
    with pytest.raises(NothingToPrint, match="Add pebbles first"):
        document_of(empty, replace(nothing, cards=True, turning=Turning.APART), printer)
    assert [part.title for part in document_of(empty, PrintOptions(), printer).parts] == ["Roster", "Quick reference"]


@pytest.fixture
def template(settings, tmp_path):
    """Writes a template of printed pages."""
    first, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**first, "DIRS": [tmp_path, *first["DIRS"]]}, *others]
    (tmp_path / "printing").mkdir()

    def write(text: str) -> None:
        (tmp_path / "printing" / "torn.html").write_text(text)

    return write


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{% if %}x", r"printing/torn\.html has a mistake: .*if"),
        ("{{ x|ornate }}", r"printing/torn\.html has a mistake: Invalid filter: 'ornate'"),
        ("{% include 'printing/none.html' %}", r"printing/torn\.html has a mistake: printing/none\.html"),
    ],
)
def test_a_mistake_in_a_template_is_told(template, text: str, told: str) -> None:
    template(text)
    with pytest.raises(CannotPrint, match=told):
        FORMAT.batch("torn", {}, "", styles=("cards",))


def test_a_template_that_makes_more_pages_than_it_should_is_told(template, printer: Printer) -> None:
    template('<div class="blank"></div>' * 3)
    batch = FORMAT.batch("torn", {}, "@page{size:50mm 40mm;margin:0}.blank{height:39mm}", styles=("sheet",))
    with pytest.raises(CannotPrint, match=r"style sheet sheet\.css are 3 instead of 1"):
        print_pdf(Document("T", "", (DocumentPart("T", (batch,)),)), printer)


def test_letters_that_no_font_has_are_told(pebbles, printer: Printer) -> None:
    army = demo(pebbles)
    named = type(army)(pebbles, replace(army.force, name="Shore \U0001fbff"))
    assert document_of(named, PrintOptions(), printer).notes == ("No font has \U0001fbff. A □ is printed instead.",)
    assert document_of(army, PrintOptions(), printer).notes == ()
