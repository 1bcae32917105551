"""Ready squads and an example force."""

from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.ruleset import Template

from .units import Allegiance, Command, Squad, Troop

RIFLE_SQUAD = Template(
    "rifle-squad",
    "Rifle squad",
    "Eight riflemen and a heavy weapon team",
    Squad(),
    (("", Troop("rifleman", 8)), ("", Troop("heavy-weapon-team"))),
)
ASSAULT_SQUAD = Template(
    "assault-squad",
    "Assault squad",
    "Eight troopers for close quarters",
    Squad(),
    (("", Troop("assault-trooper", 8)),),
)
MARKSMEN = Template("marksmen", "Marksmen", "Four marksmen", Squad(), (("", Troop("marksman", 4)),))
ARMOURED_CAR = Template("armoured-car", "Armoured car", "A vehicle by itself", Squad(), (("", Troop("armoured-car")),))
RAIDERS = Template(
    "raiders",
    "Raiders",
    "Nine raiders and their boss, for the game master",
    Squad(),
    (("", Troop("raider", 9)), ("", Troop("raider-boss"))),
)
BRUTES = Template("brutes", "Brutes", "Three brutes, for the game master", Squad(), (("", Troop("brute", 3)),))

TEMPLATES = (RIFLE_SQUAD, ASSAULT_SQUAD, MARKSMEN, ARMOURED_CAR, RAIDERS, BRUTES)

_LIEUTENANT = Troop(
    "officer",
    player="Anna",
    role="Infantry officer",
    cp=4,
    abilities=("take-aim", "on-the-double", "stand-fast"),
)
_SERGEANT = Troop("officer", player="Ben", role="Assault leader", cp=3, abilities=("on-my-mark", "heads-down"))


def _squad(name: str, owner: str, template: Template[Squad, Troop], *heroes: tuple[str, Troop]) -> Group[Squad, Troop]:
    units = tuple(Unit("", troop, title) for title, troop in (*template.units, *heroes))
    return Group("", name, Squad(owner), units)


def players() -> Force[Command, Squad, Troop]:
    """The players' side of the example combat."""
    squads = (
        _squad("Alpha", "Anna", RIFLE_SQUAD, ("Lt. Vey", _LIEUTENANT)),
        _squad("Bravo", "Ben", ASSAULT_SQUAD, ("Sgt. Okoro", _SERGEANT)),
        _squad("Charlie", "Anna", MARKSMEN),
    )
    return Force("forum-combat", "Third Platoon", Command(), squads).with_ids()


def enemies() -> Force[Command, Squad, Troop]:
    """The game master's side of the example combat."""
    squads = (
        _squad("Reavers", "", RAIDERS),
        _squad("Skulkers", "", Template("", "", "", Squad(), (("", Troop("raider", 8)),))),
        _squad("Brutes", "", BRUTES),
    )
    return Force("forum-combat", "Red Hand Raiders", Command(Allegiance.ENEMIES), squads).with_ids()
