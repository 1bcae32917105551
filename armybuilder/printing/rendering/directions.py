"""Set words apart that are read from the right, so that numbers beside them stay where they were written."""

import re
from typing import Final

from rulesets.core.wording import RIGHT_TO_LEFT, isolated

_QUOTE = r"(?:['’\"]|&#x27;|&quot;)"
_LETTERS = f"[{RIGHT_TO_LEFT}]"
_PART = rf"(?:[{RIGHT_TO_LEFT}\s\d-]|{_QUOTE})"
WORDS: Final = re.compile(
    rf"\u2068[^\u2069]*\u2069|(?<=>)(?P<before>\s*)(?P<whole>(?={_QUOTE}?{_LETTERS}){_PART}++)(?=<)|{_LETTERS}(?:{_PART}*{_LETTERS})?"
)
"""Words that are read from the right in HTML: the whole text of an element that begins so, or without numbers around.

What is set apart already is found first, so that it stays as it is.
"""


def set_apart(html: str) -> str:
    """The HTML with those words between signs that isolate them."""
    return html if html.isascii() else WORDS.sub(_isolated, html)


def _isolated(words: re.Match[str]) -> str:
    if words[0].startswith("\u2068"):
        return words[0]
    name = (words["whole"] or words[0]).rstrip()
    return f"{words['before'] or ''}{isolated(name)}{words[0][len(words['before'] or '') + len(name) :]}"
