"""What strangers send is unpacked and parsed within limits."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.spreadsheets.untrusted import (
    MAX_MEMBERS,
    MAX_UNPACKED_BYTES,
    Untrusted,
    escape,
    open_archive,
    parse_xml,
    unescape,
)

LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'
OUTSIDE = b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'


def archive(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return out.getvalue()


SMALL = archive({"a.ros": b"<a/>"})
BOMB = archive({"a.ros": b" " * (MAX_UNPACKED_BYTES + 1)})
BROKEN_ARCHIVES = (
    (BOMB, "more than 10 MB"),
    (archive({str(number): b"" for number in range(201)}), "201 files"),
    (BOMB.replace((MAX_UNPACKED_BYTES + 1).to_bytes(4, "little"), (10).to_bytes(4, "little")), "damaged"),
    (SMALL[:-30], "damaged"),
    (b"PK\x03\x04", "damaged"),
)
"""Archives and what their errors say."""


def test_an_archive_is_unpacked_within_limits():
    assert open_archive(SMALL) == {"a.ros": b"<a/>"}
    for broken, message in BROKEN_ARCHIVES:
        with pytest.raises(Untrusted, match=message):
            open_archive(broken)


def test_xml_with_a_document_type_or_entities_is_refused():
    assert parse_xml(b"<a>b</a>").text == "b"
    for broken, told in (
        (LAUGHS, "DOCTYPE"),
        (OUTSIDE, "DOCTYPE"),
        (LAUGHS.decode().encode("utf-16"), "DOCTYPE"),
        (b"<a>", "not valid XML"),
        (b"", "not valid XML"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "not valid XML|encoding"),
        (b"<a>" + b" " * MAX_UNPACKED_BYTES + b"</a>", "larger than 10 MB"),
    ):
        with pytest.raises(Untrusted, match=told):
            parse_xml(broken)


@given(st.text() | st.text("_x05FD\r\n\t\ufffe\x85"))
def test_any_text_survives_xml(text):
    inside = parse_xml(f"<a><![CDATA[{escape(text).replace(']]>', ']]]]><![CDATA[>')}]]></a>".encode()).text or ""
    assert unescape(inside) == text


def test_deep_xml_is_read_or_refused():
    deep = b"<a>" * 200_000 + b"</a>" * 200_000
    assert parse_xml(deep).tag == "a"


def test_as_many_files_as_an_archive_may_hold_are_read() -> None:
    assert len(open_archive(archive({str(number): b"" for number in range(MAX_MEMBERS)}))) == MAX_MEMBERS
