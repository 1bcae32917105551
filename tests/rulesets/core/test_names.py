"""Names are compared however people and programs write them."""

import pytest

from rulesets.core.names import Names, name_key, plain_words

SAME = {
    "case": ("challenger 2", "CHALLENGER 2"),
    "a sharp s": ("Strasse", "STRAßE"),
    "spaces around": ("Challenger 2", "  Challenger 2\t"),
    "a no-break space": ("Challenger 2", "Challenger\u00a02"),
    "a narrow space": ("Challenger 2", "Challenger\u202f2"),
    "a wide space": ("Challenger 2", "Challenger\u30002"),
    "a blank of other scripts": ("Challenger 2", "Challenger\u28002"),
    "several spaces and a line's end": ("Challenger 2", "Challenger \r\n 2"),
    "a hyphen that does not break": ("Self-propelled gun", "Self\u2011propelled gun"),
    "a dash": ("Self-propelled gun", "Self–propelled gun"),
    "a minus": ("Self-propelled gun", "Self−propelled gun"),
    "a curved apostrophe": ("Captain's squad", "Captain’s squad"),
    "a prime": ("Captain's squad", "Captain′s squad"),
    "curved quotes": ('The "Lions"', "The “Lions”"),
    "angled quotes": ('The "Lions"', "The »Lions«"),
    "full width": ("MBT 2", "ＭＢＴ　２"),
    "a ligature": ("Officer", "O\ufb03cer"),
    "a soft hyphen": ("Challenger 2", "Chal\u00adlenger 2"),
    "a zero-width space": ("Challenger 2", "\u200bChallenger 2"),
    "a byte order mark": ("Challenger 2", "\ufeffChallenger 2"),
    "a mark of direction": ("Challenger 2", "Challenger 2\u200e"),
    "a variation selector": ("Challenger 2", "Challenger 2\ufe0f"),
    "taken-apart accents": ("Süd", "Su\u0308d"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_names_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    assert Names([(one, 1)]).find(other) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("Challenger 2", "Challenger 3"), ("Mk 1", "Mk1"), ("A-B", "AB"), ("Süd", "Sud"), ("A", "")]
)
def test_names_are_different(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_accents_may_be_missing_where_one_name_fits() -> None:
    names = Names([("Süd", 1), ("Łódź", 2), ("Nord", 3)])
    assert (names.find("SUD"), names.find("lodz"), names.find("Nörd")) == (1, 2, 3)
    assert names.find("Ost") is None


def test_accents_count_where_several_names_fit() -> None:
    names = Names([("Peche", 1), ("Pêche", 2), ("Péché", 3)])
    assert (names.find("peche"), names.find("PÊCHE"), names.find("péché")) == (1, 2, 3)
    assert names.find("pèche") is None
    assert names.all("pèche") == [1, 2, 3]


def test_a_value_of_two_names_is_found_once() -> None:
    assert Names([("Süd", 1), ("Sud", 1)]).find("sŭd") == 1


def test_a_name_of_two_values_finds_none() -> None:
    names = Names([("Alpha", 1), ("ALPHA", 2)])
    assert names.find("alpha") is None
    assert names.all("alpha") == [1, 2]


def test_searched_words_have_no_accents() -> None:
    assert plain_words("Ærø  ÉCLAIREUR–Łódź") == "æro eclaireur-lodz"
