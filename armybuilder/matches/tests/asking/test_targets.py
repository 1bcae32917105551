"""The targets of a unit in the tracker."""

import orjson
import pytest
from lxml import html

import rulesets
from armybuilder.matches.asking.targets import NEVER, TOO_FAR
from armybuilder.matches.log.store import load_match
from armybuilder.matches.screen.tracker import update
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, send
from rulesets.core.calculators import SolveContext
from rulesets.core.engagements import Targets, side_of
from rulesets.core.play.definition import units_on_table
from rulesets.core.play.matches import MatchState
from rulesets.core.play.states import PlayState
from rulesets.registry import get_ruleset
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def listed(match, **query):
    """The panel, and the words of each target or of its equals by its row, those that may be engaged first."""
    answer = browser_of(ALICE).get(f"/matches/{match.pk}/engage", query)
    assert answer.status_code == 200
    page = html.fromstring(answer.content.decode())
    likely = page.xpath("//div[@id='answer']/ul//button")
    words = "string((ancestor::details[@class='target-run']/summary | .)/span)"
    return page, [(each.get("data-target"), each.xpath(words)) for each in likely]


USUAL = {"mbt2020": 4, "forge-of-war": 10, "warstrike": None, "forum-combat": 12}
"""The distance at which targets are compared until a player names one."""


@pytest.mark.parametrize(
    ("game", "own", "common", "differences"),
    [
        ("mbt2020", "u2", "At 4″, by day, target in the open", {""}),
        (
            "forge-of-war",
            "u5",
            "At 10″, standing still, target in the open",
            {"target takes D-markers first", "at its front, owner gives up weapons first"},
        ),
        (
            "warstrike",
            "u3",
            "At full RoF, no order, not Inspired",
            {"1 marker after the fire", "2 markers after the fire"},
        ),
        ("forum-combat", "u2", "At 12 tiles, morale unbroken", {"target in the open", "target in cover 1"}),
    ],
)
def test_the_sheet_says_its_distance_and_conditions_once(
    db: None, game: str, own: str, common: str, differences: set[str]
) -> None:
    special = {"warstrike": {"u3": {"markers": (1,)}}, "forum-combat": {"g5": {"place": (1,)}}}.get(game, {})
    match = begin_example(game, start=MatchState((PlayState(), PlayState(special))))
    page, _ = listed(match, own=own, side="0", distance="")
    assert page.xpath("//p[@class='targets-common']/text()") == [common]
    rows = page.xpath("//div[@id='answer']/ul//button[@data-target]")
    said = "string((ancestor::details[@class='target-run']/summary | .)/small)"
    assert {row.xpath(said) for row in rows} == differences
    fields = page.xpath("//form//input[@name='distance']/@value")
    assert fields == ([] if USUAL[game] is None else [str(USUAL[game])])
    assert [each.get("data-step") for each in page.xpath("//button[@data-step][@aria-pressed='true']")] == (
        fields if USUAL[game] in (4, 12) else []
    )


def test_all_targets_are_compared_at_the_distance_of_the_sheet(db: None) -> None:
    for game, own, far in (("forge-of-war", "u5", "24"), ("forum-combat", "u2", "18")):
        page, _ = listed(begin_example(game), own=own, side="0", distance=far)
        assert page.xpath("string(//p[@class='targets-common'])").startswith(f"At {far}")
        asked = page.xpath("//div[@id='answer']/ul//button/@hx-get")
        assert asked
        assert all(f"distance={far}" in each for each in asked)


def test_squads_are_named_where_they_have_the_cards(db: None) -> None:
    page, likely = listed(begin_example("forum-combat"), own="u2", side="0")
    assert page.xpath("string(//h2)") == "Alpha: targets"
    asked = page.xpath("//div[@id='answer']/ul//button/@hx-get")[0]
    one = html.fromstring(browser_of(ALICE).get(asked).content.decode())
    assert one.xpath("string(//h2)") == "Alpha"
    assert one.xpath("//select[@name='opposing']/optgroup/@label") == ["Squads"]
    assert {each.strip() for each in one.xpath("//select[@name='opposing']//option/text()")} == {
        "Alpha",
        "Bravo",
        "Charlie",
    }
    assert len(likely) == len(one.xpath("//select[@name='opposing']//option"))


