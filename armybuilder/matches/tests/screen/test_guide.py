"""The guide through a turn, as each player may know it."""

from armybuilder.matches.log.store import load_match
from armybuilder.matches.screen.guide import guide
from tests.browser.phones import begin_example
from tests.visitors import ALICE, browser_of


def test_the_guide_names_who_may_act_what_is_due_and_what_follows(db: None) -> None:
    loaded = load_match(begin_example("warstrike"))
    found = guide(loaded, loaded.viewer(0))
    units = [unit.id for _, unit in loaded.armies[0].force.units()]
    assert found["may"] == [units, []]
    assert [(each["holder"], each["rule"]) for each in found["due"][0]] == [(unit, "WS-SEQ-5") for unit in units]
    assert all("#" in each["place"] for each in found["due"][0])
    assert (found["due"][1], found["next"]) == ([], [1, 1])


def test_the_guide_tells_nothing_of_hidden_units(db: None) -> None:
    loaded = load_match(begin_example("mbt2020", hides=True))
    for side in (0, 1, None):
        found = guide(loaded, loaded.viewer(side))
        assert (found["may"], found["due"]) == ([[], []], [[], []])
        assert found["next"] == [1, 1]


def test_the_page_has_the_guide(db: None) -> None:
    match = begin_example("warstrike")
    page = browser_of(ALICE).get(f"/matches/{match.pk}")
    assert page.context["data"]["guide"]["next"] == [1, 1]
