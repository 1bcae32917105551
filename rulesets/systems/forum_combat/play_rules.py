"""The rules of play that order issues, reminders and answers refer to."""

from __future__ import annotations

from typing import Final

from rulesets.core.rules import PlayRule
from rulesets.systems.forum_combat import tables

ROUND, COMMAND, SHOOTING, MELEE = "Round", "Command Resolution", "Shooting Phase", "Melee Phase"
INTO_MELEE, MOVEMENT, MORALE, END = "Firing Into Melee", "Movement Phase", "Morale Checks", "End of combat"
REMINDER: Final = "Reminder at the desk"

PLAY_RULES: Final = tuple(
    PlayRule(*each)
    for each in (
        (
            "FC-RND-2",
            ROUND,
            "Orders say which abilities are used, whom each squad shoots or fights, and where it goes.",
        ),
        ("FC-ORD-1", COMMAND, "Abilities cost no more Command Points than there are."),
        ("FC-ORD-2", COMMAND, "The same ability is used on a squad once a round, counted as the rulings say."),
        ("FC-ORD-3", SHOOTING, "Players name targets without conditions or second choices."),
        ("FC-ORD-4", SHOOTING, "A unit that is engaged does not shoot."),
        ("FC-ORD-5", SHOOTING, "An infantry unit fires one weapon a phase; those with [Extra Attacks] are extra."),
        ("FC-ORD-6", SHOOTING, "A heavy weapon team fires its crewed weapon or its rifles, not both."),
        ("FC-ORD-7", SHOOTING, "The target is within the weapon’s range, bonuses included up to their limit."),
        ("FC-ORD-8", MOVEMENT, "A squad that shot moves without the bonus, and neither disengages nor charges."),
        ("FC-ORD-9", MOVEMENT, "A squad that is engaged can only move by Disengage."),
        ("FC-ORD-10", MOVEMENT, "Disengage and Charge exclude each other."),
        ("FC-ORD-11", MOVEMENT, "No squad moves farther than it may, counted around walls and other squads."),
        ("FC-ORD-12", END, "Combat is broken off early only when every engaged squad disengages."),
        ("FC-CMD-1", COMMAND, "Any number of abilities may be used while points last and their text allows."),
        ("FC-SHOOT-1", SHOOTING, "The players’ squads shoot first, in the order listed, then the enemy’s."),
        (
            "FC-SHOOT-2",
            SHOOTING,
            "A unit may shoot if it is standing, is not engaged, and has a ranged weapon in range.",
        ),
        ("FC-INIT-2", SHOOTING, "Fire at a squad that is already wiped out is wasted, and counts as having shot."),
        ("FC-INIT-4", SHOOTING, "Enemies that fell to the players’ fire do not fire back."),
        ("FC-RNG-2", SHOOTING, "Bonuses make a range at most half as long again, rounded down."),
        (
            "FC-ACC-2",
            SHOOTING,
            f"All modifiers to ACC together count for at most {tables.ACC_LIMIT}.",
        ),
        ("FC-WOUND-2", SHOOTING, "Strength against toughness gives the roll to wound, from 2+ to 6+."),
        ("FC-SAVE-2", SHOOTING, "AP is subtracted from the save roll, which then has to reach SAV."),
        ("FC-DMG-2", SHOOTING, "A unit at 0 HP or less is downed; at minus its full HP it is killed."),
        ("FC-FFI-3", INTO_MELEE, "Every miss at a squad in melee is rolled again at the friends in it."),
        ("FC-FFI-4", INTO_MELEE, f"Numbers and size change that second roll by {tables.MELEE_EDGE} each."),
        ("FC-MEL-4", MELEE, "Units in contact strike with melee weapons, both sides at once."),
        ("FC-MEL-6", MELEE, "Both squads may end without a standing unit."),
        ("FC-MOV-1", MOVEMENT, "A squad moves as far as its slowest standing unit, in cardinal steps."),
        ("FC-MOV-2", MOVEMENT, "Broken morale halves the move, rounded up."),
        ("FC-MOV-3", MOVEMENT, "A squad that did not shoot moves half as far again, rounded down."),
        ("FC-MOV-4", MOVEMENT, "Each downed unit taken along costs a tile, down to half the move, rounded up."),
        ("FC-MOV-5", MOVEMENT, "Downed units may be left behind; each is -1 on the morale roll of the round."),
        ("FC-DIS-2", MOVEMENT, f"In a Disengage each engaged unit is downed on 1 to {tables.DISENGAGE_DOWNED}."),
        ("FC-DIS-3", MOVEMENT, "Units that are not downed in a Disengage move away from the enemy."),
        ("FC-CHG-1", MOVEMENT, "A charging squad has not shot, is not engaged, and names one enemy squad."),
        ("FC-CHG-3", MOVEMENT, f"A charge arrives when {tables.CHARGE_ROLL} reach the tiles it needs."),
        ("FC-CHG-4", MOVEMENT, "Against a squad that opposes it a charge also has to roll higher."),
        ("FC-MOR-1", MORALE, "A squad below half its starting strength checks its morale."),
        (
            "FC-MOR-2",
            MORALE,
            f"It holds when {tables.MORALE_ROLL}, minus 1 per unit abandoned this round, reach its or its hero’s LD.",
        ),
        ("FC-END-1", END, "Downed units survive if their squad still stands."),
        (
            "FC-END-2",
            END,
            f"Abandoned units and the downed units of a wiped-out squad die on a roll of 1 to {tables.DEATH}.",
        ),
        ("FC-END-3", END, "Units killed outright are dead."),
        ("FC-TRK-1", REMINDER, "Several squads fire at one target, and the later ones may waste their fire."),
        ("FC-TRK-3", REMINDER, "A unit of a squad in melee that shoots now cannot fire in the close-quarters part."),
        ("FC-TRK-5", REMINDER, "The target is in melee with friends; misses are rolled again at them."),
        ("FC-TRK-6", REMINDER, "A modifier or a range exceeds its limit and is reduced to it."),
        ("FC-TRK-7", REMINDER, "One more loss takes the squad below half."),
        ("FC-TRK-8", REMINDER, "Downed units slow the squad to its minimum move."),
        ("FC-TRK-10", REMINDER, f"A charge over more than {tables.CHARGE_DICE * tables.FACES} tiles cannot arrive."),
        ("FC-TRK-11", REMINDER, f"A broken squad holds no objectives, moves half, and has {tables.BROKEN_ACC} to ACC."),
        ("FC-TRK-12", REMINDER, "When the last standing unit falls, the squad’s downed are at risk."),
        ("FC-TRK-13", REMINDER, "The weapon’s damage kills an unhurt target outright."),
    )
)
