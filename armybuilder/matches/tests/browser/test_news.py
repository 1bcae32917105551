"""Two phones wait for news from the real server, and learn at once what the other does."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.tests.screen.test_news import Game, begin_game, join
from tests.browser.phones import OpenPage
from tests.test_server import Serve, serve, site, until

__all__ = ["serve", "site"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Player:
    """A phone with the game open, and what it has asked the server for."""

    def __init__(self, open_page: OpenPage, game: Game, cookies: str, prepare: Callable[[Page], object] = id) -> None:
        self.page = open_page(360, 640, has_touch=True, is_mobile=True)
        url = f"http://localhost:{game.port}"
        pairs = [each.partition("=") for each in cookies.split("; ")]
        self.page.context.add_cookies([{"name": name, "value": value, "url": url} for name, _, value in pairs])
        self.asked = 0
        self.page.on("request", lambda request: self._note(request.method, request.url))
        self.page.clock.install()
        prepare(self.page)
        with self.page.expect_request("**/news"):
            self.page.goto(url + game.address)

    def _note(self, method: str, url: str) -> None:
        self.asked += method == "GET" and "/events?" in url

    def rest(self) -> None:
        """Leave the phone alone for three minutes, and until it asks for nothing any more."""
        self.page.clock.fast_forward(180_000)
        asked = -1
        while self.asked > asked:
            asked = self.asked
            self.page.wait_for_timeout(1500)
        self.asked = 0

    def expect_entry(self, number: int) -> None:
        """Wait until the phone shows that entry as the last one."""
        expect(self.page.locator("#last")).to_contain_text(f"{number}: ")


@pytest.fixture
def game(serve: Serve) -> tuple[int, Game]:
    """The server's process, and a game on it."""
    server, port = serve(WORKERS="1", ARMYBUILDER_PROXIES="1")
    return server.pid, begin_game(port)


def test_quiet_phones_are_told_and_ask_once_for_each_event(game: tuple[int, Game], open_page: OpenPage) -> None:
    _, table = game
    first = Player(open_page, table, table.player)
    # Its page comes anew with the other player, which must not be counted below.
    with first.page.expect_navigation():
        joined = join(table, "player")
    phones = (first, Player(open_page, table, joined))
    for phone in phones:
        phone.rest()
    assert table.throw("one") == 200
    for phone in phones:
        phone.expect_entry(1)
        phone.page.wait_for_timeout(1500)
        assert phone.asked == 1
    assert table.throw("two") == 200
    for phone in phones:
        phone.expect_entry(2)


def test_a_player_alone_sees_that_the_other_has_come(game: tuple[int, Game], open_page: OpenPage) -> None:
    _, table = game
    phone = Player(open_page, table, table.player)
    phone.rest()
    with phone.page.expect_navigation():
        join(table, "player")


def test_phones_of_a_killed_server_catch_up(game: tuple[int, Game], open_page: OpenPage) -> None:
    server, table = game
    phones = [Player(open_page, table, cookies) for cookies in (table.player, table.spectator)]
    for phone in phones:
        phone.rest()
    (worker,) = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    os.kill(int(worker), signal.SIGKILL)
    until(lambda: throws(table, "one"))
    for phone in phones:
        phone.expect_entry(1)
        phone.rest()
    assert table.throw("two") == 200
    for phone in phones:
        phone.expect_entry(2)


def throws(table: Game, name: str) -> bool:
    """Whether an event reaches the server."""
    try:
        return table.throw(name) == 200
    except OSError:
        return False


def test_where_connections_fail_phones_ask_again_and_again(game: tuple[int, Game], open_page: OpenPage) -> None:
    _, table = game
    phone = Player(open_page, table, table.player, lambda page: page.route("**/news", lambda route: route.abort()))
    phone.page.wait_for_timeout(3000)
    assert phone.asked >= 2
    assert table.throw("one") == 200
    phone.expect_entry(1)


def test_a_hidden_page_leaves_its_place(game: tuple[int, Game], open_page: OpenPage) -> None:
    _, table = game
    phone = Player(open_page, table, table.player)
    with phone.page.expect_event("requestfailed", lambda request: request.url.endswith("/news")) as left:
        phone.page.evaluate("""() => {
          Object.defineProperty(document, "hidden", { get: () => true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""")
    assert left.value
