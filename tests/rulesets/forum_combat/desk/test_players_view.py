"""What players may see of a battle, and what the game master keeps to themself."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.core.desk import ReportForm
from rulesets.systems.forum_combat.desk import DESK, write
from rulesets.systems.forum_combat.desk.combat import OFF_MAP, CombatSquad
from rulesets.systems.forum_combat.desk.combat_changes import CombatChange, Thing
from rulesets.systems.forum_combat.desk.orders import CombatEnding
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, amend

SECRET = "Brutes"


def played(battle: BattleRecord, orders: str, seed: int) -> BattleRecord:
    battle = DESK.give_orders(battle, orders, seed)
    while DESK.stages(battle):
        battle = DESK.play_phase(battle)
    return battle


def with_reserve() -> BattleRecord:
    """The example with one enemy squad that waits beside the map, and players' names."""
    battle = DESK.demo()
    squads = tuple(replace(_beside(squad), owner="Anna") for squad in battle.start.squads)
    characters = tuple(replace(one, player="Ben") for one in battle.start.characters)
    return replace(battle, start=replace(battle.start, squads=squads, characters=characters))


def _beside(squad: CombatSquad) -> CombatSquad:
    if squad.name != SECRET:
        return squad
    return replace(squad, pieces=tuple(replace(piece, x=OFF_MAP, y=OFF_MAP) for piece in squad.pieces))


ORDERS = f"Alpha: shoot Reavers\nReavers: shoot Alpha\n# {SECRET} come next"


def words(plain: object) -> Iterator[str]:
    """Every text in a record."""
    if isinstance(plain, dict):
        for each in plain.values():
            yield from words(each)
    elif isinstance(plain, list | tuple):
        for each in plain:
            yield from words(each)
    elif isinstance(plain, str):
        yield plain


def test_nothing_is_left_of_squads_that_have_not_been_on_the_map() -> None:
    battle = played(with_reserve(), ORDERS, 7)
    hidden = next(squad for squad in battle.start.squads if squad.name == SECRET)
    shown = DESK.players_view(battle)
    numbers = {piece.id for piece in hidden.pieces}
    found = list(words(write(shown)))
    assert [text for text in found if SECRET in text or text in numbers] == []
    assert {"Anna", "Ben", ORDERS}.isdisjoint(found)
    report = DESK.report(shown, 1, ReportForm.BBCODE, True)
    whole = DESK.report(battle, 1, ReportForm.BBCODE, True)
    assert report.splitlines() == [line for line in whole.splitlines() if SECRET not in line]
    assert SECRET in whole
    assert [group.title for group in DESK.board(shown).groups] == [
        group.title for group in DESK.board(battle).groups if group.title != SECRET
    ]


def test_a_squad_that_came_onto_the_map_stays_known() -> None:
    battle = played(with_reserve(), ORDERS, 7)
    piece = next(squad for squad in battle.start.squads if squad.name == SECRET).pieces[0].id
    for x in (0, OFF_MAP):
        battle = amend(battle, (CombatChange(Thing.PIECE, piece, "x", x), CombatChange(Thing.PIECE, piece, "y", x)))
        assert SECRET in [group.title for group in DESK.board(DESK.players_view(battle)).groups]


def test_players_own_squads_are_seen_wherever_they_are() -> None:
    battle = DESK.demo()
    pieces = [piece.id for piece in battle.start.squads[0].pieces]
    for piece in pieces:
        battle = DESK.place(battle, piece, None)
    assert DESK.board(DESK.players_view(battle)).groups[0].title == battle.start.squads[0].name


def test_a_round_shows_when_it_is_over() -> None:
    before = played(DESK.demo(), ORDERS, 7)
    under_way = DESK.give_orders(before, ORDERS, 8)
    while DESK.stages(under_way):
        assert DESK.players_view(under_way) == DESK.players_view(before)
        under_way = DESK.play_phase(under_way)
    assert DESK.rounds(DESK.players_view(under_way)) == 2
    assert DESK.board(DESK.players_view(under_way)).pieces == DESK.board(under_way).pieces


def test_no_seed_is_shown() -> None:
    battle = played(DESK.demo(), ORDERS, 7)
    ended = DESK.finish(battle, DESK.ending(CombatEnding.MET), 9)
    assert [DESK.seed(DESK.players_view(each)) for each in (battle, ended)] == [0, 0]
