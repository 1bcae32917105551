"""What games at the table tell other apps, which they do not import."""

from typing import Final

from django.dispatch import Signal

match_begun: Final = Signal()
"""Sent with the ``request`` by which a visitor has begun a ``match``."""
match_followed: Final = Signal()
"""Sent with a ``match`` and the ``following`` one that has been begun from it."""
verdict_changed: Final = Signal()
"""Sent with a ``match`` and the new ``verdict``, empty if it has none any more."""
