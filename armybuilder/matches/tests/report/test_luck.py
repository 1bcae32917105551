"""The luck in the report of a game at the table: page, Markdown, paper, and what of it is hidden."""

import re
from collections.abc import Callable
from dataclasses import asdict, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from django.http import QueryDict
from lxml import html

from armybuilder.interchange.texts import plain_in_markdown
from armybuilder.matches.asking.engagement import asked
from armybuilder.matches.log.store import LoadedMatch, load_match
from armybuilder.matches.models import Match
from armybuilder.matches.report.luck import luck_report
from armybuilder.matches.report.match_report import report_document, report_of
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, send
from rulesets.core.calculators import decimal, percent
from rulesets.core.engagements import possible_results
from rulesets.core.play.definition import Harm
from rulesets.core.play.luck import Odds
from rulesets.core.play.matches import MatchState
from rulesets.core.play.states import PlayState
from tests.browser.phones import begin_example
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


def of(*entries: dict[str, Any], waiting: tuple[int, ...] = ()) -> Any:
    numbers = [each["number"] for each in entries]
    turns, what = dict.fromkeys(numbers, 1), {number: f"Shot {number}" for number in numbers}
    return luck_report(entries, turns, waiting, what, ("Reds", "Blues"), Harm("figures", lambda change: change.amount))


def test_what_did_not_come_about_is_no_luck() -> None:
    assert of() is None
    refusal = {"number": 3, "side": 1, "kind": "answer", "of": 1, "agreed": False}
    assert [each.number for each in of(entry(1), entry(2), refusal).luckiest] == [2]
    assert of(entry(1), waiting=(1,)) is None


def test_a_correction_takes_the_luck_of_an_entry_once_it_is_agreed() -> None:
    correction = {"number": 2, "side": 1, "kind": "correct", "of": 1, "agreed": True}
    refusal = {"number": 3, "side": 0, "kind": "answer", "of": 2, "agreed": False}
    assert of(entry(1), correction) is None
    assert [each.number for each in of(entry(1), correction, waiting=(2,)).luckiest] == [1]
    assert [each.number for each in of(entry(1), correction, refusal).luckiest] == [1]


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
    assert (moment.who, moment.what, moment.chance) == ("Reds", "Shot 1", "5.0% chance of this result or better")


def offered(browser: Any, match: Match, question: str) -> list[dict[str, Any]]:
    """The events of the results that a player may tap."""
    page = html.fromstring(browser.get(f"/matches/{match.pk}/engage?{question}").content.decode())
    return [orjson.loads(str(event)) for event in page.xpath("//button/@data-event")]


def entered(identity: str, event: dict[str, Any], question: str) -> dict[str, Any]:
    """The result as the phone sends it, with odds that it made up."""
    plain = {name: value for name, value in event.items() if name != "acting"}
    return {**plain, "id": identity, "kind": "change", "question": question, "odds": ODDS}


SHOT = "own=u5&opposing=u5&side=0&calculator=shooting"


def shot_that_kills(match: Match) -> dict[str, Any]:
    return next(each for each in offered(browser_of(ALICE), match, SHOT) if "1 figure lost" in each["result"])


@pytest.mark.django_db
@pytest.mark.parametrize("question", [SHOT, ""], ids=["of a question", "alone"])
@pytest.mark.parametrize(
    ("forge", "counts"),
    [
        (lambda changes: [each for each in changes if each["side"] == 0], False),
        (lambda changes: [{**each, "amount": min(2, 2 * each["amount"])} for each in changes], False),
        (lambda changes: [*changes, *(each for each in changes if each["track"] == "strength")], False),
        (lambda changes: changes[::-1], True),
        (lambda changes: [{**each, "seen": ""} if each["box"] else each for each in changes], True),
    ],
    ids=["less", "more", "twice", "in another order", "with what was seen"],
)
def test_a_result_has_words_and_odds_only_with_its_changes(
    forge: Callable[[Any], Any], counts: bool, question: str
) -> None:
    match, alice = begin_example("forge-of-war", at_once=True), browser_of(ALICE)
    shot = shot_that_kills(match)
    sent = {**entered("a", shot, question), "changes": forge(shot["changes"])}
    assert "number" in send(alice, match, sent)["results"][0]
    report = alice.get(f"/matches/{match.pk}/report.md").content.decode()
    [told] = alice.get(f"/matches/{match.pk}/events?since=0").json()["entries"]
    assert ("## Luck" in report) is (counts and question != "")
    assert (plain_in_markdown(shot["result"]) in report, told["result"], shot["result"] in told["words"]) == (
        counts,
        shot["result"] if counts else "",
        counts,
    )


