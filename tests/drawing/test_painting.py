"""Letters and shapes of pictures."""

from armybuilder.drawing.lettering import FontCut
from armybuilder.drawing.painting import colours, cut_short, lines_of, picture, pixels, text_line

CUT = FontCut.NARROW_STRONG


def test_text_fits_the_room_that_it_is_given():
    text = "A very long name of a unit that fits nowhere"
    short = cut_short(text, CUT, 20, 120)
    assert (short[-1], pixels(short, CUT, 20) <= 120, cut_short("Short", CUT, 20, 120)) == ("…", True, "Short")
    lines = lines_of(text, CUT, 20, 120)
    assert (" ".join(lines), max(pixels(line, CUT, 20) for line in lines) <= 120) == (text, True)


def test_text_is_escaped():
    drawn = picture(2, 3.5, [text_line(1, 2, "<b>", CUT, 20, "#000000", "end")])
    assert 'text-anchor="end">&lt;b&gt;</text>' in drawn
    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3.5">')
    assert {"ink", "sheet", "ok", "accent-olive"} <= set(colours())
