"""What ``bin/run`` sets for the C library, for servers that are started without it."""

import re
from pathlib import Path

MEMORY = dict(
    setting.split("=") for setting in re.findall(r"MALLOC\S+", (Path(__file__).parents[1] / "bin" / "run").read_text())
)
"""Environment variables; without them each thread keeps the most that a large form ever took, up to 30 MB."""