@pytest.mark.django_db
def test_a_result_counts_once_its_refusal_was_undone() -> None:
    match, alice, bob = begin_example("forge-of-war"), browser_of(ALICE), browser_of(BOB)
    send(alice, match, entered("a", shot_that_kills(match), SHOT))
    events = {"kind": "answer", "of": 1, "agreed": False}, {"kind": "undo", "of": 2}, {"kind": "answer", "of": 1}
    lucky = []
    for number, event in enumerate(events):
        assert "number" in send(bob, match, {**event, "id": f"b{number}"})["results"][0]
        lucky.append("## Luck" in alice.get(f"/matches/{match.pk}/report.md").text)
    assert lucky == [False, False, True]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("forge-of-war", SHOT),
        ("mbt2020", "own=u2&opposing=u2&side=0&calculator=engagement"),
        ("warstrike", "own=u3&opposing=&side=0&calculator=what-happens-next&alone=1"),
        ("forum-combat", "own=u2&opposing=u2&side=0&calculator=shooting"),
    ],
)
def test_a_result_without_its_question_keeps_its_words(game: str, question: str) -> None:
    side = PlayState({"u3": {"markers": (1, 2)}} if game == "warstrike" else {})
    match, alice = begin_example(game, at_once=True, start=MatchState(sides=(side, side))), browser_of(ALICE)
    event = offered(alice, match, question)[0]
    [told] = send(alice, match, entered("a", event, ""))["entries"]
    assert (told["result"], "odds" in told) == (event["result"], False)
    assert event["result"].replace("your", "Reds’") in told["words"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (lambda changes: changes, "Reveal, 1 Flint at ? Blank: Revealed"),
        (lambda changes: [*changes, chip(0, "u1")], "Reveal, 1 Flint at ? Blank"),
        (lambda changes: [chip(0, "u1")], "Reveal, 1 Flint at ? Blank"),
    ],
    ids=["alone", "with more", "without"],
)
def test_a_reveal_says_so_only_if_it_is_one(begin: Begin, changes: Callable[[Any], Any], said: str) -> None:
    match, alice = begin(hides=True), browser_of(ALICE)
    blank = blank_of(match, "u3")
    [asked_for] = offered(alice, match, f"own=u1&side=0&opposing={blank}")
    [told] = send(alice, match, {**entered("a", asked_for, ""), "changes": changes(asked_for["changes"])})["entries"]
    assert told["words"].replace(f"?{blank.removeprefix('blank-')}", "?") == said


