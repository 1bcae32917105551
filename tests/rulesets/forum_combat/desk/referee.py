"""A second referee, slow and plain: it takes the dice as they were rolled and works out the rest by the rulebook.

It shares no code with the game. It reads a combat, orders and a phase's record as plain data, goes through the events
in order, says for each what dice had to be rolled and what they did, and complains when the record says otherwise.
Rulings are at their defaults; orders to shoot name their weapons, and a squad moves or charges, not both.
"""

import re
from collections import deque
from typing import Any

Plain = dict[str, Any]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Unlike(AssertionError):
    """The record is not what the rulebook makes of the dice."""


def must(found: object, wanted: object, what: str) -> None:
    if found != wanted:
        raise Unlike(f"{what}: {found!r}, should be {wanted!r}")


def wound_roll(strength: int, toughness: int) -> int:
    if toughness >= 2 * strength:
        return 6
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    return 4 if strength == toughness else 5


def commonest(values: list[int], high: bool) -> int:
    counts = {value: values.count(value) for value in values}
    best = [value for value in counts if counts[value] == max(counts.values())]
    return max(best) if high else min(best)


class Unit:
    def __init__(self, piece: Plain, squad: "Group", profile: Plain, weapons: dict[str, Plain]) -> None:
        self.id: str = piece["id"]
        self.squad = squad
        self.kind: str = profile["kind"]
        self.numbers = profile
        self.weapons = {key: weapons[key] for key in profile["weapons"]}
        self.hp: int = piece["hp"]
        self.x: int = piece["x"]
        self.y: int = piece["y"]
        self.left: int = piece["abandoned"]
        self.shot: bool = piece["shot"]

    @property
    def up(self) -> bool:
        return self.hp > 0

    @property
    def lying(self) -> bool:
        full: int = self.numbers["hp"]
        return 0 >= self.hp > -full

    def reaches(self, other: "Unit") -> bool:
        """Whether the other stands in this unit's engagement zone."""
        dx, dy = abs(self.x - other.x), abs(self.y - other.y)
        reach: int = self.numbers["eng"]
        return (dx, dy) != (0, 0) and (max(dx, dy) == 1 or dx + dy <= reach)


class Group:
    def __init__(self, squad: Plain, place: int) -> None:
        self.id: str = squad["id"]
        self.place = place
        self.name: str = squad["name"]
        self.players: bool = squad["side"] == "players"
        self.begun: int = squad["start"] or len(squad["pieces"])
        self.shot: bool = squad["shot"]
        self.broken: int = squad["broken"]
        self.units: list[Unit] = []

    def up(self) -> list[Unit]:
        return [unit for unit in self.units if unit.up]


