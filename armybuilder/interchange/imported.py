"""An army read from a file, with a report of the import."""

from dataclasses import dataclass

from armybuilder.armies.loaded_army import LoadedArmy


@dataclass(frozen=True, slots=True)
class ImportRemark:
    """A line of the report: a place in the file (a cell, a unit's name), a message, and whether it is left out."""

    place: str
    message: str
    left_out: bool = False

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


@dataclass(frozen=True, slots=True)
class ImportedArmy:
    """The army and the lines of the report; nothing is left out of an unchanged file from this site."""

    loaded: LoadedArmy
    remarks: tuple[ImportRemark, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing of the file is left out."""
        return not any(remark.left_out for remark in self.remarks)