@pytest.mark.django_db
def test_older_odds_count_only_with_the_losses_of_their_result() -> None:
    match, alice = begin_example("forge-of-war", at_once=True), browser_of(ALICE)
    send(alice, match, entered("a", shot_that_kills(match), SHOT))
    match.refresh_from_db()
    loaded = load_match(match)
    [entry], viewer = loaded.log, loaded.viewer(0)
    own = tuple(each for each in entry.event.changes if each.side == 0)
    [true], [forged] = (
        viewer.entries(loaded.state, [each])
        for each in (entry, replace(entry, event=replace(entry.event, changes=own)))
    )
    assert ("odds" in true, "odds" in forged) == (True, False)
    assert (true["result"], forged["result"]) == (entry.event.result, "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "calculator", "unit", "alone", "place"),
    [
        ("forge-of-war", "shooting", "u5", "", 3),
        ("mbt2020", "engagement", "u2", "", -1),
        ("warstrike", "what-happens-next", "u3", "&alone=1", -1),
        ("forum-combat", "shooting", "u2", "", -1),
    ],
)
def test_the_report_has_the_luck_of_every_game_by_the_site_s_own_odds(
    game: str, calculator: str, unit: str, alone: str, place: int
) -> None:
    side = PlayState({"u3": {"markers": (1, 2)}} if game == "warstrike" else {})
    match, alice = begin_example(game, at_once=True, start=MatchState(sides=(side, side))), browser_of(ALICE)
    question = f"own={unit}&opposing={'' if alone else unit}&side=0&calculator={calculator}{alone}"
    event = offered(alice, match, question)[place]
    assert "odds" not in event
    assert "number" in send(alice, match, entered("e1", event, question))["results"][0]
    match.refresh_from_db()
    loaded = load_match(match)
    [entry] = loaded.log
    assert entry.came is not None
    [odds] = entry.came.odds
    assert odds == _odds_by_the_rules(loaded, event, question)
    assert asdict(odds) != ODDS
    page = html.fromstring(alice.get(f"/matches/{match.pk}/report").content.decode())
    cells = [each.text_content().strip() for each in page.xpath("//table[contains(@class, 'luck')]//td")]
    lost = [(odds.own_expected, odds.own_lost), (odds.opposing_expected, odds.opposing_lost)]
    words = [(decimal(Fraction(expected, 1000), 1), decimal(Fraction(real, 1000), 0)) for expected, real in lost]
    assert cells == (2 * [text for pair in words for text in pair] if any(map(any, lost)) else [])
    whole = page.xpath("//ul[@class='luck-whole']/li/text()")
    balance = (odds.own_lost - odds.opposing_lost) // 1000
    weights = {each.lost: each.weight for each in odds.balances}
    worse = sum(weight for lost, weight in weights.items() if lost >= balance)
    for_this = percent(Fraction(worse, sum(weights.values())), 1)
    assert whole[:1] == [f"Reds: {for_this} chance of an overall balance of losses this bad or worse."] * bool(cells)
    (moment,) = page.xpath("//ul[@class='luck-moments']/li")
    assert "Reds, turn 1, entry 1" in moment.text_content()
    chance = percent(Fraction(min(odds.better, odds.worse), 1_000_000), 1)
    assert f"{chance} chance of this result or " in moment.text_content()
    text = alice.get(f"/matches/{match.pk}/report.md").content.decode()
    assert f"{chance} chance of this result or " in text.replace("\\", "")
    (part,) = report_document(report_of(loaded, loaded.viewer(None)), "olive", "Credit", PRINTER).parts
    for length in {0} if not cells else {int(width) for width in re.findall(r"bar-(\d+)", part.batches[0].html)}:
        assert not cells or f".bar-{length}{{width:{length}%}}" in part.batches[0].geometry


def _odds_by_the_rules(loaded: LoadedMatch, event: dict[str, Any], question: str) -> Odds:
    """The odds of a result as the rules give them, from the start of the game."""
    data = QueryDict(question)
    viewer, state = loaded.viewer(0), loaded.setup.start
    before = SimpleNamespace(ruleset=loaded.ruleset, setup=loaded.setup, armies=loaded.armies, state=state)
    found = asked(before, viewer, 0, data["own"], data["opposing"], data)
    assert found is not None
    (odds,) = (each.odds for each in possible_results(*found) if each.event["result"] == event["result"])
    assert odds is not None
    return odds


@pytest.mark.django_db
def test_the_luck_of_a_hidden_unit_is_its_player_s_own(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    ruby, blank = id_in(match, "u3"), blank_of(match, "u3")
    question = f"own={ruby}&opposing=u1&side=1"
    [hit] = [each for each in offered(bob, match, question) if each["result"] == "It hits"]
    send(bob, match, entered("b1", hit, question))
    send(alice, match, {"id": "yes", "kind": "answer", "of": 1})
    at_blank = {"calculator": "skipping", "own": "u1", "opposing": blank, "result": "It hits", "question": "side=0"}
    send(alice, match, change("a1", chip(0, "u1"), **at_blank))

    def report(browser: Any) -> str:
        return str(browser.get(f"/matches/{match.pk}/report.md").content.decode())

    assert "## Luck" not in report(alice)
    assert "## Luck" in report(bob)
    assert "odds" not in alice.get(f"/matches/{match.pk}/events?since=0").content.decode()