def test_artillery_is_asked_for_the_distance_that_it_has(db: None) -> None:
    page, _ = listed(begin_example("mbt2020"), own="u24", side="0")
    assert page.xpath("//label[@for='targets-distance']/text()") == ["Target’s distance from the BGHQ"]
    assert page.xpath("//input[@name='distance']/@value") == ["12"]
    # A distance to the target itself is another one.
    assert page.xpath("//p[@class='targets-common']/text()") == ["At 4″, by day, target in the open"]


def test_figures_under_fire_take_d_markers_in_their_row(db: None) -> None:
    _, likely = listed(begin_example("forge-of-war"), own="u5", side="0", distance="36")
    assert dict(likely)["u5"] == "0.0 of 10 figures lost, 1.8 D-markers, 0% chance to destroy"


@pytest.mark.parametrize(
    ("game", "own"), [("mbt2020", "u2"), ("forge-of-war", "u5"), ("warstrike", "u3"), ("forum-combat", "u2")]
)
@pytest.mark.parametrize("distance", [None, 6, 18])
def test_every_target_has_its_figure_and_the_likeliest_is_first(
    db: None, game: str, own: str, distance: int | None
) -> None:
    match = begin_example(game)
    loaded = load_match(match)
    context, opposing = loaded.armies[0].context, loaded.viewer(0).deployed(loaded.state, 1)
    asks = Targets(
        loaded.setup,
        loaded.ruleset.calculator,
        side_of(loaded.setup.deployed(loaded.state, 0), own),
        SolveContext(context.catalogue, context.house),
        USUAL[game] if distance is None else distance,
    )
    assert opposing is not None
    by_group, expected = loaded.ruleset.group_card is not None, []
    present = list(units_on_table(loaded.setup.play, opposing, by_group=by_group))
    for side in present:
        target = asks.target(side)
        if target.engagement and target.brief and not target.barred and not target.brief.refused:
            holder = side.group.id if by_group else side.unit.id
            expected.append((target.brief.worth, holder, target.brief.words))
    expected.sort(key=lambda each: each[0], reverse=True)
    query = {"own": own, "side": "0", "distance": "" if distance is None else str(distance)}
    page, likely = listed(match, **query)
    assert [holder for holder, _ in likely] == [holder for _, holder, _ in expected]
    assert [words.partition(": ")[2] or words for _, words in likely] == [words for *_, words in expected]
    assert bool(likely) is not (game == "mbt2020" and distance == 18)
    everybody = page.xpath("//button[@data-target]/@data-target")
    assert sorted(everybody) == sorted(side.group.id if by_group else side.unit.id for side in present)


def test_a_tap_asks_the_question_of_the_figure_at_the_same_distance(db: None) -> None:
    match, door = begin_example("forge-of-war"), rulesets.get("forge-of-war")
    page, _ = listed(match, own="u5", side="0", distance="24")
    target = page.xpath("//button[@data-target='u5']")[0]
    answer = html.fromstring(browser_of(ALICE).get(target.get("hx-get")).content.decode())
    question = door.fill_in({"armies": [door.example(), door.example()]}, "shooting", "u5", "u5") | {"distance": 24}
    headline = answer.xpath("string(//div[@id='answer']//h2)")
    assert headline == door.ask("shooting", question)["headline"]
    figure = target.xpath("string(span)").split(" lost")[0]
    assert headline.startswith(figure)
    strip = {each.get("data-step"): each for each in answer.xpath("//button[@data-step]")}
    assert [step for step, each in strip.items() if each.get("aria-pressed") == "true"] == ["24"]
    for step, button in strip.items():
        at_step = door.ask("shooting", question | {"distance": int(step)})
        figure = button.xpath("string(small)")
        # D-markers alone stand for themselves.
        figure = "0.0" if figure.endswith(" D") else figure
        words = (f"{figure} of ", "No shot can hit") if figure == "0.0" else f"{figure} of "
        assert at_step["headline"].startswith(words)


