"""Every document can be listened to, lasts, and is the same file each time."""

import io
import json
from dataclasses import replace

import pikepdf
import pytest

from armybuilder.printing.binding import Gathering, printed
from armybuilder.printing.document import Attached
from armybuilder.printing.documents import document_of
from armybuilder.printing.pdf import to_pdf
from tests.printing.samples import EVERYTHING, demo, every_game
from tests.printing.structure import faults


def render(part: Gathering) -> bytes:
    return to_pdf(part.html, part.css, tagged=part.tagged)


@every_game
def test_every_document_can_be_listened_to(ruleset) -> None:
    made = printed(document_of(demo(ruleset), replace(EVERYTHING, backs=True)), render)
    assert faults(made) == []


def test_the_army_goes_with_a_lasting_document(pebbles) -> None:
    army = Attached("army.json", "application/json", "The army", b'{"a": 1}')
    document = replace(document_of(demo(pebbles), EVERYTHING), attached=(army,))
    made = printed(document, render)
    assert faults(made) == []
    assert made == printed(document, render)
    with pikepdf.open(io.BytesIO(made)) as opened:
        assert json.loads(opened.attachments["army.json"].get_file().read_bytes()) == {"a": 1}
        (file,) = opened.Root.AF
        assert (file.AFRelationship, file.EF.F.Subtype) == (pikepdf.Name.Source, pikepdf.Name("/application/json"))
        (intent,) = opened.Root.OutputIntents
        assert intent.S == pikepdf.Name.GTS_PDFA1
        with opened.open_metadata() as metadata:
            assert metadata.pdfa_status == "3B"
            assert metadata["dc:title"] == str(opened.docinfo["/Title"]) == "Small beach"


def test_what_is_wrong_with_a_structure_is_found(pebbles) -> None:
    made = printed(document_of(demo(pebbles), EVERYTHING), render)
    with pikepdf.open(io.BytesIO(made)) as opened:
        opened.pages[0].contents_add(b"0 0 9 9 re f")
        del opened.Root.Lang
        out = io.BytesIO()
        opened.save(out)
    assert faults(out.getvalue()) == ["no language", "page 1: f outside of any content"]


@pytest.mark.parametrize("title", ["<&>", 'a "b"', "\x00\x1f名"])
def test_any_title_can_be_said(pebbles, title: str) -> None:
    document = replace(document_of(demo(pebbles), EVERYTHING), title=title)
    with pikepdf.open(io.BytesIO(printed(document, render))) as opened, opened.open_metadata() as metadata:
        assert metadata["dc:title"] == title.replace("\x00", "").replace("\x1f", "")
