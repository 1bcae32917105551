"""Hidden is hidden on the server: all that the other phone and a spectator are sent in a hidden game."""

from __future__ import annotations

import itertools
import random
import re
import secrets
from dataclasses import replace
from typing import Any

import orjson
import pytest
from django.core.cache import cache
from django.test import Client

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.claims import Author, Claim
from armybuilder.matches import report_views
from armybuilder.matches.creation import ChosenForce, begin_match
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.seats import invite, take
from armybuilder.sharing.links import create_link
from rulesets.core.force import AnyForce, Unit, add_group
from rulesets.core.play import REVEALED, REVEALED_TRACK
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.matches.conftest import Begin, id_in
from tests.matches.test_playing import change, chip, poll, send
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
    "other kinds": [("Pile", [ROUGH, gem("Jade", "slate"), gem("Onyx", "slate")]), ("Hoard", [gem("Pearl", "slate")])],
    "other groups": [("Pile", [ROUGH]), ("Cave", [gem("Ruby", "slate"), gem("Opal"), gem("Topaz")])],
    "more groups": [("Pile", [ROUGH, gem("Jade")]), ("Cave", [gem("Pearl")]), ("Hoard", [gem("Topaz", "slate")])],
}
SECRETS = re.compile(r"Ruby|Opal|Topaz|Jade|Onyx|Pearl|Vault|Hoard|Cave|polished|\bx\d\b|\bg[2-9]\b")
"""Names of hidden units and of their groups, and their ids; that their kinds make no difference is compared."""


class Table:
    """A hidden game of Alice's against Bob that Carol watches; ``record`` is all that Alice and Carol were sent."""

    def __init__(self, ruleset: AnyRuleset, groups: list[tuple[str, list[Unit[Pebble]]]], patch: pytest.MonkeyPatch):
        patch.setattr(secrets, "SystemRandom", lambda: random.Random(18))
        for module in ("log", "tracker"):
            patch.setattr(f"armybuilder.matches.{module}.now", lambda: 1_000)
        patch.setattr(report_views, "report_document", lambda report, *_: report)
        self.record: list[Any] = []
        self.ruleset = ruleset
        forces = [self._force(ruleset, "Shore", [("Beach", [ROUGH])]), self._force(ruleset, "Gems", groups)]
        first, second = (ChosenForce(LoadedArmy(ruleset, force)) for force in forces)
        self.match = begin_match(first, second, {}, Author(None, ALICE.hash), hides=True)
        for side, claim in ((1, BOB), (None, CAROL)):
            seat = invite(self.match, side)
            take(seat, Author(None, claim.hash), seat.invitation)
        self.alice, self.bob, self.carol = map(browser_of, (ALICE, BOB, CAROL))

    @staticmethod
    def _force(ruleset: AnyRuleset, name: str, groups: list[tuple[str, list[Unit[Pebble]]]]) -> Any:
        force = ruleset.new_force(name)
        for title, units in groups:
            force = add_group(force, title, ruleset.group(), tuple(units))
        return force

    def look(self) -> None:
        """Ask for every address of the game as Alice and as Carol, who have not asked for any in this minute."""
        cache.clear()
        for browser, path in itertools.product((self.alice, self.carol), self.paths()):
            self.keep(browser.get(path))
        for seat in Seat.objects.filter(match=self.match).exclude(side=1):
            self.record.append(printed_report(seat))

    def paths(self) -> list[str]:
        here = f"/matches/{self.match.pk}"
        engage = [f"{here}/engage?own=u1&opposing={name}" for name in ("u1", "blank-1", "blank-4", "u3", "fake-1")]
        calculators = [
            f"{here}/calculators/{page}?army.own={own}&army.opposing={opposing}"
            for page in ("", *(f"{each.slug}/" for each in self.ruleset.calculators))
            for own, opposing in (("0:u1", "1:u1"), ("0:u1", "1:x1"), ("0:u1", "1:blank-1"), ("0", "1"), ("1", "0"))
        ]
        cards = [f"{here}/units/1/{name}" for name in ("u1", "u3", "blank-1", "fake-1")]
        cards.append(f"{here}/units?cards=1:u1,1:x1,1:u3,1:blank-1,1:fake-1,2:u1,u1")
        return [
            here,
            f"{here}/events?since=0",
            f"{here}/seats",
            f"{here}/report",
            f"{here}/report.md",
            "/matches/",
            *calculators,
            *engage,
            *cards,
        ]

    def send(self, browser: Client, *events: dict[str, Any]) -> None:
        """Send events; what Alice is answered is in the record."""
        answer = send_raw(browser, self.match, *events)
        if browser is not self.bob:
            self.keep(answer)

    def keep(self, answer: Any) -> None:
        """Note an answer with its headers, without what is drawn for each page."""
        text = answer.content.decode().replace(self.match.pk, "match").replace("1:x1", "what the address says")
        text = re.sub(r"[A-Za-z0-9]{64}", "csrf", text)
        text = re.sub(r"/matches/join/[\w-]+", "/matches/join/token", text)
        text = re.sub(r'(withdraw" value=|seat-)"?\d+"?', r"\1number", text)
        text = re.sub(r"\d+ \w+ \d{4}, \d\d:\d\d UTC", "time", text)
        text = re.sub(r"now|(a|\d+)\s+seconds? ago", "just now", text)
        text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", "time", text)
        drawn = ("Set-Cookie", "Expires", "Content-Length", "RateLimit-Remaining", "RateLimit-Reset", "X-Request-ID")
        headers = {name: value for name, value in answer.headers.items() if name not in drawn}
        self.record.append((answer.status_code, headers, len(text), text))


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
    table.send(table.bob, change("b1", chip(1, "x1"), chip(1, "x2", 2)))
    table.send(table.alice, change("a1", chip(0, "u1"), chip(1, "blank-3"), opposing="blank-3", **skipping))
    table.look()
    table.send(table.bob, change("b2", chip(1, "u1"), {"track": "place", "box": "sunk", "bearer": "x1", "side": 1}))
    table.send(table.bob, change("b3", chip(0, "u1"), calculator="skipping", own="x2", opposing="u1", result="Smooth"))
    table.send(table.bob, {"id": "b4", "kind": "answer", "of": 2, "agreed": False})
    table.send(table.bob, change("b5", {"track": "done", "box": "thrown", "bearer": "x3", "side": 1}))
    for segment in range(3):
        table.send(table.alice, {"id": f"n{segment}", "kind": "next", "turn": 1, "segment": segment})
    table.look()
    table.send(table.bob, {"id": "b6", "kind": "undo", "of": 1})
    for name in ("x1", "fake-1", "u99", "u3"):
        table.send(table.alice, change(f"x{name}", chip(1, name), opposing=name, **skipping))
    table.send(table.alice, {"id": "a9", "kind": "end"})
    table.look()


