"""Names in every script: drawn with fonts of ours, found by readers, the same file each time."""

import io
import logging
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from cProfile import Profile
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pytest
from fontTools.ttLib import TTFont

from armybuilder.drawing import fallback_fonts
from armybuilder.printing import fonts
from armybuilder.printing.rendering import Batch
from armybuilder.printing.rendering.weasy import render

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    "pl": "Zażółć gęślą jaźń, Łódź",
    "vi": "Nguyễn Đức Thịnh, Trường Sơn",
    "el": "Τάγμα Πεζικού «Ἀνδρεία»",
    "ru": "3-й танковый полк «Вихрь»",
    "ar": "كتيبة المشاة الأولى",
    "he": "גדוד חיל רגלים",
    "hi": "पहली पैदल सेना की टुकड़ी क्षत्रिय",
    "th": "กองพันทหารราบที่ น้ำ",
    "zh": "第一步兵营（坦克）",
    "ja": "第一歩兵大隊「タンク」",
    "ko": "제1보병대대 탱크",
    "emoji": "🚀 👍🏽 👨\u200d👩\u200d👧 🇵🇱 😀",
    "marks": "e\u0301 a\u0323\u0302 e\u0323\u0301",
    "km": "កងទ័ពខ្មែរ",
    "ta": "தமிழ் படை",
    "hy": "Հայկական բանակ",
    "am": "የኢትዮጵያ ጦር",
    "signs": "→ ≥ ★ ☐ ✓ ∞ ⚔ ☠",
}
MIXED = "Alpha كتيبة 12 גדוד Ω beta 第一 ok"
EVERYTHING = (*NAMES.values(), MIXED)
STYLES = ("400 10pt Barlow", "italic 400 10pt Barlow", "600 10pt Barlow", "600 10pt 'Barlow Condensed'")
CSS = "@page { size: A4; margin: 5mm } p { float: left; clear: left; margin: 0 }"


