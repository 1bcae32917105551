"""Any value that a declaration allows, for tests that ask everything a player could ask."""

from __future__ import annotations

from typing import Any, TypeVar

from hypothesis import strategies as st

from rulesets.core.asks import Field, Kind, fields_of
from rulesets.core.catalogue import Catalogue

S = TypeVar("S")

FEW_ROWS = 4
"""The most rows of a list that sets no limit of its own."""


def any_of(spec: type[S], catalogue: Catalogue = Catalogue()) -> st.SearchStrategy[S]:  # noqa: B008
    """Every value within a declaration's bounds; entries are those of the catalogue, or one that is gone."""
    return st.builds(spec, **{field.name: _field(field, catalogue) for field in fields_of(spec)})


def _field(field: Field, catalogue: Catalogue) -> st.SearchStrategy[Any]:
    if field.kind is Kind.REPEAT:
        assert field.item is not None
        least, most = field.ask.min or 0, FEW_ROWS if field.ask.max is None else field.ask.max
        found: st.SearchStrategy[Any] = st.lists(_one(field.item, catalogue), min_size=least, max_size=most).map(tuple)
    else:
        found = _one(field, catalogue)
    return st.none() | found if field.optional else found


def _one(field: Field, catalogue: Catalogue) -> st.SearchStrategy[Any]:
    if field.kind is Kind.INT:
        return st.integers(field.ask.min, field.ask.max)
    if field.kind is Kind.BOOL:
        return st.booleans()
    if field.kind is Kind.CHOICE:
        return st.sampled_from(field.choices)
    if field.kind is Kind.ENTRY:
        return st.sampled_from(["", "gone", *(entry.key for entry in catalogue.of_kind(field.ask.entry))])
    if field.kind is Kind.PART:
        return any_of(field.type, catalogue)
    return st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=min(field.ask.max_length, 8))
