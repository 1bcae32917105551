"""One army against another: page, file and sheet."""

import csv
import io

import pytest

from armybuilder.armies.examples import example_address, store_example, store_rival
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army
from armybuilder.calculators.sides import NAME
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.plans import grids
from armybuilder.site.claims import Author
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db

each_game = pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)


def stored(game: AnyRuleset) -> Army:
    """An army of Alice's like the game's example."""
    return create_army(LoadedArmy(game, game.demo()), "New army", Author(None, ALICE.hash))


def query(own: Army, opposing: Army, **more: str) -> dict[str, str]:
    """The query of a comparison."""
    return {f"{NAME}own": own.pk, f"{NAME}opposing": opposing.pk, **more}


@each_game
def test_two_armies_are_compared_before_a_game(game, alice):
    army = stored(game)
    page = alice.get(f"/{game.slug}/army-against-army/", query(army, army, whole="1"))
    assert page.status_code == 200
    shown = page.context["shown"]
    rows = page.context["rows"]
    assert len(rows) > 1
    assert {len(row.cells) for row in rows} == {len(page.context["headings"])}
    # A cell opens the full answer, which says the same.
    cell = next(cell for row in rows for cell in row.cells if cell.address and cell.text != "·")
    answer = alice.get(cell.address)
    assert answer.status_code == 200
    assert answer.context["question"].answer is not None
    assert shown.summary() in page.text


@each_game
def test_each_figure_is_that_of_its_calculator(game, alice):
    army = stored(game)
    shown = alice.get(f"/{game.slug}/army-against-army/", query(army, army, whole="1")).context["shown"]
    for row in list(shown.rows())[:2]:
        for cell in [each for each in row.cells if each.address and each.text != "·"][:2]:
            answered = alice.get(cell.address).context
            question, calculator = answered["question"], answered["calculator"]
            context = shown.grid.context
            assert calculator.brief is not None
            brief = calculator.brief(question.form.spec(), context)
            assert (cell.words, cell.text.split(" ", 1)[-1]) == (brief.words, brief.short)


def test_a_distance_and_conditions_change_every_cell(alice):
    game = next(each for each in all_rulesets() if each.slug == "forge-of-war")
    army = stored(game)
    address = "/forge-of-war/army-against-army/"
    near = alice.get(address, query(army, army, distance="3", whole="1"))
    far = alice.get(address, query(army, army, distance="36", whole="1"))
    assert [row.cells for row in near.context["rows"]] != [row.cells for row in far.context["rows"]]
    behind = alice.get(address, query(army, army, distance="3", whole="1", **{"set.target.cover": "hard"}))
    assert [row.cells for row in near.context["rows"]] != [row.cells for row in behind.context["rows"]]
    assert "q-target-cover=hard" in behind.text


@pytest.mark.parametrize("wrong", [{"distance": "9" * 30}, {"set.target.cover": "nonsense"}, {"sort": "900"}])
def test_a_value_that_cannot_be_is_left_out(wrong, alice):
    game = next(each for each in all_rulesets() if each.slug == "forge-of-war")
    army = stored(game)
    usual = alice.get("/forge-of-war/army-against-army/", query(army, army, whole="1"))
    page = alice.get("/forge-of-war/army-against-army/", query(army, army, whole="1", **wrong))
    texts = [[[cell.text for cell in row.cells] for row in each.context["rows"]] for each in (usual, page)]
    assert texts[0] == texts[1]


def test_rows_are_sorted_by_a_column(alice):
    game = next(each for each in all_rulesets() if each.slug == "forge-of-war")
    army = stored(game)
    page = alice.get("/forge-of-war/army-against-army/", query(army, army, sort="0"))
    figures = [float(row.cells[0].text.split()[-1]) for row in page.context["rows"]]
    assert figures == sorted(figures, reverse=True)
    assert 'aria-sort="descending"' in page.text


