"""What a visitor's list can be filtered by, as `templates/components/filter.html` shows it, and searched for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import QuerySet

from rulesets.core.names import plain_words

EVERYTHING: Final = ("", "All", None)
"""The choice that filters nothing."""


@dataclass(frozen=True, slots=True)
class ListFilter:
    """A list of choices: each is its value in the address, its title and, where known, how many things it leaves."""

    name: str
    label: str
    choices: Sequence[tuple[str, str, int | None]]
    value: str


class PlainTexts:
    """What rows have in some columns, as searches compare it; read once, and only if something is searched for.

    No database compares names as the games do, so this is for one visitor's things, of which there are some hundreds.
    """

    def __init__(self, rows: QuerySet[Any], *columns: str) -> None:
        """Take the columns of these rows, which may be those of related rows."""
        self.rows, self.columns = rows, columns

    @cached_property
    def _by_key(self) -> dict[Any, str]:
        texts: dict[Any, dict[str, None]] = {}
        for key, *cells in self.rows.order_by().values_list("pk", *self.columns):
            texts.setdefault(key, {}).update(dict.fromkeys(filter(None, cells)))
        return {key: plain_words("\n".join(cells)) for key, cells in texts.items()}

    def matching(self, words: Iterable[str]) -> QuerySet[Any]:
        """The rows that have all of these words of ``plain_words``."""
        rows = self.rows
        for word in words:
            rows = rows.filter(pk__in=self.having(word))
        return rows

    def having(self, word: str) -> list[Any]:
        """The primary keys of the rows that have a word of ``plain_words``, or one that it is part of."""
        return [key for key, text in self._by_key.items() if word in text]
