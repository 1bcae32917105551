"""Players who edit one army at the same time lose nothing: each answered and each refused edit is in the history.

``python -m bench.rows --edits 1000`` has eight browsers edit one army and eight one of their own each, by
the forms of the site; with ``--services`` on PostgreSQL. Fails when the history lacks an edit that was answered, has
one that was not sent, or no edit came too late.
"""

import argparse
import re
import threading
import time
from collections import Counter
from functools import partial

from bench.real_site import RealSite, machine, real_site, together, with_services
from tests.html_forms import Page

CLIENTS = 8
PAUSE = 0.1
"""Seconds to wait after an answer without a result."""
KEPT = 900
"""Revisions of an army that are checked at a time; the site keeps a thousand."""


class History:
    """The answers about an army, compared with its history."""

    def __init__(self, army: str) -> None:
        """Begin without answers."""
        self.army = army
        self.lock = threading.Lock()
        self.told: dict[int, tuple[bool, str]] = {}
        """Revisions: whether it came too late, and the name that it gave the army."""
        self.found: Counter[bool] = Counter()
        self.others: Counter[int] = Counter()

    def note(self, number: int, late: bool, name: str) -> None:
        """Record an answer, and check the answers from time to time, before the site drops their revisions."""
        with self.lock:
            assert number not in self.told, f"revision {number} is two edits"
            self.told[number] = late, name
            if len(self.told) == KEPT:
                self.compare()

    def compare(self) -> None:
        """Look for all answered edits in the history."""
        from django.db import connection

        from armybuilder.armies.models import Army
        from armybuilder.armies.revisions import load_revision

        army = Army.objects.get(pk=self.army)
        stored = dict(army.revisions.filter(number__in=self.told).values_list("number", "aside"))
        for number, (late, name) in self.told.items():
            assert stored.get(number) is late, f"{self.army}: revision {number} is {stored.get(number)}"
            assert load_revision(army, number).force.name == name, f"{self.army}: revision {number} is another edit"
            self.found[late] += 1
        self.told.clear()
        connection.close()


def edit(site: RealSite, history: History, edits: int, who: str) -> None:
    """Edit the army this many times, as a browser that reloads the page when it came too late."""
    path = f"/armies/{history.army}/"
    fields: dict[str, str] = {}
    for number in range(edits):
        name = f"{who} {number}"
        while True:
            if not fields:
                page = Page(path, site.get(path).content)
                fields = dict(next(each for each in page.forms if each.address.endswith("/change-army")).fields)
            fields["name"] = name
            answer = site.post(f"{path}edits/change-army", fields, **{"HX-Request": "true"})
            aside = re.search(rb'name="aside" value="(\d+)"', answer.content)
            if answer.status == 409 and aside:
                history.note(int(aside[1]), True, name)
                fields = {}
                break
            new = re.search(rb'name="head" value="(\d+)"', answer.content)
            if answer.status == 200 and new:
                fields["head"] = new[1].decode()
                history.note(int(new[1]), False, name)
                break
            history.others[answer.status] += 1
            time.sleep(PAUSE)


def main() -> None:
    """Edit and compare; exit with an error if an edit is lost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--services", action="store_true")
    arguments = parser.parse_args()
    with_services(arguments.services)
    with real_site(CLIENTS + 1) as site:
        histories = [History(army) for army in site.armies]
        begun = time.monotonic()
        together(
            *(partial(edit, site, histories[0], arguments.edits, f"together {n}") for n in range(CLIENTS)),
            *(partial(edit, site, each, arguments.edits, "alone") for each in histories[1:]),
        )
        took = time.monotonic() - begun
        for history in histories:
            history.compare()
    print(machine())
    for name, some in (("one army", histories[:1]), ("armies of their own", histories[1:])):
        found = sum((each.found for each in some), Counter())
        print(f"{name}: saved {found[False]}, too late and kept {found[True]}, in {took:.0f} s")
    others = sum((each.others for each in histories), Counter())
    print(f"other answers: {dict(others)}")
    assert {*others} <= {503}, "answers that no player should see"
    assert histories[0].found.total() == CLIENTS * arguments.edits, "edits of one army are missing"
    assert [each.found for each in histories[1:]] == [Counter({False: arguments.edits})] * CLIENTS, "edits are missing"
    assert histories[0].found[True], "no edit came too late"


if __name__ == "__main__":
    main()