def test_targets_that_may_not_be_engaged_are_folded_with_the_reason(db: None) -> None:
    engaged = PlayState({"u2": {"engaged": (1,)}})
    page, likely = listed(begin_example("mbt2020", start=MatchState((engaged, PlayState()))), own="u2", side="0")
    assert likely == []
    reasons = [each.text_content().rsplit(" ", 1) for each in page.xpath("//details[@open]/summary")]
    assert ["This stand has engaged this turn. A stand engages one target a turn.", "11"] in reasons
    page, likely = listed(begin_example("mbt2020"), own="u2", side="0")
    assert len(likely) == 11
    assert [
        each.text_content().rsplit(" ", 1)[0] for each in page.xpath("//details[not(@open or @class)]/summary")
    ] == [NEVER]


def test_a_hidden_unit_is_a_blank_among_the_targets(begin: Begin) -> None:
    match = begin(hides=True)
    page, likely = listed(match, own=id_in(match, "u2", 0))
    blanks = {blank_of(match, "u3"), blank_of(match, "u4")}
    assert blanks < {holder for holder, words in likely if not words}
    assert "Ruby" not in page.text_content()
    assert page.xpath("//h3/text()") == ["Hidden"]


def test_a_stand_that_has_engaged_says_so_in_place_of_its_blanks(db: None) -> None:
    match, alice = begin_example("mbt2020", hides=True), browser_of(ALICE)
    own = id_in(match, "u2", 0)
    page, _ = listed(match, own=own, side="0")
    blanks = page.xpath("//h3[.='Hidden']/following-sibling::ul[1]//button[@data-target]")
    assert blanks
    done = {"track": "engaged", "box": "engaged", "holder": own, "side": 0}
    assert "number" in send(alice, match, change("e", done))["results"][0]
    page, _ = listed(match, own=own, side="0")
    assert page.xpath("//*[@class='alert alert-warning engage-barred']/text()") == [
        "This stand has engaged this turn. A stand engages one target a turn."
    ]
    folded = page.xpath("//details[not(@open)][starts-with(summary, 'Hidden')]//button[@data-target]")
    assert (len(folded), page.xpath("//h3")) == (len(blanks), [])


@pytest.mark.parametrize(
    ("game", "own", "holder", "ticked", "actions", "result", "now"),
    [
        (
            "warstrike",
            "u3",
            "u3",
            {"u3": {"markers": (1, 2)}},
            {"Activate": False, "Fall back": False},
            "Acts: Advance!, 1 marker left",
            {"markers": [1], "state": [3]},
        ),
        ("forge-of-war", "u5", "u5", {}, {"Activate": True}, "Activates", {"turn": [1, 4]}),
        (
            "forge-of-war",
            "u5",
            "u5",
            {"u5": {"markers": (1, 2)}},
            {"Activate": True, "Rally": True},
            "1 D-marker removed",
            {"markers": [1]},
        ),
        ("forum-combat", "u2", "g1", {"g1": {"place": (2,)}}, {"Break away": False}, "Nobody downed", {"place": []}),
    ],
)
def test_what_a_unit_may_do_by_itself_is_offered_asked_and_applied(
    db: None,
    game: str,
    own: str,
    holder: str,
    ticked: dict[str, dict[str, tuple[int, ...]]],
    actions: dict[str, bool],
    result: str,
    now: dict[str, list[int]],
) -> None:
    match, alice = begin_example(game, start=MatchState((PlayState(ticked), PlayState()))), browser_of(ALICE)
    offered = update(load_match(match), load_match(match).viewer(0), 0)["actions"][0][holder]
    assert [(title, at_once) for _, title, at_once in offered] == [*actions.items()]
    query = {"own": own, "side": "0", "alone": "1", "calculator": offered[-1 if game == "forge-of-war" else 0][0]}
    page = html.fromstring(alice.get(f"/matches/{match.pk}/engage", query).content.decode())
    assert not page.xpath("//select[@name='opposing']")
    assert page.xpath("//input[@name='alone']")
    buttons = {each.text_content(): each.get("data-event") for each in page.xpath("//button[@data-event]")}
    body = orjson.dumps({"since": 0, "events": [{**orjson.loads(buttons[result]), "id": "e1"}]})
    sent = alice.post(f"/matches/{match.pk}/events", body, content_type="application/json").json()
    assert sent["results"] == [{"number": 1}]
    assert {track: sent["ticks"][0][holder].get(track, []) for track in now} == now
    assert " at " not in sent["entries"][0]["words"]


