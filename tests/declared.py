"""Random values of any declaration, for tests that hold over every game."""

from typing import Any

from hypothesis import strategies as st

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Field, Kind, fields_of

MAX_ROWS = 4
MAX_SPAN = 60


def values(spec: type[Any], catalogue: Catalogue) -> st.SearchStrategy[Any]:
    """Values of a declaration within its bounds; entries from the catalogue, now and then one that is in none."""
    return st.builds(spec, **{field.name: _field(field, catalogue) for field in fields_of(spec)})


def _field(field: Field, catalogue: Catalogue) -> st.SearchStrategy[Any]:
    made = _present(field, catalogue)
    return st.none() | made if field.optional else made


def _present(field: Field, catalogue: Catalogue) -> st.SearchStrategy[Any]:
    minimum, maximum = field.ask.min, field.ask.max
    match field.kind:
        case Kind.INT:
            low = 0 if minimum is None else max(minimum, -MAX_SPAN // 2)
            return st.integers(low, min(maximum, low + MAX_SPAN) if maximum is not None else low + MAX_SPAN)
        case Kind.BOOL:
            return st.booleans()
        case Kind.CHOICE:
            return st.sampled_from(field.choices)
        case Kind.ENTRY:
            keys = [entry.key for entry in catalogue.of_kind(field.ask.entry)]
            return st.sampled_from([*keys, "", "in-no-catalogue"])
        case Kind.PART:
            return values(field.type, catalogue)
        case Kind.REPEAT:
            assert field.item is not None
            few = max(minimum or 0, min(maximum if maximum is not None else MAX_ROWS, MAX_ROWS))
            return st.lists(_field(field.item, catalogue), min_size=minimum or 0, max_size=few).map(tuple)
        case Kind.TEXT | Kind.UNIT:
            return st.text("ab -", max_size=min(field.ask.max_length, 12))
    raise AssertionError(field)
