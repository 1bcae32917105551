"""Connections on which phones wait for news: over the real server, and what each is told."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from armybuilder.matches.log.seats import invite, take, withdraw
from armybuilder.matches.models import Match, ResultPhoto, Seat
from armybuilder.matches.screen import news
from armybuilder.matches.screen.news import Listeners, News, Place, read_news
from armybuilder.matches.tests.conftest import Begin
from armybuilder.site.claims import Author
from armybuilder.site.tasks import POOLS, Busy
from tests.event_loop import run
from tests.test_server import PATIENCE, Serve, asked, form, post_as, serve, servers, site, until

__all__ = ["serve", "site"]

ADDRESS: Final = "10.1.0.1"
AHEAD: Final = News(head=1, forces=0, players=2)
START: Final = News(head=0, forces=0, players=2)


# --- over the real server -------------------------------------------------------------------------


@dataclass
class Game:
    """A game of two examples on a server, with the cookies of the player who began it and those of a spectator."""

    port: int
    address: str
    player: str
    spectator: str

    def throw(self, name: str) -> int:
        """Throw a die as the player; returns the status."""
        event = {"since": 0, "events": [{"id": name, "kind": "dice", "dice": 1, "faces": 6}]}
        path, body = f"{self.address}/events", json.dumps(event).encode()
        return post_as(self.port, ADDRESS, path, body, "application/json", self.player)[0]

    def change_seats(self, **fields: str) -> None:
        """Send a form of the page of seats as the player."""
        assert post_as(self.port, ADDRESS, f"{self.address}/seats", *form(**fields), self.player)[0] == 302


def cookies_of(headers: Any) -> str:
    return "; ".join(each.partition(";")[0] for each in headers.get_all("Set-Cookie", []))


def begin_game(port: int) -> Game:
    copied, headers, _ = post_as(port, ADDRESS, "/armies/example-mbt2020/copy", *form())
    player, key = cookies_of(headers), headers["Location"].split("/")[2]
    begun, headers, _ = post_as(port, ADDRESS, "/mbt2020/matches/new", *form(own=key, opposing=key), player)
    assert (copied, begun) == (302, 302)
    game = Game(port, headers["Location"], player, "")
    return replace(game, spectator=join(game, "spectator"))


def join(game: Game, seat: str) -> str:
    """Have somebody take a seat; returns the cookies."""
    before = links(game)
    game.change_seats(seat=seat)
    (link,) = links(game) - before
    joined, headers, _ = post_as(game.port, "10.1.0.2", f"/matches/join/{link}", *form())
    assert joined == 302
    return cookies_of(headers)


def links(game: Game) -> set[str]:
    status, page = asked(game.port, f"{game.address}/seats", Cookie=game.player)
    assert status == 200
    return set(re.findall(r"/matches/join/([\w-]+)\"", page.decode()))


@dataclass
class Phone:
    """A phone that waits for news."""

    connection: http.client.HTTPConnection
    answer: http.client.HTTPResponse

    def line(self) -> str:
        """The next line; empty at the end."""
        return self.answer.readline().decode()

    def told(self) -> dict[str, int] | None:
        """The next news; ``None`` if the connection ends without any."""
        while line := self.line():
            if line.startswith("data: "):
                news: dict[str, int] = json.loads(line.removeprefix("data: "))
                return news
        return None

    def leave(self) -> None:
        """Close the connection."""
        self.answer.close()
        self.connection.close()


Listen = Any


@pytest.fixture(scope="module")
def port(site: dict[str, str]) -> Iterator[int]:
    """Where a server with two processes runs that no test stops or sets up otherwise."""
    with servers(site) as start:
        yield start(WORKERS="2", ARMYBUILDER_PROXIES="1")[1]


@pytest.fixture
def listen() -> Iterator[Listen]:
    """Have phones listen."""
    with contextlib.ExitStack() as left:

        def listening(game: Game, cookies: str | None = None, address: str = ADDRESS, **headers: str) -> Phone:
            connection = http.client.HTTPConnection("127.0.0.1", game.port, timeout=PATIENCE)
            sent = {"Cookie": game.player if cookies is None else cookies, "X-Forwarded-For": address, **headers}
            connection.request("GET", f"{game.address}/news", headers=sent)
            phone = Phone(connection, connection.getresponse())
            left.callback(phone.leave)
            return phone

        yield listening


def test_an_event_reaches_the_phones_that_wait(port: int, listen: Listen) -> None:
    """Those of players and spectators, on each of the processes."""
    game = begin_game(port)
    phones = [listen(game, cookies) for cookies in (game.player, game.spectator) * 4]
    assert [phone.answer.status for phone in phones] == [200] * 8
    assert [phone.told() for phone in phones] == [{"head": 0, "forces": 0, "players": 1, "photo": ""}] * 8
    assert game.throw("first") == 200
    assert [phone.told() for phone in phones] == [{"head": 1, "forces": 0, "players": 1, "photo": ""}] * 8
    assert game.throw("second") == 200
    assert [phone.told() for phone in phones] == [{"head": 2, "forces": 0, "players": 1, "photo": ""}] * 8


def test_neither_a_proxy_nor_a_browser_keeps_or_compresses_it(port: int, listen: Listen) -> None:
    game = begin_game(port)
    phone = listen(game, **{"Accept-Encoding": "gzip"})
    headers = phone.answer.headers
    assert headers["Content-Type"] == "text/event-stream"
    assert (headers["X-Accel-Buffering"], headers["Content-Encoding"]) == ("no", "identity")
    assert "no-store" in headers["Cache-Control"]
    assert phone.line() == "retry: 1000\n"


def test_a_stranger_and_an_unknown_game_get_the_same_answer(port: int, listen: Listen) -> None:
    game = begin_game(port)
    stranger = listen(game, "")
    unknown = listen(replace(game, address="/matches/none"), "")
    key = game.address.rpartition("/")[2].encode()
    pages = [phone.answer.read().replace(key, b"none") for phone in (stranger, unknown)]
    assert [phone.answer.status for phone in (stranger, unknown)] == [404, 404]
    assert len({re.sub(rb"[0-9a-f]{32}|[\w-]{40,}", b"", page) for page in pages}) == 1


def test_a_withdrawn_seat_and_a_deleted_game_end_it(port: int, listen: Listen) -> None:
    game = begin_game(port)
    player, spectator = listen(game), listen(game, game.spectator)
    assert player.told() == spectator.told()
    page = asked(game.port, f"{game.address}/seats", Cookie=game.player)[1].decode()
    (seat,) = re.findall(r"name=\"withdraw\" value=\"(\d+)\"", page)
    game.change_seats(withdraw=seat)
    assert spectator.told() is None
    assert listen(game, game.spectator).answer.status == 404
    assert game.throw("still there") == 200
    assert player.told() == {"head": 1, "forces": 0, "players": 1, "photo": ""}
    assert post_as(game.port, ADDRESS, f"{game.address}/delete", *form(), game.player)[0] == 302
    assert player.told() is None


def test_an_address_has_so_many_and_gets_its_places_back(serve: Serve, listen: Listen) -> None:
    game = begin_game(serve(WORKERS="1", ARMYBUILDER_PROXIES="1")[1])
    phones = [listen(game) for _ in range(news.MAX_WAITING_EACH)]
    assert [phone.answer.status for phone in phones] == [200] * len(phones)
    refused = listen(game)
    assert (refused.answer.status, int(refused.answer.headers["Retry-After"]) > 0) == (429, True)
    assert listen(game, address="10.1.0.3").answer.status == 200
    phones[0].leave()
    until(lambda: listen(game).answer.status == 200)


def threads(server: "subprocess.Popen[str]") -> int:
    """The threads of the server's only process."""
    (worker,) = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return len(os.listdir(f"/proc/{worker}/task"))


