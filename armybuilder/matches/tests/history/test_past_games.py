"""The games that a player has ended, as they are read."""

import zlib
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from armybuilder.matches.history.counting import Outcome, PastGame
from armybuilder.matches.history.past_games import DEFAULT_RULINGS, TALLIES, names_of_units, past_games
from armybuilder.matches.log.rematches import TAKEN_OVER
from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.models import Match, MatchForce, Seat
from armybuilder.matches.report.match_report import report_of
from armybuilder.matches.tests.conftest import Begin
from armybuilder.matches.tests.report.test_luck import SHOT, entered, shot_that_kills
from armybuilder.matches.tests.screen.test_tracker_views import send
from rulesets.core.calculators import decimal
from rulesets.core.play.luck import Losses
from rulesets.core.play.matches import Event, EventKind, Verdict
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def of(claim: Any) -> list[PastGame]:
    return past_games(Seat.objects.filter(claim_hash=claim.hash))


def end(match: Match, verdict: Verdict | None = Verdict.FIRST, note: str = "", side: int = 0) -> Match:
    submit(match, side, Event(f"end{side}", EventKind.END, verdict=verdict, result=note), both=True)
    return match


def test_both_players_see_the_same_game_from_their_sides(begin: Begin) -> None:
    match = end(begin(player="Ann"), note="By one hill")
    (mine,), (theirs,) = of(ALICE), of(BOB)
    assert (mine.outcome, theirs.outcome) == (Outcome.WON, Outcome.LOST)
    assert (mine.army[1], mine.opposing_army, mine.opponent) == ("Shore", "Gems", "")
    assert (theirs.army[1], theirs.opposing_army, theirs.opponent) == ("Gems", "Shore", "Ann")
    assert (mine.address, mine.note, mine.turns) == (match.pk, "By one hill", 1)
    assert mine.house_rules == ("pebbles", DEFAULT_RULINGS)


def test_only_games_count_that_have_ended_and_in_which_one_plays(begin: Begin) -> None:
    begin()
    deleted, watched, withdrawn, continued = (end(begin(), verdict) for verdict in (*[Verdict.DRAW] * 3, None))
    Match.objects.filter(pk=deleted.pk).update(deleted=timezone.now())
    watched.seats.filter(side=1).update(side=None)
    withdrawn.seats.filter(side=1).update(withdrawn=timezone.now())
    continued.revisions.filter(event="end0").update(event=TAKEN_OVER)
    assert of(BOB) == []
    assert {each.address for each in of(ALICE)} == {watched.pk, withdrawn.pk}
    without = end(begin(), None)
    assert [(each.address, each.outcome) for each in of(BOB)] == [(without.pk, Outcome.UNKNOWN)]


def test_a_corrected_result_counts_at_once_and_the_last_game_is_first(begin: Begin) -> None:
    first, second = end(begin()), end(begin())
    Match.objects.filter(pk=first.pk).update(created=timezone.now() + timedelta(hours=1))
    assert [each.address for each in of(ALICE)] == [first.pk, second.pk]
    first.refresh_from_db()
    submit(first, 1, Event("b1", EventKind.VERDICT, verdict=Verdict.SECOND, result="Counted again"), both=False)
    (corrected, _) = of(ALICE)
    assert (corrected.outcome, corrected.note) == (Outcome.LOST, "Counted again")


@pytest.fixture
def shot() -> tuple[Match, Any]:
    """A game with one shot of the first side whose odds are known, and these odds."""
    match, alice = begin_example("forge-of-war", at_once=True), browser_of(ALICE)
    assert "number" in send(alice, match, entered("a", shot_that_kills(match), SHOT))["results"][0]
    match.refresh_from_db()
    ((odds,),) = (each.came.odds for each in load_match(match).log if each.came)
    return match, odds


