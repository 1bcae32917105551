"""What WeasyPrint makes of a page: nothing is fetched, mistakes are refused with their reason, boxes are measured."""

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pypdf
import pytest
import weasyprint.svg
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError

from armybuilder.printing import rendering
from armybuilder.printing.rendering import Batch, CannotPrint, weasy
from armybuilder.printing.rendering.weasy import NothingFetched, render


def batch(content: str, geometry: str = "@page{size:50mm 40mm;margin:0}", *styles: str) -> Batch:
    return Batch(content, styles, geometry, "ink-colour t-steel")


@pytest.fixture(autouse=True)
def _clear(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What WeasyPrint says of mistakes is said on purpose here."""
    yield
    caplog.clear()


@pytest.mark.parametrize(
    "content",
    [
        '<img src="http://127.0.0.1:9/x.png">',
        '<img src="file:///etc/passwd">',
        '<img src="data:image/png;base64,AAAA">',
        '<img src="x.png">',
        '<link rel="stylesheet" href="file:///etc/passwd">',
        '<link rel="attachment" href="file:///etc/passwd">',
        '<object data="file:///etc/passwd"></object>',
        '<embed src="file:///etc/passwd">',
        '<svg viewBox="0 0 1 1"><image href="file:///etc/passwd" width="1" height="1"/></svg>',
        '<svg viewBox="0 0 1 1"><use href="file:///etc/passwd#a"/></svg>',
        '<div class="bad">x</div>',
    ],
)
def test_a_page_can_fetch_nothing(content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("socket.socket.connect", lambda *_: asked.append("socket"))
    pdf = b""
    with suppress(CannotPrint):
        pdf = render(batch(content, ".bad{background:url(file:///etc/passwd)}")).pdf
    assert b"root:" not in pdf
    assert b"EmbeddedFile" not in pdf
    assert asked == []


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x", "file:///etc/passwd", "/static/css/print.css"])
def test_every_address_ends_the_rendering(address: str) -> None:
    with pytest.raises(FatalURLFetchingError, match="fetches nothing"):
        NothingFetched().fetch(address)


def test_a_picture_that_fails_leaves_its_words() -> None:
    made = render(batch('<p>Before</p><img src="data:image/png;base64,AAAA" alt="A tank"><p>After</p>'))
    assert pypdf.PdfReader(io.BytesIO(made.pdf)).pages[0].extract_text().split("\n") == ["Before", "After", "A tank"]


PICTURE = """<svg viewBox="0 0 9 9" role="img"><title>A tank</title>
<rect width="9" height="9"/><circle cx="4" cy="4" r="4"/></svg>"""


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (MemoryError(), MemoryError),
        (TimeoutError(), TimeoutError),
        (RecursionError(), CannotPrint),
        (ZeroDivisionError("no radius"), CannotPrint),
    ],
)
def test_no_picture_is_printed_in_part(
    raised: Exception, told: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise raised

    assert render(batch(PICTURE)).pages == 1
    monkeypatch.setitem(weasyprint.svg.TAGS, "circle", fail)
    with pytest.raises(told):
        render(batch(PICTURE))


@pytest.mark.parametrize("raised", [MemoryError(), TimeoutError()])
def test_no_picture_is_left_out_for_want_of_memory_or_time(raised: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise raised

    monkeypatch.setattr("weasyprint.images.SVGImage.__init__", fail)
    with pytest.raises(type(raised)):
        render(batch(PICTURE))


def test_no_photo_is_left_out_for_want_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    photo = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="
    monkeypatch.setattr("weasyprint.images.RasterImage.__init__", fail)
    with pytest.raises(MemoryError):
        render(batch(f'<img alt="x" src="{photo}">'))


def test_what_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(CannotPrint, match="deeply nested"):
        render(batch("<div>" * 400 + "x" + "</div>" * 400, "div{display:flex}"))


def test_a_style_sheet_that_is_not_there_is_named() -> None:
    with pytest.raises(CannotPrint, match=r"static/css/print/ornate\.css cannot be read"):
        render(batch("<p>x</p>", "", "ornate"))


def test_what_the_renderer_fails_at_is_told_with_its_style_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("no room")

    monkeypatch.setattr("armybuilder.printing.rendering.weasy._measured", fail)
    with pytest.raises(CannotPrint, match=r"failed on pages with the style sheets cards \(ZeroDivisionError: no room"):
        render(batch("<p>x</p>", "", "cards"))


def test_a_mistake_in_a_style_sheet_costs_its_rule_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in rendering.BASE_STYLES:
        (tmp_path / f"{name}.css").write_text(rendering.style_text(name))
    (tmp_path / "torn.css").write_text("p { colour: red; width: ; } .x { height: 9mm; }")
    monkeypatch.setattr(rendering, "STYLES", tmp_path)
    made = render(batch('<div class="x" data-fit="x"></div>', "", "torn"))
    assert made.measured["x"].height == 9


def test_elements_are_measured_where_they_lie() -> None:
    css = (
        "@page{size:50mm 40mm;margin:0} p{height:10mm} .slot{position:absolute;left:5mm;top:6mm;width:20mm;height:10mm}"
    )
    found = render(batch('<div class="slot" data-fit="a"><p></p><p></p></div><p data-fit="b">.</p>', css)).measured
    box = found["a"]
    assert (box.page, box.x, box.y, box.width, box.height, box.bottom) == (1, 5, 6, 20, 10, 16)
    assert box.too_low == 10
    assert (box.fits, found["b"].fits) == (False, True)


def test_the_same_batch_gives_the_same_bytes_in_another_process() -> None:
    told = batch("<h1>Head</h1><table><tr><th>A<tr><td>b</table>")
    program = (
        "import sys\n"
        "from armybuilder.printing.rendering import Batch\n"
        "from armybuilder.printing.rendering.weasy import render\n"
        f"sys.stdout.buffer.write(render({told!r}).pdf)"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    assert render(told).pdf == other


def test_fonts_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[FontConfiguration] = []

    def fonts() -> FontConfiguration:
        made.append(FontConfiguration())
        return made[-1]

    monkeypatch.setattr(weasy, "FontConfiguration", fonts)
    weasy._fonts.cache_clear()
    first = render(batch("<p>Žuk, <i>beetle</i> and 漢</p>"))
    assert render(batch("<h1>Жук</h1><b>עברית</b>")) != first
    assert render(batch("<p>Žuk, <i>beetle</i> and 漢</p>")) == first
    assert len(made) == 1
