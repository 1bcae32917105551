"""Paper and places as CSS."""

from armybuilder.printing.documents.geometry import (
    css_string,
    page_css,
    places_css,
    rem_css,
    sheet_css,
    zoom_css,
)
from armybuilder.printing.paper import Rectangle, Size

A5 = Size(148, 210)


def test_a_page_has_its_size_and_a_foot_of_one_line() -> None:
    css = page_css("roster", A5, "By us.", "Roster")
    assert css == (
        '@page roster{size:148mm 210mm;@bottom-left{content:"By us.";font-size:7.5pt}@bottom-right{content:'
        '"Roster \\b7  " "page " counter(page) " of " counter(pages);font-size:7.5pt}}'
        ".roster{page:roster;--sheet-width:148mm;--sheet-height:210mm;}"
    )
    sizes = [page_css("roster", A5, "word " * words, "Roster").count("font-size:7pt") for words in (19, 20, 23)]
    assert sizes == [0, 2, 0]
    assert 'content:"" "page "' in page_css("quick-reference", A5, "", "")
    css = sheet_css("cards", A5, (1.5, -0.3))
    assert "margin:0}" in css
    assert css.endswith(".cards{left:1.500mm;top:-0.300mm;}")


def test_pieces_have_their_places() -> None:
    box = Rectangle(1, 2, 3, 4.5)
    assert places_css("slot", [box]) == ".slot-0{left:1.000mm;top:2.000mm;width:3.000mm;height:4.500mm;}"
    assert places_css("slot", [box], "X").startswith(".slot-0{right:1.000mm;top:2.000mm;")
    assert places_css("slot", [box], "Y").startswith(".slot-0{left:1.000mm;bottom:2.000mm;")
    assert places_css("slot", [Rectangle(0, 0, 1, 1)] * 2).count(".slot-") == 2
    assert rem_css(9.5) == "html{font-size:9.5pt}"


def test_text_is_no_markup() -> None:
    assert css_string('a"b\\') == '"a\\22 b\\5c "'


def test_previews_are_never_larger_than_true() -> None:
    css = zoom_css(sheet_css("cards", A5))
    zooms = [float(part.partition("}")[0]) for part in css.split("zoom:")[1:]]
    assert zooms == sorted(zooms)
    assert (zooms[0], zooms[-1]) == (0.372, 1.0)