@pytest.mark.parametrize("game", ["mbt2020", "forge-of-war", "warstrike", "forum-combat"])
def test_many_targets_come_in_two_steps_the_likeliest_first(
    db: None, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin_example(game)
    own = "u5" if game == "forge-of-war" else "u3" if game == "warstrike" else "u2"
    _, everybody = listed(match, own=own, side="0")
    monkeypatch.setattr("armybuilder.matches.asking.targets.MAX_AT_ONCE", 2)
    page, first = listed(match, own=own, side="0")
    assert first == everybody[: len(first)]
    assert 0 < len(first) <= 2
    (more,) = page.xpath("//button[starts-with(., 'Compare ')]")
    whole = html.fromstring(browser_of(ALICE).get(more.get("hx-get")).content.decode())
    assert [each.get("data-target") for each in whole.xpath("//div[@id='answer']/ul//button")] == [
        holder for holder, _ in everybody
    ]
    assert not whole.xpath("//button[starts-with(., 'Compare ')]")


def test_a_suppressed_unit_s_first_duty_comes_before_its_targets(db: None) -> None:
    suppressed = MatchState((PlayState({"u3": {"markers": (1, 2)}}), PlayState()))
    page, _ = listed(begin_example("warstrike", start=suppressed), own="u3", side="0")
    first = page.xpath("//div[@id='answer']/*")[0].xpath("./button")
    assert [each.text_content() for each in first] == ["Activate", "Fall back"]
    asked = html.fromstring(browser_of(ALICE).get(first[0].get("hx-get")).content.decode())
    assert "Acts: Advance!, 1 marker left" in asked.xpath("//button[@data-event]/text()")


def test_no_step_of_the_targets_gives_a_hidden_unit_away(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.matches.asking.targets.MAX_AT_ONCE", 1)
    match = begin(hides=True)
    for query in ({}, {"all": "1"}):
        page, _ = listed(match, own=id_in(match, "u2", 0), **query)
        assert "Ruby" not in html.tostring(page, encoding="unicode")


def test_equal_targets_of_one_name_share_a_row_with_their_places(db: None) -> None:
    page, likely = listed(begin_example("mbt2020"), own="u2", side="0", distance="")
    run, *folded = page.xpath("//details[@class='target-run']")
    tanks = run.xpath(".//button/@data-target")
    assert run.xpath("string(summary/b)") == f"{len(tanks)} × Challenger 2"
    assert [holder for holder, _ in likely] == tanks
    assert len(tanks) >= 3
    assert [each.xpath("normalize-space()") for each in run.xpath(".//button")[:2]] == ["BG 1·1", "BG 1·2"]
    # The only row to choose from has nothing to fold away.
    assert "open" in run.attrib
    assert not any("open" in each.attrib for each in folded)


def test_each_target_has_its_symbol_and_each_ending_its_tone(db: None) -> None:
    page, _ = listed(begin_example("mbt2020"), own="u2", side="0")
    symbols = page.xpath("//*[@data-target]//use/@href | //summary//use/@href")
    assert len(symbols) == len(page.xpath("//*[@data-target] | //details[@class='target-run']"))
    assert all(each.startswith("#symbol-1-app6-") for each in symbols)
    endings = page.xpath("//details[@open]/summary//*[starts-with(@class, 'tone-')]")
    assert [(each.get("class"), each.text_content()) for each in endings] == [
        ("tone-good", "If you win, the target is neutralised."),
        ("tone-fair", "If you draw, both are Pinned."),
        ("tone-bad", "If you lose, your stand is neutralised."),
    ]


def test_passengers_are_no_targets_until_they_get_out(db: None) -> None:
    (riders,) = (unit.id for _, unit in get_ruleset("forge-of-war").demo().units() if unit.spec.rides_in)

    def is_offered(ticks: dict[str, dict[str, tuple[int, ...]]]) -> bool:
        match = begin_example("forge-of-war", start=MatchState((PlayState(), PlayState(ticks))))
        page, _ = listed(match, own="u5", side="0", distance="")
        return bool(page.xpath(f"//button[@data-target='{riders}']"))

    assert not is_offered({})
    assert is_offered({riders: {"aboard": ()}})
    page, likely = listed(begin_example("forge-of-war"), own=riders, side="0", distance="")
    assert likely == []
    [reason] = page.xpath("//details[not(@class)]/summary")
    assert reason.text_content().startswith("It is aboard ")


def test_targets_on_the_map_have_their_own_distances(db: None) -> None:
    match, alice, bob = begin_example("forge-of-war"), browser_of(ALICE), browser_of(BOB)
    near, far = "u5", "u8"
    send(alice, match, {"id": "a1", "kind": "place", "own": "u5", "place": [0, 0]})
    for number, (unit, place) in enumerate(((near, [4 * 20, 0]), (far, [4 * 60 + 1, 0]))):
        send(bob, match, {"id": f"b{number}", "kind": "place", "own": unit, "place": place})
    page, _ = listed(match, own="u5", side="0", distance="12")
    rows = {each.get("data-target"): each for each in page.xpath("//button[@data-target]")}
    at = {holder: each.xpath("string(.//*[@class='target-at'])") for holder, each in rows.items()}
    assert (at[near], at[far]) == ("At 20″ on the map", "At 60¼″ on the map")
    assert not any(words for holder, words in at.items() if holder not in (near, far))
    assert page.xpath("//label[@for='targets-distance']/text()") == ["Distance, if not on the map"]
    asked = {holder: each.get("hx-get") for holder, each in rows.items()}
    assert "distance=12" not in asked[near]
    assert any("distance=12" in each for each in asked.values())
    folded = page.xpath("//details[not(@class)][summary]")
    assert far in [each for fold in folded for each in fold.xpath(".//@data-target")]
    panel = html.fromstring(alice.get(asked[near]).content.decode())
    assert panel.xpath("//input[@name='q-distance']/@value") == ["20"]
    assert " ".join(panel.xpath("string(//*[@id='engage-measured'])").split()) == "Distance from the map: 20″"
    assert panel.xpath("//*[@class='engage-fields']/@data-map") == ["q-distance"]
    edited = html.fromstring(alice.get(f"{asked[near]}&q-distance=9").content.decode())
    assert edited.xpath("//input[@name='q-distance']/@value") == ["9"]


def test_with_all_targets_on_the_map_no_distance_is_asked(db: None) -> None:
    match, alice, bob = begin_example("forum-combat"), browser_of(ALICE), browser_of(BOB)
    send(alice, match, {"id": "a1", "kind": "place", "own": "g1", "place": [1, 1]})
    for number, squad in enumerate(("g1", "g5", "g8")):
        send(bob, match, {"id": f"b{number}", "kind": "place", "own": squad, "place": [5, 4 + 12 * number]})
    page, _ = listed(match, own="u2", side="0", distance="12")
    said = page.xpath("//*[@class='target-at']/text()")
    assert sorted(said) == ["At 19 tiles on the map", "At 31 tiles on the map", "At 7 tiles on the map"]
    assert not page.xpath("//input[@name='distance']")
    # A charge needs to know columns and rows.
    charge = alice.get(f"/matches/{match.pk}/engage?own=u2&opposing=u2&side=0&calculator=charge").content.decode()
    fields = html.fromstring(charge)
    assert [fields.xpath(f"//input[@name='q-{name}']/@value") for name in ("across", "down")] == [["4"], ["3"]]


@pytest.mark.parametrize(
    ("game", "own", "holder", "across", "folded"),
    [
        ("mbt2020", "u2", "u2", 2, ""),
        ("mbt2020", "u2", "u2", 400, "the target is beyond 12″"),
        ("forge-of-war", "u5", "u5", 80, ""),
        ("forge-of-war", "u5", "u5", 241, TOO_FAR),
        ("warstrike", "u3", "u3", 2_000, ""),
        ("forum-combat", "u2", "g1", 12, ""),
        ("forum-combat", "u2", "g1", 500, "Out of range: nobody fires"),
    ],
)
def test_only_what_has_no_effect_at_its_distance_is_folded(
    db: None, game: str, own: str, holder: str, across: int, folded: str
) -> None:
    match, mine = begin_example(game), "g1" if game == "forum-combat" else own
    send(browser_of(ALICE), match, {"id": "a1", "kind": "place", "own": mine, "place": [1, 1]})
    send(browser_of(BOB), match, {"id": "b1", "kind": "place", "own": holder, "place": [1 + across, 1]})
    page, likely = listed(match, own=own, side="0", distance="")
    assert (holder in dict(likely)) is not bool(folded)
    reasons = page.xpath(f"//details[.//@data-target='{holder}'][summary][not(@class)]/summary")
    assert [each.text_content().strip().rpartition(" ")[0] for each in reasons] == [folded] * bool(folded)


def kept_apart(page: html.HtmlElement) -> list[str]:
    """The distance fields of a panel that stay with its target."""
    names: str = page.xpath("string(//*[@class='engage-fields']/@data-map)")
    return names.split()


def test_a_distance_off_the_map_stays_with_its_target(db: None) -> None:
    match, alice, bob = begin_example("mbt2020"), browser_of(ALICE), browser_of(BOB)
    ask = f"/matches/{match.pk}/engage?own=u2&opposing=u3&side=0&q-conditions-distance=12"
    send(bob, match, {"id": "b1", "kind": "place", "own": "u2", "place": [0, 0]})
    page = html.fromstring(alice.get(ask).content.decode())
    assert kept_apart(page) == []
    send(alice, match, {"id": "a1", "kind": "place", "own": "u2", "place": [96, 0]})
    page = html.fromstring(alice.get(ask).content.decode())
    names = ["q-conditions-distance", "q-conditions-part"]
    assert kept_apart(page) == names
    (include,) = page.xpath("//select[@name='opposing']/@hx-include")
    assert all(f":not([name={name}])" in include for name in names)


def test_a_distance_that_is_said_has_no_fraction_of_the_map(db: None) -> None:
    match, alice, bob = begin_example("mbt2020"), browser_of(ALICE), browser_of(BOB)
    send(alice, match, {"id": "a1", "kind": "place", "own": "u2", "place": [0, 0]})
    send(bob, match, {"id": "b1", "kind": "place", "own": "u2", "place": [4 * 3 + 1, 0]})
    ask = f"/matches/{match.pk}/engage?own=u2&opposing=u2&side=0"

    def panel(said: str = "") -> tuple[list[str], dict[str, str]]:
        page = html.fromstring(alice.get(ask + said).content.decode())
        part = page.xpath("//select[@name='q-conditions-part']/option[@selected]/@value")
        steps = {each.get("data-step"): each.xpath("string(small)") for each in page.xpath("//button[@data-step]")}
        return [*page.xpath("//input[@name='q-conditions-distance']/@value"), *part], steps

    (fields, steps) = panel()
    assert fields == ["3", "1/4"]
    longest = max(steps, key=int)
    assert steps[longest] != "no"
    assert panel(f"&q-conditions-distance={longest}") == ([longest, "0"], steps)
    # The fraction alone belongs to the whole inches of the map.
    assert panel("&q-conditions-part=1/2")[0] == ["3", "1/2"]
