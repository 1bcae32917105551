"""The file formats of armies, for pages, the API and the command line."""

import codecs
import enum
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from armybuilder.armies.documents import BadFile, decoded_text
from armybuilder.armies.loaded_army import MAX_BYTES, LoadedArmy
from armybuilder.interchange.army_files import fenced_json, has_code, write_army
from armybuilder.interchange.army_tables import (
    RefusedTable,
    encoding_remarks,
    heads_counts,
    heads_units,
    is_unit_heading,
    is_unit_table,
    read_army_csv,
    read_army_workbook,
    write_army_csv,
    write_army_workbook,
)
from armybuilder.interchange.bare_tables import records_as_table
from armybuilder.interchange.battlescribe.rosters import (
    read_packed_roster,
    read_roster,
    write_packed_roster,
    write_roster,
)
from armybuilder.interchange.games import UnclearGame
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from armybuilder.interchange.markup_tables import has_tables, plain_tables
from armybuilder.interchange.outlines import Outline, outline_in
from armybuilder.interchange.text_edits import read_text
from armybuilder.interchange.text_lists import read_list
from armybuilder.interchange.texts import (
    write_bbcode,
    write_discord,
    write_line,
    write_markdown,
    write_opponent,
    write_text,
)
from armybuilder.spreadsheets.encodings import DecodedText, Reading, decode_text
from armybuilder.spreadsheets.file_kinds import is_workbook, other_file
from armybuilder.spreadsheets.untrusted import ZIP_BEGINS, Untrusted, open_archive
from armybuilder.spreadsheets.workbooks import XLSX
from rulesets.core.declarations.problems import Problem
from rulesets.core.ruleset import AnyRuleset

_JSON_BEGINS: Final = re.compile(rb"\{\s*(?:[\"'}\w]|$)|\[\s*(?:[\[{]|\]?\s*$)")
"""How an army file begins, or a list of such; with ``[`` alone texts for forums begin too, and with ``[ ]`` lists."""


_HTML_BEGINS: Final = re.compile(
    rb"<(?:h[1-6]|p|div|ul|ol|li|b|strong|em|i|u|s|del|span|table|br)[\s/>]", re.IGNORECASE
)
"""How a part of a web page begins."""
_HTML_PART: Final = re.compile(rb"(?P<meta><meta [^<>]{1,200}>\s{0,99})?<table[\s>]", re.IGNORECASE)
"""How a table begins that was copied from a web page."""
_ENTITY: Final = re.compile(rb"&#?\w{1,8};")
LARGEST_RECORDS: Final = 200_000
"""Characters of a text with a block of lines for each unit."""
MAX_PART: Final = 1_000
"""Bytes in which such a table begins."""
MAX_NAMES: Final = 200
"""Characters of the names of files that were not read."""
_XML_BEGINS: Final = re.compile(rb"<(?:[?!]|(?:roster|gameSystem|catalogue)\b|[\w:.-]{1,100}/>)")
"""How XML begins, but not a text with a line such as ``<My list>``."""


class Task(enum.StrEnum):
    """What players export an army for, in the order of the page."""

    KEEP = "Keep a copy"
    POST = "Post it"
    PROGRAMS = "Other programs"


@dataclass(frozen=True, slots=True)
class Format:
    """A format of armies: its name in addresses, what it is for, the file's extension and type, and its functions.

    A ``complete`` one holds all of an army, so that reading its file gives an equal army. ``read`` raises ``BadFile``;
    it is ``None`` for formats that are only written. ``also`` is another extension that is read in the same way. A
    ``slow`` one takes up to two seconds for the largest army.
    """

    slug: str
    title: str
    about: str
    ending: str
    content_type: str
    task: Task
    write: Callable[[LoadedArmy], bytes]
    read: Callable[[bytes], ImportedArmy] | None = None
    complete: bool = False
    slow: bool = False
    also: str = ""

    @property
    def read_endings(self) -> str:
        """The extensions of the files that are read."""
        return ", ".join(f".{ending}" for ending in (self.ending, self.also) if ending)

    @property
    def is_text(self) -> bool:
        """Whether it is plain text for people."""
        return self.content_type.startswith("text/")

    @property
    def content_type_header(self) -> str:
        """The value of the Content-Type header, with the charset for texts."""
        return f"{self.content_type}; charset=utf-8" if self.is_text else self.content_type


def _text(write: Callable[[LoadedArmy], str]) -> Callable[[LoadedArmy], bytes]:
    return lambda loaded: write(loaded).encode()


