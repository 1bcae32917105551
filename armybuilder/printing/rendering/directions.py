"""Set words apart that are read from the right, so that numbers beside them stay where they were written."""

import re
from typing import Final

from rulesets.core.wording import RIGHT_TO_LEFT, isolated

_PART = rf"(?:[{RIGHT_TO_LEFT}\s\d'’\"-]|&#x27;|&quot;)"
WORDS: Final = re.compile(
    rf"\u2068[^\u2069]*\u2069|(?<=>)(?=[^<]*[{RIGHT_TO_LEFT}]){_PART}++(?=<)|[{RIGHT_TO_LEFT}](?:{_PART}*[{RIGHT_TO_LEFT}])?"
)
"""Words that are read from the right in HTML: the whole text of an element, or without the numbers around them.

What is set apart already is found first, so that it stays as it is.
"""


def set_apart(html: str) -> str:
    """The HTML with those words between signs that isolate them."""
    return html if html.isascii() else WORDS.sub(_isolated, html)


def _isolated(words: re.Match[str]) -> str:
    return words[0] if words[0].startswith("\u2068") else isolated(words[0])