def test_a_hundred_that_wait_hold_no_threads_and_pages_are_answered(serve: Serve, listen: Listen) -> None:
    server, port = serve(WORKERS="1", THREADS="2", ARMYBUILDER_PROXIES="1")
    game = begin_game(port)
    first = [listen(game, address=f"10.2.0.{number}") for number in range(10)]
    assert [phone.told() for phone in first] == [{"head": 0, "forces": 0, "players": 1, "photo": ""}] * 10
    before = threads(server)
    phones = first + [listen(game, address=f"10.2.1.{number}") for number in range(90)]
    assert [phone.answer.status for phone in phones] == [200] * 100
    assert threads(server) - before <= 2
    assert [asked(port)[0] for _ in range(5)] == [200] * 5
    assert game.throw("for all") == 200
    for phone in phones:
        while (told := phone.told()) != {"head": 1, "forces": 0, "players": 1, "photo": ""}:
            assert told is not None


def test_after_a_kill_a_phone_is_told_what_happened_meanwhile(serve: Serve, listen: Listen) -> None:
    server, port = serve(WORKERS="1", ARMYBUILDER_PROXIES="1")
    game = begin_game(port)
    phone = listen(game)
    assert phone.told() == {"head": 0, "forces": 0, "players": 1, "photo": ""}
    (worker,) = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    os.kill(int(worker), signal.SIGKILL)
    with contextlib.suppress(http.client.HTTPException, OSError):
        assert phone.told() is None
    until(lambda: _throws(game))
    assert listen(game).told() == {"head": 1, "forces": 0, "players": 1, "photo": ""}


