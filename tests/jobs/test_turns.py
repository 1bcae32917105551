"""Whose turn it is: people and networks one after another, short jobs first, slow ones never in all processes."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from armybuilder.armies.models import Army
from armybuilder.jobs import running
from armybuilder.jobs.turns import (
    FOUND,
    LATELY,
    MAX_SECONDS_LATELY,
    may_run,
    others_wait,
    place_of,
    short_one_waits,
    take_next,
)
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from tests.armies.conftest import army, make_army
from tests.printing.test_jobs import ROSTER, Bench, State, _nothing_kept, bench, state

__all__ = ["_nothing_kept", "army", "bench", "make_army"]

pytestmark = pytest.mark.django_db(transaction=True)


def order(army: Army, person: str, address: str = "", **columns: Any) -> PrintJob:
    """A waiting job; everybody has a network of their own unless it is named."""
    made = jobs.order(army, ROSTER, person=person, address=address or person)
    PrintJob.objects.filter(pk=made.pk).update(**columns)
    made.refresh_from_db()
    return made


def taken(*, ends: bool) -> list[str]:
    """The people whose jobs are taken one after another, each before or after the last one's end."""
    people = []
    while (job := take_next(PrintJob)) is not None:
        people.append(job.person)
        if ends:
            PrintJob.objects.filter(pk=job.pk).update(state=State.DONE)
    return people


def test_people_take_turns(army: Army) -> None:
    for person in ("many", "many", "many", "one", "two"):
        order(army, person)
    assert taken(ends=True) == ["many", "one", "two", "many", "many"]


def test_networks_take_turns_whoever_is_on_them(army: Army) -> None:
    for number in range(5):
        order(army, f"pretended {number}", "crowd")
    order(army, "one")
    assert taken(ends=True)[:2] == ["pretended 0", "one"]


def test_one_job_at_a_time_is_done_for_a_person(army: Army) -> None:
    for address in ("home", "train", "club"):
        order(army, "many", address)
    order(army, "one")
    assert taken(ends=False) == ["many", "one"]


def test_one_short_job_at_a_time_is_done_for_a_network(army: Army) -> None:
    order(army, "slow", "club", slow=True)
    order(army, "first", "club")
    order(army, "second", "club")
    assert taken(ends=False) == ["first", "slow"]


def test_short_jobs_come_first_and_slow_ones_one_by_one(army: Army) -> None:
    order(army, "slow", slow=True)
    order(army, "slower", slow=True, seconds=9.0)
    order(army, "short")
    assert taken(ends=False) == ["short", "slow"]


def test_who_used_least_comes_first_among_the_slow(army: Army) -> None:
    order(army, "much", slow=True, seconds=50.0)
    order(army, "little", slow=True, seconds=10.0)
    assert taken(ends=True) == ["little", "much"]


def test_a_network_that_used_much_lately_starts_slow(army: Army) -> None:
    used = order(army, "heavy", seconds=MAX_SECONDS_LATELY + 1, state=State.DONE)
    for person in ("second", "third"):
        order(army, person, "heavy")
    order(army, "one")
    assert taken(ends=False) == ["one", "second"], "its jobs are done one by one, after the short ones"
    assert [job.slow for job in PrintJob.objects.order_by("created")] == [False, True, False, False]
    PrintJob.objects.filter(pk=used.pk).update(created=timezone.now() - LATELY - timedelta(seconds=1))
    assert taken(ends=False) == ["third"]


def test_a_job_has_a_place_until_it_runs(army: Army) -> None:
    first, second, other = order(army, "many"), order(army, "many"), order(army, "one")
    assert [place_of(job) for job in (first, second, other)] == [1, 3, 2]
    assert take_next(PrintJob) == first
    assert [place_of(job) for job in (first, second, other)] == [0, 2, 1]


def test_a_slow_job_makes_room_only_for_somebody_elses(army: Army) -> None:
    mine = order(army, "mine", slow=True, state=State.RUNNING)
    order(army, "mine", slow=True)
    order(army, "short")
    assert not others_wait(mine)
    order(army, "another", slow=True)
    assert others_wait(mine)


def test_a_short_job_waits_for_a_slow_one_only_where_nothing_is_free(army: Army) -> None:
    now = timezone.now()
    late, soon = now - 2 * FOUND, now + timedelta(hours=1)
    order(army, "slow", slow=True, state=State.RUNNING)
    order(army, "also slow", slow=True, created=late)
    order(army, "slow", created=late)
    order(army, "just now", created=soon)
    assert not short_one_waits()
    order(army, "late", created=late)
    assert short_one_waits()
    taken_first = take_next(PrintJob)
    assert taken_first is not None
    assert taken_first.person == "late"
    assert not short_one_waits()


def test_a_persons_next_job_is_done_when_the_first_ends(army: Army, bench: Bench) -> None:
    """Its own task came while the first was running, and found nothing to do."""
    first, second = order(army, "many"), order(army, "many")
    label = PrintJob._meta.label
    bench.before = lambda: running.run_next.call(label)
    running.run_next.call(label)
    for _ in range(200):
        if state(second)[0] == State.DONE:
            break
        running.wait(second, 0.05)
    assert (state(first)[0], state(second)[0]) == (State.DONE, State.DONE)


WORKERS = 3
BEGUN = timezone.now()


class Queue:
    """Print jobs that are never done with one turn, and workers for them.

    Each of so many network addresses has nine; a stranger had cards printed four times before.
    """

    def __init__(self, addresses: int) -> None:
        before = BEGUN - timedelta(minutes=5)
        printed = {"state": State.DONE, "seconds": 2.0, "created": before, "heard": before}
        self.jobs = [PrintJob(person="stranger", address="stranger", **printed) for _ in range(4)]
        self.jobs += [
            PrintJob(person=f"{number} at {address}", address=str(address), created=BEGUN, heard=BEGUN)
            for address in range(addresses)
            for number in range(9)
        ]
        self.running, self.turns = list[PrintJob](), 0
        self.fill()

    def fill(self) -> None:
        """Have each free worker take a job."""
        while len(self.running) < WORKERS and (job := next(may_run(self.jobs), None)) is not None:
            job.state = State.RUNNING
            self.running.append(job)

    def end_turn(self) -> None:
        """End the turn of the job that runs for longest, which goes on as a slow one."""
        job = self.running.pop(0)
        self.turns += 1
        job.seconds += jobs.SLICE if job.slow else jobs.SHORT_SECONDS
        job.state, job.slow, job.heard = State.WAITING, True, BEGUN + timedelta(seconds=self.turns)
        self.fill()


def turns_until_served(addresses: int, before: int) -> int:
    """How many turns of others end until a stranger's job runs that is ordered after so many turns."""
    queue = Queue(addresses)
    for _ in range(before):
        queue.end_turn()
    job = PrintJob(person="stranger", address="stranger")
    queue.jobs.append(job)
    queue.fill()
    while job.state == State.WAITING:
        queue.end_turn()
    return queue.turns - before


@pytest.mark.parametrize(("addresses", "turns"), [(1, 0), (3, 1), (11, 9)])
def test_costly_orders_of_many_networks_let_a_stranger_go_first(addresses: int, turns: int) -> None:
    """Only the first turn of each network may come before; afterwards one of the workers is free."""
    assert turns_until_served(addresses, 0) == turns
    assert [turns_until_served(addresses, before) for before in range(addresses, addresses + 20)] == [0] * 20