def test_nothing_that_is_sent_has_a_trace_of_a_hidden_unit(
    pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = {}
    for name, groups in ARMIES.items():
        table = Table(pebbles, groups, monkeypatch)
        play_on(table)
        for status, headers, _, text in table.record:
            assert status in (200, 204, 403, 404)
            assert not SECRETS.findall(f"{headers} {text}"), text
        records[name] = table.record
        table.match.delete()
    first = records["as it is"]
    assert len(first) > 70
    for name, record in records.items():
        for ours, theirs in zip(record, first, strict=True):
            assert ours == theirs, name


def test_what_is_revealed_is_in_the_record(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, ARMIES["as it is"], monkeypatch)
    table.look()
    table.send(table.bob, change("b1", {"track": REVEALED, "box": "1", "bearer": "x1", "side": 1}))
    table.look()
    assert any(re.search("Ruby|Opal|Topaz", text) for _, _, _, text in table.record)
    assert poll(table.carol, table.match).json()["other_rows"] is True


def test_a_fake_is_no_more_than_its_number_until_the_end(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, ARMIES["as it is"], monkeypatch)
    table.match.refresh_from_db()
    blank = f"blank-{table.match.numbers[1]['fake-1']}"
    table.send(table.bob, change("b1", {"track": REVEALED, "box": "1", "bearer": "fake-1", "side": 1}))
    answer = poll(table.alice, table.match)
    assert "fake-1" not in answer.content.decode()
    assert answer.json()["ticks"][1] == {blank: {REVEALED: [1]}}
    assert f'data-bearer="{blank}"' in table.alice.get(table.match.get_absolute_url()).content.decode()


def test_many_blanks_stand_in_groups_by_their_numbers(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, [("Pile", [ROUGH, *(gem(f"Gem {number}") for number in range(24))])], monkeypatch)

    def groups() -> list[tuple[str, str]]:
        page = table.alice.get(table.match.get_absolute_url()).content.decode()
        return re.findall(r'group-name">(Blanks[^<]*)</span> <span class="group-count">(\d+)', page)

    assert groups() == [("Blanks from ?1 to ?20", "20"), ("Blanks from ?21 to ?25", "5")]
    table.match.refresh_from_db()
    last = next(name for name, number in table.match.numbers[1].items() if number == 20)
    table.send(table.bob, change("b1", {"track": REVEALED, "box": "1", "bearer": last, "side": 1}))
    assert groups() == [("Blanks from ?1 to ?19", "19"), ("Blanks from ?21 to ?25", "5")]


def test_ids_tell_neither_kind_nor_order(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, ARMIES["as it is"], monkeypatch)
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
    cache.clear()
    patch.setattr(secrets, "SystemRandom", lambda: random.Random(18))
    for module in ("log", "tracker"):
        patch.setattr(f"armybuilder.matches.{module}.now", lambda: 1_000)
    forces = [ChosenForce(LoadedArmy(ruleset, force)) for force in (own, opposing)]
    match = begin_match(forces[0], forces[1], {}, Author(None, ALICE.hash), hides=True)
    seat = invite(match, 1)
    take(seat, Author(None, BOB.hash), seat.invitation)
    known, mine = id_in(match, unit), id_in(match, unit, 0)
    reveal = {"track": REVEALED, "box": REVEALED_TRACK.key(1), "bearer": known, "side": 1}
    assert send(browser_of(BOB), match, change("b1", reveal))["results"] == [{"number": 1}]
    paths = ("", "/events?since=0", f"/units/1/{known}", "/report.md", f"/engage?own={mine}&opposing={known}")
    answers = [browser_of(ALICE).get(f"/matches/{match.pk}{path}") for path in paths]
    texts = [answer.content.decode().replace(match.pk, "match") for answer in answers]
    texts = [re.sub(r"[A-Za-z0-9]{64}|\d\d:\d\d(:\d\d)? UTC", "", text) for text in texts]
    return [(answer.status_code, text) for answer, text in zip(answers, texts, strict=True)]
