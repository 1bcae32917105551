"""The luck in the report of a game at the table: page, Markdown, paper, and what of it is hidden."""

from typing import Any

import pytest
from lxml import html

from armybuilder.matches.log import load_match
from armybuilder.matches.luck import luck_report
from armybuilder.matches.report import report_document, report_of
from rulesets.core.play.definition import Harm
from tests.browser.phones import begin_example
from tests.matches.conftest import Begin, blank_of, id_in
from tests.matches.test_playing import change, chip, send
from tests.printing.samples import PRINTER
from tests.visitors import ALICE, BOB, browser_of

ODDS = {
    "worse": 980_000,
    "better": 50_000,
    "own_expected": 250,
    "opposing_expected": 1500,
    "own_lost": 0,
    "opposing_lost": 4000,
}


def entry(number: int, **fields: Any) -> dict[str, Any]:
    return {"number": number, "asking": 0, "kind": "change", "of": 0, "agreed": True, "odds": [ODDS]} | fields


def of(*entries: dict[str, Any], skipped: tuple[int, ...] = ()) -> Any:
    numbers = [each["number"] for each in entries]
    turns, what = dict.fromkeys(numbers, 1), {number: f"Shot {number}" for number in numbers}
    return luck_report(entries, turns, skipped, what, ("Reds", "Blues"), Harm("figures", lambda change: change.amount))


def test_what_did_not_come_about_is_no_luck() -> None:
    assert of() is None
    refusal = {"number": 3, "side": 1, "kind": "answer", "of": 1, "agreed": False}
    assert [each.number for each in of(entry(1), entry(2), refusal).luckiest] == [2]
    assert of(entry(1), skipped=(1,)) is None


def test_losses_are_expected_and_real_by_turn_and_in_all() -> None:
    luck = of(entry(1), entry(2, asking=1))
    first, last = luck.turns
    assert (first.turn, last.turn, luck.harm) == (1, None, "figures")
    assert [(each.expected, each.real, each.expected_length, each.real_length) for each in first.sides] == [
        ("1.8", "4", 43, 100),
        ("1.8", "4", 43, 100),
    ]
    assert luck.lengths == {43, 100}
    (moment, _) = luck.luckiest
    assert (moment.who, moment.what, moment.chance) == ("Reds", "Shot 1", "5.0 % for this or better")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "calculator", "own", "opposing", "hit"),
    [
        ("forge-of-war", "shooting", "u5", "u5", {"track": "strength", "amount": 3, "holder": "u5"}),
        ("mbt2020", "engagement", "u2", "u2", {"track": "state", "box": "neutralised", "holder": "u2"}),
        ("warstrike", "under-fire", "u3", "u3", {"track": "models", "amount": 2, "holder": "u3"}),
        ("forum-combat", "shooting", "g1", "g1", {"track": "hp-1a", "amount": 1, "holder": "g1"}),
    ],
)
def test_the_report_has_the_luck_of_every_game(
    game: str, calculator: str, own: str, opposing: str, hit: dict[str, Any]
) -> None:
    match, alice = begin_example(game, at_once=True), browser_of(ALICE)
    engaged = {"calculator": calculator, "own": own, "opposing": opposing, "result": "Hit", "odds": ODDS}
    assert "number" in send(alice, match, change("e1", {"side": 1, **hit}, **engaged))["results"][0]
    page = html.fromstring(alice.get(f"/matches/{match.pk}/report").content.decode())
    cells = [each.text_content().strip() for each in page.xpath("//table[contains(@class, 'luck')]//td")]
    assert cells == ["0.3", "0", "1.5", "4"] * 2
    (moment,) = page.xpath("//ul[@class='luck-moments']/li")
    assert "Reds, turn 1, entry 1" in moment.text_content()
    assert "5.0 % for this or better" in moment.text_content()
    text = alice.get(f"/matches/{match.pk}/report.md").content.decode()
    assert "| 1 | 0.3 | 0 | 1.5 | 4 |" in text
    assert "5.0 % for this or better" in text.replace("\\", "")
    match.refresh_from_db()
    loaded = load_match(match)
    (part,) = report_document(report_of(loaded, loaded.viewer(None)), "olive", "Credit", PRINTER).parts
    assert '<span class="bar-37">' in part.batches[0].html
    assert ".bar-37{width:37%}" in part.batches[0].geometry


@pytest.mark.django_db
def test_the_luck_of_a_hidden_unit_is_its_player_s_own(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    ruby, blank = id_in(match, "u3"), blank_of(match, "u3")
    pair = {"calculator": "skipping", "own": ruby, "opposing": "u1", "result": "Hit", "odds": ODDS}
    send(bob, match, change("b1", chip(1, ruby), **pair))
    at_blank = {"calculator": "skipping", "own": "u1", "opposing": blank, "result": "Hit", "odds": ODDS}
    send(alice, match, change("a1", chip(0, "u1"), **at_blank))

    def report(browser: Any) -> str:
        return str(browser.get(f"/matches/{match.pk}/report.md").content.decode())

    assert "## Luck" not in report(alice)
    assert "## Luck" in report(bob)
    assert "odds" not in alice.get(f"/matches/{match.pk}/events?since=0").content.decode()