def test_first_rows_come_at_once_and_the_others_follow(alice, monkeypatch):
    monkeypatch.setattr(grids, "MAX_AT_ONCE", 10)
    monkeypatch.setattr(grids, "FIRST_ROWS", 2)
    game = next(each for each in all_rulesets() if each.slug == "forge-of-war")
    army = stored(game)
    address = "/forge-of-war/army-against-army/"
    first = alice.get(address, query(army, army))
    assert (len(first.context["rows"]), 'hx-trigger="load"' in first.text) == (2, True)
    rest = alice.get(address, query(army, army), headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert len(rest.context["rows"]) == 7
    # Only the whole grid has the columns that a sort counts.
    assert ["Sort by this column" in each.text for each in (first, rest)] == [False, True]
    assert "<h1" not in rest.text
    assert 'hx-trigger="load"' not in rest.text


def test_the_other_side_can_come_first(alice):
    game = next(each for each in all_rulesets() if each.slug == "warstrike")
    army, other = stored(game), stored(game)
    page = alice.get("/warstrike/army-against-army/", query(army, other))
    assert f"army.own={other.pk}&amp;army.opposing={army.pk}" in page.text


@each_game
def test_every_pair_is_a_row_of_the_file(game, alice):
    army = stored(game)
    answer = alice.get(f"/{game.slug}/army-against-army/table.csv", query(army, army))
    rows = list(csv.reader(io.StringIO(answer.text)))
    shown = alice.get(f"/{game.slug}/army-against-army/", query(army, army, whole="1"))
    assert len(rows) - 1 == sum(len(row.cells) for row in shown.context["rows"])
    assert {len(row) for row in rows} == {5}


def test_nothing_is_compared_without_two_armies(alice):
    assert "Choose two" in alice.get("/warstrike/army-against-army/").text
    assert alice.get("/warstrike/army-against-army/table.csv").status_code == 404
    assert alice.get("/warstrike/army-against-army/sheet.pdf").status_code == 404


@each_game
def test_two_examples_are_compared_until_armies_are_chosen(game, alice):
    store_example(game)
    store_rival(game)
    address = f"/{game.slug}/army-against-army/"
    page = alice.get(address)
    sides = page.context["sides"]
    assert (sides.own.army.name, sides.opposing.army.name) == (game.demo().name, game.rival().name)
    assert page.context["rows"]
    assert "Choose two" in alice.get(address, {"army.own": "", "army.opposing": ""}).text


def test_the_reader_chooses_what_the_only_army_is_compared_with(alice):
    game = get_ruleset("mbt2020")
    store_example(game)
    page = alice.get("/mbt2020/army-against-army/")
    assert "Choose the army to compare 3rd Division with." in page.text
    assert page.context["rows"] == []
    example = example_address("mbt2020")
    assert alice.get("/mbt2020/army-against-army/", {"army.own": example, "army.opposing": example}).context["rows"]


def test_the_armies_changed_last_are_compared_first(alice):
    game = get_ruleset("warstrike")
    store_example(game)
    first, last = stored(game), stored(game)
    sides = alice.get("/warstrike/army-against-army/").context["sides"]
    assert [sides.own.army.key, sides.opposing.army.key] == [last.pk, first.pk]


def test_an_army_without_units_is_not_compared_first(alice):
    game = get_ruleset("warstrike")
    store_example(game)
    army = stored(game)
    create_army(LoadedArmy(game, game.new_force()), "New army", Author(None, ALICE.hash))
    sides = alice.get("/warstrike/army-against-army/").context["sides"]
    assert [sides.own.army.key, sides.opposing.army.key] == [army.pk, example_address("warstrike")]


def test_a_page_says_what_is_not_possible_and_how_far_it_is(alice):
    game = get_ruleset("mbt2020")
    army = stored(game)
    page = alice.get("/mbt2020/army-against-army/", query(army, army, distance="12"))
    cells = [cell for row in page.context["rows"] for cell in row.cells]
    assert {cell.word for cell in cells if not cell.figure} == {"Not possible"}
    assert all(("–" not in cell.text, "−" not in cell.text) == (True, True) for cell in cells)
    assert "<small>Not possible</small>" in page.text
    assert page.context["shown"].where() == "Distance 12″"
    assert '<span class="input-group-text">″</span>' in page.text
    assert "Each stand against every stand of the other army." in page.text


@each_game
def test_the_armies_of_a_game_are_compared_as_they_are(game, alice):
    army = stored(game)
    chosen = ChosenForce(LoadedArmy(game, game.demo()), army)
    match = begin_match(chosen, chosen, {}, Author(None, ALICE.hash))
    page = alice.get(f"/matches/{match.pk}/armies/")
    assert page.status_code == 200
    cell = next(cell for row in page.context["rows"] for cell in row.cells if cell.address and cell.text != "·")
    assert cell.address.startswith(f"/matches/{match.pk}/calculators/")
    assert alice.get(cell.address).context["question"].answer is not None
    assert "Army against army" in alice.get(f"/matches/{match.pk}").text


def test_hidden_units_are_not_compared(begin, bob, alice):
    match = begin(hides=True)
    page = alice.get(f"/matches/{match.pk}/armies/")
    assert "Ruby" not in page.text
    assert "Opal" not in page.text
    assert "Ruby" in bob.get(f"/matches/{match.pk}/armies/").text


def test_the_former_address_leads_to_the_grid(alice):
    former, now = "/mbt2020/calculators/armies-grid/", "/mbt2020/army-against-army/"
    assert alice.get(former).headers["Location"] == now
    asked = alice.get(f"{former}?army.own=example-mbt2020&q.conditions.distance=8")
    assert (asked.status_code, asked.headers["Location"]) == (301, f"{now}?army.own=example-mbt2020")


def test_a_calculator_at_the_former_address_is_found(alice, monkeypatch):
    monkeypatch.setattr("armybuilder.plans.views.FORMER", "engagement")
    assert "<h1>Engagement" in alice.get("/mbt2020/calculators/armies-grid/").text
