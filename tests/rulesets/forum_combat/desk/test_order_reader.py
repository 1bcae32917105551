"""Orders read from text."""

from dataclasses import replace
from typing import Any

from rulesets.systems.forum_combat.desk.combat import Combat
from rulesets.systems.forum_combat.desk.order_reader import read_orders
from rulesets.systems.forum_combat.desk.orders import (
    BONUSES,
    HELP,
    NEAREST,
    AbilityUse,
    Bonus,
    CombatEnding,
    Orders,
    Shoot,
    SquadOrders,
    VerbLine,
)
from tests.rulesets.forum_combat.desk import battles
from tests.rulesets.forum_combat.desk.order_cases import (
    BY_TITLE,
    COMBATS,
    FIELD,
)


def write_orders(combat: Combat, orders: Orders) -> str:
    """Orders as text that reads back as the same orders (line numbers apart), as a form gives them."""
    lines = []
    names = {squad.id: squad.name for squad in combat.squads} | {NEAREST: NEAREST}
    weapons = {weapon.key: weapon.name for weapon in combat.weapons}
    uses: dict[tuple[str, str, int], list[str]] = {}
    for use in orders.abilities:
        uses.setdefault((use.character, use.ability, use.line), []).append(use.piece or names[use.squad])
    for (character, ability, _), squads in uses.items():
        lines.append(f"{character}: use {combat.ability(ability).name} on {', '.join(squads)}")
    for own in orders.squads:
        parts = [_fire_words(shoot, names, weapons) for shoot in own.shoot if not shoot.piece]
        parts += [f"fight {names[own.fight]}"] if own.fight else []
        parts += ["disengage"] if own.disengage else []
        parts += [f"move {own.move}"] if own.move else []
        parts += [f"charge {names[own.charge]}"] if own.charge else []
        for verb, pieces in (("abandon", own.abandon), ("recover", own.recover)):
            parts += [f"{verb} {'all' if 'all' in pieces else ', '.join(pieces)}"] if pieces else []
        parts += [f"{name} {getattr(own.bonus, name):+d}" for name in BONUSES if getattr(own.bonus, name)]
        parts += ["hold"] if own.hold else []
        if parts:
            lines.append(f"{names[own.squad]}: {'; '.join(parts)}")
        lines += [f"{shoot.piece}: {_fire_words(shoot, names, weapons)}" for shoot in own.shoot if shoot.piece]
    if orders.ending is not None:
        lines.append(f"Combat: end {orders.ending.value}")
    return "\n".join(lines)


def _fire_words(shoot: Shoot, names: dict[str, str], weapons: dict[str, str]) -> str:
    targets = ", ".join(names[target] for target in shoot.targets)
    return f"shoot {targets}" + (
        f" with {' and '.join(weapons[key] for key in shoot.weapons)}" if shoot.weapons else ""
    )


@BY_TITLE
def test_what_was_read_is_written_so_that_it_reads_the_same(case: dict[str, Any]) -> None:
    combat = COMBATS[case["title"]]
    orders, _ = read_orders(combat, case["orders"])
    again, issues = read_orders(combat, write_orders(combat, orders))
    assert issues == ()
    assert write_orders(combat, again) == write_orders(combat, orders)
    assert without_lines(again) == without_lines(orders)


def without_lines(orders: Orders) -> Orders:
    squads = tuple(
        replace(own, line=0, lines=(), shoot=tuple(replace(shoot, line=0) for shoot in sorted(own.shoot, key=order_of)))
        for own in orders.squads
    )
    uses = tuple(replace(use, line=0) for use in orders.abilities)
    return replace(orders, squads=squads, abilities=uses, ending_line=0)


def order_of(shoot: Shoot) -> bool:
    """Orders to single units are written behind those to all."""
    return bool(shoot.piece)


def spoken(verbs: dict[int, str]) -> tuple[VerbLine, ...]:
    return tuple(VerbLine(verb, line) for line, words in verbs.items() for verb in words.split())


