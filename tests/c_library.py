"""What ``bin/environment.sh`` sets for the C library, for processes that are started without it."""

import re
from pathlib import Path

_SCRIPT = Path(__file__).parents[1] / "bin" / "environment.sh"
MEMORY = dict(setting.split("=") for setting in re.findall(r"MALLOC\S+", _SCRIPT.read_text()))
"""Environment variables; without them each thread keeps the most that a large form ever took, up to 30 MB."""
