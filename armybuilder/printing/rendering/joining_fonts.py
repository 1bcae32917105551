"""Make the fonts of a joined file one each: every part has brought the letters that it uses.

WeasyPrint keeps the numbers of glyphs when it leaves out the unused ones, so that the letters of all parts can stand in
one font without a change to any page.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Pdf

CODE = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]*)>")
CODES_AT_ONCE = 100
"""Most codes of a block in a map of characters."""
CHARACTERS = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
%s
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


def join_fonts(whole: Pdf) -> None:
    """Replace the fonts of one name by a single one with all their glyphs.

    Fonts without TrueType outlines, and those that had to draw a letter they lack, stay as they are.
    """
    fonts: dict[str, list[Any]] = {}
    resources: list[Any] = []
    for thing in whole.objects:
        if isinstance(thing, Dictionary):
            if _can_be_joined(thing):
                fonts.setdefault(str(thing.BaseFont), []).append(thing)
            elif any(isinstance(value, Dictionary) and _can_be_joined(value) for value in thing.as_dict().values()):
                resources.append(thing)
    joined = {name: _joined(whole, copies) for name, copies in fonts.items() if len(copies) > 1}
    for fonts_of_part in resources:
        for key, font in list(fonts_of_part.as_dict().items()):
            if _can_be_joined(font) and str(font.BaseFont) in joined:
                fonts_of_part[key] = joined[str(font.BaseFont)]


def _can_be_joined(font: Any) -> bool:
    return (
        isinstance(font, Dictionary)
        and font.get("/Subtype") == Name.Type0
        and font.Encoding == Name("/Identity-H")
        and "/FontFile2" in font.DescendantFonts[0].FontDescriptor
    )


def _joined(whole: Pdf, copies: Sequence[Any]) -> Any:
    """The first copy, with the glyphs, widths and characters of all."""
    font = copies[0]
    descendants = [copy.DescendantFonts[0] for copy in copies]
    programs = dict.fromkeys(bytes(each.FontDescriptor.FontFile2.read_bytes()) for each in descendants)
    widths: dict[int, Any] = {}
    characters: dict[bytes, bytes] = {}
    for copy, descendant in zip(copies, descendants, strict=True):
        widths |= dict(_widths(descendant.W))
        characters |= dict(CODE.findall(copy.ToUnicode.read_bytes()))
    program = _program(list(programs))
    descriptor = descendants[0].FontDescriptor
    descriptor.FontFile2 = whole.make_stream(program, Length1=len(program))
    descriptor.FontBBox = Array([0, descriptor.Descent, max(widths.values()), descriptor.Ascent])
    descendants[0].W = Array([item for code in sorted(widths) for item in (code, Array([widths[code]]))])
    font.ToUnicode = whole.make_stream(_character_map(characters))
    return font


def _widths(widths: Any) -> Iterator[tuple[int, Any]]:
    """The width of each glyph, written as a first number and the widths from it on."""
    for first, run in zip(list(widths)[::2], list(widths)[1::2], strict=True):
        yield from enumerate(run, int(first))


def _character_map(characters: Mapping[bytes, bytes]) -> bytes:
    lines = [b"<%s> <%s>" % each for each in sorted(characters.items())]
    blocks = [lines[start : start + CODES_AT_ONCE] for start in range(0, len(lines), CODES_AT_ONCE)]
    return CHARACTERS % b"\n".join(
        b"%d beginbfchar\n%s\nendbfchar" % (len(block), b"\n".join(block)) for block in blocks
    )


def _program(programs: Sequence[bytes]) -> bytes:
    """One TrueType font with the outlines of all."""
    fonts = sorted(map(_font, programs), key=lambda font: -len(font.getGlyphOrder()))
    outlines, metrics = fonts[0]["glyf"], fonts[0]["hmtx"]
    missing = {name for name in fonts[0].getGlyphOrder() if not (outlines[name].numberOfContours or metrics[name][0])}
    for font in fonts[1:]:
        more, widths = font["glyf"], font["hmtx"]
        for name in [name for name in font.getGlyphOrder() if name in missing]:
            # A space has no outline, but a width.
            if more[name].numberOfContours or widths[name][0]:
                outlines[name], metrics[name] = more[name], widths[name]
                missing.remove(name)
    out = io.BytesIO()
    fonts[0].save(out)
    return out.getvalue()


def _font(program: bytes) -> TTFont:
    font = TTFont(io.BytesIO(program), recalcTimestamp=False)
    # Glyphs are named by their numbers: names taken from the characters would differ from part to part.
    font.setGlyphOrder([f"glyph{number:05}" for number in range(font["maxp"].numGlyphs)])
    return font
