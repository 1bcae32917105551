import re
import xml.etree.ElementTree as ET

import pytest
from django.template.loader import render_to_string

from armybuilder.drawing.symbols import (
    APP6_WIDTH,
    STAFF_FOOT,
    TEXT_COLOUR,
    Drawing,
    UnknownSymbol,
    Variant,
    drawing,
    icon_credit,
    icon_names,
    symbol_svg,
)
from rulesets.core.cards import Symbol, SymbolSet

TANK_PLATOON = "10031000141205000000"
BATTERY_HQ = "10031002151303000000"
HELICOPTERS = "10030100001102000000"
FLIGHT_UNIT = "10031000141206000000"
FLIGHT = "10030100141101040000"
CODES = (TANK_PLATOON, BATTERY_HQ, HELICOPTERS, FLIGHT_UNIT, FLIGHT)
SAFE_ATTRIBUTES = {
    *("d", "cx", "cy", "r", "x", "y", "transform", "fill", "fill-opacity", "stroke", "stroke-width"),
    *("stroke-dasharray", "stroke-linecap", "stroke-linejoin"),
    *("font-size", "font-family", "font-weight", "text-anchor", "dominant-baseline"),
}
SVG = "{http://www.w3.org/2000/svg}"


def parts(drawn: Drawing) -> list[ET.Element]:
    svg = render_to_string("drawing/symbol.svg", {"drawing": drawn, "colour": TEXT_COLOUR})
    return [element for element in ET.fromstring(svg).iter() if element.tag != f"{SVG}svg"]


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("code", CODES)
def test_a_symbol_is_plain_drawing(code: str, variant: Variant) -> None:
    drawn = drawing(SymbolSet.APP6, code, variant)
    assert {part.tag for part in parts(drawn)} <= {f"{SVG}{name}" for name in ("path", "circle", "g", "text")}
    assert {name for part in parts(drawn) for name in part.attrib} <= SAFE_ATTRIBUTES


def test_sides_differ_in_frame_and_colour() -> None:
    friend, hostile = (drawing(SymbolSet.APP6, TANK_PLATOON, side) for side in (Variant.FRIEND, Variant.HOSTILE))
    assert parts(friend)[0].attrib["fill"] == "rgb(128,224,255)"
    assert parts(hostile)[0].attrib["fill"] == "rgb(255,128,128)"
    plain = drawing(SymbolSet.APP6, TANK_PLATOON, Variant.FRIEND_PLAIN)
    plain_hostile = drawing(SymbolSet.APP6, TANK_PLATOON, Variant.HOSTILE_PLAIN)
    assert parts(plain)[0].attrib["d"] != parts(plain_hostile)[0].attrib["d"]


@pytest.mark.parametrize("code", CODES)
def test_plain_symbols_have_one_ink(code: str) -> None:
    plain = drawing(SymbolSet.APP6, code, Variant.FRIEND_PLAIN)
    colours = {part.attrib[name] for part in parts(plain) for name in ("fill", "stroke") if name in part.attrib}
    assert colours <= {"currentColor", "none", "white"}


def test_the_side_in_the_code_does_not_matter() -> None:
    assert drawing(SymbolSet.APP6, "10061000141205000000") == drawing(SymbolSet.APP6, TANK_PLATOON)


def test_echelons_are_told_apart() -> None:
    def dots(code: str) -> int:
        return sum(part.tag == f"{SVG}circle" for part in parts(drawing(SymbolSet.APP6, code)))

    assert [dots(f"100310001{n}1205000000") for n in (2, 3, 4)] == [1, 2, 3]
    company = parts(drawing(SymbolSet.APP6, "10031000151205000000"))[-1]
    assert company.attrib["d"] == "M100,40L100,15"


def test_a_headquarters_has_a_short_staff() -> None:
    drawn = drawing(SymbolSet.APP6, BATTERY_HQ)
    assert parts(drawn)[2].attrib["d"] == f"M25,150 L25,{STAFF_FOOT}"
    assert drawn.top + drawn.height == STAFF_FOOT + 4


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("variant", Variant)
def test_nothing_is_drawn_outside_the_box(code: str, variant: Variant) -> None:
    """Lines are horizontal, vertical or bend inwards, so the end points tell."""
    drawn = drawing(SymbolSet.APP6, code, variant)
    for part in parts(drawn):
        if set(re.findall("[a-zA-Z]", part.attrib.get("d", "a"))) <= set("MLZ"):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", part.attrib["d"])]
            assert all(drawn.left <= x <= drawn.left + drawn.width for x in numbers[0::2])
            assert all(drawn.top <= y <= drawn.top + drawn.height for y in numbers[1::2])
        if part.tag == f"{SVG}circle":
            assert float(part.attrib["cy"]) - float(part.attrib["r"]) >= drawn.top
    assert drawn.width == APP6_WIDTH


def test_each_icon_draws() -> None:
    for name in icon_names():
        (path,) = parts(drawing(SymbolSet.ICON, name))
        assert path.attrib["fill"] == "currentColor", name


def test_icons_name_their_makers() -> None:
    assert "CC BY 3.0" in icon_credit()


@pytest.mark.parametrize(
    ("symbols", "code"),
    [
        (SymbolSet.APP6, ""),
        (SymbolSet.APP6, "1003100014120500000"),
        (SymbolSet.APP6, "10031000141205000000\n"),
        (SymbolSet.APP6, "SFGPUCI----D---"),
        (SymbolSet.APP6, "10039900999999000000"),
        (SymbolSet.APP6, "1003100014120500000²"),
        (SymbolSet.ICON, "no-such-icon"),
        (SymbolSet.ICON, "../settings"),
        (SymbolSet.ICON, ""),
    ],
)
def test_codes_of_nothing_are_refused(symbols: SymbolSet, code: str) -> None:
    with pytest.raises(UnknownSymbol):
        drawing(symbols, code)
    drawn = symbol_svg(Symbol(symbols, code, "nothing"))
    assert 'stroke-dasharray="12 8"' in drawn
