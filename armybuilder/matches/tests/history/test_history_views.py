"""The history of a player's games as a page and as CSV."""

import csv
import io
from typing import Any

import pytest
from lxml import html

from armybuilder.matches.history import history_views, past_games
from armybuilder.matches.history.past_games import TALLIES
from armybuilder.matches.log.store import submit
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin
from armybuilder.matches.tests.history.test_past_games import end, shot
from armybuilder.site.claims import Claim
from rulesets.core.play.matches import Event, EventKind, Verdict
from tests.visitors import ALICE, BOB, browser_of

__all__ = ["shot"]

pytestmark = pytest.mark.django_db

CAROL = Claim("the key of carol")


def shown(claim: Any, **query: str) -> html.HtmlElement:
    return html.fromstring(browser_of(claim).get("/matches/history", query).content.decode())


def text_of(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def tables(page: html.HtmlElement) -> dict[str, list[list[str]]]:
    return {
        text_of(table.getparent().find("h2")): [
            [text_of(cell) for cell in row.iterchildren()] for row in table.xpath("./tbody/tr")
        ]
        for table in page.find_class("history-table")
    }


@pytest.fixture
def evenings(begin: Begin) -> list[Match]:
    """Three games of Alice, two of them against somebody called Ben; she won, lost and drew."""
    games = [begin() for _ in range(3)]
    for match in games[:2]:
        match.seats.filter(side=1).update(player="Ben")
    for match, verdict in zip(games, (Verdict.FIRST, Verdict.SECOND, Verdict.DRAW), strict=True):
        end(match, verdict)
    return games


def test_games_are_counted_by_army_and_opponent(evenings: list[Match]) -> None:
    page = shown(ALICE)
    assert "3 games: 1 won, 1 drawn, 1 lost" in text_of(page)
    assert tables(page) == {
        "Armies": [["Shore", "3", "1", "1", "1"]],
        "Opponents": [["Ben", "2", "1", "0", "1"], ["Without a name", "1", "0", "1", "0"]],
    }
    assert tables(shown(BOB))["Armies"] == [["Gems", "3", "1", "1", "1"]]
    (link,) = page.xpath("//a[text()='Ben']/@href")
    only = html.fromstring(browser_of(ALICE).get(f"/matches/history{link}").content.decode())
    assert "2 games: 1 won, 0 drawn, 1 lost" in text_of(only)
    assert "Ben. Show all games" in text_of(only)
    assert list(tables(only)) == ["Armies"]


def test_games_are_counted_by_house_rules_once_there_are_several(evenings: list[Match]) -> None:
    Match.objects.filter(pk=evenings[0].pk).update(house_rules={"nonesuch": "on"})
    page = shown(ALICE)
    assert tables(page)["House rules"] == [["Default rulings", "2", "0", "1", "1"], ["nonesuch", "1", "1", "0", "0"]]
    (link,) = page.xpath("//a[text()='nonesuch']/@href")
    only = html.fromstring(browser_of(ALICE).get(f"/matches/history{link}").content.decode())
    assert "1 game: 1 won" in text_of(only)


def test_nobody_reads_anothers_history(evenings: list[Match]) -> None:
    submit(evenings[0], 0, Event("a2", EventKind.VERDICT, verdict=Verdict.FIRST, result="By one hill"), both=False)
    assert "By one hill" in text_of(shown(ALICE))
    for path in ("/matches/history", "/matches/history.csv"):
        told = browser_of(CAROL).get(path).content.decode()
        assert ("By one hill" in told, "Shore" in told) == (False, False)
    assert "None of your games has ended yet." in text_of(shown(CAROL))


def test_unknown_words_of_the_address_match_no_game(evenings: list[Match]) -> None:
    page = shown(ALICE, opponent="Nobody")
    assert "No games match these filters. Show all games" in text_of(page)
    assert "These are your games" not in text_of(page)
    assert "0 games: 0 won, 0 drawn, 0 lost" in text_of(page)


def test_one_game_that_can_no_longer_be_read_takes_no_page_with_it(evenings: list[Match]) -> None:
    evenings[0].revisions.update(document=b"damaged")
    alice = browser_of(ALICE)
    assert "2 games: 0 won, 1 drawn, 1 lost" in text_of(shown(ALICE))
    assert len(alice.get("/matches/history.csv").content.decode().splitlines()) == 3
    assert alice.get(f"/matches/{evenings[2].pk}/report").status_code == 200


def test_the_table_has_a_row_for_each_game(evenings: list[Match], shot: tuple[Match, Any]) -> None:
    match, odds = shot
    end(match, note="=1+1")
    answer = browser_of(ALICE).get("/matches/history.csv", {"game": "forge-of-war"})
    headings, row = csv.reader(io.StringIO(answer.content.decode()))
    told = dict(zip(headings, row, strict=True))
    assert (told["Result"], told["Note"], told["Turns"], told["House rules"]) == (
        "Won",
        "'=1+1",
        "1",
        "Default rulings",
    )
    assert (told["Enemy losses"], told["Your losses expected"]) == ("1", "0.0")
    assert float(told["Enemy losses expected"]) == pytest.approx(odds.opposing_expected / 1000, abs=0.05)
    assert len(browser_of(ALICE).get("/matches/history.csv").content.decode().splitlines()) == 5


def test_luck_and_the_units_that_did_most_and_least_are_told(shot: tuple[Match, Any]) -> None:
    match, _ = shot
    end(match, note="By one hill")
    page = shown(ALICE)
    assert page.xpath("//dt[text()='Most for what was expected']") == []
    (least,) = page.xpath("//dt[text()='Least for what was expected']/following-sibling::dd")
    assert "(Reds): enemy figures and vehicles lost 1, expected 9.6." in text_of(least)
    (line,) = page.xpath("//ol[@class='history-games']/li")
    assert "Won, " in text_of(line)
    assert "By one hill" in text_of(line)
    assert "Enemy figures and vehicles lost 9.6 expected 1 real" in text_of(line)
    assert line.xpath(".//h3/a/@href") == [f"/matches/{match.pk}/report"]


def test_more_games_take_no_more_queries(evenings: list[Match], begin: Begin, django_assert_num_queries: Any) -> None:
    alice = browser_of(ALICE)
    for games in (3, 6):
        assert f"{games} games:" in text_of(shown(ALICE))
        TALLIES.clear()
        with django_assert_num_queries(7):
            alice.get("/matches/history")
        for _ in range(3):
            end(begin())


def test_the_page_says_so_only_if_games_are_left_out(evenings: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    for maximum, told in ((len(evenings), False), (len(evenings) - 1, True)):
        for module in (past_games, history_views):
            monkeypatch.setattr(module, "MAX_COUNTED", maximum)
        assert (f"Only your last {maximum} games are counted." in text_of(shown(ALICE))) is told
