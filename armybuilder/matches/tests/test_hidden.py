"""Hidden is hidden on the server: all that the other phone and a spectator are sent in a hidden game."""

import itertools
import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client

from armybuilder.api.models import Token, create_token
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.report import report_views
from armybuilder.matches.tests.conftest import Begin, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, poll, send
from armybuilder.sharing.links import create_link
from armybuilder.site.claims import Author, Claim
from rulesets.core.forces.force import AnyForce, Unit, add_group, for_opponent
from rulesets.core.play.definition import REVEALED, REVEALED_TRACK
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset
from tests.api.conftest import Program
from tests.tiny_system.pebbles import Pebble, Surface
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

CAROL = Claim("the key of carol")
ROUGH = Unit("", Pebble())


def gem(name: str, stone: str = "flint") -> Unit[Pebble]:
    """A unit that begins hidden."""
    return Unit("", Pebble(stone, Surface.SMOOTH, polished=True), name)


ARMIES: dict[str, list[tuple[str, list[Unit[Pebble]]]]] = {
    "as it is": [("Pile", [ROUGH, gem("Ruby"), gem("Opal")]), ("Vault", [gem("Topaz")])],
    "other kinds in other groups": [
        ("Pile", [ROUGH]),
        ("Cave", [gem("Jade", "slate"), gem("Onyx", "slate")]),
        ("Hoard", [gem("Pearl", "slate")]),
    ],
}
SECRETS = re.compile(
    r'12345|1\.2% for this|Ruby|Opal|Topaz|Jade|Onyx|Pearl|Vault|Hoard|Cave|polished(?!": false)|\bx\d\b|\bg[2-9]\b'
)
"""Names of hidden units and of their groups, their ids, the odds of their engagements;
that their kinds make no difference is compared."""


IDS = ("u1", "u2", "x1", "x4", "g1", "g2", "fake-1", "fake-2", "blank-1", "blank-4", "nobody")
"""Ids of all sorts, of which an army of four blanks may have any."""
MORE_IDS = ("", "game", "x2", "x3", "x5", "g3", "fake-3", "fake-4", "blank-2", "blank-3", "blank-5")


def forged_events() -> Iterator[dict[str, Any]]:
    """Events of every kind to every id, which a phone can send but the tracker would not."""
    for track, id_ in itertools.product((REVEALED, "chips"), (*IDS, *MORE_IDS)):
        to_it: dict[str, Any] = {"track": track, "box": "1", "amount": 1, "holder": id_, "side": 1}
        yield {"kind": "change", "changes": [to_it]}
        yield {"kind": "change", "changes": [to_it], "calculator": "reveal", "own": "u1", "opposing": id_}
        yield {"kind": "change", "changes": [to_it], "calculator": "reveal", "own": "u1", "opposing": "u1"}
    for id_ in (*IDS, *MORE_IDS):
        pair = {"calculator": "skipping", "own": "u1", "opposing": id_}
        yield {"kind": "change", "changes": [chip(0, "u1")], **pair}
        yield {"kind": "change", "changes": [chip(0, "u1")], **pair, "own": id_, "opposing": "u1"}
        yield {"kind": "dice", "dice": 1, "faces": 6, **pair}
        yield {"kind": "throw", "choice": "rock", **pair}
        yield {"kind": "place", "own": id_, "place": []}
    for number in range(12):
        yield {"kind": "answer", "of": number, "choice": "rock"}
        yield {"kind": "undo", "of": number}
    yield {"kind": "clock", "clock": "run", "whose": 1}
    yield {"kind": "next", "turn": 9, "segment": 9}