@pytest.fixture(autouse=True)
def _no_warnings(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """WeasyPrint warns of each character for which it finds no glyph."""
    with caplog.at_level(logging.WARNING, "weasyprint"):
        yield
    assert [record.getMessage() for record in caplog.records if record.name == "weasyprint"] == []


def names(*texts: str, style: str = STYLES[0]) -> Batch:
    lines = (f'<p data-fit="{number}" style="font: {style}">{text}</p>' for number, text in enumerate(texts))
    return Batch("".join(lines), (), CSS, "")


def printed(*texts: str, style: str = STYLES[0]) -> bytes:
    return render(names(*texts, style=style)).pdf


def fonts_of(content: bytes) -> dict[str, Any]:
    """Name without its tag to dictionary, of all fonts of a document."""
    with pikepdf.open(io.BytesIO(content)) as document:
        found = [font for page in document.pages for font in page.resources.get("/Font", {}).values()]
        return {str(font.BaseFont).partition("+")[2]: _outline(font.DescendantFonts[0]) for font in found}


def _outline(font: Any) -> bytes:
    described = font.FontDescriptor
    return bytes((described.get("/FontFile2") or described.get("/FontFile3")).read_bytes())


def folded(text: str) -> str:
    """Text as readers compare it, without what only steers direction and look."""
    return re.sub(r"[\s\u200e\u200f\u202a-\u202e\u2066-\u2069\ufe0f]+", "", unicodedata.normalize("NFKC", text))


def by_poppler(content: bytes, tmp_path: Path) -> str:
    file = tmp_path / "names.pdf"
    file.write_bytes(content)
    return subprocess.run(["pdftotext", "-raw", str(file), "-"], check=True, capture_output=True).stdout.decode()


def by_pypdf(content: bytes) -> str:
    return "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


LOST = {"ar": ["الأولى"], "th": ["น้ำ"]}
"""Words that readers do not find: a glyph that joins lam and alef, or marks that are put in another order, say their
characters in the order in which they are drawn."""


def not_found(scripts: Iterable[str], text: str) -> dict[str, list[str]]:
    """The words of each script that are not in a text that a reader gives."""
    found = folded(text)
    lost = {script: [word for word in NAMES[script].split() if folded(word) not in found] for script in scripts}
    return {script: words for script, words in lost.items() if words}


@pytest.mark.parametrize("style", STYLES)
def test_every_word_is_found(style: str, tmp_path: Path) -> None:
    assert not_found(NAMES, by_poppler(printed(*NAMES.values(), style=style), tmp_path)) == LOST


def test_each_word_of_a_text_in_both_directions_is_found(tmp_path: Path) -> None:
    found = folded(by_poppler(printed(MIXED), tmp_path))
    assert [word for word in MIXED.split() if folded(word) not in found] == []


READ_PLAINLY = ("pl", "vi", "el", "ru", "ar", "he", "zh", "ja", "ko", "emoji", "hy", "am", "signs")
"""Where a plainer reader gets each word."""


def test_every_word_is_found_by_a_plainer_reader() -> None:
    read = by_pypdf(printed(*(NAMES[script] for script in READ_PLAINLY)))
    assert not_found(READ_PLAINLY, read) == {"ar": LOST["ar"]}


@pytest.mark.parametrize("style", STYLES)
def test_no_letter_is_a_box(style: str) -> None:
    """No font draws its glyph for missing characters, which would be kept with an outline."""
    for name, outline in fonts_of(printed(*EVERYTHING, style=style)).items():
        with TTFont(io.BytesIO(outline)) as font:
            if "glyf" in font:
                notdef = font["glyf"][font.getGlyphOrder()[0]]
                assert notdef.numberOfContours == 0, name


def test_a_missing_character_would_be_noticed(caplog: pytest.LogCaptureFixture) -> None:
    printed("a")
    caplog.clear()  # what the first page of a process says of the style sheets
    content = printed("\ue000")
    assert [record.getMessage()[:24] for record in caplog.records] == [".notdef glyph rendered f"]
    caplog.clear()
    (outline,) = fonts_of(content).values()
    with TTFont(io.BytesIO(outline)) as font:
        assert font["glyf"][font.getGlyphOrder()[0]].numberOfContours > 0


@pytest.mark.parametrize(
    ("text", "style", "used"),
    [
        ("Łódź Nguyễn", STYLES[0], {"Barlow"}),
        ("Łódź Nguyễn", STYLES[3], {"Barlow-Condensed,-Semi-Bold"}),
        ("Вихрь Πεζικού", STYLES[0], {"Noto-Sans"}),
        ("Вихрь", STYLES[1], {"Noto-Sans-Italic"}),
        ("Вихрь Πεζικού", STYLES[3], {"Noto-Sans-Condensed,-Semi-Bold"}),
        ("كتيبة", STYLES[0], {"Noto-Sans-Arabic"}),
        ("كتيبة", STYLES[2], {"Noto-Sans-Arabic-Bold"}),
        ("第一「タ", STYLES[2], {"Noto-Sans-CJK-SC-Bold", "Noto-Sans-CJK-JP-Bold"}),
        ("<span lang='ja'>第一「タ</span>", STYLES[0], {"Noto-Sans-CJK-JP"}),
        ("第（제", STYLES[0], {"Noto-Sans-CJK-SC"}),
        ("🚀👍🏽", STYLES[0], {"Noto-Emoji"}),
        ("→★", STYLES[0], {"DejaVu-Sans-Semi-Condensed"}),
        ("བོད", STYLES[2], {"Noto-Serif-Tibetan-Bold"}),
    ],
)
def test_letters_come_from_the_font_of_their_script(text: str, style: str, used: set[str]) -> None:
    assert fonts_of(printed(text, style=style)).keys() == used


def test_emoji_of_several_characters_are_one_picture() -> None:
    pictures = ("👨", "👨\u200d👩\u200d👧", "👍", "👍🏽", "🇵🇱")
    measured = render(names(*pictures)).measured
    assert {picture.width for picture in measured.values()} == {measured["0"].width}
    assert measured["0"].width < 10


def test_the_same_page_is_the_same_file_in_another_process() -> None:
    script = (
        "import hashlib, sys; from armybuilder.printing.rendering import Batch;"
        "from armybuilder.printing.rendering.weasy import render;"
        "print(hashlib.sha256(render(eval(sys.stdin.read())).pdf).hexdigest())"
    )
    asked = repr(names(*EVERYTHING)).encode()
    runs = {
        subprocess.run(
            [sys.executable, "-c", script], input=asked, capture_output=True, check=True, cwd=ROOT, env=environment
        ).stdout
        for environment in ({**os.environ, "LANGUAGE": "ja:zh_TW"}, {**os.environ, "PYTHONHASHSEED": "7"})
    }
    assert len(runs) == 1


def test_what_no_font_has_is_named_once_in_order() -> None:
    assert fonts.missing_characters(EVERYTHING) == ""
    assert (
        fonts.missing_characters(["a\ue000b", "\U000f0000\ue000", "\u0378 第\u200d\ufe0f\u00ad\t\n"])
        == "\ue000\U000f0000\u0378"
    )


def test_missing_characters_are_sought_once_each() -> None:
    text = SAMPLE * 20
    fonts.missing_characters([text])
    with Profile() as profile:
        fonts.missing_characters([text])
    assert sum(each.callcount for each in profile.getstats()) < 2 * len(SAMPLE)


HARD = "\ue000\u0378\U000f0000\u0007\x7f\x85\x1f\t\r\ufffe第Ωกא🚀\u2060\u200d\u0301\u20e3\u3000\U0001fae8"
SAMPLE = "".join(chr(code) for code in range(0xA0, 0x32000, 397) if not 0xD800 <= code < 0xE000)


def test_missing_is_what_the_renderer_draws_as_a_box(caplog: pytest.LogCaptureFixture) -> None:
    letters = HARD + SAMPLE
    printed(*(f"a{letter}" for letter in letters))
    told = " ".join(record.getMessage() for record in caplog.records)
    caplog.clear()
    boxes = {chr(int(code, 16)) for code in re.findall(r"\(U\+([0-9A-F]+)\)", told)}
    assert set(fonts.missing_characters(letters)) == boxes
    assert 100 < len(boxes) < len(letters) - 100


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without the fonts of Debian's packages."""
    kept = (fallback_fonts.families, fallback_fonts.lender, fonts._is_printable, fonts.fonts_digest)
    for each in kept:
        each.cache_clear()
    monkeypatch.setattr(fallback_fonts, "NOTO", Path("/nowhere"))
    monkeypatch.setattr(fallback_fonts, "NOTO_CJK", Path("/nowhere"))
    yield
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("bare")
def test_without_the_fonts_of_the_system_the_vendored_ones_are_left() -> None:
    assert fonts.missing_characters(["Łódź Вихрь كتيبة → 🚀 第पก"]) == "第पก"
    assert all(file.is_relative_to(fallback_fonts.VENDOR) for file in fonts._files().values())
    assert "charset" not in fonts.settings("")


def test_pages_kept_from_a_machine_with_other_fonts_are_not_taken(request: pytest.FixtureRequest) -> None:
    page = names("第")
    before = page.digest()
    assert page.digest() == before
    request.getfixturevalue("bare")
    assert page.digest() != before


def test_settings_and_their_cache_outlast_the_process(tmp_path: Path) -> None:
    script = (
        "from armybuilder.printing import fonts; fonts.use_own_fonts(); import os; print(os.environ['FONTCONFIG_FILE'])"
    )
    files = [
        Path(
            subprocess.run(
                [sys.executable, "-c", script],
                capture_output=True,
                check=True,
                text=True,
                cwd=ROOT,
                env={**os.environ, "ARMYBUILDER_VAR": str(tmp_path)},
            ).stdout.strip()
        )
        for _ in range(2)
    ]
    assert files[0] == files[1]
    assert files[0].is_relative_to(tmp_path)
    assert f"<cachedir>{files[0].parent}</cachedir>" in files[0].read_text()
    assert {file.resolve() for file in files[0].parent.glob("files/*/*")} == {
        file.resolve() for file in fonts._files().values()
    }
