"""Described games at the table: tracks, what ends a unit, what is cleared, engagements, the turn."""

from typing import Any

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import Acts, all_tracks, out_of_play
from rulesets.core.play.states import OUT, Change, DeployedForce, PlayState, Side
from rulesets.core.ruleset import AnyRuleset

from .armies import army
from .games import described

LANES, GUARD = map(described, ("lanes", "guard"))


def deployed(game: AnyRuleset, ticks: dict[str, tuple[int, ...]]) -> DeployedForce[Any, Any, Any]:
    """An army of two units, of which the first has these boxes ticked."""
    force = army(game, ({}, [{}, {}]))
    first = force.groups[0].units[0].id
    assert game.play is not None
    state = PlayState({first: ticks})
    return DeployedForce(
        force, {holder: state.of(holder, t) for holder, t in all_tracks(game.play, game.context(force)).items()}
    )


def side(of: DeployedForce[Any, Any, Any], place: int) -> Side:
    group = of.force.groups[0]
    return Side(of.force, group, group.units[place], of)


def test_a_track_has_as_many_boxes_as_its_formula_says() -> None:
    assert GUARD.play is not None
    force = army(GUARD, ({}, [{"regiment": "landwehr"}, {"regiment": "gone"}]))
    tracks = all_tracks(GUARD.play, GUARD.context(force))
    assert [tracks[unit.id][0].boxes for _, unit in force.units()] == [6, 1]


def test_a_unit_without_a_box_left_is_out_and_offered_to_leave() -> None:
    play = LANES.play
    assert play is not None
    assert play.consequences is not None
    hurt, gone = deployed(LANES, {"lost": (1, 2, 3, 4)}), deployed(LANES, {"lost": (1, 2, 3, 4, 5)})
    first = gone.force.groups[0].units[0].id
    context = LANES.context(gone.force)
    assert out_of_play(play, hurt) == frozenset()
    assert out_of_play(play, gone) == {first}
    assert [*play.consequences(hurt, context)] == []
    (consequence,) = play.consequences(gone, context)
    assert (consequence.message, consequence.offers) == (
        "Its last model is lost.",
        (Change(OUT.slug, box="out", holder=first),),
    )
    assert play.engagements(side(gone, 0), side(gone, 1)) == ()
    assert [each.calculator for each in play.engagements(side(hurt, 0), side(hurt, 1))] == ["shooting"]


def test_what_a_unit_did_is_cleared_at_the_end_of_its_own_segment() -> None:
    play = LANES.play
    assert play is not None
    assert play.resets is not None
    done = deployed(LANES, {"done": (1,), "lost": (1,)})
    context, first = LANES.context(done.force), done.force.groups[0].units[0].id
    assert play.acted(side(done, 0).state)
    assert play.hurt(side(done, 0).state)
    assert not play.acted(side(done, 1).state)
    assert [*play.resets("first", False, done, context)] == []
    assert [*play.resets("first", True, done, context)] == [Change("done", box="shot", on=False, holder=first)]


def test_what_is_asked_about_one_unit_is_an_action() -> None:
    play = LANES.play
    assert play is not None
    assert play.actions is not None
    found = deployed(LANES, {})
    (morale,) = play.actions(side(found, 0))
    assert (morale.calculator, morale.conditions, morale.rolls_at_once) == ("morale", ("led",), False)
    (shooting,) = play.engagements(side(found, 0), side(found, 1))
    assert (shooting.title, shooting.conditions) == ("Shoot", ("cover", "sustained"))


def test_the_turn_names_the_numbers_of_the_game() -> None:
    assert GUARD.play is not None
    (segment,) = GUARD.play.sequence(HouseRules(GUARD.rulings))
    assert (segment.acts, segment.lines[0].text) == (Acts.BOTH, "4 or more keeps a regiment on the field.")


def test_luck_is_measured_by_what_dice_take() -> None:
    play = LANES.play
    assert play is not None
    assert play.harm is not None
    assert (play.harm.words, play.harm.of(Change("lost", 2)), play.harm.of(Change("done", box="shot"))) == (
        "models",
        2,
        0,
    )
    assert (play.losses("lost"), play.losses("done"), play.dice) == ("models", "", (6,))