class Table:
    """A hidden game of Alice's against Bob that Carol watches, and Dave's program.

    ``record`` is all that Alice, Carol and Dave were sent.
    """

    def __init__(self, ruleset: AnyRuleset, opposing: AnyForce, patch: pytest.MonkeyPatch, **house_rules: str):
        patch.setattr(secrets, "SystemRandom", lambda: random.Random(18))
        for module in ("log.store", "screen.room", "screen.tracker"):
            patch.setattr(f"armybuilder.matches.{module}.now", lambda: 1_000)
        patch.setattr("armybuilder.matches.log.store.new_seed", lambda: 7)
        patch.setattr("armybuilder.matches.screen.pictures.png_of", lambda svg, width: svg.encode())
        patch.setattr(report_views, "report_document", lambda report, *_: report)
        self.record: list[Any] = []
        self.ruleset = ruleset
        (_, visible), *_ = for_opponent(opposing).units()
        own = force_of(ruleset, "Shore", [("Beach", [replace(visible, name="Own")])])
        first, second = (ChosenForce(LoadedArmy(ruleset, force)) for force in (own, opposing))
        self.match = begin_match(first, second, house_rules, Author(None, ALICE.hash), hides=True)
        dave, _ = User.objects.get_or_create(username="dave")
        people = (1, Author(None, BOB.hash)), (None, Author(None, CAROL.hash)), (None, Author(dave, ""))
        for side, author in people:
            seat = invite(self.match, side)
            take(seat, author, seat.invitation)
        self.alice, self.bob, self.carol = map(browser_of, (ALICE, BOB, CAROL))
        self.dave = Program(create_token(dave, "Program", Token.Scope.READ)[1])

    def look(self) -> None:
        """Ask for every address of the game as somebody who has not asked for any in this minute."""
        caches["counts"].clear()
        for browser, path in itertools.product((self.alice, self.carol), self.paths()):
            self.keep(browser.get(path))
        for path in ("/matches", f"/matches/{self.match.pk}"):
            self.keep(self.dave("GET", path))
        for seat in Seat.objects.filter(match=self.match).exclude(side=1):
            self.record.append(printed_report(seat))

    def paths(self) -> list[str]:
        here = f"/matches/{self.match.pk}"
        engage = [f"{here}/engage?own=u1&opposing={name}" for name in IDS]
        engage += [f"{here}/engage?own=u1{more}" for more in ("", "&distance=12", "&all=1", "&alone=1")]
        engage += [f"{here}/engage?units=u1&opposing={name}" for name in ("u1", "x1", "blank-1")]
        calculators = [
            f"{here}/calculators/{page}?army.own={own}&army.opposing={opposing}"
            for page in ("", *(f"{each.slug}/" for each in self.ruleset.calculators))
            for own, opposing in (("0:u1", "1:u1"), ("0:u1", "1:x1"), ("0:u1", "1:blank-1"), ("0", "1"), ("1", "0"))
        ]
        calculators += [f"{page}&compared=q-distance%3D6" for page in calculators if "0:u1" in page]
        seat = Seat.objects.get(match=self.match, side=0)
        cards = [f"{here}/units/1/{name}" for name in IDS]
        cards.append(f"{here}/units?cards={','.join(f'1:{name}' for name in IDS)},2:u1,u1")
        return [
            here,
            f"{here}/events?since=0",
            f"{here}/seats",
            f"{here}/room",
            f"{here}/map",
            f"{here}/report",
            f"{here}/report.md",
            f"{here}/picture.png",
            f"{here}/opponent",
            f"/matches/join/{seat.token}",
            f"/matches/join/{seat.token}/picture.png",
            *(f"{here}/log/{number}" for number in range(10)),
            f"{here}/device.json",
            "/matches/",
            *calculators,
            *engage,
            *cards,
        ]

    def forge(self) -> None:
        """Send forged events as Alice."""
        events = [{"id": f"f{len(self.record)}-{place}", **event} for place, event in enumerate(forged_events())]
        for begin in range(0, len(events), 100):
            caches["counts"].clear()
            self.send(self.alice, *events[begin : begin + 100])

    def send(self, browser: Client, *events: dict[str, Any]) -> None:
        """Send events; what Alice is answered is in the record."""
        answer = send_raw(browser, self.match, *events)
        if browser is not self.bob:
            self.keep(answer)

    def keep(self, answer: Any) -> None:
        """Note an answer with its headers, without what is drawn for each page."""
        text = answer.content.decode().replace(self.match.pk, "match").replace("1:x1", "what the address says")
        text = re.sub(r"[A-Za-z0-9]{64}", "csrf", text)
        text = re.sub(r'(submission" value=")[\w-]+', r"\1id", text)
        text = re.sub(r'(/units/1/|opposing=|opposing" value=")(x|g)\d', r"\1what the address says", text)
        text = re.sub(r"/matches/join/[\w-]+", "/matches/join/token", text)
        text = re.sub(r'(withdraw" value=|seat-)"?\d+"?', r"\1number", text)
        text = re.sub(r'name="submission" value="[\w-]{22}"', "the id of the form", text)
        text = re.sub(r"\d+ \w+ \d{4}, \d\d:\d\d UTC", "time", text)
        text = re.sub(r"now|(a|\d+)\s+seconds? ago", "just now", text)
        text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:?00", "time", text)
        drawn = (
            "Set-Cookie",
            "Expires",
            "Content-Length",
            "RateLimit-Remaining",
            "RateLimit-Reset",
            "X-Request-ID",
        )
        headers = {name: value for name, value in answer.headers.items() if name not in drawn}
        self.record.append((answer.status_code, headers, len(text), text))


