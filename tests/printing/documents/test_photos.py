"""Players' pictures on paper: in the file itself, in every ink, told of where they have no room."""

import io
from dataclasses import replace

import pikepdf
import pytest
from PIL import Image

from armybuilder.printing.colours import Ink
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.photos import Upload, photo
from armybuilder.printing.documents.preview import preview_of
from armybuilder.printing.options import PrintOptions, Turning
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.ruleset import AnyRuleset
from tests.printing.samples import demo, upload

CHOICES = PrintOptions(qrs=False, turning=Turning.LONG)


def pictures(ruleset: AnyRuleset) -> dict[str, Upload]:
    """Of the army and of its first unit."""
    unit = next(unit for _, unit in ruleset.demo().units())
    return {"": upload(), unit.id: upload("#206090")}


@pytest.mark.parametrize("ink", Ink)
def test_pictures_are_in_the_file_in_its_ink(pebbles: AnyRuleset, printer: Printer, ink: Ink) -> None:
    document = document_of(demo(pebbles), replace(CHOICES, ink=ink), printer, pictures=pictures(pebbles))
    with pikepdf.open(io.BytesIO(print_pdf(document, printer))) as pdf:
        held = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]
        spaces = [str(each.ColorSpace) for each in held]
    assert spaces == ["/DeviceGray" if ink is Ink.MONO else "/DeviceRGB"] * 2


@pytest.mark.parametrize("room", [Size(40, 20), Size(10, 40)])
def test_a_picture_keeps_its_shape_within_its_room(room: Size) -> None:
    shown = photo(upload(), "Tank", room, Ink.COLOUR)
    assert shown is not None
    assert shown.text == "Picture of Tank"
    with Image.open(io.BytesIO(shown.data)) as image:
        wide, high = image.size
    assert wide / high == pytest.approx(4 / 3, abs=0.03)
    assert max(wide / room.width, high / room.height) <= 300 / 25.4 + 0.5


def test_the_preview_shows_them_without_any_address(pebbles: AnyRuleset, printer: Printer) -> None:
    document = document_of(demo(pebbles), CHOICES, printer, pictures=pictures(pebbles))
    html = preview_of(document, printer, 20).content
    assert html.count("<img ") == html.count('src="data:image/jpeg;base64,') == 2


def test_what_is_no_picture_is_not_printed(pebbles: AnyRuleset, printer: Printer) -> None:
    army = demo(pebbles)
    plain = document_of(army, CHOICES, printer)
    for bad in (b"", b"no picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", upload().image[:60]):
        assert document_of(army, CHOICES, printer, pictures={"": Upload(bad.hex(), bad)}) == plain
