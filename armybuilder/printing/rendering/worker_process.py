"""A process that lays out batches: a batch in on standard input, what came of it out on standard output.

It is started afresh (``python -m armybuilder.printing.rendering.worker_process``), with limits of its own and without
the site's settings and secrets, so that a page that is too much for it costs nothing but this process.

In comes a batch as JSON, out goes ``Rendered.packed`` or, after the byte ``!``, the reason why there is nothing.
"""

from __future__ import annotations

import json
import resource
import sys

from armybuilder.printing.rendering import Batch, CannotPrint
from armybuilder.printing.rendering.messages import read_message, write_message
from armybuilder.printing.rendering.weasy import render

MEMORY = 1024**3
"""Bytes of address space; a batch of pages takes a fraction of it."""
SECONDS = 300
"""Of computing, in all its life."""


def main() -> None:
    """Render until nothing more comes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while (message := read_message(sys.stdin.buffer)) is not None:
        fields = json.loads(message)
        try:
            answer = render(Batch(**{**fields, "styles": tuple(fields["styles"])})).packed()
        except CannotPrint as refusal:
            answer = b"!" + str(refusal).encode()
        except MemoryError:
            answer = b"!This is too large to be drawn."
        write_message(sys.stdout.buffer, answer)


if __name__ == "__main__":
    main()
