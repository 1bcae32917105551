"""What a text that is no army of this site looks like, told by its form alone."""

import re
from typing import Final

ROSTER: Final = "a roster from BattleScribe or New Recruit"
_LIKENESSES: Final = (
    (re.compile(r"^\+{1,3} .{1,200} \+{1,3}\s*$", re.MULTILINE), ROSTER),
    (re.compile(r"^Exported with App Version\b", re.MULTILINE), "a list from the Warhammer app"),
    (re.compile(r"\A\s*https?://\S+\s*\Z"), "a link. Open it, copy the list there and paste that"),
    (re.compile(r"\A\s*(?=\S*[0-9])(?=\S*[a-z])(?=\S*[A-Z])[A-Za-z0-9+/=]{20,}\s*\Z"), "a code of another program"),
)


def looks_like(text: str) -> str:
    """What the text looks like, as ``a link``; empty where nothing in it tells."""
    return next((words for pattern, words in _LIKENESSES if pattern.search(text)), "")
