"""Data files are read within limits, and links are resolved across them."""

import io
import zipfile

import pytest

from armybuilder.custom_games.skeletons.data_files import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_ELEMENTS,
    DataFiles,
    clean,
    read_files,
)
from armybuilder.custom_games.tests.skeletons.files import ARMOURY, CATALOGUE, SYSTEM, VALLEY, catalogue, files_of
from armybuilder.spreadsheets.untrusted import Untrusted

LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><catalogue name="&b;"/>'


def packed(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return out.getvalue()


def test_the_system_comes_first_whatever_the_order_of_files():
    assert [file.title for file in files_of(*VALLEY).files] == ["Brass Valley", "River Guard", "Armoury"]


def test_packed_files_are_read_and_others_are_named():
    archive = packed(valley_gst=SYSTEM, river_cat=CATALOGUE, notes_txt=b"words")
    files, others = read_files(
        [("all.zip", archive), ("armoury.catz", packed(armoury_cat=ARMOURY)), ("a.xml", b"<a/>")]
    )
    assert [file.title for file in files] == ["Brass Valley", "River Guard", "Armoury"]
    assert others == ["notes.txt", "a.xml"]


def test_choices_at_the_top_are_told_from_those_that_are_shared():
    river = files_of(*VALLEY).files[1].root
    assert [node.get("id") for node in river.children if node.at_top] == ["el-pikes", "marshal", "size", "secret"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (LAUGHS, "a.cat: The file declares a document type"),
        (b"<catalogue>", "a.cat: The file is not valid XML"),
        (b"<a>" * (MAX_DEPTH + 1), f"more than {MAX_DEPTH} levels deep"),
        (b"<a>" + b"<entryLink/>" * MAX_ELEMENTS, "more than 300,000 elements"),
        (b" " * (MAX_BYTES + 1), "larger than 20 MB together"),
        (packed(a_cat=b" " * (MAX_BYTES + 1)), "unpacks to more than 20 MB"),
    ],
    ids=["entities", "broken", "deep", "many", "large", "bomb"],
)
def test_a_hostile_file_is_refused_in_words(content, message):
    with pytest.raises(Untrusted, match=message):
        read_files([("a.cat", content)])


def test_the_limits_are_those_of_all_files_together():
    half = b"<a>" + b" " * (MAX_BYTES // 2) + b"</a>"
    with pytest.raises(Untrusted, match="together"):
        read_files([("a.cat", half), ("b.cat", half)])
    many = b"<a>" + b"<b/>" * (MAX_ELEMENTS // 2) + b"</a>"
    with pytest.raises(Untrusted, match="elements"):
        read_files([("a.cat", many), ("b.cat", many)])


def test_a_link_leads_to_its_own_file_first_and_then_to_linked_ones():
    entry = '<sharedSelectionEntries><selectionEntry id="same" name="{}"/></sharedSelectionEntries>'
    near = catalogue(entry.format("near"), name="Near")
    far = catalogue(entry.format("far"), name="Far")
    files = files_of(
        ("n", near), ("f", far), ("l", catalogue("", name="L", links=["Far"])), ("m", catalogue("", name="M"))
    )
    found = [files.find("same", file) for file in files.files]
    assert [node and node.name for node in found] == ["near", "far", "far", "near"]


def test_catalogues_that_link_to_each_other_are_read():
    files = files_of(("a", catalogue("", name="A", links=["B"])), ("b", catalogue("", name="B", links=["A", "C"])))
    assert files.find("nothing", files.files[0]) is None
    assert [name for _, name in files.missing()] == ["C"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Two\n words ", "Two words"),
        ("<b>{unit}</b>", "<b>(unit)</b>"),
        ("a\u202eb_x0007_", "ab"),
        ("x" * 81, "x" * 79 + "…"),
    ],
)
def test_a_name_is_one_line_without_what_does_not_print(text, name):
    assert clean(text) == name


def test_no_files_are_no_game():
    assert read_files([]) == ([], [])
    assert DataFiles([]).files == []
