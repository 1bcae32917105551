"""The structure of joined files."""

import io
import subprocess
import tempfile
from pathlib import Path

import pikepdf
import pytest

from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.rendering.printer import Printer
from rulesets.registry import get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.rendering.test_joining import TABLE, joined
from tests.printing.samples import demo
from tests.printing.structure import elements, faults

__all__ = ["joined"]


def test_equal_pages_keep_names_of_their_own(joined) -> None:
    made = joined("<h1>T</h1>", TABLE.format(1), TABLE.format(2), TABLE.format(1))
    assert faults(made) == []
    with pikepdf.open(io.BytesIO(made)) as loaded:
        assert len(list(loaded.Root.StructTreeRoot.IDTree.Names)) == 2 * 6


def test_every_reader_reads_the_structure_in_its_order(joined, tmp_path: Path) -> None:
    joined("<h1>Head</h1>", TABLE.format("<i>in</i> cell"), "<p>by <b>ART</b>+ and <span>so</span> on</p>")
    told = {}
    for reader, *command in (
        ("poppler", "pdfinfo", "-struct-text", "whole.pdf"),
        ("mupdf", "mutool", "draw", "-F", "txt", "whole.pdf"),
    ):
        told[reader] = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    words = [line.strip()[1:-1] for line in told["poppler"].split("\n") if line.strip().startswith('"')]
    assert "".join(words) == "HeadABin cellxby ART+ and so on"
    assert told["mupdf"].split() == ["Head", "A", "B", "in", "cell", "x", "by", "ART+", "and", "so", "on"]


def test_header_cells_say_whether_they_head_a_row_or_a_column(joined) -> None:
    table = (
        '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>'
        '<tbody><tr><th scope="row">C</th><td>1</td></tr></tbody></table>'
    )
    with pikepdf.open(io.BytesIO(joined("<h1>T</h1>", table))) as loaded:
        cells = [element for element, kinds in elements(loaded.Root.StructTreeRoot.K, ()) if kinds[-1] == "TH"]
        assert [str(cell.A.Scope) for cell in cells] == ["/Column", "/Column", "/Row"]


def test_running_lines_are_pagination_artifacts(printer: Printer) -> None:
    """The page's number and the credit are drawn, but nobody hears them again on each page."""
    ruleset = get_ruleset("mbt2020")
    made = print_pdf(document_of(demo(ruleset), PrintOptions(cards=False, qrs=False), printer), printer)
    assert faults(made) == []
    with pikepdf.open(io.BytesIO(made)) as loaded:
        for page in loaded.pages:
            opened = [
                (str(instruction.operands[0]), str(instruction.operands[1].get("/Type", "")))
                for instruction in pikepdf.parse_content_stream(page)
                if str(instruction.operator) == "BDC"
            ]
            assert ("/Artifact", "/Pagination") in opened
    heard = " ".join(run_poppler(made).split())
    assert "page 1" in read(made)[0].text
    assert "page 1" not in heard


@pytest.mark.parametrize("part", ["cards", "labels", "qrs"])
def test_the_foot_of_sheets_is_drawn_but_not_heard(printer: Printer, part: str) -> None:
    choices = PrintOptions(roster=False, cards=part == "cards", labels=part == "labels", qrs=part == "qrs")
    ruleset = get_ruleset("mbt2020")
    made = print_pdf(document_of(demo(ruleset), choices, printer), printer)
    assert faults(made) == []
    heard = " ".join(run_poppler(made).split())
    number = {"cards": "Unit cards 1/", "labels": "Labels 1/", "qrs": "page 1 of"}[part]
    for words in (ruleset.credit.split(".")[0], number):
        assert words in read(made)[0].text
        assert words not in heard


def test_empty_paragraphs_are_left_out(joined) -> None:
    with pikepdf.open(io.BytesIO(joined("<h1>T</h1>", "<p></p><p>There</p>"))) as loaded:
        kinds = [kinds[-1] for _, kinds in elements(loaded.Root.StructTreeRoot.K, ())]
        assert kinds.count("P") == 1


def test_crop_marks_are_pagination_artifacts(printer: Printer) -> None:
    choices = PrintOptions(roster=False, qrs=False)
    made = print_pdf(document_of(demo(get_ruleset("mbt2020")), choices, printer), printer)
    assert faults(made) == []
    with pikepdf.open(io.BytesIO(made)) as loaded:
        pictures = [element for element, kinds in elements(loaded.Root.StructTreeRoot.K, ()) if kinds[-1] == "Figure"]
        assert pictures
        assert [str(element.Alt) for element in pictures if "marks" in str(element.Alt)] == []
        content = loaded.pages[0].Contents.read_bytes()
        assert b"/Artifact" in content
        assert b"/Pagination" in content


def run_poppler(pdf: bytes) -> str:
    """The text of the structure as a reader hears it."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf)
        file.flush()
        return subprocess.run(("pdfinfo", "-struct-text", file.name), capture_output=True, text=True, check=True).stdout


def test_what_is_wrong_with_a_structure_is_found(joined) -> None:
    with pikepdf.open(io.BytesIO(joined("<h1>T</h1>", TABLE.format(1)))) as loaded:
        loaded.pages[0].contents_add(b"0 0 9 9 re f")
        del loaded.Root.Lang
        loaded.Root.StructTreeRoot.IDTree.Names[1], loaded.Root.StructTreeRoot.IDTree.Names[3] = (
            loaded.Root.StructTreeRoot.IDTree.Names[3],
            loaded.Root.StructTreeRoot.IDTree.Names[1],
        )
        out = io.BytesIO()
        loaded.save(out)
    assert faults(out.getvalue()) == [
        "no language",
        "a name listed for another element",
        "page 1: f outside of any content",
    ]


def test_terms_of_a_list_are_the_labels_of_what_they_mean(joined) -> None:
    """Also where they stand on one line; the spaces between them are no items."""
    item = '<div><dt style="display:inline">{}</dt> <dd style="display:inline">meaning</dd></div> '
    pdf = joined(f"<h1>T</h1><dl>{item.format('One')}{item.format('Two')}</dl>")
    assert faults(pdf) == []
    with pikepdf.open(io.BytesIO(pdf)) as loaded:
        kinds = [kinds[-1] for _, kinds in elements(loaded.Root.StructTreeRoot.K, ())]
    assert kinds[kinds.index("L") :] == ["L", *["LI", "Lbl", "LBody"] * 2]
