"""The chapters that answers cite by number or, for the optional rules, by name."""

from __future__ import annotations

from typing import Final

from rulesets.core.rules import PlayRule
from rulesets.core.wording import either, signed
from rulesets.systems.forge_of_war import tables
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

_COVER_TYPES = tuple(cover for cover in Cover if cover is not Cover.NONE)
_ACTIVATION = ", ".join(f"{signed(COVERS[cover].activation)} {cover.label.lower()}" for cover in _COVER_TYPES)
_SOFT, _HARD, _FORTIFIED, _BUNKER = (COVERS[cover] for cover in _COVER_TYPES)
_IN_BUNKER = either(signed(-penalty) for penalty in tables.BUNKER_PENALTIES)
_SHELTER = (
    f"{signed(-_SOFT.shooting)} soft cover, {signed(-_HARD.shooting)} hard cover, {signed(-_FORTIFIED.shooting)} "
    f"fortified, {_IN_BUNKER} bunker, as agreed before play"
)
_COUNTED = "our default, which a ruling on cover can change"
_TRAININGS = ", ".join(training.label for training in Training)
_MARKER_CAPS = ", ".join(f"{training.label} {cap}" for training, cap in CAPS.items())
_DAMAGE = ", ".join(f"{margin} {damage.label.lower()}" for margin, damage in enumerate(MARGINS))
_COMMANDER = f"{signed(tables.COMMANDER_NEAR)} in sight and within {tables.COMMAND_RANGE}″ of the Force Commander"
_NO_ENEMY = f"{signed(tables.NO_ENEMY_IN_SIGHT)} with no enemy in sight"
_TERROR = f"{signed(tables.TERRIFYING_NEAR)} with a terrifying enemy within two of its own moves"
_AT_ZERO = (
    f"At 0 or less, divide the dice by {tables.POOL_OFFSET} plus the number of points below 0; only natural 1s count, "
    f"and each is rolled again against {tables.DIE} minus the number of points below 0."
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
            "D-markers also slow a unit, but the rulebook gives no number; a ruling decides.",
        ),
        (
            "§3",
            "Troop Values",
            f"Command, Shooting and Fighting Value lie between {VALUE_RANGE[0]} and {VALUE_RANGE[1]}. A number in "
            "brackets after the Fighting Value is the number of attacks. A figure is removed when it has taken as many "
            "hits as it has wounds; a wounded one takes the next hits.",
        ),
        (
            "§4",
            "Troop Training",
            f"Training is one of {_TRAININGS}. It sets how many D-markers a unit carries.",
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
            f"A unit activates on a d{tables.DIE} roll at or under its Command Value; a {tables.NATURAL_FAILURE} "
            f"always fails. Modifiers: {signed(-1)} for each D-marker; {signed(tables.HALF_STRENGTH)} at half strength "
            f"or less; {_TERROR}; {_COMMANDER} or his squad; {_NO_ENEMY}; {_ACTIVATION}. A player goes on until "
            "a unit fails; then the other player has the initiative. Each unit tries once a game turn.",
        ),
        (
            "§9",
            "Actions",
            "An activated unit takes two actions: move, shoot, fight an enemy in contact, deploy a heavy weapon. Only "
            f"the move may be taken twice. A heavy weapon needs at least {tables.HEAVY_CREW} men.",
        ),
        (
            "§10",
            "Failing to Activate – Default Actions",
            "With an enemy in sight a unit that fails to activate may make one move: to the nearest cover that no "
            "enemy occupies, unless that is nearer to the enemy, or straight away from the enemy in sight; otherwise "
            "it does nothing. The initiative passes. With a third of its starting figures or less it withdraws "
            "instead.",
        ),
        (
            "§11",
            "Withdrawing",
            "A unit with a third of its starting figures or less that fails to activate goes straight away from the "
            "enemy with both moves, whatever the ground and without stopping in cover, and does so again until it "
            "activates. Each further failure costs a D-marker, or a figure when it carries all it can.",
        ),
        (
            "§12",
            "D-Markers",
            "For each hit the owner takes a D-marker or loses a figure. Each marker takes 1 off CV, SV and FV. A unit "
            f"carries at most: {_MARKER_CAPS}; further hits cost figures.",
        ),
        (
            "§13",
            "Removing D-Markers, rallying",
            f"Instead of activating a unit rolls a d{tables.DIE} against its Command Value minus its D-markers: each "
            "point below the value removes one, and a 1 always removes one. Modifiers: "
            f"{_COMMANDER} or his squad; {_NO_ENEMY}; {signed(tables.JUST_SLAUGHTERED)} after slaughtering a whole "
            f"unit; {_TERROR}.",
        ),
        (
            "§14",
            "Permanent D-Markers",
            f"A unit that has lost half its figures keeps at least {tables.PERMANENT_HALF} D-marker when it rallies, "
            f"one that has lost three quarters at least {tables.PERMANENT_QUARTER}.",
        ),
        (
            "§15",
            "Movement",
            f"In a move action infantry move up to {MOVES[Arm.INFANTRY]}″, cavalry, bikes and other fast vehicles "
            f"{MOVES[Arm.CAVALRY]}″, armour {MOVES[Arm.ARMOUR]}″. A unit stays {tables.KEEP_AWAY}″ away from known "
            "enemies unless it moves into contact.",
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
            "any other; landing on difficult ground causes a hit. It never ends in contact.",
        ),
        (
            "§18",
            "Soft Cover",
            f"Soft cover ({_SOFT.examples}) blocks the line of sight. It gives a unit AV {signed(_SOFT.armour)}, which "
            f"the shooting rules call {signed(-_SOFT.shooting)} to shots at it (§24): the latter is {_COUNTED}.",
        ),
        (
            "§19",
            "Hard Cover",
            f"Hard cover ({_HARD.examples}) blocks the line of sight. It gives a unit AV {signed(_HARD.armour)}, "
            f"{signed(_FORTIFIED.armour)} where it was built to protect ({_FORTIFIED.examples}), "
            f"{signed(_BUNKER.armour)} or more in a bunker, as agreed. The shooting rules call this "
            f"{signed(-_HARD.shooting)}, {signed(-_FORTIFIED.shooting)} and {_IN_BUNKER} to shots at it (§24): the "
            f"latter is {_COUNTED}.",
        ),
        (
            "§20",
            "Blown Cover",
            "A unit that shoots out of cover can be seen and shot at there from then on; the cover still protects it. "
            "Nobody can shoot at a unit that went into cover unseen until it has shot.",
        ),
        (
            "§21",
            "Fighting Inside Cover",
            f"Inside one area of cover ranges are at most {tables.SAME_COVER_RANGE}″, and the cover does not block the "
            "line of sight. A unit in hard cover that is charged from outside has its advantage in that turn only.",
        ),
        (
            "§22",
            "Ranged combat",
            "A target has to be within the weapon’s range and in sight: half a base or the figure itself. Vehicles and "
            "other units block the line of sight of direct fire; indirect weapons may shoot at targets seen by a "
            "friendly unit that is not in close combat.",
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
            f"Each die of a weapon hits at or under the Shooting Value. Modifiers: {signed(-1)} for each D-marker of "
            "the firers; minus the target’s AV, of which the Weapon Value cancels as much as it can; "
            f"{_SHELTER}; {signed(tables.OVER_HALF_RANGE)} over half range; {signed(tables.MOVED_SLOWLY)} for firers "
            f"that move up to {tables.SLOW_MOVE}″, {signed(tables.MOVED_FAST)} farther; {signed(tables.FAST_TARGET)} "
            f"at a target that moved over {tables.SLOW_MOVE}″; {signed(tables.AT_POINT_BLANK)} within "
            f"{tables.POINT_BLANK}″. {_AT_ZERO}",
        ),
        (
            "§25",
            "Applying Hits",
            "Hits remove figures that the firers see or give D-markers, as the owner chooses; hits beyond the visible "
            "figures give D-markers, up to the cap. Nobody shoots at a unit in close combat.",
        ),
        (
            "§26",
            "Close combat",
            "A unit or vehicle that moves into contact, after one move or two, begins a close combat at once. When an "
            "engaged unit activates it fights another round or tries to disengage.",
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
            "Each figure in contact rolls its attacks, hitting at or under its Fighting Value. Modifiers: "
            f"{signed(-1)} for each D-marker; minus the enemy’s AV; {signed(tables.CLOSE_COMBAT_OBSTACLE)} against "
            "defenders of an obstacle; the value of close combat weapons; 1 up or down when the Fighting Values differ "
            f"by {tables.FV_EDGE} or more. {_AT_ZERO} Hits remove figures in contact or give D-markers.",
        ),
        (
            "§29",
            "Continuing With Close Combat",
            "A unit that fights on needs no command test, and does nothing else that turn. Its free figures, then "
            "those of the enemy, move into contact, but through no gap narrower than their base; then both fight a "
            "round.",
        ),
        (
            "§30",
            "Disengaging from close combat",
            "A command test, as for activation, takes a unit out of close combat: its first action is a full move "
            "away. After a failure it stays and takes a D-marker, or a wound when it carries all it can.",
        ),
        (
            "§31",
            "Withdrawing",
            "In close combat too a unit with a third of its starting figures or less takes its command test. If it "
            "fails, only the enemy strikes, and the unit withdraws.",
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
            "skimmers fire over any unit, but not over ground that blocks the line of sight. A vehicle with a Fighting "
            "Value, such as light mecha, fights hand to hand.",
        ),
        (
            "§34",
            "Vehicle armour",
            "Where AV is written as value (second value), sides and top have the first value; the front has the second "
            "value more, the rear as much less.",
        ),
        (
            "§35",
            "Vehicle movement",
            f"A vehicle moves {MOVES[Arm.VEHICLE]}″ in a move action where nothing else is stated. By our default the "
            f"{MOVES[Arm.ARMOUR]}″ of armour (§15) are stated; a ruling can change that.",
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
            "Weapons of Weapon Value 0 do nothing to a vehicle; by our default close combat does only with weapons "
            "that have a value there. Otherwise the damage depends on how far each "
            f"die lies below the hit value: {_DAMAGE}, also beyond. Light damage gives a D-marker, or counts as "
            "moderate when no more can be carried; moderate damage costs a weapon system, the propulsion, or a wound. "
            "Passengers of a transport that cannot move or is destroyed bale out with a command test; each point by "
            "which it fails is a hit on them.",
        ),
        (
            "§39",
            "Duration of Covering Fire",
            "A unit stays on covering fire, into later turns too, until it fires or activates again; going back on "
            "covering fire takes another action.",
        ),
        (
            "§40",
            "Providing covering fire",
            "When an enemy activates and moves into sight, a unit on covering fire may shoot before it goes on, once a "
            "turn and without a test; its own player decides at what point of the move.",
        ),
        (
            "§41",
            "Results of indirect fire",
            "The roll for the fall of shot minus the lower Shooting Value is how many inches the shot strays. Each "
            "model under the template suffers one attack with the firers’ Shooting Value and D-markers, the Weapon "
            "Value, armour and cover.",
        ),
        (
            "§42",
            "Generic Troop Types",
            "The troop types are examples to build on: change their values, and write your own.",
        ),
        (
            "§43",
            "Weapons",
            "A sniper rifle gives infantry a D-marker hit or miss, even beyond the cap. Flame throwers hit everyone in "
            "their area without a roll. Whoever fires a plasma rifle rolls a die for it: a 1 is a hit on the firers.",
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
            "one move, away from the enemy and toward its own side of the table. "
            "Units that hide, are on covering fire, have fired it or have fled do not test.",
        ),
        (
            "stance rules",
            "Optional rules",
            f"Infantry of AV {tables.STANCE_AV} or less may be cautious: AV "
            f"{signed(tables.STANCE_ARMOUR[Stance.CAUTIOUS])}, SV {signed(tables.STANCE_SHOOTING[Stance.CAUTIOUS])}, "
            f"moves of {tables.CAUTIOUS_MOVE}″; an action to begin and to end. Or it may hide: AV "
            f"{signed(tables.STANCE_ARMOUR[Stance.HIDING])}, no shooting, {signed(tables.HIDING_RALLY)} to rally, "
            f"begun and ended freely; a unit that charges it has FV {signed(tables.HIDING_ATTACKED)} in the first "
            "round.",
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