def test_luck_is_what_the_log_s_odds_led_to_expect(shot: tuple[Match, Any]) -> None:
    match, odds = shot
    end(match)
    (mine,), (theirs,) = of(ALICE), of(BOB)
    caused = Losses(Fraction(odds.opposing_expected, 1000), Fraction(odds.opposing_lost, 1000))
    assert caused.real == 1
    assert (mine.caused, mine.suffered, mine.deeds) == (caused, Losses(), {"u5": caused})
    assert (theirs.caused, theirs.suffered, theirs.deeds) == (Losses(), caused, {})
    key = "forge-of-war", mine.army[0], "u5"
    (name,) = names_of_units([mine], {key}).values()
    army = load_match(match).armies[0]
    group, unit = army.force.unit("u5")
    assert army.ruleset.row(unit, group, army.context).title in name


def test_what_was_undone_or_refused_is_no_luck(shot: tuple[Match, Any]) -> None:
    match, _ = shot
    submit(match, 0, Event("undo", EventKind.UNDO, of=1), both=False)
    end(match)
    (mine,) = of(ALICE)
    assert (mine.caused, mine.deeds) == (Losses(), {})
    refused = begin_example("forge-of-war")
    send(browser_of(ALICE), refused, entered("a", shot_that_kills(refused), SHOT))
    send(browser_of(BOB), refused, {"id": "no", "kind": "answer", "of": 1, "agreed": False})
    refused.refresh_from_db()
    end(refused)
    assert [each.caused for each in of(ALICE)] == [Losses()] * 2


def test_report_and_history_count_the_same_luck() -> None:
    match, alice, bob = begin_example("forge-of-war"), browser_of(ALICE), browser_of(BOB)

    def sent(browser: Any, event: dict[str, Any]) -> int:
        (result,) = send(browser, match, event)["results"]
        assert "number" in result, result
        return int(result["number"])

    for name, agreed in (("agreed", True), ("refused", False), ("corrected", True)):
        shot = shot_that_kills(match)
        number = sent(alice, entered(name, shot, SHOT))
        sent(bob, {"id": f"answer {name}", "kind": "answer", "of": number, "agreed": agreed})
    two = [{**each, "amount": 2 * each["amount"]} for each in shot["changes"]]
    correction = sent(alice, {"id": "correction", "kind": "correct", "of": number, "changes": two})
    sent(bob, {"id": "agrees", "kind": "answer", "of": correction, "agreed": True})
    sent(alice, entered("waiting", shot_that_kills(match), SHOT))
    match.refresh_from_db()
    end(match)
    match.refresh_from_db()
    loaded = load_match(match)
    ((mine,), (theirs,)) = of(ALICE), of(BOB)
    luck = report_of(loaded, loaded.viewer(0)).luck
    assert luck is not None
    told = [(each.expected, each.real) for each in luck.turns[-1].sides]
    counted = [(mine.suffered, theirs.caused), (mine.caused, theirs.suffered)]
    assert [{(decimal(each.expected, 1), decimal(each.real, 0)) for each in pair} for pair in counted] == [
        {each} for each in told
    ]
    assert told[1][1] == "1"


def test_a_game_whose_rules_are_gone_still_counts(shot: tuple[Match, Any]) -> None:
    match, _ = shot
    end(match)
    Match.objects.update(ruleset="gone", house_rules={"nonesuch": "on"})
    (mine,) = of(ALICE)
    assert (mine.outcome, mine.house_rules) == (Outcome.WON, ("gone nonesuch=on", "nonesuch"))
    MatchForce.objects.all().update(document=b"unreadable")
    assert names_of_units([mine], {("gone", mine.army[0], "u5")}) == {}


@pytest.mark.parametrize("text", ["{", "{}", "[]", "null"])
def test_a_game_that_can_no_longer_be_read_is_left_out(begin: Begin, text: str) -> None:
    sound, damaged = end(begin()), end(begin())
    damaged.revisions.update(document=zlib.compress(text.encode()))
    assert [each.address for each in of(ALICE)] == [sound.pk]


def test_more_games_take_no_more_queries(begin: Begin, django_assert_num_queries: Any) -> None:
    end(begin())
    for games in (1, 4):
        TALLIES.clear()
        with django_assert_num_queries(6):
            assert len(of(ALICE)) == games
        for _ in range(3):
            end(begin())
    of(ALICE)
    with django_assert_num_queries(4):
        assert len(of(ALICE)) == 7