def _throws(game: Game) -> bool:
    with contextlib.suppress(OSError):
        return game.throw("meanwhile") == 200
    return False


def test_a_stop_ends_them_at_once(serve: Serve, listen: Listen) -> None:
    server, port = serve("from armybuilder import server; server.KILLED = 1000; server.main()", ARMYBUILDER_PROXIES="1")
    game = begin_game(port)
    phones = [listen(game) for _ in range(10)]
    assert None not in [phone.told() for phone in phones]
    server.terminate()
    assert [phone.told() for phone in phones] == [None] * 10
    assert server.wait(PATIENCE) == 0


SHORT = """
from armybuilder import server
from armybuilder.matches.screen import news
news.HEARTBEAT, news.LIFETIME = 0.2, 2
server.main()
"""


def test_silence_is_filled_and_ends_so_that_the_phone_asks_again(serve: Serve, listen: Listen) -> None:
    phone = listen(begin_game(serve(SHORT, ARMYBUILDER_PROXIES="1")[1]))
    assert phone.told() == {"head": 0, "forces": 0, "players": 1, "photo": ""}
    lines = iter(phone.line, "")
    assert set(lines) == {":\n", "\n"}


# --- what each is told ----------------------------------------------------------------------------


def place_of(seat: Seat, session: str = "") -> Place:
    return Place(seat.match_id, seat.pk, seat.owner_id, seat.claim_hash, session)


def test_a_place_has_news_while_its_holder_has_the_seat(begin: Begin, django_assert_num_queries: Any) -> None:
    match = begin()
    alice, bob = (place_of(seat) for seat in match.seats.all())
    places = [alice, bob, replace(alice, claim_hash=bob.claim_hash), replace(bob, match="none", seat=0)]
    with django_assert_num_queries(1):
        assert read_news(places) == {alice: START, bob: START}
    Match.objects.filter(pk=match.pk).update(head=8, forces_changed=2)
    assert read_news([alice]) == {alice: News(head=7, forces=2, players=2)}
    take(match.seats.get(pk=bob.seat), Author(None, "x" * 64), match.seats.get(pk=bob.seat).token)
    assert read_news(places).keys() == {alice}
    withdraw(match, bob.seat)
    assert read_news([alice])[alice].players == 1
    Match.objects.filter(pk=match.pk).update(deleted=timezone.now())
    assert read_news(places) == {}


def test_players_are_told_of_the_photo_of_a_game_that_has_ended(begin: Begin, django_assert_num_queries: Any) -> None:
    match = begin()
    seat = invite(match, None)
    take(seat, Author(None, "x" * 64), seat.invitation)
    places = [place_of(each) for each in match.seats.order_by("pk")]
    columns = {"image": b"", "small": b"", "width": 1, "height": 1, "digest": "d1"}
    ResultPhoto.objects.create(match=match, seat=match.seats.get(side=1), **columns)

    def photos() -> list[str]:
        with django_assert_num_queries(1):
            news = read_news(places)
        return [news[place].photo for place in places]

    assert photos() == ["", "", ""]
    Match.objects.filter(pk=match.pk).update(ended=True)
    assert photos() == ["d1", "d1", ""]


