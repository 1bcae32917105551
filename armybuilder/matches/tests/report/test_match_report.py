"""The report of a game at the table: page, Markdown and PDF."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils import timezone
from lxml import html

from armybuilder.matches.history.past_games import TALLIES
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match
from armybuilder.matches.report.match_report import report_document, report_of
from armybuilder.matches.screen.pictures import match_svg
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, send
from armybuilder.printing.documents import print_pdf
from armybuilder.site.claims import Author, Claim
from rulesets.core.declarations.codec import encode
from rulesets.core.play.definition import REVEALED
from rulesets.core.play.match_log import replayed
from rulesets.core.play.matches import LogEntry, MatchState
from rulesets.core.play.matches import Match as MatchSetup
from rulesets.core.play.states import Change
from tests.browser.phones import begin_example
from tests.printing.pdf_reading import read
from tests.printing.samples import PRINTER
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


ENGAGED = {"calculator": "any", "own": "u2", "opposing": "u3", "result": "Hit"}


def out(side: int, unit: str, **fields: Any) -> dict[str, Any]:
    return {"track": "out-of-play", "box": "out", "holder": unit, "side": side, **fields}


@pytest.fixture
def played(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A game of a turn and a bit: losses, an engagement, an undo, the clocks."""
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    monkeypatch.setattr("armybuilder.matches.log.store.now", lambda: 1_000_000)
    events = [
        change("a1", chip(0)),
        change("a2", out(0, "u2")),
        change("a3", chip(1, "u3"), calculator="skipping", own="u2", opposing="u3", result="It hits"),
        *({"id": f"n{n}", "kind": "next", "turn": 1, "segment": n} for n in range(3)),
        change("a4", out(0, "u3")),
        {"id": "a5", "kind": "undo", "of": 7},
        {"id": "a6", "kind": "clock", "clock": "set", "whose": 0, "seconds": 3725},
    ]
    for event in events:
        player = bob if event["id"] == "n1" else alice  # the second player ends his own throws
        assert "number" in send(player, match, event)["results"][0]
    send(bob, match, {"id": "b1", "kind": "answer", "of": 3}, change("b2", out(1, "u2"), out(1, "u3")))
    return Match.objects.get(pk=match.pk)


def test_every_entry_is_told_with_who_when_and_what_was_before(played: Match) -> None:
    loaded = load_match(played)
    report = report_of(loaded, loaded.viewer(None))
    told = [(line.turn, line.segment, line.who, line.what, line.undone) for line in report.lines]
    assert told == [
        (1, "First throws", "Shore", "", False),
        (1, "First throws", "Shore", "", False),
        (1, "First throws", "Shore", "Skipping, 1 Flint at 2 Ruby", False),
        (1, "First throws", "Shore", "Turn 1: “First throws” ended", False),
        (1, "Second throws", "Gems", "Turn 1: “Second throws” ended", False),
        (1, "Tide", "Shore", "Turn 1: “Tide” ended", False),
        (2, "First throws", "Shore", "", True),
        (2, "First throws", "Shore", "Undid 7", False),
        (2, "First throws", "Shore", "Clock of Shore set to 1:02:05", False),
        (2, "First throws", "Gems", "Agreed to 3 (Skipping, 1 Flint at 2 Ruby)", False),
        (2, "First throws", "Gems", "", False),
    ]
    changes = [line.changes for line in report.lines]
    assert changes[:2] == [("1 Flint (Shore) – Chips: 0 → 1",), ("1 Flint (Shore) – Out of play",)]
    assert changes[9] == ("2 Ruby (Gems) – Chips: 0 → 1",)
    assert {line.time.isoformat() for line in report.lines} == {"1970-01-01T00:16:40+00:00"}
    lost = [(each.turn, [(loss.side, loss.number, loss.length) for loss in each.losses]) for each in report.losses]
    assert lost == [(1, [(0, 1, 50), (1, 0, 0)]), (2, [(0, 0, 0), (1, 2, 100)])]
    assert [line.number for line in report.only("1:u3")] == [3, 10, 11]


def test_the_report_is_a_page_and_markdown(played: Match) -> None:
    alice, path = browser_of(ALICE), f"/matches/{played.pk}/report"
    page = html.fromstring(alice.get(path).content.decode())
    lost = page.xpath("//table[@class='losses']//td/text()[normalize-space()]")
    assert [number.strip() for number in lost] == ["1", "0", "0", "2"]
    assert len(page.xpath("//ol[@class='report-lines']/li")) == 11
    one = html.fromstring(alice.get(path, {"unit": "1:u3"}).content.decode())
    assert one.xpath("//ol[@class='report-lines']/li/@value") == ["3", "10", "11"]
    answer = alice.get(f"{path}.md")
    text = answer.content.decode()
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert "| 2 | 0 | 2 |\n" in text
    assert "   - 1 Flint (Shore) – Chips: 0 → 1\n" in text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("zone", "told"), [("", "00:16:40"), ("Europe/London", "01:16:40")])
