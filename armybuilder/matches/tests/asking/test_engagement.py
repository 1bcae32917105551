"""One unit engages another from the tracker."""

import orjson
import pytest
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.matches.asking.engagement import asked, engage
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.store import load_match
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.site.claims import Author
from rulesets.core.declarations.codec import decode
from rulesets.core.engagements import possible_results
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import Event, MatchState
from rulesets.core.play.states import Change, PlayState
from rulesets.registry import get_ruleset
from tests.browser.phones import begin_example
from tests.rulesets.described.games import slugs_with
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def engaged(match, browser, **query):
    answer = browser.get(f"/matches/{match.pk}/engage", query)
    return answer, html.fromstring(answer.content.decode())


def test_two_units_have_an_answer_and_its_results_are_events(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    answer, page = engaged(match, alice, own="u2", opposing="u3")
    assert answer.status_code == 200
    assert page.xpath("//select[@name='opposing']/optgroup/option[@selected]/@value") == ["u3"]
    assert page.xpath("string(//h2[not(@id)])") == "70% to skip at least once"
    assert page.xpath("//button[@data-step]/@data-step") == ["1", "3", "5"]
    assert page.xpath("//button[@data-step][@aria-pressed='true']/@data-step") == ["3"]
    assert len(page.xpath("//select[@name='q-surface']|//input[@name='q-surface']")) >= 1
    events = [orjson.loads(str(each)) for each in page.xpath("//button/@data-event")]
    assert [event["result"] for event in events] == ["It hits", "It chips", "Nothing"]
    sent = {**events[0], "id": "e1"}
    body = orjson.dumps({"since": 0, "events": [sent]})
    alice.post(f"/matches/{match.pk}/events", body, content_type="application/json")
    body = orjson.dumps({"since": 0, "events": [{"id": "b1", "kind": "answer", "of": 1}]})
    ticks = bob.post(f"/matches/{match.pk}/events", body, content_type="application/json").json()["ticks"]
    assert ticks[:2] == [{"u2": {"done": [1]}}, {"u3": {"place": [2]}}]


def test_states_and_conditions_go_into_the_question(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    changes = [{"track": "chips", "amount": 2, "holder": "u2"}, {"track": "water", "box": "wild", "holder": "game"}]
    body = orjson.dumps({"since": 0, "events": [{"id": "e1", "changes": changes}]})
    alice.post(f"/matches/{match.pk}/events", body, content_type="application/json")
    _, page = engaged(match, alice, own="u2", opposing="u3")
    assert page.xpath("//input[@name='q-throws']/@value") == ["1"]
    _, page = engaged(match, alice, own="u2", opposing="u3", **{"q-throws": "2", "q-surface": "smooth"})
    assert page.xpath("string(//h2[not(@id)])") == "75% to skip at least once"


def test_a_blank_has_no_answer_but_can_be_asked_to_reveal_itself(begin: Begin) -> None:
    match, alice = begin(hides=True), browser_of(ALICE)
    blank = blank_of(match, "u3")
    answer, page = engaged(match, alice, own=id_in(match, "u2", 0), opposing=blank)
    assert (answer.status_code, "Ruby" in answer.content.decode()) == (200, False)
    events = [orjson.loads(str(each)) for each in page.xpath("//button/@data-event")]
    assert [(event["opposing"], event["changes"][0]["holder"]) for event in events] == [(blank, blank)]
    own = id_in(match, "u2", 0)
    assert engaged(match, alice, own=own, opposing=id_in(match, "u3"))[0].status_code == 404


@pytest.mark.parametrize("query", [{"own": "u99"}, {"opposing": "u3"}, {"own": "u99", "opposing": "u3"}])
def test_units_that_are_not_there_are_not_found(begin: Begin, query: dict[str, str]) -> None:
    assert engaged(begin(), browser_of(ALICE), **query)[0].status_code == 404


def test_an_opponent_without_a_list_is_described_by_the_question(army: Army) -> None:
    match = begin_match(ChosenForce(load_head(army), army), None, {}, Author(None, ALICE.hash))
    answer, page = engaged(match, browser_of(ALICE), own="u2")
    assert answer.status_code == 200
    assert "a generic opponent" in page.text_content()
    assert page.xpath("//details[@class='engage-rest'][@open]//input[@name='q-throws']/@value") == ["3"]
    events = [orjson.loads(str(each)) for each in page.xpath("//button/@data-event")]
    assert [(event["result"], event["opposing"]) for event in events] == [
        ("It hits", ""),
        ("It chips", ""),
        ("Nothing", ""),
    ]
    body = orjson.dumps({"since": 0, "events": [{**events[1], "id": "e1"}]})
    sent = browser_of(ALICE).post(f"/matches/{match.pk}/events", body, content_type="application/json").json()
    assert sent["ticks"] == [{"u2": {"done": [1], "chips": [1]}}, {}, {}]
    assert sent["entries"][0]["words"] == "Skipping, 1 Flint at Opponent: It chips"
    assert page.xpath("string(//div[@id='answer']//h2)") == "70% to skip at least once"


def test_one_player_alone_engages_with_either_side(begin: Begin) -> None:
    match, alice = begin(seated=False), browser_of(ALICE)
    _, page = engaged(match, alice, own="u4", opposing="u2", side="1")
    event = orjson.loads(str(page.xpath("//button/@data-event")[0]))
    body = orjson.dumps({"since": 0, "events": [{**event, "id": "e1"}]})
    answer = alice.post(f"/matches/{match.pk}/events", body, content_type="application/json").json()
    assert answer["results"] == [{"number": 1}]
    assert answer["ticks"][:2] == [{"u2": {"place": [2]}}, {"u4": {"done": [1]}}]
    assert [(entry["side"], entry["own"], entry["opposing"]) for entry in answer["entries"]] == [(1, "u4", "u2")]


def test_losses_of_one_side_exclude_each_other(db: None) -> None:
    combat = panel("forge-of-war", "u5", "u5", "close-combat")
    assert {words.split(":")[0]: part for words, part in combat} == {"Defenders": "", "Attackers": "own"}
    fire = panel("warstrike", "u3", "u4", "under-fire")
    assert {words.split()[-1].rstrip("s"): part for words, part in fire} == {"marker": "markers", "lost": "models"}


def panel(game: str, own: str, opposing: str, calculator: str) -> list[tuple[str, str]]:
    """What may have happened to two units of the example army, each with the part that it belongs to."""
    match = begin_example(game, at_once=True)
    query = {"own": own, "opposing": opposing, "side": "0", "calculator": calculator}
    page = html.fromstring(browser_of(ALICE).get(f"/matches/{match.pk}/engage", query).content.decode())
    return [(each.text_content(), each.get("data-part")) for each in page.xpath("//button[@data-event]")]


@pytest.mark.parametrize("game", slugs_with("duel"))
def test_engagements_by_kind_offer_what_became_of_your_unit(db: None, game: str) -> None:
    ruleset = get_ruleset(game)
    chosen = ChosenForce(LoadedArmy(ruleset, ruleset.demo()))
    match, alice = begin_match(chosen, None, {}, Author(None, ALICE.hash)), browser_of(ALICE)
    loaded = load_match(match)
    for unit in [unit.id for _, unit in chosen.loaded.force.units()][:3]:
        first = engaged(match, alice, own=unit)[1]
        for calculator in first.xpath("//*[@name='calculator']/@value"):
            page = engaged(match, alice, own=unit, calculator=calculator)[1]
            for sent in page.xpath("//button/@data-event"):
                event = orjson.loads(str(sent))
                changes = tuple(decode(Change, each) for each in event["changes"])
                assert event["opposing"] == ""
                assert {each.side for each in changes} == {0}
                play(loaded.setup, loaded.state, (), 0, Event("e", changes=changes), both=True)


TANK, FLIGHT = "u2", "u26"
WAITS = "This flight waits at its own edge for a turn and engages in the next one."


@pytest.mark.parametrize(
    ("own", "ticked", "said"),
    [
        (TANK, {}, []),
        (TANK, {TANK: {"engaged": (1,)}}, ["This stand has engaged this turn. A stand engages one target a turn."]),
        (FLIGHT, {}, ["This flight is not on the table yet. When it arrives, record that as its first turn."]),
        (
            FLIGHT,
            {FLIGHT: {"turns": (1,)}},
            ["This flight waits at its own edge for a turn and engages in the next one."],
        ),
        (FLIGHT, {FLIGHT: {"turns": (1, 2)}}, []),
    ],
)
def test_results_that_may_not_be_are_offered_after_a_tap_alone(
    db: None, own: str, ticked: dict[str, dict[str, tuple[int, ...]]], said: list[str]
) -> None:
    match = begin_example("mbt2020", at_once=True, start=MatchState((PlayState(ticked), PlayState())))
    alice = browser_of(ALICE)
    page = engaged(match, alice, own=own, opposing=TANK, side="0")[1]
    assert [each.text_content() for each in page.find_class("engage-barred")] == said
    buttons = page.xpath("//button[@data-event]")
    assert len(buttons) == 3
    folded = page.xpath("//details[not(@open)][summary[text()='Record a result anyway']]//button[@data-event]")
    assert folded == (buttons if said else [])
    body = orjson.dumps({"since": 0, "events": [{**orjson.loads(buttons[0].get("data-event")), "id": "e1"}]})
    sent = alice.post(f"/matches/{match.pk}/events", body, content_type="application/json").json()
    assert sent["results"] == [{"number": 1}]
    assert sent["ticks"][0][own]["engaged"] == [1]


def test_the_likeliest_results_are_in_sight(db: None) -> None:
    loaded = load_match(begin_example("forge-of-war"))
    question = asked(loaded, loaded.viewer(0), 0, "u5", "u5", {})
    assert question is not None
    possible = {each.result.label: each.odds for each in possible_results(*question)}
    chances = {label: odds.worse + odds.better for label, odds in possible.items() if odds}
    shown = [each.label for each in engage(loaded, loaded.viewer(0), 0, "u5", "u5", {}).results]
    assert shown[:3] == sorted(chances, key=lambda label: -chances[label])[:3]
    assert shown[3:] == [label for label in possible if label not in shown[:3]]


@pytest.mark.parametrize("game", slugs_with("guard", "lanes"))
def test_conditions_of_both_units_say_whose_they_are(db: None, game: str) -> None:
    match, alice = begin_example(game), browser_of(ALICE)
    loaded = load_match(match)
    groups = loaded.armies[0].force.groups if loaded.armies[0] else ()
    holders = [group.id for group in groups] if game == "forum-combat" else [unit.id for unit in groups[0].units][:4]
    for own in holders:
        for opposing in holders:
            page = engaged(match, alice, own=own, opposing=opposing)[1]
            for calculator in page.xpath("//*[@name='calculator']/@value"):
                asked_page = engaged(match, alice, own=own, opposing=opposing, calculator=calculator)[1]
                (fields,) = asked_page.find_class("engage-fields")
                texts = [" ".join(each.text_content().split()) for each in fields.xpath(".//label|.//legend")]
                named = [text for text in texts if not text.replace("″", "").isdigit()]
                conditions = engage(loaded, loaded.viewer(0), 0, own, opposing, {"calculator": calculator}).conditions
                labels = [str(field.label) for field in conditions]
                assert len(labels) == len(set(labels)), (own, opposing, calculator)
                assert all(any(label in text for text in named) for label in labels), (labels, named)


def test_a_question_out_of_turn_says_so_in_one_line_with_its_rule() -> None:
    match = begin_example("warstrike")
    lines = "//p[@class='engage-early']"
    query = {"own": "u3", "opposing": "u4"}
    _, mine = engaged(match, browser_of(ALICE), **query)
    _, theirs = engaged(match, browser_of(BOB), **query)
    assert not mine.xpath(lines)
    assert [" ".join(each.text_content().split()) for each in theirs.xpath(lines)] == [
        "It is the other side’s go. WS-SEQ-1"
    ]
    assert theirs.xpath("//div[@class='engage-results']//button[@data-event]"), "the players may do it all the same"