class Referee:
    def __init__(self, combat: Plain, orders: Plain, round_number: int, abilities: list[Plain]) -> None:
        """``abilities`` are the events of those used this round."""
        self.rows: list[str] = combat["ground"]["rows"]
        self.cover: int = combat["ground"]["cover"]
        self.marks: list[Plain] = combat["ground"]["objectives"]
        self.characters = {one["name"]: dict(one) for one in combat["characters"]}
        self.abilities = {entry["key"]: entry["ability"] for entry in combat["abilities"]}
        self.names = {entry["name"]: entry["key"] for entry in combat["weapons"]}
        self.weapons = {entry["key"]: entry["weapon"] for entry in combat["weapons"]}
        self.orders = {own["squad"]: own for own in orders["squads"]}
        self.uses: list[Plain] = orders["abilities"]
        self.round = round_number
        self.used = [event for event in abilities if event["good"]]
        profiles = {entry["key"]: entry["profile"] for entry in combat["profiles"]}
        self.groups: dict[str, Group] = {}
        self.units: dict[str, Unit] = {}
        for place, squad in enumerate(combat["squads"]):
            group = self.groups[squad["id"]] = Group(squad, place)
            for piece in squad["pieces"]:
                unit = self.units[piece["id"]] = Unit(piece, group, profiles[piece["profile"]], self.weapons)
                group.units.append(unit)

    # --- what stands where ---------------------------------------------------------------------------

    def foes(self, unit: Unit) -> list[Unit]:
        return [other for other in self.units.values() if other.up and other.squad.players != unit.squad.players]

    def engaged(self, unit: Unit) -> bool:
        return any(foe.reaches(unit) for foe in self.foes(unit))

    def touched(self, unit: Unit) -> list[Unit]:
        return [foe for foe in self.foes(unit) if foe.reaches(unit) or unit.reaches(foe)]

    def away(self, unit: Unit, group: Group) -> int:
        return min(abs(unit.x - other.x) + abs(unit.y - other.y) for other in group.up())

    def bonus(self, group: Group, name: str, phase: str) -> int:
        total: int = self.orders.get(group.id, {"bonus": {name: 0}})["bonus"][name]
        for event in self.used:
            ability = self.abilities[event["about"]]
            if event["squad"] == group.id and ability["phase"] in (phase, "command"):
                total += ability[name]
        return total

    def steadiness(self, group: Group, phase: str) -> int:
        return self.bonus(group, "acc", phase) + (-2 if group.broken else 0)

    def in_cover(self, group: Group) -> bool:
        hidden = [unit for unit in group.up() if self.rows[unit.y][unit.x] == "+"]
        return bool(group.up()) and len(hidden) * 2 >= len(group.up())

    def in_turn(self, players: bool) -> list[Group]:
        listed = [self.groups[number] for number in self.orders if self.groups[number].players == players]
        return listed + [each for each in self.groups.values() if each.players == players and each not in listed]

    # --- dice ----------------------------------------------------------------------------------------

    def hits(self, rolls: list[Plain], kind: str, weapon: Plain, dice: int, modifier: int) -> int:
        roll = rolls.pop(0)
        must(roll["kind"], kind, "kind of roll")
        must(len(roll["dice"]), dice, "dice to hit")
        needed = weapon["acc"] - max(-2, min(2, modifier))
        good = 0
        for die in roll["dice"]:
            if die == "6" or int(die) >= needed:
                good += 1
        must(roll["good"], good, "hits")
        return good

    def suffers(self, rolls: list[Plain], weapon: Plain, hits: int, group: Group, needed: int, bonus: int) -> None:
        """Wounds, saves and damage of so many hits on a squad."""
        if not hits:
            return
        roll = rolls.pop(0)
        must((roll["kind"], len(roll["dice"])), ("wound", hits), "wound dice")
        wounds = 0
        for die in roll["dice"]:
            if int(die) >= needed:
                wounds += 1
        must(roll["good"], wounds, "wounds")
        saves: dict[int, list[str]] = {}
        while rolls and rolls[0]["kind"] == "save":
            saved = rolls.pop(0)
            saves[saved["needed"]] = list(saved["dice"])
        for _ in range(wounds):
            up = group.up()
            if not up:
                break
            worst = up[0]
            for unit in up:
                lost, maximum = unit.numbers["hp"] - unit.hp, worst.numbers["hp"] - worst.hp
                if lost > maximum or (lost == maximum and self.line(unit) < self.line(worst)):
                    worst = unit
            needs = worst.numbers["sav"] + weapon["ap"] - bonus
            if worst.numbers["sav"] < 7 and needs <= 6 and int(saves[needs].pop(0)) >= needs:
                continue
            worst.hp -= weapon["dmg"]
        must([dice for dice in saves.values() if dice], [], "dice of saves left over")

    def line(self, unit: Unit) -> int:
        profiles: list[Plain] = []
        for other in unit.squad.units:
            if other.numbers not in profiles:
                profiles.append(other.numbers)
        return profiles.index(unit.numbers)

    def toughness(self, group: Group) -> int:
        present = group.up() or [unit for unit in group.units if not unit.left]
        return commonest([unit.numbers["t"] for unit in present], high=True)

    # --- phases --------------------------------------------------------------------------------------

    def play(self, record: Plain) -> None:
        """Go through a phase; raises ``Unlike``."""
        events: list[Plain] = [dict(event) for event in record["events"]]
        phase = record["phase"]
        if phase == "movement":
            self.movement(events, record["changes"])
        elif phase == "melee":
            self.melee(events, record["changes"])
        else:
            {"command": self.command, "shooting": self.shooting, "morale": self.morale}[phase](events)
        must(events, [], "events left over")

    def command(self, events: list[Plain]) -> None:
        for players in (True, False):
            for use in self.uses:
                owner = self.characters[use["character"]]
                figure = self.units[owner["piece"]]
                if figure.squad.players != players:
                    continue
                event = events.pop(0)
                must((event["kind"], event["about"]), ("ability", use["ability"]), "ability")
                price = self.abilities[use["ability"]]["cost"] if use["paid"] else 0
                must(event["good"], figure.up and price <= owner["cp"], "ability can be used")
                if event["good"]:
                    owner["cp"] -= price

    def shooting(self, events: list[Plain]) -> None:
        for players in (True, False):
            for group in self.in_turn(players):
                for shoot in self.orders.get(group.id, {"shoot": []})["shoot"]:
                    self.fire(group, shoot, events)

    def fire(self, group: Group, shoot: Plain, events: list[Plain]) -> None:
        event = events.pop(0)
        ready = [unit for unit in group.up() if not self.engaged(unit)]
        arms = [[key for key in unit.weapons if key in shoot["weapons"]] for unit in ready]
        target = self.target(group, shoot, ready, arms)
        if not ready or target is None:
            must((event["kind"], event["squad"]), ("held", group.id), "who does not fire")
            return
        if not target.up():
            must((event["kind"], event["target"]), ("wasted", target.id), "wasted fire")
            group.shot = True
            for unit in ready:
                unit.shot = True
            return
        melee = self.melee_of(target)
        salvos: dict[tuple[str, bool], int] = {}
        for unit, keys in zip(ready, arms, strict=True):
            for key in keys:
                if self.away(unit, target) <= unit.weapons[key]["rng"]:
                    stray = melee is not None and any(friend is not unit for friend in melee[0])
                    men = 2 if unit.kind == "team" and not unit.weapons[key]["crewed"] else 1
                    salvos[key, stray] = salvos.get((key, stray), 0) + men * unit.weapons[key]["atk"]
                    unit.shot = True
        if not salvos:
            must((event["kind"], event["target"]), ("held", target.id), "nobody in range")
            return
        group.shot = True
        must((event["kind"], event["target"]), ("volley", target.id), "volley")
        rolls, missed = list(event["rolls"]), []
        own = self.steadiness(group, "shooting")
        there = -self.cover if self.in_cover(target) else 0
        toughness, saves = self.toughness(target), self.bonus(target, "save", "shooting")
        for (key, stray), dice in salvos.items():
            weapon = self.weapons[key]
            hits = self.hits(rolls, "hit", weapon, dice, own + there)
            self.suffers(rolls, weapon, hits, target, wound_roll(weapon["strength"], toughness), saves)
            if stray and hits < dice:
                missed.append((weapon, dice - hits))
        must(rolls, [], "rolls left over")
        if melee is not None:
            self.strays(group, melee, own, missed, events)

    def target(self, group: Group, shoot: Plain, ready: list[Unit], arms: list[list[str]]) -> Group | None:
        if group.players:
            return self.groups[shoot["targets"][0]]
        for number in shoot["targets"]:
            target = self.groups[number]
            for unit, keys in zip(ready, arms, strict=True):
                for key in keys:
                    if target.up() and self.away(unit, target) <= unit.weapons[key]["rng"]:
                        return target
        return None

    def melee_of(self, target: Group) -> tuple[list[Unit], int] | None:
        """The friends of whoever fires into a squad's melee, and the edge of their numbers and size."""
        theirs = [unit for unit in target.up() if self.touched(unit)]
        friends: list[Unit] = []
        for unit in theirs:
            friends += [foe for foe in self.touched(unit) if foe not in friends]
        if not theirs:
            return None
        sizes = [commonest([unit.numbers["size"] for unit in side], high=True) for side in (friends, theirs)]
        edge = (len(friends) > len(theirs)) - (len(friends) < len(theirs))
        return friends, edge + (sizes[0] > sizes[1]) - (sizes[0] < sizes[1])

    def strays(
        self, group: Group, melee: tuple[list[Unit], int], own: int, missed: list[tuple[Plain, int]], rest: list[Plain]
    ) -> None:
        """Misses at friends, whose events are the first of the ``rest``."""
        squads: list[Group] = []
        for friend in melee[0]:
            if friend.squad not in squads:
                squads.append(friend.squad)
        hidden = [-self.cover if self.in_cover(squad) else 0 for squad in squads]
        for place, squad in enumerate(squads):
            shares = [(weapon, len(range(place, count, len(squads)))) for weapon, count in missed]
            if not shares:
                continue
            event = rest.pop(0)
            must((event["kind"], event["target"]), ("stray", squad.id), "stray shots at friends")
            rolls = list(event["rolls"])
            toughness, saves = self.toughness(squad), self.bonus(squad, "save", "shooting")
            for weapon, dice in shares:
                hits = self.hits(rolls, "second", weapon, dice, own + hidden[place] + melee[1])
                self.suffers(rolls, weapon, hits, squad, wound_roll(weapon["strength"], toughness), saves)
            must(rolls, [], "rolls left over")

    def melee(self, events: list[Plain], changes: list[Plain]) -> None:
        """The record says where units are in the end; who was in contact is clear where each pressed in once."""
        close = self.taken(events, "close-quarters")
        wanted = {group.id for group in self.groups.values() if self.close(group, None)}
        for event in close:
            group, target = self.groups[event["squad"]], self.groups[event["target"]]
            must(any(foe.squad is target for unit in group.up() for foe in self.touched(unit)), True, "in contact")
        must(
            [event["squad"] for event in close],
            [event["squad"] for event in close if self.close(self.groups[event["squad"]], event)],
            "who fires at close quarters",
        )
        must({event["squad"] for event in close} <= wanted, True, "close quarters of the engaged")
        self.both_at_once([(event, self.close(self.groups[event["squad"]], event)) for event in close])
        pressing = [number for event in events if event["kind"] == "press" for number in event["pieces"]]
        once = len(set(pressing)) == len(pressing)
        moved = [number for event in self.taken(events, "press") for number in event["pieces"]]
        ends = {(change["id"], change["field"]): change["value"] for change in changes if change["thing"] == "piece"}
        for number in moved:
            unit = self.units[number]
            if once:
                must([foe.id for foe in self.touched(unit)], [], f"{number} touches nobody before pressing in")
            unit.x, unit.y = ends.get((number, "x"), unit.x), ends.get((number, "y"), unit.y)
        blows = self.taken(events, "blows")
        striking = {number for event in blows for number in event["pieces"]}
        for unit in self.units.values():
            armed = [weapon for weapon in unit.weapons.values() if weapon["type"] == "melee"]
            if once:
                must(unit.id in striking, bool(unit.up and armed and self.touched(unit)), f"{unit.id} strikes")
        self.both_at_once([(event, self.blows(event)) for event in blows])
        for event in self.taken(events, "press"):
            for number in event["pieces"]:
                unit = self.units[number]
                must(unit.up, True, "who presses in stands")
                unit.x, unit.y = ends.get((number, "x"), unit.x), ends.get((number, "y"), unit.y)

    def taken(self, events: list[Plain], kind: str) -> list[Plain]:
        found = []
        while events and events[0]["kind"] == kind:
            found.append(events.pop(0))
        return found

    def close(self, group: Group, event: Plain | None) -> dict[str, int]:
        """Dice by weapon at close quarters; without an event, in reach of anybody."""
        if not any(self.engaged(unit) for unit in group.up()):
            return {}
        dice: dict[str, int] = {}
        targets = [self.groups[event["target"]]] if event else [foe.squad for foe in self.foes(group.units[0])]
        for unit in group.up():
            for key, weapon in unit.weapons.items():
                tags = [re.sub("[^a-z]", "", tag.lower()) for tag in weapon["tags"]]
                near = any(self.away(unit, target) <= weapon["rng"] for target in targets)
                if not unit.shot and near and weapon["type"] == "ranged" and "closequarters" in tags:
                    men = 2 if unit.kind == "team" and not weapon["crewed"] else 1
                    dice[key] = dice.get(key, 0) + men * weapon["atk"]
        return dice

    def blows(self, event: Plain) -> dict[str, int]:
        dice: dict[str, int] = {}
        for number in event["pieces"]:
            unit, struck = self.units[number], False
            for key, weapon in unit.weapons.items():
                extra = any(re.sub("[^a-z]", "", tag.lower()) == "extraattacks" for tag in weapon["tags"])
                if weapon["type"] == "melee" and (extra or not struck):
                    struck = struck or not extra
                    dice[key] = dice.get(key, 0) + weapon["atk"]
        return dice

    def both_at_once(self, attacks: list[tuple[Plain, dict[str, int]]]) -> None:
        """Attacks of which none weakens another: toughness is looked at before the first falls."""
        tough = [self.toughness(self.groups[event["target"]]) for event, _ in attacks]
        for (event, dice), toughness in zip(attacks, tough, strict=True):
            group, target, rolls = self.groups[event["squad"]], self.groups[event["target"]], list(event["rolls"])
            modifier, saves = self.steadiness(group, "melee"), self.bonus(target, "save", "melee")
            left = dict(dice)
            while rolls:
                key = self.names[rolls[0]["about"]]
                weapon = self.weapons[key]
                hits = self.hits(rolls, "hit", weapon, left.pop(key), modifier)
                self.suffers(rolls, weapon, hits, target, wound_roll(weapon["strength"], toughness), saves)
            must(left, {}, "weapons not rolled for")

    # --- movement ------------------------------------------------------------------------------------

    def movement(self, events: list[Plain], changes: list[Plain]) -> None:
        ends = {(change["id"], change["field"]): change["value"] for change in changes if change["thing"] == "piece"}
        away: set[str] = set()
        for event in self.taken(events, "abandon"):
            self.leave(event)
        while events:
            event = events.pop(0)
            group = self.groups[event["squad"]]
            if event["kind"] == "disengage":
                away.add(group.id)
                engaged = [unit for unit in group.up() if self.engaged(unit)]
                must(list(event["pieces"]), [unit.id for unit in engaged], "who breaks away")
                for unit, die in zip(engaged, event["rolls"][0]["dice"] if engaged else "", strict=True):
                    unit.hp = 0 if die in "123" else unit.hp
            elif event["kind"] == "abandon":
                self.leave(event)
            elif event["kind"] == "move":
                self.walked(group, event, ends)
            elif event["kind"] == "charge":
                self.charged(group, event, ends, away)
            else:
                must(event["kind"], "stay", "event of the movement phase")

    def leave(self, event: Plain) -> None:
        for number in event["pieces"]:
            must(self.units[number].lying, True, "who is left behind lies")
            self.units[number].left = self.round

    def resolve(self, group: Group, ends: dict[tuple[str, str], int]) -> None:
        for unit in group.units:
            if not unit.left:
                unit.x, unit.y = ends.get((unit.id, "x"), unit.x), ends.get((unit.id, "y"), unit.y)

    def distance(self, start: tuple[int, int], goals: set[tuple[int, int]], closed: set[tuple[int, int]]) -> int | None:
        """Steps from tile to tile round walls and other squads."""
        queue, seen = deque([(start, 0)]), {start}
        while queue:
            (x, y), steps = queue.popleft()
            if (x, y) in goals:
                return steps
            for dx, dy in STEPS:
                tile = (x + dx, y + dy)
                on_map = 0 <= tile[1] < len(self.rows) and 0 <= tile[0] < len(self.rows[0])
                if on_map and tile not in seen and tile not in closed and self.rows[tile[1]][tile[0]] != "#":
                    seen.add(tile)
                    queue.append((tile, steps + 1))
        return None

    def walked(self, group: Group, event: Plain, ends: dict[tuple[str, str], int]) -> None:
        lying = sum(unit.lying and not unit.left for unit in group.units)
        base = max(0, min(unit.numbers["mov"] for unit in group.up()) + self.bonus(group, "mov", "movement"))
        base = (base + 1) // 2 if group.broken else base
        base = base if group.shot else base * 3 // 2
        must(event["limit"], max(base - lying, (base + 1) // 2), "tiles allowed")
        must(event["count"] <= event["limit"], True, "tiles walked")
        lead = group.up()[0]
        others = {(unit.x, unit.y) for unit in self.units.values() if unit.up and unit.squad is not group}
        start = (lead.x, lead.y)
        self.resolve(group, ends)
        must(self.distance(start, {(lead.x, lead.y)}, others), event["count"], "shortest way")
        places = [(unit.x, unit.y) for unit in group.up()]
        must(len(set(places) - others), len(places), "a tile for each")
        must([place for place in places if self.rows[place[1]][place[0]] == "#"], [], "units in walls")

    def charged(self, group: Group, event: Plain, ends: dict[tuple[str, str], int], away: set[str]) -> None:
        target = self.groups[event["target"]]
        must(group.shot, False, "who charges has not shot")
        closed = {(unit.x, unit.y) for unit in self.units.values() if unit.up and unit.squad is not group}
        need = None
        for unit in group.up():
            for foe in target.up():
                zone = self.zone(foe, max(unit.numbers["eng"], foe.numbers["eng"]))
                steps = self.distance((unit.x, unit.y), zone - closed, closed)
                if steps is not None and (need is None or steps < need):
                    need = steps
        if event["limit"] <= 12:
            must(event["limit"], need, "tiles to charge")
        total = sum(int(die) for die in event["rolls"][0]["dice"])
        home = need is not None and total >= need
        must(len(event["rolls"]), 2 if target.id in away else 1, "rolls of a charge")
        if target.id in away:
            home = home and total > sum(int(die) for die in event["rolls"][1]["dice"])
        must(event["good"], home, "the charge")
        self.resolve(group, ends)
        if home:
            must(any(foe.squad is target for unit in group.up() for foe in self.touched(unit)), True, "in contact")

    def zone(self, unit: Unit, reach: int) -> set[tuple[int, int]]:
        span = range(-max(1, reach), max(1, reach) + 1)
        return {
            (unit.x + dx, unit.y + dy)
            for dx in span
            for dy in span
            if (dx, dy) != (0, 0) and (max(abs(dx), abs(dy)) == 1 or abs(dx) + abs(dy) <= reach)
        }

    # --- morale, objectives, the end -----------------------------------------------------------------

    def morale(self, events: list[Plain]) -> None:
        for players in (True, False):
            for group in self.in_turn(players):
                if not group.up():
                    continue
                if 2 * len(group.up()) >= group.begun:
                    if group.broken:
                        must(events.pop(0)["kind"], "rally", "recovery")
                        group.broken = 0
                    continue
                event = events.pop(0)
                must((event["kind"], event["squad"]), ("morale", group.id), "morale check")
                own = [unit.numbers["ld"] for unit in group.up() if unit.kind != "hero"]
                leaders = [unit.numbers["ld"] for unit in group.up() if unit.kind == "hero"]
                best = min(([commonest(own, high=False)] if own else []) + leaders)
                left = sum(unit.left == self.round for unit in group.units)
                total = sum(int(die) for die in event["rolls"][0]["dice"])
                holds = total - left + self.bonus(group, "morale", "morale") >= best
                must(event["good"], holds, "holds")
                group.broken = 0 if holds else self.round
        for mark in self.marks:
            self.contest(mark, events)

    def contest(self, mark: Plain, events: list[Plain]) -> None:
        sums = {True: 0, False: 0}
        for group in self.groups.values():
            distances = [abs(unit.x - mark["x"]) + abs(unit.y - mark["y"]) for unit in group.up()]
            if not group.broken and distances and min(distances) <= (3 if mark["radius"] is None else mark["radius"]):
                sums[group.players] += sum(unit.numbers["con"] for unit in group.up())
        if sums == {True: 0, False: 0}:
            return
        event = events.pop(0)
        must((event["kind"], event["count"], event["limit"]), ("objective", sums[True], sums[False]), "control")
        mark["holder"] = "nobody" if sums[True] == sums[False] else "players" if sums[True] > sums[False] else "enemies"

    def fates(self, events: list[Plain]) -> list[str]:
        """Who dies at the end of combat."""
        dead = []
        rolled = {event["squad"]: event["rolls"][0]["dice"] for event in events}
        for group in self.groups.values():
            if not group.players:
                continue
            left = [unit for unit in group.units if unit.lying and unit.left]
            kept = [unit for unit in group.units if unit.lying and not unit.left]
            risking = left + ([] if group.up() else kept)
            for unit, die in zip(risking, rolled.pop(group.id, ""), strict=True):
                dead += [unit.id] if die in "12" else []
        must(rolled, {}, "squads that need not roll")
        return dead

    # --- what stands now -----------------------------------------------------------------------------

    def stands(self) -> Plain:
        """HP, shots, morale, Command Points and objectives, to be laid beside the game's."""
        return {
            "units": {unit.id: (unit.hp, unit.x, unit.y, unit.left, unit.shot) for unit in self.units.values()},
            "squads": {group.id: (group.shot, group.broken) for group in self.groups.values()},
            "cp": {name: one["cp"] for name, one in self.characters.items()},
            "marks": {mark["name"]: mark["holder"] for mark in self.marks},
        }
