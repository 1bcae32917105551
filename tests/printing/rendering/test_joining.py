"""Joined files: readers follow them, archives keep them, the same ones are the same file each time."""

import io
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdf
import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.symbols import icon_credit
from armybuilder.interchange.army_files import read_army
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import PrintOptions, RosterKind, Turning
from armybuilder.printing.rendering import Batch, DocumentInfo
from armybuilder.printing.rendering.joining import join
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.weasy import render
from rulesets.core.cards import SymbolSet
from rulesets.registry import all_rulesets
from tests.printing.samples import IN_PARTS, demo, every_game, in_turn
from tests.printing.structure import archive_faults, faults

TABLE = "<table><tr><th scope=col>A<th scope=col>B<tr><td>{}<td>x</table>"


def batch(content: str) -> Batch:
    return Batch(content, (), "@page{size:70mm 40mm;margin:0}", "ink-colour t-steel")


@pytest.fixture
def joined(tmp_path: Path):
    """Joins pages of that content."""

    def joined(*contents: str, about: DocumentInfo | None = None) -> bytes:
        files = []
        for content in contents:
            made = render(batch(content))
            file = tmp_path / f"{hash(content)}.pdf"
            file.write_bytes(made.pdf)
            files.append(file)
        join(files, about or DocumentInfo("T", "S", (("First", 0),)), tmp_path / "whole.pdf")
        return (tmp_path / "whole.pdf").read_bytes()

    return joined


@in_turn(ruleset=all_rulesets(), choices=IN_PARTS)
def test_readers_follow_every_document(ruleset, choices: PrintOptions, printer: Printer) -> None:
    made = print_pdf(document_of(demo(ruleset), replace(choices, turning=Turning.LONG), printer), printer)
    assert faults(made) == []


def test_pages_titles_and_bookmarks_are_there(joined) -> None:
    made = joined(
        "<h1>One</h1>", "<p>Two</p>", "<p>Three</p>", about=DocumentInfo("Ti", "Su", (("One", 0), ("Three", 2)))
    )
    reader = pypdf.PdfReader(io.BytesIO(made))
    assert [page.extract_text() for page in reader.pages] == ["One", "Two", "Three"]
    assert [(mark.title, reader.get_destination_page_number(mark)) for mark in reader.outline] == [  # type: ignore[union-attr, arg-type]
        ("One", 0),
        ("Three", 2),
    ]
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.subject) == ("Ti", "Su")


@pytest.mark.parametrize("title", ["<&>", 'a "b"', "\x00\x1f名"])
def test_any_title_can_be_said(joined, title: str) -> None:
    made = joined("<p>x</p>", about=DocumentInfo(title, ""))
    with pikepdf.open(io.BytesIO(made)) as loaded, loaded.open_metadata() as metadata:
        assert metadata["dc:title"] == title.replace("\x00", "").replace("\x1f", "")


def test_the_same_parts_give_the_same_bytes(joined) -> None:
    contents = ("<h1>T</h1>", TABLE.format(1), TABLE.format(1))
    assert joined(*contents) == joined(*contents)


def test_a_part_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        join([tmp_path / "none.pdf"], DocumentInfo("", ""), tmp_path / "whole.pdf")


@every_game
def test_the_army_goes_with_an_archive_copy(ruleset, printer: Printer) -> None:
    force = ruleset.demo()
    few = tuple(replace(group, units=group.units[:2]) for group in force.groups[:1])
    army = LoadedArmy(ruleset, replace(force, groups=few))
    document = document_of(army, PrintOptions(lasting=True, turning=Turning.LONG), printer)
    made = print_pdf(document, printer)
    assert archive_faults(made) == []
    assert made == print_pdf(document, printer)
    with pikepdf.open(io.BytesIO(made)) as loaded:
        stored = loaded.attachments["army.json"].get_file().read_bytes()
        assert read_army(stored).force == army.force
        (file,) = loaded.Root.AF
        assert (file.AFRelationship, file.EF.F.Subtype) == (pikepdf.Name.Source, pikepdf.Name("/application/json"))
        with loaded.open_metadata() as metadata:
            assert metadata.pdfa_status == "3A"
            assert metadata["dc:title"] == str(loaded.docinfo["/Title"]) == army.force.name
            assert metadata["dc:rights"].startswith(ruleset.credit)
            drawn = {unit.row.symbol.set for group in army.groups for unit in group.units if unit.row.symbol}
            assert (icon_credit() in metadata["dc:rights"]) is (SymbolSet.ICON in drawn)


def test_a_copy_for_the_opponent_holds_nothing_private(pebbles, printer: Printer) -> None:
    army = demo(pebbles)
    noted = LoadedArmy(pebbles, replace(army.force, notes="behind the dune"))
    for kind, there in ((RosterKind.FULL, True), (RosterKind.OPPONENT, False)):
        (file,) = document_of(noted, PrintOptions(lasting=True, roster_kind=kind), printer).attached
        assert ("behind the dune" in file.content) is there


def test_what_is_no_archive_copy_is_found(joined) -> None:
    assert archive_faults(joined("<p>x</p>")) == ["not PDF/A-3a"]
