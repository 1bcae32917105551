"""Limits on how many things of a kind somebody has, which hold when several requests create at the same time."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def quota_transaction(kind: str, owner: str = "") -> Iterator[None]:
    """A transaction in which to count an owner's things of a kind and then create one.

    Another request that wants to do so for the same ``owner`` (of all owners, if it is empty) waits until the outermost
    transaction ends, so that it counts what this one created.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{kind} of {owner}"])
        # SQLite has one writer at a time, and each transaction begins as one (settings: IMMEDIATE).
        yield
