"""Links that players withdraw. They can undo it for a day, and an old code always says what happened."""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

WITHDRAWN: Final = "The link was withdrawn and no longer works. You can undo this for a day."
WORKS_AGAIN: Final = "The link works again."
UNDO_TIME: Final = timedelta(days=1)
"""How long the withdrawal of a link can be undone."""


def undoable_since() -> datetime:
    """The time after which links were withdrawn that can be opened again."""
    return timezone.now() - UNDO_TIME
