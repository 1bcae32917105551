"""Names that a document accepts, each once."""

import pytest

from armybuilder.custom_games.skeletons.names import Distinct, Taken
from rulesets.core.declarations.codec import Problems
from rulesets.described.document import ID
from rulesets.described.vocabulary import check_names


@pytest.mark.parametrize("text", ["Move", "2nd Edition", "min", "entry", "if", "Épée", "", "龍", "x" * 100, "a-b"])
def test_any_text_gives_a_name_for_formulas(text):
    taken, problems = Taken(), Problems()
    names = [taken.name(text) for _ in range(12)]
    check_names((((number,), name) for number, name in enumerate(names)), problems)
    assert not problems.found
    assert all(len(name) <= ID for name in names)


def test_accents_stay_letters_of_a_slug():
    assert Taken().slug("Résistance d'Élite") == "resistance-d-elite"


def test_entries_of_one_name_are_told_apart():
    names = Distinct()
    assert [names.of("Captain", "Hills"), names.of("Captain"), names.of("captain")] == [
        "Captain (Hills)",
        "Captain",
        "captain (2)",
    ]
    assert len(names.of("x" * 90)) == 74 == len(names.of("x" * 90)) - 4
