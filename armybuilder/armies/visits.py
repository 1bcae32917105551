"""The last visits of browsers without an account, and armies and matches that nobody visits."""

from datetime import timedelta
from typing import Any, Final, TypeVar

from django.core.cache import cache
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model, QuerySet
from django.utils import timezone

from armybuilder.armies.models import Army, Visit
from armybuilder.site.claims import LIFETIME, Claim
from armybuilder.site.errors import optional_writes

R = TypeVar("R", bound=Model)

RETENTION: Final = timedelta(seconds=LIFETIME)
"""How long something without an account is kept after its browser's last visit; the browser's key expires then too."""
SINCE: Final = ("armies", "0008_visits")
"""The migration since which visits are recorded."""
DAY: Final = 24 * 60 * 60


def note_visit(claim: Claim, **kwargs: Any) -> None:
    """Record that the browser was here today; a failure to store that does not break the page."""
    with optional_writes():
        if not cache.add(f"visit:{claim.hash}", 1, DAY // 2):
            return
        visit = Visit(claim_hash=claim.hash, day=timezone.now().date())
        with transaction.atomic():
            Visit.objects.bulk_create(
                [visit], update_conflicts=True, update_fields=["day"], unique_fields=["claim_hash"]
            )


def unvisited_rows(rows: QuerySet[R]) -> QuerySet[R]:
    """The rows without an account that nobody changed and whose browser did not visit during their retention period.

    None until visits have been recorded for that long.
    """
    now = timezone.now()
    since = MigrationRecorder(connection).applied_migrations().get(SINCE)
    if since is None or since.applied > now - RETENTION:
        return rows.none()
    old = rows.filter(owner=None, updated__lt=now - RETENTION).exclude(claim_hash="")
    return old.exclude(claim_hash__in=claims_here())


def claims_here() -> QuerySet[Visit, str]:
    """The claim hashes of browsers that visited within the retention period."""
    return Visit.objects.filter(day__gte=(timezone.now() - RETENTION).date()).values_list("claim_hash", flat=True)


def unvisited_armies() -> QuerySet[Army]:
    """The ``unvisited_rows`` armies; examples are nobody's."""
    return unvisited_rows(Army.objects.filter(example=False))
