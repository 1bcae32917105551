"""The map as SVG: what is on it, told apart without colours, and players' text kept text."""

import re
from dataclasses import replace
from xml.etree import ElementTree

from rulesets.core.cards import Ink
from rulesets.systems.forum_combat.desk.combat import Combat, Holder
from rulesets.systems.forum_combat.desk.map_drawing import BLACK, draw
from tests.rulesets.forum_combat.desk import battles

SVG = "{http://www.w3.org/2000/svg}"
CASE = {
    "title": "Ridge",
    "map": ["..#....", "..+....", ".......", ".......", "......."],
    "objectives": ["Mast D4 1"],
    "squads": ["Alpha: rifleman A1 A2=0 A3=0*", "Bravo (broken): rifleman A5", "!Reavers: raider G1 G2=-1 off"],
}


def drawn(combat: Combat, pieces: bool = True) -> ElementTree.Element:
    return ElementTree.fromstring(draw(combat, pieces))


def titles(svg: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in svg.iter(f"{SVG}title")]


def texts(svg: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


def test_everybody_on_the_map_is_drawn_once_and_the_killed_are_not() -> None:
    svg = drawn(battles.combat(CASE))
    assert titles(svg) == [
        "Ridge",
        "Mast: held by nobody",
        "1b Rifleman, Alpha: 0 HP, downed",
        "1c Rifleman, Alpha: 0 HP, abandoned",
        "1a Rifleman, Alpha: 1 HP, standing",
        "2a Rifleman, Bravo: 1 HP, standing, broken",
        "3a Raider, Reavers: 1 HP, standing",
    ]


def test_coordinates_stand_at_every_edge() -> None:
    found = texts(drawn(battles.combat(CASE), pieces=False))
    assert [found.count(name) for name in "ABCDEFG"] == [2] * 7
    assert [found.count(str(number)) for number in range(1, 6)] == [2] * 5


def colours(svg: ElementTree.Element) -> set[str]:
    return {element.get(part, "none") for element in svg.iter() for part in ("fill", "stroke")} - {"none"}


def test_ink_is_saved_and_black_and_white_has_no_colours() -> None:
    """Walls are crossed out instead of filled; in black and white one side's pieces are filled, as both are squares."""
    combat = battles.combat(CASE)
    full, saver, mono = (ElementTree.fromstring(draw(combat, ink=ink)) for ink in Ink)
    assert [len(list(svg.iter(f"{SVG}title"))) for svg in (full, saver, mono)] == [7, 7, 7]
    assert [one for one in colours(mono) if one[1:3] != one[3:5] and one != BLACK] == []
    assert {"#57534a", "#edf0df", "#fbfaf6"} <= colours(full)
    assert not {"#57534a", "#edf0df", "#fbfaf6"} & colours(saver)
    standing = [group for group in saver.iter(f"{SVG}g") if (group.findtext(f"{SVG}title") or "").endswith("standing")]
    assert {child.get("fill") for group in standing for child in group if child.tag == f"{SVG}circle"} == {"#ffffff"}
    crossed = [len(re.findall("M", path.get("d", ""))) for path in mono.iter(f"{SVG}path")]
    assert 2 in crossed


def test_sides_and_states_differ_in_shape() -> None:
    """With every colour taken away no two kinds of piece look alike."""
    groups = [group for group in drawn(battles.combat(CASE)).iter(f"{SVG}g") if group.find(f"{SVG}title") is not None]
    shapes = {}
    for group in groups[1:]:
        tags = [child.tag.removeprefix(SVG) for child in group if child.tag not in (f"{SVG}title", f"{SVG}text")]
        strokes = [len(re.findall("M", child.get("d", ""))) for child in group.iter(f"{SVG}path")]
        shapes[(group.findtext(f"{SVG}title") or "").split()[0]] = (*tags, *strokes)
    assert shapes == {
        "1a": ("circle",),
        "1b": ("circle", "path", 2),
        "1c": ("circle", "path", 4),
        "2a": ("circle", "circle"),
        "3a": ("rect",),
    }


def test_flags_of_holders_differ_in_shape() -> None:
    combat = battles.combat(CASE)
    flags = []
    for holder in Holder:
        mark = replace(combat.ground.objectives[0], holder=holder)
        svg = drawn(replace(combat, ground=replace(combat.ground, objectives=(mark,))), pieces=False)
        group = next(group for group in svg.iter(f"{SVG}g") if group.find(f"{SVG}title") is not None)
        flags.append([child.tag.removeprefix(SVG) for child in group][1:])
    assert flags == [["path", "path"], ["path", "path", "circle"], ["path", "path", "rect"]]


def test_the_legend_names_what_is_on_the_map() -> None:
    combat = battles.combat(CASE)
    signs = ["blocked", "cover", "objective and its reach"]
    squads = ["Alpha", "Bravo", "Reavers"]
    states = ["downed", "abandoned", "morale broken"]
    assert [text for text in texts(drawn(combat)) if text in {*signs, *squads, *states}] == [*squads, *states, *signs]
    assert [text for text in texts(drawn(combat, pieces=False)) if text in {*signs, *squads, *states}] == signs


def test_the_picture_stands_alone_and_text_stays_text() -> None:
    combat = battles.combat(CASE)
    hostile = '<script>alert("1")</script>&'
    squads = tuple(
        replace(squad, name=f"{hostile}{place}", pieces=tuple(replace(piece, name=hostile) for piece in squad.pieces))
        for place, squad in enumerate(combat.squads)
    )
    mark = replace(combat.ground.objectives[0], name=hostile)
    combat = replace(combat, name=hostile, squads=squads, ground=replace(combat.ground, objectives=(mark,)))
    text = draw(combat)
    svg = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in svg.iter()} == {
        "svg", "title", "rect", "path", "g", "text", "circle",
    }  # fmt: skip
    assert titles(svg)[0] == hostile
    assert not re.search(r"(?:href|style|class|id|on\w+)=", text.replace("&quot;", ""))


def test_long_names_stay_inside_a_small_map() -> None:
    combat = battles.combat(CASE)
    squads = tuple(replace(squad, name=f"{'Very' * 12}{squad.id}") for squad in combat.squads)
    svg = drawn(replace(combat, squads=squads))
    width = float(svg.get("width", "0"))
    ends = [
        float(text.get("x", "0")) + len(text.text or "") * 6.6
        for text in svg.iter(f"{SVG}text")
        if text.get("text-anchor") is None and text.get("font-size") == "14"
    ]
    assert max(ends) <= width
