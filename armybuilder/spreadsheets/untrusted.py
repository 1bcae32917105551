"""Untrusted archives and XML: unpacked and parsed within limits, without document types and entities."""

import io
import re
import zipfile
import zlib
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

MAX_UNPACKED_BYTES = 10 * 1000 * 1000
MAX_MEMBERS = 200
ZIP_BEGINS = b"PK\x03\x04"
_DOCTYPE = re.compile(b"|".join("<!DOCTYPE".encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")))


_OF_SYSTEMS = (".ds_store", "thumbs.db", "desktop.ini")


class Untrusted(ValueError):
    """The upload is broken or too large; the message says which."""


def open_archive(content: bytes, limit: int = MAX_UNPACKED_BYTES) -> dict[str, bytes]:
    """The contents of the files in a ZIP archive by name, together at most so many bytes; raises ``Untrusted``."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MAX_MEMBERS:
                raise Untrusted(f"The archive has {len(members)} files. The limit is {MAX_MEMBERS}.")
            # At most the size stated in the archive is unpacked from a file.
            if sum(member.file_size for member in members) > limit:
                raise Untrusted(f"The archive unpacks to more than {limit // 1_000_000} MB, which is the limit.")
            return {member.filename: archive.read(member) for member in members if not _is_of_system(member)}
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OSError) as error:
        if isinstance(error, Untrusted):
            raise
        raise Untrusted("The archive is damaged or encrypted. Export it again.") from None


def _is_of_system(member: zipfile.ZipInfo) -> bool:
    """Whether it is a folder, or a file that an operating system adds when something is packed."""
    *folders, name = member.filename.split("/")
    return not name or "__MACOSX" in folders or name.startswith("._") or name.casefold() in _OF_SYSTEMS


def names_in(content: bytes) -> frozenset[str]:
    """The names of the files in a ZIP archive; none of any other file."""
    if not content.startswith(ZIP_BEGINS):
        return frozenset()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return frozenset(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError):
        return frozenset()


def unpacked_size(content: bytes) -> int:
    """The size of a file in bytes, or the unpacked size that a ZIP archive states."""
    if not content.startswith(ZIP_BEGINS):
        return len(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return sum(member.file_size for member in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OSError):
        return len(content)


def has_doctype(content: bytes) -> bool:
    """Whether XML declares a document type, and with it perhaps entities."""
    return _DOCTYPE.search(content) is not None


def parse_xml(content: bytes) -> Element:
    """The root of an XML document; raises ``Untrusted``."""
    root: Element = read_xml(content, TreeBuilder(), MAX_UNPACKED_BYTES)
    return root


def read_xml(content: bytes, target: Any, limit: int) -> Any:
    """What a target of a parser makes of an XML document of at most so many bytes; raises ``Untrusted``.

    The target has ``start``, ``end``, ``data`` and ``close`` like ``TreeBuilder``.
    """
    if len(content) > limit:
        raise Untrusted(f"The file is larger than {limit // 1_000_000} MB, which is the limit.")
    try:
        parser = DefusedXMLParser(target=target, forbid_dtd=True)
        parser.feed(content)
        return parser.close()
    except DefusedXmlException:
        raise Untrusted("The file declares a document type (DOCTYPE) or entities. Remove these declarations.") from None
    except ParseError as error:
        raise Untrusted(f"The file is not valid XML: {error}.") from None
    except Untrusted:
        raise
    except (ValueError, LookupError):
        raise Untrusted("The file’s encoding is not supported. Save it as UTF-8.") from None


# --- characters that XML cannot hold -----------------------------------------------------------------

_UNSAFE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)|[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = re.compile(r"_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")


def escape(text: str) -> str:
    """The text with ``_x000D_`` for each character that XML would change or cannot hold, as spreadsheets write it."""
    return _UNSAFE.sub(lambda match: f"_x{ord(match[0]):04X}_", text)


def unescape(text: str) -> str:
    """The text that ``escape`` was given."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
