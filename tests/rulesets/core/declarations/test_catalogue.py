"""Catalogues: entries by kind and key, and the names that are meant."""

from dataclasses import dataclass

from rulesets.core.declarations.catalogue import Catalogue, Entry


@dataclass(frozen=True)
class Stone:
    """A profile."""

    weight: int = 1


FLINT, SLATE = Entry("stone", "flint", "Flint", Stone()), Entry("stone", "slate", "Slate", Stone(2))
TWIN, WAVE = Entry("stone", "twin", "slate", Stone(3)), Entry("wave", "flint", "Flint", 1)
CATALOGUE = Catalogue((FLINT, SLATE, WAVE))


def test_entries_are_found_by_kind_and_key() -> None:
    assert CATALOGUE.get("stone", "flint") == FLINT
    assert CATALOGUE.get("stone", "brick") is None
    assert CATALOGUE.of_kind("stone") == (FLINT, SLATE)
    assert (CATALOGUE.spec(Stone, "stone", "slate"), CATALOGUE.spec(Stone, "wave", "flint")) == (Stone(2), None)


def test_an_entry_hides_an_earlier_one_of_its_key() -> None:
    heavy = Entry("stone", "flint", "Flint", Stone(9))
    more = CATALOGUE.with_entries([heavy])
    assert (more.get("stone", "flint"), len(tuple(more))) == (heavy, 3)
    assert CATALOGUE.with_entries([]) is CATALOGUE


def test_a_text_means_a_key_before_a_name_that_only_one_entry_has() -> None:
    assert [CATALOGUE.find_key("stone", text) for text in ("flint", " SLATE ", "brick")] == ["flint", "slate", ""]
    assert CATALOGUE.with_entries([TWIN]).find_key("stone", "Slate") == ""


def test_likely_names_have_the_digits_of_the_text() -> None:
    names = ("Boulder 1", "Boulder 2", "Boulder 2A4", "Cobbles", "Pebbles")
    catalogue = Catalogue(tuple(Entry("stone", name.lower(), name, Stone()) for name in names))
    texts = ("Bolder 2", "boulder 2-A4", "Boulder", "Bolder 3", "Pebles", "Pebbls", "Cobles", "Wolf")
    found = [catalogue.likely("stone", text) for text in texts]
    assert found == [("Boulder 2",), ("Boulder 2A4",), (), (), ("Pebbles",), ("Pebbles",), ("Cobbles",), ()]


def test_what_is_unknown_is_told_with_the_nearest_name() -> None:
    assert CATALOGUE.unknown("stone", "flimt") == "“flimt” is not in the catalogue. Did you mean “Flint”?"
    assert CATALOGUE.unknown("stone", "brick") == "“brick” is not in the catalogue. Choose another."
    several = "“Slate” is the name of 2 entries. Give the key of one: slate, twin."
    assert CATALOGUE.with_entries([TWIN]).unknown("stone", "Slate") == several


def test_a_name_is_found_however_it_is_written() -> None:
    shale = CATALOGUE.with_entries(
        [Entry("stone", "1", "Éclat-shale", Stone()), Entry("stone", "2", "O'Neil", Stone())]
    )
    written = ("éclat-SHALE", "E\u0301clat\u2011shale", " Eclat–shale", "O’Neil", "\ufeffＳｌａｔｅ")
    assert [shale.find_key("stone", text) for text in written] == ["1", "1", "1", "2", "slate"]


def test_accents_of_names_count_where_both_are_there() -> None:
    both = CATALOGUE.with_entries([Entry("stone", "1", "Süd", Stone()), Entry("stone", "2", "Sud", Stone())])
    assert [both.find_key("stone", text) for text in ("SUD", "süd", "sùd")] == ["2", "1", ""]