FORMATS = (
    Format(
        "json",
        "Army file",
        "Everything but pictures.",
        "json",
        "application/json",
        Task.KEEP,
        lambda loaded: write_army(loaded.force).encode(),
        read_text,
        complete=True,
    ),
    Format(
        "text",
        "Plain text",
        "For e-mail, forums and notes. Import reads it too.",
        "txt",
        "text/plain",
        Task.POST,
        _text(write_text),
        read_text,
        complete=True,
    ),
    Format(
        "opponent",
        "For the opponent",
        "Plain text without notes, secrets or problems.",
        "txt",
        "text/plain",
        Task.POST,
        _text(write_opponent),
    ),
    Format(
        "markdown",
        "Markdown",
        "For wikis and chats that render it.",
        "md",
        "text/markdown",
        Task.POST,
        _text(write_markdown),
    ),
    Format(
        "discord",
        "Discord",
        "Split to fit Discord.",
        "txt",
        "text/plain",
        Task.POST,
        _text(write_discord),
    ),
    Format("bbcode", "BBCode", "For forums.", "txt", "text/plain", Task.POST, _text(write_bbcode)),
    Format(
        "line", "One line", "The whole army in one line, for chats.", "txt", "text/plain", Task.POST, _text(write_line)
    ),
    Format(
        "xlsx",
        "Workbook",
        "XLSX for a spreadsheet: edit it there and import it again.",
        "xlsx",
        XLSX,
        Task.PROGRAMS,
        write_army_workbook,
        read_army_workbook,
        complete=True,
        slow=True,
        also="ods",
    ),
    Format(
        "rosz",
        "BattleScribe roster",
        "For programs that read BattleScribe’s rosters.",
        "rosz",
        "application/zip",
        Task.PROGRAMS,
        write_packed_roster,
        read_packed_roster,
        complete=True,
        slow=True,
    ),
    Format(
        "ros",
        "BattleScribe roster, uncompressed",
        "The same roster, uncompressed.",
        "ros",
        "application/xml",
        Task.PROGRAMS,
        write_roster,
        read_roster,
        complete=True,
        slow=True,
    ),
    Format(
        "csv",
        "Table",
        "CSV with one row per unit. Import reads it with the settings of a new army.",
        "csv",
        "text/csv",
        Task.PROGRAMS,
        _text(write_army_csv),
        read_army_csv,
    ),
)


def format_of(slug: str) -> Format:
    """The format of that name; raises ``KeyError``."""
    for each in FORMATS:
        if each.slug == slug:
            return each
    raise KeyError(slug)


def read_any(content: bytes, game: AnyRuleset | None = None, archives: int = 2) -> ImportedArmy:
    """The army of a file in any readable format, detected from its content; raises ``BadFile``.

    ``game`` is that of a file which names none. At most so many ``archives`` may be one in the other, such as a packed
    roster that somebody packed again. Files in them that cannot be an army are left out.
    """
    begins = content.lstrip()
    if part := _HTML_PART.match(begins[:MAX_PART]):
        content = _with_plain_tables(begins[part.end("meta") if part["meta"] else 0 :])
    if what := other_file(content):
        raise BadFile(Problem("", what))
    if is_workbook(content):
        return read_army_workbook(content, game)
    if content.startswith(ZIP_BEGINS):
        return _read_archive(content, game, archives)
    decoded = _decoded(content)
    if decoded is not None:
        read = read_any(decoded.text.encode(), game, archives)
        return replace(read, remarks=(*encoding_remarks(decoded), *read.remarks))
    if has_code(content):
        return read_text(content)
    if (outline := _outline(content)) and (army := _read_outline(outline, game)):
        return army
    if fenced := fenced_json(content):
        read = read_text(fenced[0])
        return _with_remark(read, "The text around the army file was not read.") if fenced[1] else read
    begins = content.removeprefix(codecs.BOM_UTF8).lstrip()
    if _HTML_BEGINS.match(begins):
        return _read_list(content, game)
    is_xml = _XML_BEGINS.match(begins) or (begins.startswith(b"<") and b"</" in begins)
    if is_xml or begins.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return read_roster(content, game)
    if not begins or _JSON_BEGINS.match(begins):
        return read_text(content)
    content = _with_plain_tables(content)
    begins = content.removeprefix(codecs.BOM_UTF8).lstrip()
    return _read_table_or_list(content, game) if _may_be_table(content, begins) else _read_list(content, game)


def _read_archive(content: bytes, game: AnyRuleset | None, archives: int) -> ImportedArmy:
    if not archives:
        raise BadFile(Problem("", "The archive has other archives inside. Unpack it and choose the file inside."))
    inside, others = _file_in(content)
    read = read_any(inside, game, archives - 1)
    return _with_remark(read, f"The archive’s other files were not read: {others}.") if others else read


