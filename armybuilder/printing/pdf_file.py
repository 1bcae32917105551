"""A PDF written object by object, so that of a long document next to nothing lies in memory.

What another PDF holds is copied into it with ``Copying``. The same objects in the same order give the same bytes.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from array import array
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, BinaryIO

import pikepdf

HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
PACK = 200
"""Objects that are compressed together."""
FLATE = b"/Filter/FlateDecode"
ROW = struct.Struct(">BIH")
"""Of the list that says where each object is."""
ROWS = 1 << 16
"""Bytes of it that are packed at once."""
ALONE = 0xFFFF
"""The place in its pack of an object that is in none."""


def reference(number: int) -> bytes:
    """What stands for an object elsewhere."""
    return b"%d 0 R" % number


def references(numbers: list[int]) -> bytes:
    """What stands for several in a row."""
    return b"[%s]" % b" ".join(b"%d 0 R" % number for number in numbers)


class PdfFile:
    """A file that grows."""

    def __init__(self, out: BinaryIO) -> None:
        """Nothing but its head is written yet."""
        self._out = out
        self._long = 0
        self._digest = hashlib.sha256()
        self._write(HEAD)
        self._where = array("I")
        self._place = array("H")
        self._pack: list[tuple[int, bytes]] = []

    def _write(self, content: bytes) -> None:
        self._out.write(content)
        self._long += len(content)
        self._digest.update(content)

    def number(self) -> int:
        """A number for an object that is to come."""
        self._where.append(0)
        self._place.append(ALONE)
        return len(self._where)

    def put(self, number: int, body: bytes) -> None:
        """The object of that number: anything but a stream."""
        self._pack.append((number, body))
        if len(self._pack) >= PACK:
            self._end_pack()

    def stream(self, number: int, entries: bytes, content: bytes) -> None:
        """A stream, which is compressed here; ``entries`` stand in its dictionary."""
        self.raw_stream(number, entries + FLATE, zlib.compress(content))

    def raw_stream(self, number: int, entries: bytes, content: bytes) -> None:
        """A stream as it is."""
        self._where[number - 1] = self._long
        self._write(b"%d 0 obj\n<<%s/Length %d>>\nstream\n" % (number, entries, len(content)))
        self._write(content)
        self._write(b"\nendstream\nendobj\n")

    def _end_pack(self) -> None:
        pack = self.number()
        places, bodies, at = [], [], 0
        for place, (number, body) in enumerate(self._pack):
            self._where[number - 1], self._place[number - 1] = pack, place
            places.append(b"%d %d" % (number, at))
            bodies.append(body)
            at += len(body) + 1
        head = b" ".join(places) + b"\n"
        entries = b"/Type/ObjStm/N %d/First %d" % (len(self._pack), len(head))
        self.stream(pack, entries, head + b"\n".join(bodies))
        self._pack.clear()

    def finish(self, root: int, info: int) -> None:
        """Write what is left; ``root`` is the file's catalogue, ``info`` what it says of itself."""
        if self._pack:
            self._end_pack()
        last = self.number()
        start = self._where[last - 1] = self._long
        name = self._digest.hexdigest()[:32].encode()
        entries = b"/Type/XRef/Size %d/W[1 4 2]/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]" % (
            last + 1,
            root,
            info,
            name,
            name,
        )
        packing = zlib.compressobj()
        rows = [*map(packing.compress, self._rows()), packing.flush()]
        self.raw_stream(last, entries + FLATE, b"".join(rows))
        self._write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _rows(self) -> Iterator[bytes]:
        """Where each object is: from the file's beginning, or in which pack and there in which place; many at once."""
        yield b"\x00" * 5 + b"\xff\xff"
        rows = bytearray()
        for where, place in zip(self._where, self._place, strict=True):
            kind = 0 if not where else (1 if place == ALONE else 2)
            rows += ROW.pack(kind, where, place if kind == 2 else 0)
            if len(rows) >= ROWS:
                yield bytes(rows)
                rows.clear()
        yield bytes(rows)


class Copying:
    """Copies objects of another PDF, with all that they refer to; ``known`` are objects that the file has already."""

    def __init__(self, file: PdfFile, known: Mapping[tuple[int, int], int] | None = None) -> None:
        """Nothing is copied yet."""
        self._file = file
        self._numbers = dict(known or {})
        self._waiting: list[tuple[int, Any]] = []

    def number(self, thing: Any) -> int:
        """The object's number in the file; what it refers to follows."""
        found = self._note(thing)
        while self._waiting:
            self._write(*self._waiting.pop())
        return found

    def text(self, thing: Any) -> bytes:
        """An object as it is written where it stands; what it refers to follows."""
        written = self._text(thing)
        while self._waiting:
            self._write(*self._waiting.pop())
        return written

    def _note(self, thing: Any) -> int:
        key = thing.objgen if thing.is_indirect else None
        found = self._numbers.get(key) if key else None
        if found is None:
            found = self._file.number()
            if key:
                self._numbers[key] = found
            self._waiting.append((found, thing))
        return found

    def _write(self, number: int, thing: Any) -> None:
        if isinstance(thing, pikepdf.Stream):
            entries = b"".join(
                _name(key) + b" " + self._text(value) for key, value in thing.items() if key != "/Length"
            )
            self._file.raw_stream(number, entries, thing.read_raw_bytes())
        else:
            self._file.put(number, self._inside(thing))

    def _text(self, thing: Any) -> bytes:
        if isinstance(thing, pikepdf.Object) and thing.is_indirect:
            return reference(self._note(thing))
        return self._inside(thing)

    def _inside(self, thing: Any) -> bytes:
        if isinstance(thing, pikepdf.Dictionary):
            return b"<<%s>>" % b"".join(_name(key) + b" " + self._text(value) for key, value in thing.items())
        if isinstance(thing, pikepdf.Array):
            return b"[%s]" % b" ".join(self._text(each) for each in thing)
        if isinstance(thing, pikepdf.Object):
            return thing.unparse(resolved=True)
        if thing is None:
            return b"null"
        if isinstance(thing, bool):
            return b"true" if thing else b"false"
        return str(thing).encode()


@cache
def _name(key: str) -> bytes:
    return pikepdf.Name(key).unparse()
