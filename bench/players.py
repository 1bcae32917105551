"""The players of ``load`` for locust; the variable ``KNOWN`` has the site's data."""

import itertools
import json
import os
import random
import time
from typing import Any

from locust import FastHttpUser, between, task

KNOWN = json.loads(os.environ["KNOWN"])
NUMBERS = itertools.count()
PRINTING = 60.0
"""Seconds for a printing to end."""


class Player(FastHttpUser):
    """A player with an army and a game, at a separate network address, who pauses between actions."""

    wait_time = between(2, 8)

    def on_start(self) -> None:
        """Take an army."""
        self.number = next(NUMBERS)
        (token, cookies), self.army, self.match = KNOWN["players"][self.number % len(KNOWN["players"])]
        csrf = cookies.partition("csrftoken=")[2].partition(";")[0]
        address = {"X-Forwarded-For": f"10.1.{self.number >> 8 & 255}.{self.number & 255}"}
        self.program = address | {"Authorization": f"Bearer {token}"}
        self.browser = address | {"Cookie": cookies, "X-CSRFToken": csrf}
        self.plain = self.ask("GET", f"/api/v1/armies/{self.army}", "army").json()["army"]
        self.game = self.plain["ruleset"]

    def ask(self, method: str, path: str, name: str, headers: dict[str, str] | None = None, **sent: Any) -> Any:
        """Send a request; the answer is counted under the name."""
        return self.client.request(method, path, name=name, headers=headers or self.program, **sent)

    @task(30)
    def browse(self) -> None:
        """Look at a page."""
        pages = ("/", f"/{self.game}/", f"/{self.game}/catalogue/", f"/{self.game}/reference/", f"/armies/{self.army}/")
        self.ask("GET", random.choice((*pages, "/armies/", "/search?q=cover")), "page", self.browser)

    @task(35)
    def build(self) -> None:
        """Save the army with another name of its first unit."""
        answer = self.ask("GET", f"/api/v1/armies/{self.army}", "army")
        self.plain["groups"][0]["units"][0]["name"] = f"{self.number} {random.randrange(10**9)}"
        self.ask(
            "PUT",
            f"/api/v1/armies/{self.army}",
            "edit",
            self.program | {"If-Match": answer.headers["ETag"]},
            json=self.plain,
        )

    @task(20)
    def calculate(self) -> None:
        """Look at a calculator's page."""
        self.ask(
            "GET",
            f"/{self.game}/calculators/{random.choice(KNOWN['calculators'][self.game])}/",
            "calculator",
            self.browser,
        )

    @task(5)
    def print_cards(self) -> None:
        """Print cards, and wait for the file."""
        path, begun = f"/api/v1/armies/{self.army}/documents", time.monotonic()
        with self.client.request(
            "POST",
            path,
            name="print order",
            headers=self.program | {"Prefer": "respond-async"},
            json={"roster": False, "qrs": False},
            catch_response=True,
        ) as answer:
            if answer.status_code == 429:
                # Too many printings wait already: the player reads that, and tries again later.
                answer.request_meta["name"] = "printing refused"
                answer.success()
                return
            job = answer.json()["job"]
        state = ""
        while state not in ("done", "failed") and time.monotonic() < begun + PRINTING:
            time.sleep(0.5)
            state = self.ask("GET", f"{path}/{job}", "printing's state").json()["state"]
        self.environment.events.request.fire(
            request_type="PRINT",
            name="12 cards",
            response_time=1000 * (time.monotonic() - begun),
            response_length=0,
            exception=None if state == "done" else RuntimeError(state),
            context={},
        )

    @task(10)
    def play(self) -> None:
        """Throw dice at the table, and read what is new."""
        event = {"id": f"{self.number} {random.randrange(10**9)}", "kind": "dice", "dice": 2, "faces": 6}
        self.ask("POST", f"/matches/{self.match}/events", "table", self.browser, json={"since": 0, "events": [event]})
