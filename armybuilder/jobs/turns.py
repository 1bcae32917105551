"""Whose turn it is: jobs wait in the database, where all processes and workers take the next one from.

A process that starts a task asks here which job to do. So it is the same whether threads of the web processes or
workers of a Redis queue run the tasks.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
MAX_COSTLY = 2
"""Jobs of a kind that addresses with slow ones have at the same time: one fewer than workers, which are three."""
LATELY = timedelta(minutes=10)
"""How far back turns and use of the processor count."""
MAX_SECONDS_LATELY = 30.0
"""Seconds of the processor that an address uses lately before its jobs are slow from their start."""
FOUND = timedelta(seconds=1)
"""How long a job waits at most where something is free to do it."""


def take_next(model: type[J]) -> J | None:
    """Take the waiting job whose turn it is, which now runs; ``None`` if there is none that may run."""
    with quota_transaction(f"turns of {model._meta.label}"):
        job = next(may_run(_recent(model)), None)
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

    Short jobs come before slow ones, and first those of addresses that had no slow one lately. Network addresses take
    turns, and so do the people at each: first who was served longest ago, of those with slow jobs who has used less of
    the processor.
    """
    jobs = sorted((job for job in recent if job.state in UNFINISHED), key=attrgetter("created"))
    costly = _costly(recent)
    for name in ("person", "address"):
        who = attrgetter(name)
        used, served = Counter[str](), dict.fromkeys(map(who, recent), 0.0)
        for job in recent:
            used[who(job)] += job.seconds  # type: ignore[assignment]
            if job.state != State.WAITING or job.seconds:
                served[who(job)] = max(served[who(job)], job.heard.timestamp())
        turns = _numbered(jobs, who)
        jobs.sort(
            key=lambda job: (
                job.slow,
                job.address in costly,
                turns[job.pk],
                used[who(job)] if job.slow else served[who(job)],
            )
        )
    return [job for job in jobs if job.state == State.WAITING]


def _costly(recent: Sequence[Job]) -> set[str]:
    """The addresses that had a slow job lately."""
    return {job.address for job in recent if job.slow}


def _numbered(unfinished: Sequence[Job], who: Callable[[Job], str]) -> dict[str, int]:
    """For each job, how many come before it that have the same person or address."""
    before = Counter[str]()
    numbers = {}
    for job in sorted(unfinished, key=lambda job: job.state == State.WAITING):
        numbers[job.pk] = before[who(job)]
        before[who(job)] += 1
    return numbers


def may_run(recent: Sequence[J]) -> Iterator[J]:
    """The waiting ones of recent jobs that may run now, in turn: one at a time for each person, one short one for each
    address, few slow ones, and not so many of addresses with slow ones that nothing is left for others.
    """
    running = [job for job in recent if job.state == State.RUNNING]
    people = {job.person for job in running}
    addresses = {job.address for job in running if not job.slow}
    slow, costly = sum(job.slow for job in running), _costly(recent)
    no_more_costly = sum(job.address in costly for job in running) >= MAX_COSTLY
    for job in in_turn(recent):
        free = slow < MAX_SLOW if job.slow else job.address not in addresses
        if free and job.person not in people and not (no_more_costly and job.address in costly):
            yield job


def others_wait(job: Job) -> bool:
    """Whether a slow job of somebody else waits for this one."""
    waiting = type(job)._default_manager.filter(state=State.WAITING, slow=True)
    return waiting.exclude(person=job.person).exists()


def short_one_waits() -> bool:
    """Whether a short job of any kind, whose turn it is, finds nothing that is free to do it."""
    since = timezone.now() - FOUND
    return any(
        not job.slow and job.created < since for model in Job.__subclasses__() for job in may_run(_recent(model))
    )


def _recent(model: type[J]) -> list[J]:
    """The jobs that are unfinished or were ordered lately, with the columns that decide about turns.

    Waiting ones are slow where their address has used much lately.
    """
    columns = ("state", "person", "address", "slow", "seconds", "created", "heard")
    recent = Q(state__in=UNFINISHED) | Q(created__gt=timezone.now() - LATELY)
    jobs = list(model._default_manager.filter(recent).only(*columns))
    used = Counter[str]()
    for job in jobs:
        used[job.address] += job.seconds  # type: ignore[assignment]
    for job in jobs:
        job.slow |= job.state == State.WAITING and used[job.address] > MAX_SECONDS_LATELY
    return jobs
