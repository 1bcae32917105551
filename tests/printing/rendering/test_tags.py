"""The structure of joined files."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pikepdf

from tests.printing.rendering.test_joining import TABLE, joined
from tests.printing.structure import faults

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
