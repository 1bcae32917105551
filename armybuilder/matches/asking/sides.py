"""The armies of a game at the table as the two sides of a question, in their current state; browsers run this too."""

from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse

from armybuilder.armies.loaded_army import ArmyChoice, SideArmy
from armybuilder.calculators.sides import NAME, OPPOSING, OWN, ChosenArmy, Sides, choose
from armybuilder.matches.log.device_match import AnyMatch, armies_for
from armybuilder.site.played_readings import readings_query
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.matches import OF_SIDES, SIDES


@dataclass(frozen=True, slots=True)
class InGame:
    """The state of the game that a calculator's armies are in, with the conditions for both sides."""

    title: str
    address: str
    turn: int
    segment: str
    conditions: tuple[str, ...]
    readings: str
    """The query of the readings played, for the pages on the game's rules."""

    @property
    def calculators(self) -> str:
        """The address of the list of its calculators."""
        return reverse("matches:calculators", args=[self.address])


def in_game(loaded: AnyMatch, title: str, address: str) -> InGame:
    """The current state of a game, for a calculator's page."""
    state, setup = loaded.state, loaded.setup
    tracks = (track for track in setup.conditions_now(state).tracks if track.slug not in OF_SIDES)
    conditions = tuple(f"{track.title} {track.title_of(box)}" for track in tracks for box in track.ticks)
    segment = setup.segments[state.segment].title
    return InGame(title, address, state.turn, segment, conditions, readings_played(loaded))


def readings_played(loaded: AnyMatch) -> str:
    """The query of the readings that a game is played by."""
    return next((readings_query(army.context.house) for army in loaded.armies if army), "")


def armies_of(loaded: AnyMatch) -> list[ArmyChoice]:
    """The armies to choose from, named by their sides."""
    return [ArmyChoice(str(side), army.title) for side, army in enumerate(loaded.armies) if army]


def sides_of(loaded: AnyMatch, viewer: Viewer, data: QueryDict) -> Sides:
    """The armies of a game as the sides of a question, the viewer's own first unless the address says otherwise."""
    values = _values(data, OWN)
    own = int(values[0]) if values[0] in map(str, SIDES) else viewer.side or 0
    unit, opposing_unit = _unit_of(values, own), _unit_of(_values(data, OPPOSING), 1 - own)
    return Sides(_army_on(loaded, viewer, own, unit), _army_on(loaded, viewer, 1 - own, opposing_unit))


def _values(data: QueryDict, name: str) -> tuple[str, str]:
    """The army for a side, and the army with its unit: a page's two lists both send one."""
    values = [text for text in data.getlist(f"{NAME}{name}") if text] or [""]
    return values[0].partition(":")[0], values[-1]


def _unit_of(values: tuple[str, str], side: int) -> str:
    key, _, unit = values[1].partition(":")
    return unit if key == str(side) else ""


def _army_on(loaded: AnyMatch, viewer: Viewer, side: int, unit: str) -> ChosenArmy | None:
    army, deployed = armies_for(loaded, viewer)[side], viewer.deployed(loaded.state, side)
    if army is None or deployed is None:
        return None
    return choose(SideArmy(str(side), army.ruleset.slug, army), unit, deployed)
