"""Links that players withdraw. They can undo it for a day, and an old code always says what happened."""

from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import Http404
from django.utils import timezone

from armybuilder.site.claims import new_token

W = TypeVar("W", bound=Model)

WITHDRAWN: Final = "The link was withdrawn and no longer works. You can undo this for a day."
WORKS_AGAIN: Final = "The link works again."
CHANGES: Final = {"new": "The link is ready.", "withdraw": WITHDRAWN, "restore": WORKS_AGAIN}
"""What can be done to the only link of a thing, each with the message afterwards."""
REPLACED: Final = "The link is ready. The older link no longer works."
UNDO_TIME: Final = timedelta(days=1)
"""How long the withdrawal of a link can be undone."""
MAX_WITHDRAWN_LINKS: Final = 50
"""The most withdrawn links of a thing of which the site still says what happened."""


def undoable_since() -> datetime:
    """The time after which links were withdrawn that can be opened again."""
    return timezone.now() - UNDO_TIME


def undoable(withdrawn: QuerySet[W]) -> QuerySet[W]:
    """Those withdrawn links that can be opened again."""
    return withdrawn.filter(withdrawn__gte=undoable_since())


def change_only_link(thing: Any, change: str, token: str) -> str:
    """Make, withdraw or restore the only link of a thing; ``change`` is one of ``CHANGES``. Returns the message.

    The thing is a row with a ``link_token``. Its earlier links are its ``withdrawn_links``, among which ``token`` is
    the one to restore; raises ``Http404`` if that cannot be undone any more.
    """
    rows = type(thing).objects.filter(pk=thing.pk)
    after = new_token() if change == "new" else ""
    with transaction.atomic():
        before = rows.select_for_update().values_list("link_token", flat=True).get()
        if change == "restore":
            again = undoable(thing.withdrawn_links.all()).filter(token=token).first()
            if again is None:
                raise Http404
            after = again.token
            again.delete()
        if before:
            thing.withdrawn_links.create(token=before)
        rows.update(link_token=after)
        kept = thing.withdrawn_links.values_list("pk", flat=True)[:MAX_WITHDRAWN_LINKS]
        thing.withdrawn_links.exclude(pk__in=list(kept)).delete()
    return REPLACED if change == "new" and before else CHANGES[change]
