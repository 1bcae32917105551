"""Letters and shapes of pictures."""

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from armybuilder.drawing.lettering import FontCut
from armybuilder.drawing.painting import colours, cut_short, lines_of, picture, pixels, text_line
from armybuilder.drawing.picture_files import png_of

CUT = FontCut.NARROW_STRONG


def test_text_fits_the_room_that_it_is_given():
    text = "A very long name of a unit that fits nowhere"
    short = cut_short(text, CUT, 20, 120)
    assert (short[-1], pixels(short, CUT, 20) <= 120, cut_short("Short", CUT, 20, 120)) == ("…", True, "Short")
    lines = lines_of(text, CUT, 20, 120)
    assert (" ".join(lines), max(pixels(line, CUT, 20) for line in lines) <= 120) == (text, True)


def test_text_is_escaped():
    drawn = picture(2, 3.5, [text_line(1, 2, "<b>", CUT, 20, "#000000", "end")])
    assert re.search(r'text-anchor="end"\s*>&lt;b&gt;</text>', drawn)
    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3.5">')
    assert {"ink", "sheet", "ok", "accent-olive"} <= set(colours())


def drawn(text: str, cut: FontCut) -> tuple[int, int, int, int]:
    """The box of the letters on a picture 900 units wide, in those units."""
    image = Image.open(BytesIO(png_of(picture(900, 60, [text_line(10, 40, text, cut, 30, "#000000")]), 900)))
    alpha = image.convert("RGBA").getchannel("A")
    box = alpha.getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("cut", [FontCut.NARROW_STRONG, FontCut.NARROW])
@pytest.mark.parametrize(
    "text",
    [
        "and 5 kinds more",
        "גדוד חיל רגלים",
        "كتيبة المشاة الأولى",
        "第一步兵营",
        "🚀🚀🚀",
        "3-й танковый полк",
        "Τάγμα Πεζικού",
        "8 × גדוד 7",
    ],
)
def test_letters_are_as_wide_as_measured(text: str, cut: FontCut) -> None:
    """Else a name would be drawn into what stands beside it. Arabic is narrower, since its letters are joined."""
    left, _, right, _ = drawn(text, cut)
    wide = pixels(text, cut, 30)
    assert left >= 7
    assert (0.6 if "ك" in text else 0.85) * wide < right - 10 <= wide


def test_letters_of_other_fonts_are_not_boxes() -> None:
    """A box would be the same for each of them."""
    pairs = (("🚀", "👍"), ("第", "步"), ("ג", "ם"), ("ك", "م"))
    for pair in pairs:
        first, second = (
            Image.open(BytesIO(png_of(picture(60, 60, [text_line(5, 40, text, CUT, 30, "#000000")]), 60)))
            for text in pair
        )
        assert ImageChops.difference(first.convert("RGBA"), second.convert("RGBA")).getbbox()
