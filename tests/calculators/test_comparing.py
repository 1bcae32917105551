"""Odds by distance, and two questions laid over each other."""

import re
from typing import Any

import pytest
from django.test import Client
from lxml import html

import rulesets
from armybuilder.calculators.comparing import comparison_of
from armybuilder.calculators.questions import COMPARED, ask
from armybuilder.calculators.sides import Sides
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.registry import all_rulesets, get_ruleset

pytestmark = pytest.mark.django_db

WITH_DISTANCE = [
    (ruleset.slug, calculator.slug)
    for ruleset in all_rulesets()
    for calculator in ruleset.calculators
    if calculator.distance
]


def shown(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200
    return html.fromstring(answer.content.decode())


def odds_by_distance(page: Any) -> list[tuple[str, str]]:
    """The rows of the odds: distances, and a figure on a bar or words."""
    rows = page.xpath("//figure[contains(@class, 'odds-by-distance')]//tbody/tr")
    odds = ((row.xpath("string(th)"), row.xpath("string(td/span)") or row.xpath("string(td)")) for row in rows)
    return [(distances, said.replace("\u00a0", " ")) for distances, said in odds]


def odds_at(page: Any) -> dict[int, str]:
    """The odds at every distance of each row, those between its ends as well."""
    odds = {}
    for distances, said in odds_by_distance(page):
        first, *last = (int(each) for each in re.findall(r"\d+", distances))
        odds.update(dict.fromkeys(range(first, max([first, *last]) + 1), said))
    return odds


def test_every_game_with_distances_has_a_chart_of_them() -> None:
    games = {slug for slug, _ in WITH_DISTANCE}
    assert games >= {"mbt2020", "forge-of-war", "forum-combat"}


@pytest.mark.parametrize(("game", "slug"), WITH_DISTANCE)
def test_the_chart_has_the_figure_of_the_answer_at_each_distance(client: Client, game: str, slug: str) -> None:
    calculator = get_ruleset(game).calculator(slug)
    page = shown(client, f"/{game}/calculators/{slug}/")
    odds, briefs = odds_at(page), {}
    for step in calculator.steps:
        question = ask(
            get_ruleset(game),
            calculator,
            {f"q-{calculator.distance.replace('.', '-')}": str(step)},
            Sides(),
            Catalogue(),
        )
        at_step = briefs[step] = dict(question.briefs)[step]
        said = [each for each in briefs.values() if each.refused] if at_step.refused else [at_step]
        assert odds[step] in [words for each in said for words in (each.short or "–", each.words)]
        assert question.answer is not None


def words_of(figure: str) -> tuple[str, ...]:
    """How an answer may begin that has this figure in its chart."""
    return (f"{figure} of 10", *(["No shot can hit"] if figure == "0.0" else []))


def test_the_chart_follows_the_question(client: Client) -> None:
    address, door = "/forge-of-war/calculators/shooting/", rulesets.get("forge-of-war")
    for cover in ("none", "hard"):
        for distance, figure in odds_at(shown(client, f"{address}?q-target-cover={cover}")).items():
            answer = door.ask("shooting", {"distance": distance, "target": {"cover": cover}})
            assert answer["headline"].startswith(words_of(figure))


def test_neighbouring_distances_of_equal_odds_share_a_row(client: Client) -> None:
    def rows(address: str) -> list[tuple[str, str]]:
        return odds_by_distance(shown(client, address))

    assert rows("/forge-of-war/calculators/shooting/") == [
        ("3″", "10.0"),
        ("4–12″", "9.6"),
        ("13–24″", "3.0"),
        ("25–48″", "0.0"),
    ]
    # A range may end between two distances of the chart.
    ranges = rows("/forum-combat/calculators/shooting/?q-firing-0-reach=20")
    assert [distances for distances, _ in ranges] == ["6–20 tiles", "21–36 tiles"]
    # Neither bars of no length nor bars of one length say anything.
    assert rows("/forge-of-war/calculators/reaction-test/") == [("3–12″", "70% chance to fire, 0% to flee")]
    assert rows("/mbt2020/calculators/engagement/") == [
        (
            "0–12″",
            "If you win, the target is neutralised. If you draw, both are Pinned. "
            "If you lose, your stand is neutralised.",
        ),
        ("13–36″", "the target is beyond 12″"),
    ]


@pytest.mark.parametrize(
    ("asked", "figure"),
    [
        (3, "3″: 10.0 of 10"),
        (10, "4–12″: 9.6 of 10"),
        (13, "13–24″: 3.0 of 10"),
        (24, "13–24″: 3.0 of 10"),
        (60, "25–48″: "),
    ],
)
def test_the_chart_begins_with_the_odds_at_the_asked_distance(client: Client, asked: int, figure: str) -> None:
    page = shown(client, f"/forge-of-war/calculators/shooting/?q-distance={asked}")
    said = page.xpath("string(//figure[contains(@class, 'odds-by-distance')]//*[@class='chart-mean'])")
    assert said.replace("\u00a0", " ").startswith(figure)


def test_two_questions_are_laid_over_each_other_without_scripts(client: Client) -> None:
    address = "/forge-of-war/calculators/shooting/"
    page = shown(client, f"{address}?q-distance=12")
    (link,) = page.xpath("//p[@class='compare']/a/@href")
    page = shown(client, f"{address}{link}&q-target-cover=hard")
    (kept,) = page.xpath("//form//input[@name='compared']/@value")
    assert kept == "q-distance=12"
    (compared,) = page.xpath("//table[contains(., 'Where they differ')]")
    rows = {
        row.xpath("string(*[1])").strip(): [each.text_content() for each in row[1:]]
        for row in compared.xpath(".//tbody/tr")
    }
    assert rows["Where they differ"] == ["target in hard cover", "target in the open"]
    assert rows["Figures lost, on average"] == ["6.91", "9.59"]
    (stop,) = page.xpath("//p[@class='compare']/a/@href")
    assert not shown(client, f"{address}{stop}").xpath("//input[@name='compared']")


def by_distance(page: Any) -> dict[str, list[str]]:
    rows = page.xpath("//figure[contains(@class, 'odds-by-distance')]//table//tbody/tr")
    return {row[0].text_content().strip(): [each.text_content().strip() for each in row[1:]] for row in rows}


def tops(page: Any, line: int) -> list[float]:
    marks = page.xpath(f"//svg[contains(@class, 'lines-chart')]//g[@class='line-{line}']/*[self::circle or self::svg]")
    return [float((mark.get("cy") or mark.get("y")).rstrip("%")) for mark in marks]


def test_both_questions_are_lines_in_one_chart_over_the_distances(client: Client) -> None:
    address, door = "/forge-of-war/calculators/shooting/", rulesets.get("forge-of-war")
    page = shown(client, f"{address}?q-target-cover=hard&compared=q-distance%3D12")
    figures = by_distance(page)
    assert list(figures) == [f"{step}″" for step in get_ruleset("forge-of-war").calculator("shooting").steps]
    for place, cover in enumerate(("hard", "none")):
        means = []
        for distance, both in figures.items():
            answer = door.ask("shooting", {"distance": int(distance.rstrip("″")), "target": {"cover": cover}})
            assert answer["headline"].startswith(words_of(both[place]))
            means.append(float(both[place]))
        heights = [100 - top for top in tops(page, place + 1)]
        assert sorted(range(len(means)), key=means.__getitem__) == sorted(range(len(means)), key=heights.__getitem__)
    assert min(tops(page, 1)) > min(tops(page, 2)) == 0
    (highest,) = page.xpath("//svg//text[@class='lines-highest']/text()")
    assert highest == max((both[1] for both in figures.values()), key=float)


def test_distances_without_any_loss_have_figures_but_no_lines(client: Client) -> None:
    page = shown(client, "/mbt2020/calculators/engagement/?compared=")
    assert by_distance(page)["0″"] == ["N P ok", "N P ok"]
    assert not page.xpath("//svg[contains(@class, 'lines-chart')]")


def test_outcomes_of_both_answers_are_side_by_side(client: Client) -> None:
    page = shown(client, "/forge-of-war/calculators/activation/?q-unit-markers=3&compared=")
    chart = page.xpath("//figure[.//table[contains(@class, 'bars-divided')]]")[0]
    assert [row.xpath("string(th)") for row in chart.xpath(".//tbody/tr")] == ["This", "The other"]
    assert "40%" in chart.text_content() or "40%" in chart.text_content()


def test_a_mistake_in_the_other_question_leaves_the_answer_whole(client: Client) -> None:
    page = shown(client, "/forge-of-war/calculators/shooting/?compared=q-distance%3Dfar")
    assert page.xpath("string(//section[@id='answer']//h2)").strip()
    assert not page.xpath("//table[contains(., 'Compared')]")


def test_the_link_of_a_comparison_is_the_question_by_itself() -> None:
    ruleset = get_ruleset("forge-of-war")
    data = {"q-distance": "12", COMPARED: "q-distance=24"}
    question = ask(ruleset, ruleset.calculator("shooting"), data, Sides(), Catalogue())
    assert question.address == "q-distance=12&compared=q-distance%3D24"
    assert comparison_of(question, "″", ()).link == "q-distance=12"