def _with_remark(read: ImportedArmy, message: str) -> ImportedArmy:
    return replace(read, remarks=(ImportRemark("", message), *read.remarks))


def _outline(content: bytes) -> Outline | None:
    """The units in a text of JSON or YAML that is no army file."""
    if len(content) <= LARGEST_RECORDS:
        with suppress(UnicodeDecodeError):
            return outline_in(content.decode("utf-8-sig"), heads_counts, heads_units)
    return None


def _read_outline(outline: Outline, game: AnyRuleset | None) -> ImportedArmy | None:
    """The army of an outline; ``None`` if it has no units of a game, or raises ``UnclearGame``."""
    try:
        read = read_army_csv(outline.table.encode(), game)
    except UnclearGame:
        raise
    except BadFile:
        return None
    return _with_remark(read, "The text around the units was not read.") if outline.around else read


def _with_plain_tables(content: bytes) -> bytes:
    """A text with its tables of wikis and web pages, or all its records, as lines; the same in another encoding."""
    with suppress(UnicodeDecodeError):
        text = content.decode("utf-8-sig")
        return plain_tables(text).strip().encode() if has_tables(content) else _records(text).encode() or content
    return content


def _records(text: str) -> str:
    """A text of nothing but blocks such as ``Unit: Ajax`` and ``Qty: 3`` as a table; empty for any other."""
    return records_as_table(text, is_unit_heading) if len(text) <= LARGEST_RECORDS else ""


def _may_be_table(content: bytes, begins: bytes) -> bool:
    """Whether a text has the headings of a table, or the same separator in the two lines with which it ``begins``."""
    # The semicolons of HTML entities separate nothing.
    content, begins = (_ENTITY.sub(b" ", each) for each in (content, begins))
    lines = [line for line in begins.split(b"\n", 2)[:2] if line.strip()]
    # A single line is not a table, unless an army without units is written like that.
    separated = any(all(separator in line for line in lines) for separator in (b",", b";", b"\t", b" | "))
    return (separated and (len(lines) > 1 or b"Listed as" in lines[0])) or is_unit_table(content)


def _read_table_or_list(content: bytes, game: AnyRuleset | None) -> ImportedArmy:
    """The army of a table of units, or of a list in writing with commas in its lines; raises ``BadFile``."""
    try:
        table = read_army_csv(content, game)
    except RefusedTable:
        raise
    except BadFile:
        # What is neither is refused as a table.
        with suppress(BadFile):
            return _read_list(content, game)
        raise
    if not table.whole and not is_unit_table(content):
        # Without headings that are known, a list in writing looks like a table, too.
        with suppress(BadFile):
            written = _read_list(content, game)
            if _units_in(written) > _units_in(table):
                return written
    return table


def _units_in(read: ImportedArmy) -> int:
    return sum(1 for _ in read.loaded.force.units())


def _decoded(content: bytes) -> DecodedText | None:
    """The text of a file that is not UTF-8; ``None`` for UTF-8, and for XML, which names its encoding."""
    try:
        content.decode()
        if b"\0" not in content:
            return None
    except UnicodeDecodeError:
        pass
    try:
        decoded = decode_text(content)
    except UnicodeDecodeError:
        return None
    is_xml = decoded.text.lstrip("\ufeff \r\n\t").startswith("<")
    return None if is_xml or "\0" in decoded.text else decoded


def encodings_of(content: bytes) -> tuple[Reading, ...]:
    """The encodings that a text which does not say it may have, that in which it is read first; none of other files."""
    if other_file(content) or content.startswith(ZIP_BEGINS):
        return ()
    decoded = _decoded(content)
    return decoded.readings if decoded else ()


def _file_in(archive: bytes) -> tuple[bytes, str]:
    """The only file in an archive that may be read, and the names of the others; raises ``BadFile``."""
    try:
        members = open_archive(archive)
    except Untrusted as error:
        raise BadFile(Problem("", str(error))) from None
    readable = [name for name, content in members.items() if len(members) == 1 or not other_file(content)]
    if len(readable) != 1:
        raise BadFile(Problem("", f"The archive has {len(members)} files. Unpack it and choose the one with the army."))
    return members[readable[0]], ", ".join(name for name in members if name not in readable)[:MAX_NAMES]


def _read_list(content: bytes, game: AnyRuleset | None) -> ImportedArmy:
    """The army of a list in plain writing; raises ``BadFile``."""
    return read_list(decoded_text(content, MAX_BYTES, "an army"), game)
