"""An army that was read from a file, with what is to be said of the reading."""

from __future__ import annotations

from dataclasses import dataclass

from armybuilder.armies.loaded_army import LoadedArmy


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of the report: where in the file (a cell, a unit's name), what became of it, whether it is left out."""

    place: str
    message: str
    left_out: bool = False

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


@dataclass(frozen=True, slots=True)
class ImportedArmy:
    """The army and the report, line by line; a file that was written here and is not changed has none left out."""

    loaded: LoadedArmy
    remarks: tuple[Remark, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing of the file is left out."""
        return not any(remark.left_out for remark in self.remarks)
