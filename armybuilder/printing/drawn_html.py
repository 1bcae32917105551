"""Drawn pieces as HTML: each line of text an element in its place, by class names for places, sizes and colours."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.symbols import drawing
from armybuilder.printing.drawn import Area, Element, Framed, Ground, Letters, Part, Picture, Strokes, Tiles
from armybuilder.printing.geometry import at, name
from armybuilder.printing.inks import Colours, Ink, symbol_variant
from armybuilder.printing.paper import Box
from armybuilder.printing.typecase import STYLES
from rulesets.core.reference import Align


def drawn_html(element: Element, shade: str, colours: Colours, ink: Ink) -> SafeString:
    """A piece whose places are measured from the box that holds it."""
    drawer = _Drawer(colours, ink)
    return mark_safe(f'<div class="drawn t-{escape(shade)}">{"".join(drawer.element(element))}</div>')  # noqa: S308


class _Drawer:
    def __init__(self, colours: Colours, ink: Ink) -> None:
        self.colours, self.ink = colours, ink

    def element(self, element: Element) -> Iterator[str]:
        scope = f' scope="{element.scope}"' if element.scope else ""
        match element.parts:
            case (Letters() as letters,):
                yield f'<{element.name}{scope} class="{_letters(letters)}">{escape(letters.text)}</{element.name}>'
            case _:
                yield f"<{element.name}{scope}>"
                for part in element.parts:
                    yield from self.part(part)
                yield f"</{element.name}>"

    def part(self, part: Part) -> Iterator[str]:
        if isinstance(part, Element):
            yield from self.element(part)
        elif isinstance(part, Letters):
            yield f'<span class="{_letters(part)}">{escape(part.text)}</span> '
        elif isinstance(part, Ground):
            yield _ground(part)
        elif isinstance(part, Picture):
            yield self.picture(part)
        elif isinstance(part, Framed):
            yield _framed(part)
        elif isinstance(part, Tiles):
            yield self.tiles(part)
        elif isinstance(part, Area):
            yield self.area(part)
        else:
            yield self.strokes(part)

    def picture(self, picture: Picture) -> str:
        shown = drawing(picture.symbol.set, picture.symbol.code, symbol_variant(self.ink))
        title = f"<title>{escape(picture.symbol.text)}</title>"
        svg = shown.svg(f' class="lone {at(picture.box)} " role="img"').replace(">", f">{title}", 1)
        return svg.replace("currentColor", self.colours[picture.ink])

    def tiles(self, tiles: Tiles) -> str:
        left, top = min(box.x for box in tiles.boxes), min(box.y for box in tiles.boxes)
        right, bottom = max(box.right for box in tiles.boxes), max(box.bottom for box in tiles.boxes)
        whole = Box(left, top, right - left, bottom - top)
        path = "".join(
            f"M{box.x - left:.3f},{box.y - top:.3f}h{box.width:.3f}v{box.height:.3f}h-{box.width:.3f}z"
            for box in tiles.boxes
        )
        view = f"0 0 {whole.width:.3f} {whole.height:.3f}"
        return (
            f'<svg class="lone {at(whole)} " viewBox="{view}" shape-rendering="crispEdges" aria-hidden="true">'
            f'<path fill="{self.colours[tiles.fill]}" d="{path}"/></svg>'
        )

    def area(self, area: Area) -> str:
        across, down = ([corner[axis] for corner in area.corners] for axis in (0, 1))
        box = Box(min(across), min(down), max(across) - min(across), max(down) - min(down))
        path = "L".join(f"{x - box.x:.2f},{y - box.y:.2f}" for x, y in area.corners)
        return (
            f'<svg class="lone {at(box)} " viewBox="0 0 {box.width:.2f} {box.height:.2f}" aria-hidden="true">'
            f'<path fill="{self.colours[area.fill]}" d="M{path}Z"/></svg>'
        )

    def strokes(self, strokes: Strokes) -> str:
        (x1, y1, x2, y2), *more = strokes.ends
        if not more and y1 == y2:
            return f'<i class="on-{strokes.ink} {at(Box(x1, y1 - strokes.thick / 2, x2 - x1, strokes.thick))} "></i>'
        left, right = (
            min(x for a, _, b, _ in strokes.ends for x in (a, b)),
            max(x for a, _, b, _ in strokes.ends for x in (a, b)),
        )
        top, bottom = (
            min(y for _, a, _, b in strokes.ends for y in (a, b)),
            max(y for _, a, _, b in strokes.ends for y in (a, b)),
        )
        box = Box(left, top, right - left, bottom - top)
        path = "".join(
            f"M{x1 - left:.2f},{y1 - top:.2f}L{x2 - left:.2f},{y2 - top:.2f}" for x1, y1, x2, y2 in strokes.ends
        )
        view = f"0 0 {box.width:.2f} {box.height:.2f}"
        return (
            f'<svg class="lone {at(box)} " viewBox="{view}" aria-hidden="true"><path fill="none" '
            f'stroke="{self.colours[strokes.ink]}" stroke-width="{strokes.thick:g}" d="{path}"/></svg>'
        )


def _letters(letters: Letters) -> str:
    place = f"{at(Box(letters.x, letters.y, letters.room, letters.tall))} {name('l', letters.tall)}"
    kind = f"{STYLES[letters.cut]} in-{letters.ink}"
    side = "" if letters.align is Align.LEFT else f" {letters.align}"
    return f"{kind}{side}{' spaced' if letters.spaced else ''} {place} {name('f', letters.points)} "


def _ground(ground: Ground) -> str:
    names = [f"on-{ground.fill}"] if ground.fill else []
    if ground.line:
        names += [f"by-{ground.line}", "dashed" if ground.dashed else "framed", name("e", ground.thick)]
    if ground.radius:
        names += [name("u" if ground.upper else "r", ground.radius)]
    return f'<i class="{" ".join(names)} {at(ground.box)} "></i>'


def _framed(framed: Framed) -> str:
    """A player's picture, within the page itself."""
    photo = framed.photo
    data = b64encode(photo.data).decode()
    return f'<img class="lone {at(framed.box)} " alt="{escape(photo.text)}" src="data:image/jpeg;base64,{data}">'