def test_whoever_signed_out_or_was_shut_out_has_none(begin: Begin) -> None:
    user, browser = User.objects.create_user("carol"), Client()
    browser.force_login(user)
    seat = invite(begin(), None)
    take(seat, Author(user, ""), seat.invitation)
    seat.refresh_from_db()
    place = place_of(seat, browser.session.session_key or "")
    assert place in read_news([place])
    User.objects.update(is_active=False)
    assert place not in read_news([place])
    User.objects.update(is_active=True)
    Session.objects.update(expire_date=timezone.now())
    assert place not in read_news([place])
    Session.objects.all().delete()
    assert place not in read_news([place])


def test_a_server_that_would_keep_a_thread_for_it_has_none(begin: Begin, alice: Client) -> None:
    assert alice.get(f"{begin().get_absolute_url()}/news").status_code == 204


SEAT: Final = Place("match", 1, None, "alice")
OTHER: Final = Place("match", 2, None, "bob")


class Games:
    """Stands for the database."""

    def __init__(self) -> None:
        self.news = {SEAT: START, OTHER: START}
        self.looks = 0
        self.fails = 0

    def read(self, places: Any) -> dict[Place, News]:
        """The news; some looks fail."""
        self.looks += 1
        if self.fails:
            self.fails -= 1
            raise OSError
        return {place: self.news[place] for place in places if place in self.news}


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Games:
    monkeypatch.setattr(news, "INTERVAL", 0.01)
    monkeypatch.setattr(news, "AGAIN", 0.01)
    monkeypatch.setattr(news, "HEARTBEAT", 0.05)
    return Games()


def test_one_look_tells_all_and_nobody_is_told_twice(games: Games) -> None:
    async def wait() -> None:
        listeners = Listeners(games.read)
        first, second = (aiter(listeners.add(place, ADDRESS, START)) for place in (SEAT, OTHER))
        assert await anext(first) == b'retry: 1000\ndata: {"head":0,"forces":0,"players":2,"photo":""}\n\n'
        assert await anext(second)
        assert await anext(first) == b":\n\n"
        games.news[SEAT] = AHEAD
        while (told := await anext(first)) == b":\n\n":
            pass
        assert b'"head":1' in told
        assert await anext(second) == b":\n\n"
        del games.news[OTHER]
        assert [part async for part in second if part != b":\n\n"] == []
        first.close()
        second.close()
        await asyncio.sleep(0.05)
        looks = games.looks
        await asyncio.sleep(0.05)
        assert games.looks == looks, "nobody waits"

    run(wait())


def test_a_look_that_fails_is_not_the_last(games: Games, caplog: pytest.LogCaptureFixture) -> None:
    async def wait() -> None:
        games.fails = 2
        listener = aiter(Listeners(games.read).add(SEAT, ADDRESS, START))
        await anext(listener)
        games.news[SEAT] = AHEAD
        while (told := await anext(listener)) == b":\n\n":
            pass
        assert b'"head":1' in told

    run(wait())
    assert [record.message for record in caplog.records] == ["looking for news"] * 2


def test_a_process_that_is_to_end_ends_them(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        listener = aiter(Listeners(games.read).add(SEAT, ADDRESS, START))
        await anext(listener)
        monkeypatch.setattr(POOLS, "draining", asyncio.Event())
        POOLS.draining.set()
        assert [part async for part in listener if part != b":\n\n"] == []

    run(wait())


def test_a_process_has_so_many_and_gets_places_back(monkeypatch: pytest.MonkeyPatch, games: Games) -> None:
    monkeypatch.setattr(news, "MAX_WAITING", 3)
    monkeypatch.setattr(news, "MAX_WAITING_EACH", 2)
    listeners = Listeners(games.read)
    waiting = [listeners.add(SEAT, ADDRESS, START) for _ in range(2)]
    with pytest.raises(Busy) as refused:
        listeners.add(SEAT, ADDRESS, START)
    assert refused.value.status == 429
    waiting.append(listeners.add(OTHER, "10.0.0.2", START))
    with pytest.raises(Busy) as refused:
        listeners.add(OTHER, "10.0.0.3", START)
    assert refused.value.status == 503
    waiting[0].close()
    listeners.add(OTHER, "10.0.0.3", START)
    del waiting
    listeners.add(OTHER, "10.0.0.2", START)
