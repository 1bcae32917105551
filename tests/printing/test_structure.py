"""Every document can be listened to, lasts, and is the same file each time."""

import io
from dataclasses import replace

import pikepdf
import pytest

from armybuilder.armies.files import read_army
from armybuilder.armies.opened import Opened
from armybuilder.printing.binding import Gathering, printed
from armybuilder.printing.choices import PrintChoices, RosterKind
from armybuilder.printing.documents import document_of
from armybuilder.printing.pdf import to_pdf
from rulesets.registry import all_rulesets
from tests.printing.samples import EVERYTHING, demo, every_game
from tests.printing.structure import faults, lasting_faults


def render(part: Gathering) -> bytes:
    return to_pdf(part.html, part.css, tagged=part.tagged)


@every_game
def test_every_document_can_be_listened_to(ruleset) -> None:
    made = printed(document_of(demo(ruleset), replace(EVERYTHING, backs=True)), render)
    assert faults(made) == []


@every_game
def test_the_army_goes_with_a_lasting_document(ruleset) -> None:
    army = demo(ruleset)
    document = document_of(army, PrintChoices(lasting=True, cards=False, qrs=False))
    made = printed(document, render)
    assert faults(made) == []
    assert lasting_faults(made) == []
    assert made == printed(document, render)
    with pikepdf.open(io.BytesIO(made)) as opened:
        stored = opened.attachments["army.json"].get_file().read_bytes()
        assert read_army(stored).force == army.force
        (file,) = opened.Root.AF
        assert (file.AFRelationship, file.EF.F.Subtype) == (pikepdf.Name.Source, pikepdf.Name("/application/json"))
        with opened.open_metadata() as metadata:
            assert metadata.pdfa_status == "3B"
            assert metadata["pdfuaid:part"] == "1"
            assert metadata["dc:title"] == str(opened.docinfo["/Title"]) == army.force.name


def test_cards_with_backs_last_as_well() -> None:
    (game, *_) = all_rulesets()
    made = printed(document_of(demo(game), PrintChoices(lasting=True, labels=True, tokens=True, backs=True)), render)
    assert lasting_faults(made) == []


def test_a_lasting_roster_for_the_opponent_holds_nothing_of_the_owners_alone(pebbles) -> None:
    army = demo(pebbles)
    noted = Opened(pebbles, replace(army.force, notes="behind the dune"))
    for kind, there in ((RosterKind.FULL, True), (RosterKind.OPPONENT, False)):
        (file,) = document_of(noted, PrintChoices(lasting=True, roster_kind=kind)).attached
        assert (b"behind the dune" in file.content) is there


def test_what_does_not_last_is_found(pebbles) -> None:
    made = printed(document_of(demo(pebbles), PrintChoices(cards=False, qrs=False)), render)
    assert lasting_faults(made) == ["not said to last", "no colours intended", "nothing attached"]


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
