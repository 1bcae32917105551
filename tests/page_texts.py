"""The words of a page as its readers see them."""

from collections.abc import Iterable
from typing import Any

from lxml import html


def texts_of(elements: Iterable[Any]) -> list[str]:
    """The text of each element, with white space as a browser shows it."""
    return [" ".join(element.text_content().split()) for element in elements]


def words_of(response: Any) -> str:
    """The words of the whole page."""
    (words,) = texts_of([html.fromstring(response.text)])
    return words
