"""Problems in plain data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in plain data: its place (``path``, empty for the whole) and what would be right."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message
