"""Whose turn it is: jobs wait in the database, where all processes and workers take the next one from.

A process that starts a task asks here which job to do. So it is the same whether threads of the web processes or
workers of a Redis queue run the tasks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from operator import attrgetter
from typing import TypeVar

from django.db.models import Q
from django.utils import timezone

from armybuilder.jobs.models import Job
from armybuilder.site.quotas import quota_transaction

J = TypeVar("J", bound=Job)
State = Job.State
UNFINISHED = (State.WAITING, State.RUNNING)
MAX_SLOW = 1
"""Slow jobs of a kind that the whole site does at the same time; the others' processes are free for short ones."""
LATELY = timedelta(minutes=10)
"""How far back turns and use of the processor count."""
MAX_SECONDS_LATELY = 30.0
"""Seconds of the processor that an address uses lately before its jobs are slow from their start."""
FOUND = timedelta(seconds=1)
"""How long a job waits at most where something is free to do it."""


def take_next(model: type[J]) -> J | None:
    """Take the waiting job whose turn it is, which now runs; ``None`` if there is none that may run."""
    with quota_transaction(f"turns of {model._meta.label}"):
        job = next(_may_run(_recent(model)), None)
        return None if job is None else take(model, job.pk, slow=job.slow)


def take(model: type[J], token: str, *, slow: bool = False) -> J | None:
    """Take this job, which now runs, as a ``slow`` one or as what it is; ``None`` if it is not waiting."""
    waiting = model._default_manager.filter(pk=token, state=State.WAITING)
    job = waiting.first()
    if job is None:
        return None
    job.starts, job.slow = job.starts + 1, job.slow or slow
    # Several processes may find the job; the second finds it running.
    taken = waiting.update(state=State.RUNNING, heard=timezone.now(), starts=job.starts, slow=job.slow)
    return job if taken else None


def place_of(job: Job) -> int:
    """The place of a waiting job, 1 for the next; 0 for any other."""
    waiting = [each.pk for each in in_turn(_recent(type(job)))]
    return waiting.index(job.pk) + 1 if job.pk in waiting else 0


def in_turn(recent: Sequence[J]) -> list[J]:
    """The waiting ones of recent jobs, the next one first.

    Network addresses take turns, and so do the people at each. Short jobs come before slow ones, and who has used less
    of the processor comes before others.
    """
    used = {name: Counter[str]() for name in ("person", "address")}
    for job in recent:
        for name, counter in used.items():
            counter[getattr(job, name)] += job.seconds  # type: ignore[assignment]
    jobs = sorted(recent, key=attrgetter("created"))
    for name, counter in used.items():
        turns = _numbered(jobs, name)
        jobs.sort(key=lambda job: (job.state == State.WAITING, turns[job.pk], job.slow, counter[getattr(job, name)]))
    return [job for job in jobs if job.state == State.WAITING]


def _numbered(jobs: Sequence[Job], name: str) -> dict[str, int]:
    """For each job, how many come before it that have the same value of the field ``name``."""
    before = Counter[str]()
    numbers = {}
    for job in sorted(jobs, key=lambda job: job.state == State.WAITING):
        who = getattr(job, name)
        numbers[job.pk] = before[who]
        before[who] += 1
    return numbers


def _may_run(recent: Sequence[J]) -> Iterator[J]:
    """The waiting jobs in turn: one at a time for each person, one short one for each address, few slow ones."""
    running = [job for job in recent if job.state == State.RUNNING]
    people = {job.person for job in running}
    addresses = {job.address for job in running if not job.slow}
    slow = sum(job.slow for job in running)
    for job in in_turn(recent):
        free = slow < MAX_SLOW if job.slow else job.address not in addresses
        if free and job.person not in people:
            yield job


def others_wait(job: Job) -> bool:
    """Whether a slow job of somebody else waits for this one."""
    waiting = type(job)._default_manager.filter(state=State.WAITING, slow=True)
    return waiting.exclude(person=job.person).exists()


def short_one_waits() -> bool:
    """Whether a short job of any kind, whose turn it is, finds nothing that is free to do it."""
    since = timezone.now() - FOUND
    return any(
        not job.slow and job.created < since for model in Job.__subclasses__() for job in _may_run(_recent(model))
    )


def _recent(model: type[J]) -> list[J]:
    """The jobs that are unfinished or were ordered lately, with the columns that decide about turns.

    Waiting ones are slow where their address has used much lately.
    """
    columns = ("state", "person", "address", "slow", "seconds", "created")
    recent = Q(state__in=UNFINISHED) | Q(created__gt=timezone.now() - LATELY)
    jobs = list(model._default_manager.filter(recent).only(*columns))
    used = Counter[str]()
    for job in jobs:
        used[job.address] += job.seconds  # type: ignore[assignment]
    for job in jobs:
        job.slow |= job.state == State.WAITING and used[job.address] > MAX_SECONDS_LATELY
    return jobs