def force_of(ruleset: AnyRuleset, name: str, groups: list[tuple[str, list[Unit[Any]]]]) -> AnyForce:
    force: AnyForce = ruleset.new_force(name)
    for title, units in groups:
        force = add_group(force, title, ruleset.group(), tuple(units))
    return force


def gems_of(ruleset: AnyRuleset, army: str) -> AnyForce:
    """Bob's army of that description."""
    return force_of(ruleset, "Gems", ARMIES[army])


def printed_report(seat: Seat) -> tuple[int, dict[str, str], int, str]:
    """What the printed report of a seat is laid out from, in place of an answer."""
    report = report_views.make_report(None, seat.pk)  # type: ignore[arg-type]
    text = re.sub(r"\d+ \w+ \d{4}, \d\d:\d\d UTC", "time", str(report)).replace(str(seat.match_id), "match")
    return 200, {}, len(text), text


def send_raw(browser: Client, match: Match, *events: dict[str, Any]) -> Any:
    body = orjson.dumps({"since": 0, "events": events})
    return browser.post(f"/matches/{match.pk}/events", body, content_type="application/json")


def play_on(table: Table) -> None:
    """A turn in which nothing is revealed: changes, an engagement with a blank, ends of segments, undo."""
    skipping = {"calculator": "skipping", "own": "u1", "result": "It hits"}
    table.look()
    for holder, down in (("x1", 3), ("x2", 4), ("fake-1", 5)):
        table.send(table.bob, {"id": f"p{down}", "kind": "place", "own": holder, "place": [2, down]})
    table.look()
    table.send(table.bob, {"id": "p6", "kind": "undo", "of": 2})
    table.send(table.bob, change("b1", chip(1, "x1"), chip(1, "x2", 2)))
    table.send(table.alice, change("a1", chip(0, "u1"), chip(1, "blank-3"), opposing="blank-3", **skipping))
    table.look()
    table.send(table.bob, change("b2", chip(1, "u1"), {"track": "place", "box": "sunk", "holder": "x1", "side": 1}))
    smooth = {"calculator": "skipping", "own": "x2", "opposing": "u1", "result": "Smooth"}
    table.send(table.bob, change("b3", chip(1, "x2"), **smooth, odds={"worse": 999_000, "better": 12_345}))
    table.send(table.bob, change("b3b", chip(0, "u1"), **smooth, odds={"worse": 999_000, "better": 12_345}))
    table.send(table.bob, {"id": "b4", "kind": "answer", "of": 6, "agreed": False})
    table.send(table.bob, change("b5", {"track": "done", "box": "thrown", "holder": "x3", "side": 1}))
    for segment, player in enumerate((table.alice, table.bob, table.alice)):
        table.send(player, {"id": f"n{segment}", "kind": "next", "turn": 1, "segment": segment})
    table.look()
    table.send(table.bob, {"id": "b6", "kind": "undo", "of": 5})
    for name in ("x1", "fake-1", "u99", "u3"):
        table.send(table.alice, change(f"x{name}", chip(1, name), opposing=name, **skipping))
    table.forge()
    table.send(table.alice, {"id": "a9", "kind": "end"})
    table.look()


