"""What the chapters say that answers cite by number or, for the optional rules, by name."""

from __future__ import annotations

from typing import Final

from rulesets.core.rules import PlayRule
from rulesets.core.wording import either
from rulesets.systems.forge_of_war import tables
from rulesets.systems.forge_of_war.modifiers import signed
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    COVERS,
    MARGINS,
    MOVES,
    REACTION_SHIFTED,
    VALUE_RANGE,
    Arm,
    Cover,
    Stance,
    Training,
)

_COVERED = tuple(cover for cover in Cover if cover is not Cover.NONE)
_ACTIVATION = ", ".join(f"{signed(COVERS[cover].activation)} {cover.label.lower()}" for cover in _COVERED)
_SHELTER = ", ".join(f"{signed(-COVERS[cover].shooting)} {cover.label.lower()}" for cover in _COVERED)
_SOFT, _HARD, _FORTIFIED, _BUNKER = (COVERS[cover] for cover in _COVERED)
_BANDS = ", ".join(training.label for training in Training)
_CARRIED = ", ".join(f"{training.label} {cap}" for training, cap in CAPS.items())
_DAMAGE = ", ".join(f"{margin} {damage.label.lower()}" for margin, damage in enumerate(MARGINS))
_COMMANDER = f"{signed(tables.COMMANDER_NEAR)} in sight and within {tables.COMMAND_RANGE}″ of the Force Commander"
_UNSEEN = f"{signed(tables.NO_ENEMY_IN_SIGHT)} with no enemy in sight"
_TERRIFIED = f"{signed(tables.TERRIFYING_NEAR)} with a terrifying enemy within its two moves"
_ZERO = (
    f"At 0 or less the dice are divided by {tables.POOL_OFFSET} plus what the value is below 0, and only natural 1s "
    f"count: each is rolled again, against {tables.DIE} less what the value is below 0."
)