def test_an_order_of_every_kind_is_read() -> None:
    text = """Hero 1: use Take Aim on Alpha; use Stand Fast
Alpha: SHOOT at Reavers with bolt-action rifle; move to c7; charge Skulkers with Knives; abandon 1B; acc -1; morale +2
1d: shoot Skulkers with Knives with Heavy Machine Gun
1: fight Reavers; recover 1b
Reavers: shoot 1, nearest; disengage P2; hold
Combat: end early"""
    orders, issues = read_orders(battles.combat(FIELD), text)
    assert issues == ()
    assert orders == Orders(
        (
            SquadOrders(
                "1",
                2,
                (
                    Shoot(("2",), ("bolt-action-rifle",), line=2),
                    Shoot(("3",), ("heavy-machine-gun",), "1d", 3),
                ),
                "2",
                "C7",
                charge="3",
                abandon=("1b",),
                recover=("1b",),
                bonus=Bonus(acc=-1, morale=2),
                lines=spoken({2: "shoot move charge abandon acc morale", 4: "fight recover"}),
            ),
            SquadOrders(
                "2",
                5,
                (Shoot(("1", NEAREST), (), line=5),),
                move="P2",
                disengage=True,
                hold=True,
                lines=spoken({5: "shoot disengage hold"}),
            ),
        ),
        (AbilityUse("Hero 1", "take-aim", "1", 1), AbilityUse("Hero 1", "stand-fast", "1", 1)),
        CombatEnding.EARLY,
        6,
    )


def test_orders_are_read_with_the_signs_of_a_phone() -> None:
    combat = battles.combat(FIELD)
    plain, _ = read_orders(combat, "Alpha: shoot Reavers with bolt-action rifle; acc -1")
    written = "\ufeffAlpha\u200b: shoot\u00a0Reavers with bolt‑action\u00a0rifle; acc −1"
    assert read_orders(combat, written) == (plain, ())


def test_a_text_that_is_too_long_is_refused_as_a_whole() -> None:
    combat = battles.combat(FIELD)
    for text in ("Alpha: hold\n" * 3001, "#" * 150_001):
        orders, issues = read_orders(combat, text)
        assert orders == Orders()
        assert [(issue.line, issue.rule) for issue in issues] == [(0, "FC-RND-2")]


def test_the_longest_text_is_read_to_its_last_line() -> None:
    orders, issues = read_orders(battles.combat(FIELD), "# a post\n" * 2999 + "Alpha: hold".ljust(150_000 - 9 * 2999))
    assert (orders.of("1").hold, orders.of("1").line, issues) == (True, 3000, ())


def test_all_the_same_what_is_left_of_a_line_with_a_mistake_is_read() -> None:
    orders, issues = read_orders(battles.combat(FIELD), "Alpha: dance; move C3\nBravo: hold\nReavers: hold")
    assert [(issue.line, issue.group) for issue in issues] == [(1, "1"), (2, "")]
    assert [(own.squad, own.move, own.hold) for own in orders.squads] == [("1", "C3", False), ("2", "", True)]


def test_every_word_of_the_help_is_read() -> None:
    """Each kind of order that the help names can be written and is understood."""
    combat = battles.combat(FIELD)
    for words in (
        "Reavers: shoot Alpha", "Alpha: shoot Reavers with Bolt-Action Rifle", "Reavers: shoot Alpha, nearest",
        "Alpha: fight Reavers", "Alpha: move C7", "Alpha: disengage C7", "Alpha: charge Reavers",
        "Alpha: abandon all", "Alpha: recover 1b", "Hero 1: use Take Aim on Alpha",
        "Alpha: acc +1; rng +6; save +1; mov +2; morale +1", "Alpha: hold", "Combat: end met", "# note",
    ):  # fmt: skip
        assert read_orders(combat, words)[1] == ()
    steady = {
        "squads": ["Alpha: rifleman A1 A2 A3, officer B1 [2 CP steady]", "!Reavers: raider P1"],
        "entries": [{"kind": "ability", "key": "steady", "target": "unit"}],
    }
    (use,) = read_orders(battles.combat(steady), "Hero 1: use Steady on 1C")[0].abilities
    assert use == AbilityUse("Hero 1", "steady", "1", 1, piece="1c")
    assert [line.term.split(" ")[0] for line in HELP] == [
        "Whom", "shoot", "shoot", "shoot", "fight", "move", "disengage", "charge", "abandon", "recover", "use", "use",
        "acc", "hold", "Combat:", "#",
    ]  # fmt: skip
