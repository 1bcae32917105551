"""The installed fallback fonts, in the order in which they are searched for letters that Barlow lacks.

Greek and Cyrillic are narrow beside the narrow cuts. Every other script has a Noto font, from the packages in
``bin/environment.sh``; where these are not installed, DejaVu covers a few scripts. A font is loaded when it is first
searched for a letter.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import uharfbuzz
from fontTools.unicodedata import Scripts, script_extension

from armybuilder.drawing.lettering import Style
from armybuilder.site.folders import SHARED_DIR

VENDOR = SHARED_DIR / "static" / "vendor"
NOTO = Path("/usr/share/fonts/truetype/noto")
NOTO_CJK = Path("/usr/share/fonts/opentype/noto")

NARROW = "Noto Sans Condensed"
EMOJI = "Noto Emoji"
JAPANESE = "Noto Sans CJK JP"
"""Characters that Chinese and Japanese share are drawn in the Japanese way where the language of the text is given."""
ANY_HAN = "Noto Sans CJK SC"
ANY_HAN_NUMBER = 2
"""The number of that font in its collection files."""

PICTURES = "\U0001f300"
"""From this character on, those without a script are looked up as emoji first."""
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
"""First and last codes of characters that are invisible unless a font draws them (Default_Ignorable)."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of fonts: the files of its styles, its script (empty for all scripts) and its number in a collection.

    ``condensed`` is the name that its files have for it if they call it a condensed cut of another family.
    """

    name: str
    files: tuple[Path, ...]
    script: str = ""
    number: int = 0
    within: tuple[int, int] = EVERY_CODE
    """First and last code of the characters taken from it."""
    condensed: str = ""

    def file(self, style: Style) -> Path:
        """The file of the style, or of the plain one where the family has no other."""
        return self.files[style if style < len(self.files) else Style.PLAIN]


@cache
def families() -> tuple[Family, ...]:
    """All installed families, in the order in which they are searched."""
    return tuple(family for family in _all_families() if all(file.is_file() for file in family.files))


def _all_families() -> Iterator[Family]:
    narrow = _vendored("noto-sans-condensed", "NotoSansCondensed-{}.ttf", "Medium", "SemiBold", "Bold")
    yield Family(NARROW, narrow, condensed="Noto Sans")
    sans = tuple(NOTO / f"NotoSans-{style}.ttf" for style in ("Regular", "Bold", "Italic"))
    yield Family("Noto Sans", sans)
    scripts = tuple(_by_script())
    yield from scripts
    signs = _vendored("dejavu", "DejaVuSansCondensed{}.ttf", "", "-Bold")
    yield Family("DejaVu Sans Condensed", signs, within=SIGNS if scripts else EVERY_CODE, condensed="DejaVu Sans")
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
    files = {file.name.lower(): file for file in NOTO.glob("Noto*.ttf")}
    for script, name in sorted(Scripts.NAMES.items()):
        for kind in ("NotoSans", "NotoSerif"):
            family = next(_of_noto(f"{kind}{name.replace('_', '')}", files, script), None)
            if family:
                yield family
                break


def _of_noto(name: str, available: dict[str, Path], script: str = "") -> Iterator[Family]:
    names = (f"{name}-{style}.ttf".lower() for style in ("regular", "bold"))
    files = tuple(available[file] for file in names if file in available)
    if files:
        words = name.replace("NotoSans", "Noto Sans ").replace("NotoSerif", "Noto Serif ").replace("NotoM", "Noto M")
        yield Family(words, files, script)


@cache
def font_of(file: Path, number: int = 0) -> uharfbuzz.Font:
    """The font in a file, or the one of that number in a collection; the file is mapped, not read."""
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file)), number))


def advances(file: str) -> dict[int, float]:
    """Character code to width, in parts of the type size, of a font below ``VENDOR``.

    Figures have the equal widths that print uses.
    """
    font = font_of(VENDOR / file)
    widths = {}
    for code in font.face.unicodes:
        line = uharfbuzz.Buffer()
        line.add_codepoints([code])
        line.guess_segment_properties()
        uharfbuzz.shape(font, line, {"tnum": True})
        widths[code] = sum(place.x_advance for place in line.glyph_positions) / font.face.upem
    return widths


def ignored(letter: str) -> bool:
    """Whether the character is invisible where a font lacks it."""
    return any(first <= ord(letter) <= last for first, last in IGNORED)


def borrowed(letter: str, style: Style = Style.PLAIN, *, narrow: bool = False) -> float | None:
    """The width in parts of the type size of a letter that Barlow lacks; ``None`` if no other font has it either.

    Combining marks and invisible characters have no width.
    """
    if ignored(letter):
        return 0.0
    family = lender(letter, style, narrow=narrow)
    if family is None:
        return None
    font = font_of(family.file(style), family.number)
    glyph = font.get_nominal_glyph(ord(letter))
    return 0.0 if unicodedata.category(letter) in MARKS else font.get_glyph_h_advance(glyph) / font.face.upem


@lru_cache(4096)
def lender(letter: str, style: Style = Style.PLAIN, *, narrow: bool = False) -> Family | None:
    """The family that lends a letter that Barlow lacks; ``None`` if no other font has it either."""
    for family in _candidates(letter, narrow=narrow):
        if not family.within[0] <= ord(letter) <= family.within[1]:
            continue
        if font_of(family.file(style), family.number).get_nominal_glyph(ord(letter)) is not None:
            return family
    return None


def _candidates(letter: str, *, narrow: bool) -> Iterator[Family]:
    """The families to search: those of the letter's script or of no script, then the others."""
    scripts = script_extension(letter)
    later = []
    for family in sorted(families(), key=lambda family: family.name != EMOJI) if letter >= PICTURES else families():
        if family.script and family.script not in scripts:
            later.append(family)
        elif narrow or family.name != NARROW:
            yield family
    yield from later
