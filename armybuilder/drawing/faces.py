"""The fonts beside Barlow: which there are on this machine, in the order in which they lend the letters it lacks.

Greek and Cyrillic stand narrow beside the narrow cuts. Every other script has a font of Noto's, of the packages in
``bin/environment.sh``; where these are not installed, DejaVu has a few scripts. A font is loaded when a letter is
first looked for in it.
"""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import uharfbuzz
from fontTools.unicodedata import Scripts, script_extension

VENDOR = Path(__file__).resolve().parents[2] / "static" / "vendor"
NOTO = Path("/usr/share/fonts/truetype/noto")
NOTO_CJK = Path("/usr/share/fonts/opentype/noto")

NARROW = "Noto Sans Condensed"
EMOJI = "Noto Emoji"
JAPANESE = "Noto Sans CJK JP"
"""Characters that Chinese and Japanese share are drawn as Japanese does where a text's language is told."""
ANY_HAN = "Noto Sans CJK SC"
ANY_HAN_NUMBER = 2
"""Which font of their collection files that is."""

PICTURES = "\U0001f300"
"""From here on characters without a script are emoji first."""
EVERY_CODE = (0, 0x10FFFF)
SIGNS = (0x2000, 0x2E7F)
"""First and last code of punctuation, arrows, mathematics and other signs."""
MARKS = frozenset({"Mn", "Me"})
"""Kinds of characters that stand over, under or around another."""
IGNORED = (
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""First and last code of what Unicode has drawn as nothing where no font knows better (Default_Ignorable)."""


class Style(enum.IntEnum):
    """What letters beside a cut should look like; the place of the file among those of a family."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2


@dataclass(frozen=True, slots=True)
class Family:
    """A family of fonts: its styles' files, the script it is for (none: for all), its number in a collection."""

    name: str
    files: tuple[Path, ...]
    script: str = ""
    number: int = 0
    within: tuple[int, int] = EVERY_CODE
    """First and last code of the characters that are taken from it."""

    def file(self, style: Style) -> Path:
        """The file of the style; plain letters where the family has no other."""
        return self.files[style if style < len(self.files) else Style.PLAIN]


@cache
def families() -> tuple[Family, ...]:
    """All that are installed, in the order in which they are asked for letters."""
    return tuple(family for family in _wanted() if all(file.is_file() for file in family.files))


def _wanted() -> Iterator[Family]:
    narrow = _vendored("noto-sans-condensed", "NotoSansCondensed-{}.ttf", "Medium", "SemiBold", "Bold")
    yield Family(NARROW, narrow)
    sans = tuple(NOTO / f"NotoSans-{style}.ttf" for style in ("Regular", "Bold", "Italic"))
    yield Family("Noto Sans", sans)
    scripts = tuple(_by_script())
    yield from scripts
    signs = _vendored("dejavu", "DejaVuSansCondensed{}.ttf", "", "-Bold")
    yield Family("DejaVu Sans Condensed", signs, within=SIGNS if scripts else EVERY_CODE)
    for name in ("NotoSansSymbols", "NotoSansSymbols2", "NotoSansMath", "NotoMusic"):
        yield from _of_noto(name, {file.name.lower(): file for file in NOTO.glob(f"{name}-*.ttf")})
    emoji = _vendored("noto-emoji", "NotoEmoji_{}.ttf", "400Regular", "700Bold")
    yield Family(EMOJI, emoji)
    han = (NOTO_CJK / "NotoSansCJK-Regular.ttc", NOTO_CJK / "NotoSansCJK-Bold.ttc")
    yield Family(ANY_HAN, han, number=ANY_HAN_NUMBER)


def _vendored(package: str, pattern: str, *styles: str) -> tuple[Path, ...]:
    folder = next(VENDOR.glob(f"{package}-[0-9]*"))
    return tuple(folder / pattern.format(style) for style in styles)


def _by_script() -> Iterator[Family]:
    """A family for each script: sans serif, or with serifs where there is no other."""
    found = {file.name.lower(): file for file in NOTO.glob("Noto*.ttf")}
    for script, name in sorted(Scripts.NAMES.items()):
        for kind in ("NotoSans", "NotoSerif"):
            family = next(_of_noto(f"{kind}{name.replace('_', '')}", found, script), None)
            if family:
                yield family
                break


def _of_noto(name: str, found: dict[str, Path], script: str = "") -> Iterator[Family]:
    files = tuple(found[file] for style in ("regular", "bold") if (file := f"{name}-{style}.ttf".lower()) in found)
    if files:
        words = name.replace("NotoSans", "Noto Sans ").replace("NotoSerif", "Noto Serif ").replace("NotoM", "Noto M")
        yield Family(words, files, script)


@cache
def font_of(file: Path, number: int = 0) -> uharfbuzz.Font:
    """The font in a file, or the one of that number in a collection; the file is mapped, not read."""
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file)), number))


def advances(file: Path) -> dict[int, float]:
    """Character code to width, in parts of the type size; figures have the one width that print switches on."""
    font = font_of(file)
    widths = {}
    for code in font.face.unicodes:
        line = uharfbuzz.Buffer()
        line.add_codepoints([code])
        line.guess_segment_properties()
        uharfbuzz.shape(font, line, {"tnum": True})
        widths[code] = sum(place.x_advance for place in line.glyph_positions) / font.face.upem
    return widths


def ignored(letter: str) -> bool:
    """Whether the character is drawn as nothing where a font lacks it."""
    return any(first <= ord(letter) <= last for first, last in IGNORED)


def borrowed(letter: str, style: Style = Style.PLAIN, *, narrow: bool = False) -> float | None:
    """The width in parts of the type size of a letter that Barlow lacks; ``None`` where no other font has it either.

    Marks over and under other letters take no width, nor does what is not drawn at all.
    """
    if ignored(letter):
        return 0.0
    for family in _askable(letter, narrow=narrow):
        if not family.within[0] <= ord(letter) <= family.within[1]:
            continue
        font = font_of(family.file(style), family.number)
        glyph = font.get_nominal_glyph(ord(letter))
        if glyph is not None:
            return 0.0 if unicodedata.category(letter) in MARKS else font.get_glyph_h_advance(glyph) / font.face.upem
    return None


def _askable(letter: str, *, narrow: bool) -> Iterator[Family]:
    """The families to look in: those of the letter's script and of none; last, for signs of no script, the others."""
    scripts = script_extension(letter)
    later = []
    for family in sorted(families(), key=lambda family: family.name != EMOJI) if letter >= PICTURES else families():
        if family.script and family.script not in scripts:
            later.append(family)
        elif narrow or family.name != NARROW:
            yield family
    yield from later
