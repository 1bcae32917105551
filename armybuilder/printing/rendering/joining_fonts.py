"""Make the fonts of a joined file one each: every part has brought the letters that it uses.

WeasyPrint keeps the numbers of glyphs when it leaves out the unused ones, so that the letters of all parts can stand in
one font without a change to any page. pikepdf keeps the fonts of every part. What then stands in the place of unused
glyphs is left out where a font can name its glyphs by their numbers.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Pdf

CODE = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]*)>")
TRUE_TYPE, OPEN_TYPE = "/FontFile2", "/FontFile3"
FILES = (TRUE_TYPE, OPEN_TYPE)
"""The names of a font's file, by the kind of its outlines."""
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

    Fonts that had to draw a letter which they lack stay as they are.
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
    for name, copies in fonts.items():
        for font in copies[:1] if name in joined else copies:
            _leave_out_unused(whole, font.DescendantFonts[0])


def _can_be_joined(font: Any) -> bool:
    return (
        isinstance(font, Dictionary)
        and font.get("/Subtype") == Name.Type0
        and font.Encoding == Name("/Identity-H")
        and any(name in font.DescendantFonts[0].FontDescriptor for name in FILES)
    )


def _joined(whole: Pdf, copies: Sequence[Any]) -> Any:
    """The first copy, with the glyphs, widths and characters of all."""
    font = copies[0]
    descendants = [copy.DescendantFonts[0] for copy in copies]
    name = next(name for name in FILES if name in descendants[0].FontDescriptor)
    programs: dict[bytes, set[int]] = {}
    widths: dict[int, Any] = {}
    characters: dict[bytes, bytes] = {}
    for copy, descendant in zip(copies, descendants, strict=True):
        used = dict(_widths(descendant.W))
        programs.setdefault(bytes(descendant.FontDescriptor[name].read_bytes()), set()).update(used)
        widths |= used
        characters |= dict(CODE.findall(copy.ToUnicode.read_bytes()))
    program = _program(programs)
    descriptor = descendants[0].FontDescriptor
    about = {"Length1": len(program)} if name == TRUE_TYPE else {"Subtype": Name.OpenType}
    descriptor[name] = whole.make_stream(program, **about)
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


def _program(programs: Mapping[bytes, Set[int]]) -> bytes:
    """One font with the outlines of all; each program comes with the numbers of the glyphs that are used of it."""
    fonts = sorted(
        ((_font(program), used) for program, used in programs.items()), key=lambda font: -len(font[0].getGlyphOrder())
    )
    (whole, used), *others = fonts
    have = _drawn(whole, used)
    for font, used in others:
        more = _drawn(font, used) - have
        for number in sorted(more):
            _copy_glyph(font, whole, number)
        have |= more
    out = io.BytesIO()
    whole.save(out)
    return out.getvalue()


def _drawn(font: TTFont, used: Set[int]) -> set[int]:
    """The numbers of the glyphs that a font has: those ``used``, and in TrueType those that others are composed of."""
    if "glyf" not in font:
        return set(used)
    outlines, metrics = font["glyf"], font["hmtx"]
    # A space has no outline, but a width.
    return {
        number
        for number, name in enumerate(font.getGlyphOrder())
        if outlines[name].numberOfContours or metrics[name][0]
    }


def _copy_glyph(font: TTFont, whole: TTFont, number: int) -> None:
    name, its_name = whole.getGlyphName(number), font.getGlyphName(number)
    whole["hmtx"][name] = font["hmtx"][its_name]
    if "glyf" in whole:
        whole["glyf"][name] = font["glyf"][its_name]
        return
    top, its_top = (each["CFF "].cff.topDictIndex[0] for each in (whole, font))
    top.CharStrings[name] = its_top.CharStrings[its_name]
    part = its_top.FDArray[its_top.FDSelect[number]]
    places = [place for place, each in enumerate(top.FDArray) if each.FontName == part.FontName]
    if not places:
        top.FDArray.append(part)
    top.FDSelect[number] = places[0] if places else len(top.FDArray) - 1


def _leave_out_unused(whole: Pdf, font: Any) -> None:
    """Leave out of Chinese, Japanese and Korean fonts the 60,000 empty outlines in the place of their other glyphs."""
    descriptor = font.FontDescriptor
    if OPEN_TYPE not in descriptor:
        return
    program = _font(descriptor[OPEN_TYPE].read_bytes())
    if program.getGlyphOrder()[1:] != [f"cid{number:05}" for number in range(1, program["maxp"].numGlyphs)]:
        return
    subsetter = Subsetter(Options(notdef_outline=True))
    subsetter.populate(gids=dict(_widths(font.W)))
    subsetter.subset(program)
    descriptor[OPEN_TYPE] = whole.make_stream(program["CFF "].compile(program), Subtype=Name.CIDFontType0C)


def _font(program: bytes) -> TTFont:
    font = TTFont(io.BytesIO(program), recalcTimestamp=False)
    if "glyf" in font:
        # Glyphs are named by their numbers: names taken from the characters would differ from part to part.
        font.setGlyphOrder([f"glyph{number:05}" for number in range(font["maxp"].numGlyphs)])
    return font
