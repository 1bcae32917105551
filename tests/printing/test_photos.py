"""Players' pictures on paper: in the file itself, within their card, in every ink."""

from __future__ import annotations

import io
from dataclasses import replace

import pikepdf
import pytest
from PIL import Image

from armybuilder.armies.opened import Opened
from armybuilder.drawing.uploads import read_picture
from armybuilder.printing.binding import printed
from armybuilder.printing.cards import CardBack, CardFace
from armybuilder.printing.choices import CardsFor, PrintChoices
from armybuilder.printing.document import Document, Placed
from armybuilder.printing.documents import document_of
from armybuilder.printing.drawn import Element, Framed
from armybuilder.printing.html import preview
from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import Box, CardSize, Paper
from armybuilder.printing.pdf import to_pdf
from armybuilder.printing.photos import Upload
from armybuilder.printing.pieces import element_of, key_of
from rulesets.core.ruleset import AnyRuleset
from tests.printing.pdf_reading import IDENTITY, POINT, Matrix, at, times
from tests.printing.samples import demo, every_game

CHOICES = PrintChoices(qrs=False, cards_for=CardsFor.BOTH, backs=True)


def upload(colour: str = "#c03010") -> Upload:
    file = io.BytesIO()
    Image.new("RGB", (400, 300), colour).save(file, "PNG")
    stored = read_picture(file.getvalue())
    return Upload(stored.digest, stored.image)


def with_pictures(army: Opened, choices: PrintChoices) -> Document:
    unit = next(unit for _, unit in army.force.units())
    return document_of(army, choices, pictures={"": upload(), unit.id: upload("#206090")})


def framed_in(element: Element) -> list[Framed]:
    found = [part for part in element.parts if isinstance(part, Framed)]
    return found + [each for part in element.parts if isinstance(part, Element) for each in framed_in(part)]


def framed_on(placed: Placed) -> list[Framed]:
    return framed_in(element_of(key_of(placed)))


def images(pdf: bytes) -> list[tuple[int, Box, str]]:
    """Page, place in millimetres and colour space of each picture that is shown."""
    found = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for number, page in enumerate(document.pages):
            high = float(page.mediabox[3])
            matrix: Matrix = IDENTITY
            stack: list[Matrix] = []
            for instruction in pikepdf.parse_content_stream(page):
                operands, name = list(instruction.operands), str(instruction.operator)
                if name == "q":
                    stack.append(matrix)
                elif name == "Q":
                    matrix = stack.pop()
                elif name == "cm":
                    a, b, c, d, e, f = (float(each) for each in operands)
                    matrix = times((a, b, c, d, e, f), matrix)
                elif name == "Do":
                    shown = page.Resources.XObject[str(operands[0])]
                    if shown.Subtype == "/Image":
                        (x, y), (right, top) = at(matrix, 0, 0), at(matrix, 1, 1)
                        box = Box(x * POINT, (high - top) * POINT, (right - x) * POINT, (top - y) * POINT)
                        held = Image.open(io.BytesIO(shown.read_raw_bytes()))
                        assert held.size == (int(shown.Width), int(shown.Height))
                        found.append((number, box, str(shown.ColorSpace)))
    return found


@every_game
@pytest.mark.parametrize("ink", Ink)
def test_pictures_are_in_the_file_and_within_their_pieces(ruleset: AnyRuleset, ink: Ink) -> None:
    document = with_pictures(demo(ruleset), replace(CHOICES, ink=ink))
    wanted = [
        (number, placed, framed)
        for number, page in enumerate(document.pages)
        for placed in page.placed
        for framed in framed_on(placed)
    ]
    space = "/DeviceGray" if ink is Ink.MONO else "/DeviceRGB"
    shown = images(printed(document, lambda part: to_pdf(part.html, part.css, tagged=part.tagged)))
    assert len(shown) == len(wanted) == 2
    assert wanted[0][1].drawing == "roster_head"
    for (page, box, colours), (number, placed, framed) in zip(shown, wanted, strict=True):
        piece = placed.box
        assert (page, colours) == (number, space)
        assert (box.x, box.y) == pytest.approx((piece.x + framed.box.x, piece.y + framed.box.y), abs=0.1)
        assert (box.width, box.height) == pytest.approx((framed.box.width, framed.box.height), abs=0.1)
        assert box.width / box.height == pytest.approx(4 / 3, abs=0.02)
        inset = 2.0 if isinstance(placed.content, CardFace | CardBack) else 0.0
        assert piece.x + inset <= box.x + 0.01
        assert piece.y + inset <= box.y + 0.01
        assert box.right <= piece.right - inset
        assert box.bottom <= piece.bottom - inset
        for line in element_of(key_of(placed)).letters():
            own = framed.box
            across = min(line.x + line.room, own.right) - max(line.x, own.x)
            assert across <= 0.01 or min(line.y + line.tall, own.bottom) - max(line.y, own.y) <= 0.35, line


def test_the_preview_shows_them_without_any_address(pebbles: AnyRuleset) -> None:
    html, _ = preview(with_pictures(demo(pebbles), CHOICES), 20)
    assert html.count("<img ") == html.count('src="data:image/jpeg;base64,') == 2


@every_game
def test_a_picture_without_room_is_told_of_and_stands_on_the_back(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    units = [unit for _, unit in army.force.units()]
    mini = PrintChoices(roster=False, qrs=False, card_size=CardSize.MINI)
    for count, has in ((1, "picture of one {unit} has"), (2, "pictures of 2 {units} have")):
        pictures = {unit.id: upload() for unit in units[:count]}
        plain = document_of(army, mini, pictures=pictures)
        backed = document_of(army, replace(mini, backs=True), pictures=pictures)
        words = has.format(unit=ruleset.words.unit, units=ruleset.words.units)
        told = f"The {words} no room beside the text of a card; choose “Backs of cards” or a larger card."
        assert (told in plain.notes, told in backed.notes) == (True, False)
        shown = [
            [framed for page in document.pages for placed in page.placed for framed in framed_on(placed)]
            for document in (plain, backed)
        ]
        assert [len(each) for each in shown] == [0, count]


def test_an_armys_picture_without_room_is_told_of(pebbles: AnyRuleset) -> None:
    """On narrow paper the QR code and the name leave none."""
    whose = f"{pebbles.words.force}’s"
    told = f"The {whose} picture has no room beside its name on the roster; choose larger paper, or turn it."
    roster = PrintChoices(cards=False, qrs=False)
    for paper, notes in ((Paper.A4, ()), (Paper.A5, (told,))):
        document = document_of(
            demo(pebbles), replace(roster, paper=paper), "https://example.org/a", pictures={"": upload()}
        )
        assert document.notes == notes


def test_what_is_no_picture_is_not_printed(pebbles: AnyRuleset) -> None:
    army = demo(pebbles)
    plain = document_of(army, CHOICES)
    for bad in (b"", b"no picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", upload().image[:60]):
        assert document_of(army, CHOICES, pictures={"": Upload(bad.hex(), bad)}) == plain