CHAPTERS: Final = tuple(
    PlayRule(*each)
    for each in (
        (
            "§1",
            "The Activation Roll",
            "A unit acts only if its activation roll succeeds; a failure passes the initiative to the other player.",
        ),
        (
            "§2",
            "The D-Marker",
            "D-markers slow a unit as well, but no number is given; a ruling says what is played.",
        ),
        (
            "§3",
            "Troop Values",
            f"Command, Shooting and Fighting Value lie between {VALUE_RANGE[0]} and {VALUE_RANGE[1]}. A number in "
            "brackets after the Fighting Value is attacks. A figure is removed when it has taken as many hits as it "
            "has wounds; a wounded one takes the next hits.",
        ),
        (
            "§4",
            "Troop Training",
            f"Training is one of {_BANDS}. It sets how many D-markers a unit carries.",
        ),
        ("§5", "Troop Type", f"Cavalry may fight on foot: {tables.DISMOUNTED}."),
        (
            "§6",
            "Armour",
            f"Armour Values go from 0 for no armour to {tables.MOST_AV} for heavy armoured vehicles; the catalogue "
            "lists them.",
        ),
        (
            "§7",
            "Unit Cohesion",
            f"Figures of infantry and cavalry stay within {tables.COHESION}″ of each other, those of hordes within "
            f"{tables.HORDE_COHESION}″. A unit that has lost cohesion has to regain it each time it activates, or "
            "takes a D-marker.",
        ),
        (
            "§8",
            "Activation system",
            f"A unit is activated by a d{tables.DIE} at or under its Command Value; a {tables.NATURAL_FAILURE} always "
            f"fails. To the value: {signed(-1)} for each D-marker; {signed(tables.HALF_STRENGTH)} at half strength or "
            f"less; {_TERRIFIED}; {_COMMANDER} or his squad; {_UNSEEN}; {_ACTIVATION}. A player goes on until "
            "a unit fails; then the other has the initiative. Each unit tries once a game turn.",
        ),
        (
            "§9",
            "Actions",
            "An activated unit takes two actions: move, shoot, fight an enemy in contact, deploy a heavy weapon. Only "
            f"the move may be taken twice. A heavy weapon needs {tables.HEAVY_CREW} men or more.",
        ),
        (
            "§10",
            "Failing to Activate – Default Actions",
            "With an enemy in sight a unit that fails to activate may make one move, to the nearest cover or straight "
            "away from the enemy; otherwise it does nothing. The initiative passes. With a third of its start or less "
            "it withdraws instead.",
        ),
        (
            "§11",
            "Withdrawing",
            "A unit with a third of its start or less that fails to activate goes straight away from the enemy with "
            "both moves, whatever the ground, and does so again until it activates. Each further failure costs a "
            "D-marker, or a figure when it carries all it can.",
        ),
        (
            "§12",
            "D-Markers",
            "For each hit the owner takes a D-marker or loses a figure. Each marker takes 1 off CV, SV and FV. A unit "
            f"carries so many at most: {_CARRIED}; what comes on top costs figures.",
        ),
        (
            "§13",
            "Removing D-Markers, rallying",
            f"Instead of activating a unit rolls a d{tables.DIE} against its Command Value less its D-markers: one "
            "goes for each point below the value, and a 1 always removes one. To the value: "
            f"{_COMMANDER} or his squad; {_UNSEEN}; {signed(tables.JUST_SLAUGHTERED)} after slaughtering a whole unit; "
            f"{_TERRIFIED}.",
        ),
        (
            "§14",
            "Permanent D-Markers",
            f"A unit that has lost half its figures keeps {tables.PERMANENT_HALF} D-marker at least when it rallies, "
            f"after three quarters {tables.PERMANENT_QUARTER}.",
        ),
        (
            "§15",
            "Movement",
            f"A move action takes infantry {MOVES[Arm.INFANTRY]}″, cavalry {MOVES[Arm.CAVALRY]}″ and armour "
            f"{MOVES[Arm.ARMOUR]}″ at most, other vehicles {MOVES[Arm.VEHICLE]}″. It keeps {tables.KEEP_AWAY}″ "
            "from known enemies unless it goes into contact.",
        ),
        (
            "§16",
            "The effects of terrain on movement",
            f"Difficult ground ({tables.DIFFICULT}; buildings for infantry) halves a move made with care; at full "
            f"speed it costs a D-marker or a figure. Obstacles ({tables.OBSTACLES}) cost {tables.OBSTACLE_COST}″, or a "
            f"D-marker at full speed. Roads: {tables.ROADS}. Armour takes a D-marker for each move through a building. "
            f"Climbing a floor takes {tables.FLOOR_CLIMB}″.",
        ),
        (
            "§17",
            "Jump Packs",
            f"A jump is a move action of up to {tables.JUMP}″, once in an activation, over difficult ground as over "
            "any other; landing in such ground is a hit. It never ends in contact.",
        ),
        (
            "§18",
            "Soft Cover",
            f"Soft cover ({_SOFT.examples}) blocks the line of sight. Shooting at a unit in it: "
            f"{signed(-_SOFT.shooting)}.",
        ),
        (
            "§19",
            "Hard Cover",
            f"Hard cover ({_HARD.examples}) blocks the line of sight. Shooting at a unit in it: "
            f"{signed(-_HARD.shooting)}; {signed(-_FORTIFIED.shooting)} where it was built to protect "
            f"({_FORTIFIED.examples}); {signed(-_BUNKER.shooting)} in a bunker, or as agreed.",
        ),
        (
            "§20",
            "Blown Cover",
            "A unit that shoots out of cover can be seen there from then on, and shot at; the cover still protects it. "
            "Nobody can shoot at a unit that went into cover unseen until it has shot.",
        ),
        (
            "§21",
            "Fighting Inside Cover",
            f"Inside one area of cover ranges are {tables.SAME_COVER_RANGE}″ at most, and the cover does not block the "
            "line of sight. A unit in hard cover that is charged from outside has its advantage in that turn only.",
        ),
        (
            "§22",
            "Ranged combat",
            "A target has to be within the weapon’s range and in sight; indirect weapons shoot at what a friendly unit "
            "sees that is not in close combat.",
        ),
        (
            "§23",
            "Targeting",
            "All figures of a unit shoot at the same target; specialist heavy weapons may have another, as may crewed "
            "weapons of vehicles: one anti-personnel and one anti-tank target at most.",
        ),
        (
            "§24",
            "Shooting",
            f"Each die of a weapon hits at or under the Shooting Value. To it: {signed(-1)} for each D-marker of the "
            "firers; less the target’s AV, of which the Weapon Value cancels as much as it can; "
            f"{_SHELTER}; {signed(tables.OVER_HALF_RANGE)} over half range; {signed(tables.MOVED_SLOWLY)} for firers "
            f"that move up to {tables.SLOW_MOVE}″, {signed(tables.MOVED_FAST)} farther; {signed(tables.FAST_TARGET)} "
            f"at what moved over {tables.SLOW_MOVE}″; {signed(tables.AT_POINT_BLANK)} within {tables.POINT_BLANK}″. "
            f"{_ZERO}",
        ),
        (
            "§25",
            "Applying Hits",
            "Hits cost figures that the firers see, or D-markers, as the owner chooses; those beyond the figures seen "
            "are D-markers, as many as can be carried. Nobody shoots at a unit in close combat.",
        ),
        (
            "§26",
            "Close combat",
            "Contact begins a close combat at once, after one move or two. When an engaged unit activates it fights "
            "another round or tries to disengage.",
        ),
        (
            "§27",
            "Who Strikes First",
            "Both sides strike at once. Those charged in cover from outside it strike first in the first round, unless "
            "the chargers have fragmentation grenades.",
        ),
        (
            "§28",
            "Resolving a round of close combat",
            "Each figure in contact rolls its attacks, hitting at or under its Fighting Value. To it: "
            f"{signed(-1)} for each D-marker; less the enemy’s AV; {signed(tables.CLOSE_COMBAT_OBSTACLE)} against "
            "defenders of an obstacle; the value of close combat weapons; 1 up or down when the Fighting Values differ "
            f"by {tables.FV_EDGE} or more. {_ZERO} Hits cost figures in contact or D-markers.",
        ),
        (
            "§29",
            "Continuing With Close Combat",
            "A unit that fights on needs no command test, and does nothing else that turn. Its free figures, then "
            "those of the enemy, move into contact; then both fight a round.",
        ),
        (
            "§30",
            "Disengaging from close combat",
            "A command test, as for activation, takes a unit out of close combat: its first action is a full move "
            "away. A failure costs a D-marker, or a wound when it carries all it can, and it stays.",
        ),
        (
            "§31",
            "Withdrawing",
            "In close combat too a unit with a third of its start or less takes its command test. If it fails, the "
            "enemy strikes, it does not, and it goes away.",
        ),
        (
            "§32",
            "Vehicles",
            "Vehicles activate, take two actions and carry D-markers as other units do. They generally have AV "
            f"{tables.VEHICLE_AV} or more.",
        ),
        (
            "§33",
            "Weapon Systems",
            "Turret and pintle weapons fire over friendly infantry, sponson and hull weapons do not. Weapons of "
            "skimmers fire over any unit, but not over ground that blocks the line of sight.",
        ),
        (
            "§34",
            "Vehicle armour",
            "Of AV written as value (second value) sides and top have the value; the front has the second one more, "
            "the rear as much less.",
        ),
        (
            "§35",
            "Vehicle movement",
            f"A vehicle moves {MOVES[Arm.VEHICLE]}″ in a move action where nothing else is stated, armour "
            f"{MOVES[Arm.ARMOUR]}″ (§15).",
        ),
        (
            "§36",
            "Special Features",
            "A transport carries as many figures as its number says. Grav and hover move like jump packs.",
        ),
        (
            "§37",
            "Sample Vehicle Stats",
            "The sample vehicle, an armoured personnel carrier, is in the catalogue.",
        ),
        (
            "§38",
            "Inflicting damage on a vehicle",
            "Weapons of Weapon Value 0 and fists do nothing to a vehicle. Else each die is judged by how far it lies "
            f"below the hit value: {_DAMAGE}, also beyond. Light damage is a D-marker each, moderate when no more can "
            "be carried; moderate puts out a weapon system, the propulsion, or a wound. Passengers of a transport that "
            "cannot move or is destroyed bale out by a command test; each point of a failure is a hit on them.",
        ),
        (
            "§39",
            "Duration of Covering Fire",
            "A unit stays on covering fire, into later turns too, until it fires or activates again; then an action "
            "puts it there anew.",
        ),
        (
            "§40",
            "Providing covering fire",
            "When an enemy activates and moves into sight, a unit on covering fire may shoot before it goes on, once a "
            "turn and without a test.",
        ),
        (
            "§41",
            "Results of indirect fire",
            "The lower Shooting Value is taken off the roll for the fall of shot; what is left is how many inches the "
            "shot strays. Each model under the template suffers one attack with the firers’ Shooting Value and "
            "D-markers, the Weapon Value, armour and cover.",
        ),
        (
            "§42",
            "Generic Troop Types",
            "The troop types are examples to build on: change their values, and write your own.",
        ),
        (
            "§43",
            "Weapons",
            "A sniper rifle gives infantry a D-marker hit or miss, beyond what it may carry too. Flame throwers hit "
            "all in their area without a roll. Whoever fires a plasma rifle rolls a die for it: a 1 is a hit on the "
            "firers.",
        ),
        (
            "Covering Fire",
            "Optional rules",
            "An action puts a unit on covering fire until it shoots or activates again; it shoots at "
            f"{signed(tables.COVERING_MOVED)} if it moved before.",
        ),
        (
            "Reaction Test",
            "Optional rules",
            f"A move in the open within {tables.REACTION_RANGE}″ of an enemy unit sets off its test, as for activation "
            "and once a turn. If it passes, it may shoot at the mover alone, at "
            f"{signed(tables.REACTION_FIRE)}, or charge it if it has nothing to shoot with. If it fails with a "
            f"modified {either(map(str, REACTION_SHIFTED))} and a value below {tables.REACTION_FLEE_BELOW}, it flees "
            "one move. Units that hide, are on covering fire, have fired so or have fled do not test.",
        ),
        (
            "stance rules",
            "Optional rules",
            f"Infantry of AV {tables.STANCE_AV} or less may be cautious: AV "
            f"{signed(tables.STANCE_ARMOUR[Stance.CAUTIOUS])}, SV {signed(tables.STANCE_SHOOTING[Stance.CAUTIOUS])}, "
            f"moves of {tables.CAUTIOUS_MOVE}″; an action to begin and to end. Or it may hide: AV "
            f"{signed(tables.STANCE_ARMOUR[Stance.HIDING])}, no shooting, {signed(tables.HIDING_RALLY)} to rally, "
            f"begun and ended freely; who charges it has FV {signed(tables.HIDING_ATTACKED)} in the first round.",
        ),
        (
            "Indirect Fire",
            "Optional rules",
            "A friendly unit that sees the target and is not in close combat spots for the firers; the lower Shooting "
            f"Value of the two counts. The fall of shot takes 1d{tables.DIE}, for inaccurate weapons beyond half range "
            f"2d{tables.DIE}.",
        ),
    )
)
