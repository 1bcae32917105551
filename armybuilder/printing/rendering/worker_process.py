"""A process that renders batches and joins their PDFs, with requests on stdin and answers on stdout.

It is started afresh (``python -m armybuilder.printing.rendering.worker_process``), with limits of its own and without
the site's settings and secrets, so that a page that is too much for it costs nothing but this process.

A message is JSON. One with a ``batch`` is answered with a line of JSON, ``Layout.packed``, and the PDF; one with
``pdfs``, ``about`` and ``out`` with nothing, or with the name of the file that is not there. After the byte ``!`` comes
the reason why it cannot be done.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import sys
from pathlib import Path
from typing import Any

from armybuilder.printing.rendering import Attached, Batch, CannotPrint, DocumentInfo
from armybuilder.printing.rendering.joining import join
from armybuilder.printing.rendering.messages import read_message, write_message

MEMORY = 1024**3
"""Bytes of address space; a batch of pages takes a fraction of it."""
SECONDS = 300
"""CPU seconds in its lifetime."""
IDLE = 0.1
"""Seconds without a message after which garbage of earlier pages is collected."""
NICENESS = 5
"""Of this process: while the processors are full, those that answer visitors get three times as much of them."""
MOST_LEFT = 400_000
"""So many objects left are cleared away even if a message waits: about 80 MB, eight sheets of cards."""


def main() -> None:
    """Answer requests until the input ends."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.disable()
    while (message := read_message(sys.stdin.buffer)) is not None:
        request = json.loads(message)
        try:
            answer = _rendered(request["batch"]) if "batch" in request else _joined(**request)
        except CannotPrint as refusal:
            answer = b"!" + str(refusal).encode()
        except MemoryError:
            answer = b"!This is too large to be printed at once. Choose fewer parts."
        write_message(sys.stdout.buffer, answer)
        if gc.get_count()[0] > MOST_LEFT or not select.select([sys.stdin], [], [], IDLE)[0]:
            gc.collect()


def _rendered(batch: dict[str, Any]) -> bytes:
    # Imported here, since a process that only joins needs no WeasyPrint, but the memory.
    from armybuilder.printing.rendering.weasy import render

    rendered = render(Batch(**{**batch, "styles": tuple(batch["styles"])}))
    return rendered.packed() + b"\n" + rendered.pdf


def _joined(pdfs: list[str], about: dict[str, Any], out: str) -> bytes:
    gc.collect()  # Joining needs additional memory on top of garbage from rendered pages.
    attached = tuple(Attached(**each) for each in about.pop("attached"))
    try:
        join([Path(pdf) for pdf in pdfs], DocumentInfo(**about, attached=attached), Path(out))
    except FileNotFoundError as absent:
        return str(absent).encode()
    return b""


if __name__ == "__main__":
    main()