def test_nothing_that_is_sent_has_a_trace_of_a_hidden_unit(
    pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = {}
    for name in ARMIES:
        table = Table(pebbles, gems_of(pebbles, name), monkeypatch)
        play_on(table)
        for status, headers, _, text in table.record:
            assert status in (200, 204, 403, 404, 409)
            assert not SECRETS.findall(f"{headers} {text}"), text
        records[name] = table.record
        table.match.delete()
    first = records["as it is"]
    assert len(first) > 70
    for name, record in records.items():
        for ours, theirs in zip(record, first, strict=True):
            assert ours == theirs, name


def stands(ruleset: AnyRuleset, groups: list[str], fakes: int, notes: str = "") -> AnyForce:
    """An army of battle groups of ``a``, a battery, and ``t``, tanks; capitals are headquarters."""
    examples = [unit.spec for _, unit in ruleset.demo().units()]
    kinds = {"a": next(each for each in examples if each.posture.label == "OTF"), "t": replace(examples[0], hq=False)}
    force = force_of(
        ruleset,
        "Guards",
        [
            ("", [Unit("", replace(kinds[kind.lower()], hq=kind.isupper()), notes=notes) for kind in group])
            for group in groups
        ],
    )
    named = (replace(group, notes=notes) for group in force.groups)
    return replace(force, groups=tuple(named), notes=notes, spec=replace(force.spec, fakes=fakes))


def test_armies_look_alike_whatever_they_hide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = get_ruleset("mbt2020")
    armies = stands(game, ["atTt"], 1), stands(game, ["AT", "T"], 2, "Behind the wood")
    records = []
    for army in armies:
        table = Table(game, army, monkeypatch, off_table_blank="off")
        reveal = {"track": REVEALED, "box": REVEALED_TRACK.key(1), "holder": id_in(table.match, "u3"), "side": 1}
        table.look()
        table.send(table.bob, change("b1", reveal))
        table.look()
        table.forge()
        assert not any("Behind the wood" in text for _, _, _, text in table.record)
        records.append(table.record)
        table.match.delete()
    assert sum('"hq": false' in text for _, _, _, text in records[0]) == 4
    for record in records[1:]:
        for ours, theirs in zip(record, records[0], strict=True):
            assert ours == theirs


def test_whoever_ends_a_segment_tells_of_no_hidden_posture(monkeypatch: pytest.MonkeyPatch) -> None:
    game, records = get_ruleset("mbt2020"), []
    for group in ("tt", "ta"):
        table = Table(game, stands(game, [group], 0), monkeypatch, off_table_blank="on")
        for step in range(12):
            now = load_match(table.match)
            player = (table.alice, table.bob)[now.setup.acting(now.state)[-1]]
            place = {"turn": now.state.turn, "segment": now.state.segment}
            table.send(player, {"id": f"n{step}", "kind": "next", **place})
            table.match.refresh_from_db()
            table.keep(poll(table.alice, table.match))
            table.keep(poll(table.carol, table.match))
        records.append(table.record)
        table.match.delete()
    assert '"next": [2, 0]' in records[0][-1][-1], "the last segment of the turn"
    for ours, theirs in zip(*records, strict=True):
        assert ours == theirs


def test_taking_back_a_proposal_tells_nothing_of_a_hidden_unit(
    pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    records, wet = [], {"track": "place", "box": "wet", "side": 1}
    for changed in ("x1", "x3"):
        table = Table(pebbles, gems_of(pebbles, "as it is"), monkeypatch)
        blank = next(f"blank-{n}" for id_, n in table.match.numbers[1].items() if id_ == "x1")
        table.send(table.alice, change("a1", {**wet, "holder": blank}, calculator="skipping", own="u1", opposing=blank))
        table.send(table.bob, {"id": "b1", "kind": "answer", "of": 1, "agreed": True})
        table.send(table.bob, change("b2", {**wet, "box": "sunk", "holder": changed}))
        table.look()
        table.send(table.alice, {"id": "a2", "kind": "undo", "of": 1})
        table.send(table.alice, {"id": "a3", "kind": "undo", "of": 1, "also": [2, 3]})
        table.send(table.alice, {"id": "a4", "kind": "undo", "of": 1, "also": [2]})
        table.look()
        records.append(table.record)
        told = poll(table.bob, table.match).json()
        assert told["undone"] == ([1, 2, 3] if changed == "x1" else [1, 2])
        assert poll(table.alice, table.match).json()["undone"] == [1, 2]
        table.match.delete()
    assert '"depend": [2]' in str(records[0])
    for ours, theirs in zip(*records, strict=True):
        assert ours == theirs


def test_correcting_a_correction_tells_nothing_of_hidden_units(
    pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = []
    for changed in ("x1", "x3"):
        table = Table(pebbles, gems_of(pebbles, "as it is"), monkeypatch)
        blank = next(f"blank-{n}" for id_, n in table.match.numbers[1].items() if id_ == "x1")
        table.send(table.bob, change("b1", chip(1, changed)))
        table.send(table.alice, change("a1", chip(1, blank), calculator="skipping", own="u1", opposing=blank))
        table.send(table.bob, {"id": "b2", "kind": "answer", "of": 2, "agreed": False, "changes": [chip(1, "x1", 2)]})
        again = [chip(1, blank, -1)]
        table.send(table.alice, {"id": "a2", "kind": "answer", "of": 3, "agreed": False, "changes": again})
        table.look()
        records.append(table.record)
        assert poll(table.bob, table.match, 3).json()["entries"]
        table.match.delete()
    for ours, theirs in zip(*records, strict=True):
        assert ours == theirs


def test_notes_stay_their_players_own_after_the_end(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [("Pile", [replace(ROUGH, notes="Behind the wood"), gem("Ruby")])]
    table = Table(pebbles, force_of(pebbles, "Gems", groups), monkeypatch)
    table.send(table.bob, {"id": "b1", "kind": "end"})
    table.send(table.alice, {"id": "a1", "kind": "answer", "of": 1})
    table.look()
    texts = [text for _, _, _, text in table.record]
    assert any("Ruby" in text for text in texts)
    assert not any("Behind" in text for text in texts)
    own = table.bob.get(f"/matches/{table.match.pk}/device.json").content.decode()
    assert "Behind" in own


def test_what_is_revealed_is_in_the_record(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, gems_of(pebbles, "as it is"), monkeypatch)
    table.look()
    table.send(table.bob, change("b1", {"track": REVEALED, "box": "1", "holder": "x1", "side": 1}))
    table.look()
    assert any(re.search("Ruby|Opal|Topaz", text) for _, _, _, text in table.record)
    assert poll(table.carol, table.match).json()["other_rows"] is True


def test_a_fake_is_no_more_than_its_number_until_the_end(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, gems_of(pebbles, "as it is"), monkeypatch)
    table.match.refresh_from_db()
    blank = f"blank-{table.match.numbers[1]['fake-1']}"
    table.send(table.bob, change("b1", {"track": REVEALED, "box": "1", "holder": "fake-1", "side": 1}))
    answer = poll(table.alice, table.match)
    assert "fake-1" not in answer.content.decode()
    assert answer.json()["ticks"][1] == {blank: {REVEALED: [1]}}
    assert blank in [row["id"] for group in groups_of(table, 1) for row in group["rows"]]


def test_blanks_stand_in_one_group_in_the_order_of_their_numbers(
    pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    pile = [ROUGH, *(gem(f"Gem {number}") for number in range(24))]
    table = Table(pebbles, force_of(pebbles, "Gems", [("Pile", pile)]), monkeypatch)

    def numbers() -> list[str]:
        (blanks,) = (group for group in groups_of(table, 1) if group["name"] == "Blanks")
        return [row["number"] for row in blanks["rows"]]

    assert numbers() == [f"?{number}" for number in range(1, 26)]
    table.match.refresh_from_db()
    last = next(name for name, number in table.match.numbers[1].items() if number == 20)
    table.send(table.bob, change("b1", {"track": REVEALED, "box": "1", "holder": last, "side": 1}))
    assert numbers() == [f"?{number}" for number in range(1, 26) if number != 20]


def groups_of(table: Table, side: int) -> list[dict[str, Any]]:
    """The groups of a side as Alice's page has them."""
    page = table.alice.get(table.match.get_absolute_url())
    groups: list[dict[str, Any]] = page.context["data"]["sides"][side]["groups"]
    return groups


def test_ids_tell_neither_kind_nor_order(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, gems_of(pebbles, "as it is"), monkeypatch)
    force = table.match.forces.get(side=1)
    assert set(force.ids) == {"g1", "g2", "u1", "x1", "x2", "x3", "x4"} - {f"x{table.match.numbers[1]['fake-1']}"}
    assert replace(ROUGH, id="u2").id == force.ids["u1"]
    sent = send(table.bob, table.match, change("b1", chip(1, "u1")))
    assert sent["ticks"][1] == {"u1": {"chips": [1]}}


def test_open_links_that_show_a_hidden_army_are_named_to_its_player(begin: Begin, army: Army) -> None:
    shows, _ = (create_link(army, frozen=False, notes=False, blanks=blanks) for blanks in (False, True))
    path = f"/matches/{begin(hides=True).pk}/seats"
    assert links_on(browser_of(ALICE), path) == [shows.get_absolute_url()]
    assert links_on(browser_of(BOB), path) == []
    Match.objects.update(ended=True)
    assert links_on(browser_of(ALICE), path) == []


def test_the_share_page_of_a_hidden_army_warns_its_owner(begin: Begin, army: Army) -> None:
    for blanks in (False, True):
        create_link(army, frozen=False, notes=False, blanks=blanks)
    match, path = begin(hides=True), f"/armies/{army.pk}/share/"

    def warned() -> tuple[bool, int]:
        page = browser_of(ALICE).get(path).content.decode()
        return f'href="{match.get_absolute_url()}"' in page, page.count("Shows what is hidden in the game.")

    assert warned() == (True, 1)
    Match.objects.update(ended=True)
    assert warned() == (False, 0)


def links_on(browser: Client, path: str) -> list[str]:
    """The share links that a page leads to."""
    return re.findall(r'href="(/s/[^"]*)"', browser.get(path).content.decode())


HIDING = [each for each in all_rulesets() if each.play is not None and each.play.hidden is not None]


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.slug)
def test_what_is_told_of_a_revealed_unit_depends_on_no_hidden_one(
    ruleset: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = ruleset.demo()
    first, *_, last = (unit for _, unit in demo.units())
    others = tuple(
        replace(
            group,
            name="Secret",
            units=tuple(
                unit if unit is first else replace(unit, spec=last.spec, name="Secret") for unit in group.units
            ),
        )
        for group in demo.groups
    )
    records = [revealed(ruleset, demo, force, first.id, monkeypatch) for force in (demo, replace(demo, groups=others))]
    assert len(records[0]) == 5
    assert all(status == 200 and "Secret" not in text for record in records for status, text in record)
    assert records[0] == records[1]


def revealed(
    ruleset: AnyRuleset, own: AnyForce, opposing: AnyForce, unit: str, patch: pytest.MonkeyPatch
) -> list[tuple[int, str]]:
    """What Alice is sent once Bob has revealed that unit, and no other."""
    caches["counts"].clear()
    patch.setattr(secrets, "SystemRandom", lambda: random.Random(18))
    for module in ("log.store", "screen.room", "screen.tracker"):
        patch.setattr(f"armybuilder.matches.{module}.now", lambda: 1_000)
    forces = [ChosenForce(LoadedArmy(ruleset, force)) for force in (own, opposing)]
    match = begin_match(forces[0], forces[1], {}, Author(None, ALICE.hash), hides=True)
    seat = invite(match, 1)
    take(seat, Author(None, BOB.hash), seat.invitation)
    known, mine = id_in(match, unit), id_in(match, unit, 0)
    reveal = {"track": REVEALED, "box": REVEALED_TRACK.key(1), "holder": known, "side": 1}
    assert send(browser_of(BOB), match, change("b1", reveal))["results"] == [{"number": 1}]
    paths = ("", "/events?since=0", f"/units/1/{known}", "/report.md", f"/engage?own={mine}&opposing={known}")
    answers = [browser_of(ALICE).get(f"/matches/{match.pk}{path}") for path in paths]
    texts = [answer.content.decode().replace(match.pk, "match") for answer in answers]
    texts = [re.sub(r"[A-Za-z0-9]{64}|\d\d:\d\d(:\d\d)? UTC", "", text) for text in texts]
    return [(answer.status_code, text) for answer, text in zip(answers, texts, strict=True)]


def test_a_blank_on_the_map_is_a_number_at_a_place(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, gems_of(pebbles, "as it is"), monkeypatch)
    for holder, place in (("x1", [2, 3]), ("fake-1", [7, 7])):
        table.send(table.bob, {"id": holder, "kind": "place", "own": holder, "place": place})
    numbers = Match.objects.get(pk=table.match.pk).numbers[1]
    names = [f"blank-{numbers[each]}" for each in ("x1", "fake-1")]
    for browser in (table.alice, table.carol):
        update = poll(browser, table.match).json()
        assert update["places"] == [{}, {names[0]: [2, 3], names[1]: [7, 7]}]
        assert [(each["own"], each["place"]) for each in update["entries"]] == [
            (names[0], [2, 3]),
            (names[1], [7, 7]),
        ]
        said = [each["words"] for each in update["entries"]]
        assert said[0] == f"?{numbers['x1']} Blank (Gems): 2 across, 3 down on the map"
        assert said[1] == f"?{numbers['fake-1']} Blank (Gems): 7 across, 7 down on the map"
        drawn = browser.get(f"/matches/{table.match.pk}/map").content.decode()
        assert "x1" not in drawn
    assert "x1" in table.bob.get(f"/matches/{table.match.pk}/map").content.decode()
