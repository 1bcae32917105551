"""How often something may be asked in a minute."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """Requests a minute allowed from one network ``address``, and to each ``visitor`` if that is limited too.

    Limits for each visitor let many players share the address of their club.
    """

    address: int
    visitor: int | None = None
