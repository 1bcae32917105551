"""An army read from a file, with a report of the import."""

from dataclasses import dataclass
from typing import Final

from armybuilder.armies.loaded_army import LoadedArmy

MAX_REST: Final = 2_000
"""Characters of what a file says of units that were not read, besides their name."""


@dataclass(frozen=True, slots=True)
class ImportRemark:
    """A line of the report: a place in the file (a cell, a unit's name), a message, and whether it is left out.

    Of what names units that were not read it has how many ``units``, and in which ``group`` of the army or under which
    ``heading`` if there is no such group yet, so that they can be chosen. ``rest`` is what the file says of them
    besides their name: behind it, and on lines below. ``kept`` are the ids of units that stay unless others are chosen
    for the line, with spaces between them. ``likely`` is the only entry with a similar name, as ``kind/key``.
    ``instead`` is what one unit may have been meant to have in place of the ``kept`` ones, such as ``10 figures``.
    ``hides_units`` says that the place is a sheet with units of its own, or a column that may say how many there are.
    """

    place: str
    message: str
    left_out: bool = False
    units: int = 0
    group: int = 0
    heading: str = ""
    rest: str = ""
    kept: str = ""
    instead: str = ""
    hides_units: bool = False
    likely: str = ""

    def __str__(self) -> str:
        return f"{self.place.rstrip(' ,:;')}: {self.message}" if self.place else self.message


@dataclass(frozen=True, slots=True)
class ImportedArmy:
    """The army and the lines of the report; nothing is left out of an unchanged file from this site."""

    loaded: LoadedArmy
    remarks: tuple[ImportRemark, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing of the file is left out."""
        return not any(remark.left_out for remark in self.remarks)

    @property
    def lost(self) -> tuple[ImportRemark, ...]:
        """The remarks on what names units that are not in the army."""
        return tuple(remark for remark in self.remarks if remark.units and not remark.instead)

    @property
    def unsure(self) -> tuple[ImportRemark, ...]:
        """The remarks on units in the army of which one with more models may have been meant."""
        return tuple(remark for remark in self.remarks if remark.instead)

    @property
    def has_all_units(self) -> bool:
        """Whether nothing was left out that names units."""
        return not (self.lost or any(remark.hides_units for remark in self.remarks))
