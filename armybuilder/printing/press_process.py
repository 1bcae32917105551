"""A process that turns pages into PDFs: a page in on standard input, a PDF out on standard output, again and again.

It is started afresh (``python -m armybuilder.printing.press_process``), with limits of its own and without the site's
settings and secrets, so that a page that is too much for it costs nothing but this process.

A message is a length in eight bytes and that many bytes: JSON in, and out the PDF, or after
the byte ``!`` the reason why there is none.
"""

from __future__ import annotations

import json
import resource
import sys
from typing import BinaryIO

from armybuilder.printing.pdf import to_pdf
from armybuilder.printing.rendering import LENGTH, CannotPrint

MEMORY = 1024**3
"""Bytes of address space; a gathering of pages takes a tenth of it."""
SECONDS = 300
"""Of computing, in all its life."""


def read_message(source: BinaryIO) -> bytes | None:
    """The next message, or ``None`` at the end."""
    head = source.read(LENGTH)
    return source.read(int.from_bytes(head, "big")) if len(head) == LENGTH else None


def write_message(target: BinaryIO, message: bytes) -> None:
    """Send a message."""
    target.write(len(message).to_bytes(LENGTH, "big") + message)
    target.flush()


def main() -> None:
    """Render until nothing more comes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while (message := read_message(sys.stdin.buffer)) is not None:
        page = json.loads(message)
        try:
            answer = to_pdf(page["html"], page["css"], tagged=page["tagged"])
        except CannotPrint as refusal:
            answer = b"!" + str(refusal).encode()
        except MemoryError:
            answer = b"!This is too large to be drawn."
        write_message(sys.stdout.buffer, answer)


if __name__ == "__main__":
    main()