def test_the_report_is_a_pdf_in_the_reader_s_time(played: Match, zone: str, told: str) -> None:
    alice = browser_of(ALICE)
    alice.cookies["timezone"] = zone
    for _ in range(10):
        answer = alice.get(f"/matches/{played.pk}/report.pdf")
        if answer.status_code != 202:
            break
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")
    times = [text for page in read(answer.content) for *_, text in page.texts if re.fullmatch(r"\d\d:\d\d:\d\d", text)]
    assert times == [told] * 11
    caches["counts"].clear()


def test_what_is_hidden_is_in_the_report_once_the_game_has_ended(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    ruby, blank = id_in(match, "u3"), blank_of(match, "u3")
    send(bob, match, change("b1", chip(1, ruby)), change("b2", out(1, ruby)))
    reveal = {"track": REVEALED, "box": "1", "holder": blank, "side": 1}
    send(alice, match, change("a1", reveal, calculator="skipping", own="u1", opposing=blank, result="Seen"))

    def report(browser: Any) -> str:
        return str(browser.get(f"/matches/{match.pk}/report.md").content.decode())

    assert "Ruby" in report(bob)
    for _ in range(2):
        text = report(alice)
        assert "Ruby" not in text
        assert re.search(r", 1 Flint at \?[123] Blank\n", text.replace("\\", ""))
        assert "Something hidden" in text
        assert "| 1 | 0 | 0 |" in text
    send(alice, match, {"id": "a2", "kind": "end"})
    assert "Ruby" not in report(alice)
    send(bob, match, {"id": "b3", "kind": "answer", "of": 4})
    assert "Ruby" in report(alice)
    assert "| 1 | 0 | 1 |" in report(alice)


def test_on_paper_each_side_s_bars_have_their_length(played: Match) -> None:
    loaded = load_match(played)
    report = report_of(loaded, loaded.viewer(None))
    (part,) = report_document(report, "olive", "Credit", PRINTER).parts
    batch = part.batches[0]
    bars = re.findall(r'<span class="losses-bar side-(\d)"><span class="(bar-\d+)">', batch.html)
    assert bars == [("0", "bar-50"), ("1", "bar-0"), ("0", "bar-0"), ("1", "bar-100")]
    assert all(f".{name}{{width:{name.removeprefix('bar-')}%}}" in batch.geometry for _, name in bars)


def test_times_are_those_of_the_reader(played: Match) -> None:
    """An engagement at 00:16:40 in London, which had British Standard Time in 1970, on page, in text and on paper."""
    alice, path = browser_of(ALICE), f"/matches/{played.pk}/report"
    for cookie, told, day in (("", "00:16:40 UTC", "UTC"), ("Europe/London", "01:16:40 BST", "(GMT|BST)")):
        alice.cookies["timezone"] = cookie
        page, text = (alice.get(path + form).content.decode() for form in ("", ".md"))
        assert (page.count(f">{told}</time>"), text.count(told)) == (11, 11)
        assert re.search(rf"<dd>\d+ \w+ \d{{4}}, \d\d:\d\d {day}</dd>", page)
    loaded = load_match(played)
    with timezone.override(ZoneInfo("Europe/London")):
        (part,) = report_document(report_of(loaded, loaded.viewer(None)), "olive", "Credit", PRINTER).parts
    assert part.batches[0].html.count("<td>01:16:40</td>") == 11


def test_a_long_name_stays_whole_on_paper(played: Match) -> None:
    """The log of two armies with long names takes a line for each entry."""
    loaded = load_match(played)
    report = report_of(loaded, loaded.viewer(None))
    name = "Schwere Panzerabteilung 503"
    lines = tuple(replace(line, who=name) for line in report.lines)
    document = report_document(replace(report, lines=lines), "olive", "Credit", PRINTER)
    (page,) = read(print_pdf(document, PRINTER))
    assert sum(name in text for *_, text in page.texts) == len(lines)


def test_no_line_on_paper_begins_or_ends_empty(played: Match) -> None:
    loaded = load_match(played)
    report = report_of(loaded, loaded.viewer(None))
    assert not report.lines[0].what
    text = render_to_string("printing/match-report.html", {"report": report, "lines": report.lines, "first": False})
    told = re.findall(r"<b>[^<]*</b>([^<]*(?:<br>[^<]*)*)</td>", text)
    assert len(told) == len(report.lines)
    assert [each for each in told if not all(part.strip() for part in each.split("<br>"))] == []


@pytest.mark.parametrize(
    ("game", "kinds", "hits", "lost"),
    [
        ("mbt2020", ["stands"], [out(0, "u2")], [1, 0]),
        (
            "forge-of-war",
            ["units", "figures"],
            [{"track": "strength", "amount": 3, "holder": "u5"}, {"track": "strength", "amount": -1, "holder": "u5"}],
            [0, 2, 0, 0],
        ),
        ("warstrike", ["units", "models"], [{"track": "models", "amount": 2, "holder": "u3", "side": 1}], [0, 0, 0, 2]),
        (
            "forum-combat",
            ["squads", "units", "HP"],
            [
                {"track": "hp-1a", "amount": 1, "holder": "g1"},
                {"track": "hp-1b", "amount": 2, "holder": "g1"},
                {"track": "out", "amount": 1, "holder": "g1"},
            ],
            [0, 2, 3, 0, 0, 0],
        ),
    ],
)
def test_figures_and_hp_are_losses_too(
    db: None, game: str, kinds: list[str], hits: list[dict[str, Any]], lost: list[int]
) -> None:
    match, alice = begin_example(game, at_once=True), browser_of(ALICE)
    events = [change(f"e{number}", {"side": 0, **hit}, **ENGAGED) for number, hit in enumerate(hits)]
    for event in events:
        assert "number" in send(alice, match, event)["results"][0]
    page = html.fromstring(alice.get(f"/matches/{match.pk}/report").content.decode())
    headings = [f"{side}: {kind}" for side in ("Reds", "Blues") for kind in kinds]
    assert page.xpath("//table[@class='losses']//th[@scope='col']/text()") == ["Turn", *headings]
    assert [int(each) for each in page.xpath("//table[@class='losses']//td/text()[normalize-space()]")] == lost
    text = alice.get(f"/matches/{match.pk}/report.md").content.decode()
    assert f"| 1 | {' | '.join(map(str, lost))} |" in text


@pytest.mark.parametrize(
    ("game", "hit", "holder"),
    [
        ("mbt2020", {"track": "state", "box": "neutralised"}, "u2"),
        ("forge-of-war", {"track": "strength", "amount": 0}, "u5"),
        ("forum-combat", {"track": "out", "amount": 0}, "g1"),
    ],
)
def test_a_unit_without_anybody_left_is_lost_once(db: None, game: str, hit: dict[str, Any], holder: str) -> None:
    match, alice = begin_example(game, at_once=True), browser_of(ALICE)
    if "amount" in hit:
        tracks = load_match(match).setup.tracks[0][holder]
        hit = {**hit, "amount": next(track.boxes for track in tracks if track.slug == hit["track"])}
    for number, each in enumerate(({"side": 0, "holder": holder, **hit}, out(0, holder))):
        assert "number" in send(alice, match, change(f"e{number}", each))["results"][0]
    loaded = load_match(Match.objects.get(pk=match.pk))
    report = report_of(loaded, loaded.viewer(None))
    assert report.losses[0].losses[0].number == 1


@pytest.mark.parametrize(
    ("changes", "squads", "units"),
    [
        ([out(0, "u2")], 0, 8),
        ([{"track": "out", "amount": 2, "holder": "g1"}, out(0, "u2")], 0, 8),
        ([out(0, "g1")], 1, 10),
        ([out(0, "g1"), out(0, "g1", on=False)], 0, 0),
    ],
)
def test_units_out_of_play_with_their_squad_are_lost(
    db: None, changes: list[dict[str, Any]], squads: int, units: int
) -> None:
    match, alice = begin_example("forum-combat", at_once=True), browser_of(ALICE)
    for number, each in enumerate(changes):
        assert "number" in send(alice, match, change(f"e{number}", {"side": 0, **each}))["results"][0]
    loaded = load_match(Match.objects.get(pk=match.pk))
    lost = report_of(loaded, loaded.viewer(None)).losses[0].losses
    assert [loss.number for loss in lost if loss.side == 0] == [squads, units, 0]


def test_a_log_with_an_entry_that_is_impossible_now_has_its_report(
    played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(match: MatchSetup, log: tuple[LogEntry, ...]) -> Iterator[MatchState]:
        first, *_ = log
        return replayed(match, (replace(first, made=(Change("of older rules", 1, holder="u2"),)), *log[1:]))

    monkeypatch.setattr("armybuilder.matches.report.match_report.replayed", broken)
    loaded = load_match(played)
    report = report_of(loaded, loaded.viewer(None))
    assert len(report.lines) == len(loaded.log)
    assert [loss.number for turn in report.losses for loss in turn.losses] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("game", "holder", "lost"),
    [
        ("mbt2020", "u2", {"stands": 1}),
        ("forge-of-war", "u5", {"units": 1, "figures": 10}),
        ("warstrike", "u3", {"units": 1, "models": 10}),
        ("forum-combat", "g1", {"squads": 1, "units": 10, "HP": 26}),
    ],
)
def test_a_unit_without_its_last_figure_is_gone_and_counts_as_lost(
    game: str, holder: str, lost: dict[str, int]
) -> None:
    match, alice = begin_example(game, at_once=True), browser_of(ALICE)
    setup = load_match(match).setup
    *others, last = losses_of(setup, holder) or [Change("state", box="neutralised", holder=holder)]

    def after(event: str, *changes: Change) -> tuple[bool, dict[str, int]]:
        """Whether the unit is out of play after these changes, and what the report counts as lost."""
        sent = send(alice, match, change(event, *map(encode, changes)))
        assert "number" in sent["results"][0]
        loaded = load_match(Match.objects.get(pk=match.pk))
        report = report_of(loaded, loaded.viewer(0))
        (turn,) = report.losses
        counts = {
            kind: loss.number for (side, kind), loss in zip(report.lost, turn.losses, strict=True) if side == "Reds"
        }
        return "out-of-play" in sent["ticks"][0][holder], {kind: counts[kind] for kind in lost}

    first = last.amount // 6  # a unit of Forum Combat falls before its last HP
    if last.amount:
        gone, counts = after("a1", *others, replace(last, amount=first))
        assert (gone, next(iter(counts.values()))) == (False, 0)
    assert after("a2", replace(last, amount=last.amount - first)) == (setup.play.removes, lost)


def losses_of(setup: MatchSetup, holder: str) -> list[Change]:
    """The changes that take all figures of a unit or squad."""
    assert setup.play.harm is not None
    counted = [Change(each.slug, each.boxes, holder=holder) for each in setup.tracks[0][holder] if each.counts]
    return [each for each in counted if setup.play.harm.of(each)]


def test_what_leaves_the_site_says_who_won_only_if_the_player_says_so(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    send(alice, match, {"id": "a1", "kind": "end", "verdict": "second", "result": "By one hill"})
    send(browser_of(BOB), match, {"id": "b1", "kind": "verdict", "verdict": "second", "result": "By one hill"})
    page, here = alice.get(f"/matches/{match.pk}/report").text, f"/matches/{match.pk}/report.md"
    assert "Gems won, as both sides agree. By one hill" in page
    silent, told = alice.get(here).text, alice.get(f"{here}?result=on").text
    assert [words in silent for words in ("won", "By one hill")] == [False, False]
    assert [words in silent for words in ("The game has ended", "Agreed")] == [True, True]
    assert told.count("Gems won") == 3
    loaded = load_match(Match.objects.get(pk=match.pk))
    shown = [re.findall(">([^<>]+)</text>", match_svg(loaded, tells_result=each))[1] for each in (False, True)]
    assert shown == ["Ended in turn 1", "Gems won in turn 1"]


def test_the_player_s_history_is_told_of_games_like_this_one(begin: Begin) -> None:
    first, second, alice = begin(), begin(), browser_of(ALICE)
    for match, verdict in ((first, "first"), (second, "draw")):
        match.seats.filter(side=1).update(player="Ben")
        send(alice, match, {"id": "a1", "kind": "end", "verdict": verdict})
    # The army was renamed between the games.
    first.forces.filter(side=0).update(name="Coast")
    here = f"/matches/{second.pk}/report"
    TALLIES.clear()
    facts = html.fromstring(alice.get(here).text).xpath("//dl[contains(@class, 'report-facts')]/div")
    told = {each.find("dt").text: each.find("dd").text for each in facts}
    words = "1 won, 1 drawn, 0 lost"
    assert [told[term] for term in ("Your games so far", "With Shore", "Against Ben")] == [words] * 3
    heads = dict(Match.objects.values_list("pk", "head"))
    assert [TALLIES.get((each.pk, heads[each.pk])) is not None for each in (first, second)] == [False, True]
    assert "so far" not in alice.get(f"/matches/{first.pk}/report").text
    assert "so far" not in alice.get(f"{here}.md?result=on").text
    assert f"- Against Ben: {words}" in alice.get(f"{here}.md?history=on").text
    assert "0 won, 1 drawn, 1 lost" in browser_of(BOB).get(f"{here}.md?history=on").text
    carol = Claim("the key of carol")
    watching = invite(second, None)
    take(watching, Author(None, carol.hash), watching.invitation)
    assert "so far" not in browser_of(carol).get(f"{here}.md?history=on").text
