"""What a player sets: the army, its squads and their units."""

from dataclasses import dataclass
from typing import Annotated

from rulesets.core.declarations.fields import Ask

from .tables import FACES, MAX_MODELS


@dataclass(frozen=True, slots=True)
class TroopType:
    """A troop type of the catalogue; ``skill`` is the least roll of a die that hits."""

    move: Annotated[int, Ask("Move", unit="″", min=0, max=24)]
    skill: Annotated[int, Ask("Skill", help="The lowest roll that hits", min=2, max=FACES)]
    points: Annotated[int, Ask("Points", help="For each model", min=0, max=1000)]


@dataclass(frozen=True, slots=True)
class Troops:
    """A unit: models of one troop type."""

    troop_type: Annotated[str, Ask("Troop type", entry="troop-type")] = "regulars"
    models: Annotated[int, Ask("Models", min=1, max=MAX_MODELS)] = 5


@dataclass(frozen=True, slots=True)
class Squad:
    """A squad has no settings of its own."""


@dataclass(frozen=True, slots=True)
class Army:
    """An army, built to a limit of points."""

    points_limit: Annotated[int, Ask("Points limit", min=0, max=10_000)] = 200
