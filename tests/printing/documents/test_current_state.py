"""An army printed as it stands in its game."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from lxml import html

from armybuilder.armies.current_state import FRESH, CurrentState
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.context import labels_of
from armybuilder.printing.documents.current_state import holder_of, with_current_state
from armybuilder.printing.options import Boxes, PrintOptions
from armybuilder.printing.paper import Rectangle
from rulesets.core.play.definition import all_tracks
from rulesets.core.play.matches import Match, MatchState
from rulesets.core.play.states import OUT, PlayState
from rulesets.core.play.trackers import Track
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.armies.conftest import _empty_desk, army, make_army
from tests.printing.pixels import cut_out, ink_share, picture, word_box
from tests.printing.reading import ticked
from tests.printing.samples import MEASURING, PRINTER, demo, every_game
from tests.rulesets.in_game import after_tap

__all__ = ["_empty_desk", "army", "make_army"]

NOW = PrintOptions(qrs=False, state=Boxes.NOW)


def holders(loaded: LoadedArmy) -> Iterator[tuple[str, tuple[Track, ...]]]:
    """Everything whose card has boxes: its id and its tracks."""
    game, context = loaded.ruleset, loaded.context
    for group in loaded.force.groups:
        if game.group_card is not None:
            yield group.id, game.group_card(group, context).tracks
        else:
            yield from ((unit.id, game.card(unit, group, context).tracks) for unit in group.units)


def printed(loaded: LoadedArmy, choices: PrintOptions, state: PlayState, moment: str = "") -> Any:
    """The HTML of what is printed."""
    document = document_of(loaded, choices, MEASURING, current=CurrentState(state, moment))
    return html.fromstring("".join(batch.content for batch in document.batches))


@every_game
def test_everything_that_bears_boxes_is_printed_as_it_stands(ruleset: AnyRuleset) -> None:
    loaded, state = demo(ruleset), FRESH
    for part, tracks in holders(loaded):
        assert len({track.slug for track in tracks}) == len(tracks) > 0
        for track in tracks:
            state = state.set(part, after_tap(track, track.boxes))
    now = with_current_state(loaded, state)
    expected = {
        (part, track.slug): after_tap(track, track.boxes).ticks for part, tracks in holders(loaded) for track in tracks
    }
    for group, unit in now.force.units():
        part = holder_of(ruleset, group, unit)
        for track in now.ruleset.card(unit, group, now.context).tracks:
            assert track.ticks == expected[part, track.slug]


@every_game
def test_ticked_boxes_are_on_cards_and_units_out_have_no_card(ruleset: AnyRuleset) -> None:
    loaded = demo(ruleset)
    (first, _), (second, _), *_ = holders(loaded)
    units = list(loaded.force.units())
    owners = [holder_of(ruleset, group, unit) for group, unit in units]
    on_cards = [
        track
        for owner, (group, unit) in zip(owners, units, strict=True)
        for track in ruleset.card(unit, group, loaded.context).tracks
        if owner == first and not track.twice
    ]
    state = FRESH.set(first, after_tap(on_cards[0], 1)).set(second, OUT.now((1,)))
    choices = replace(NOW, merge=False)
    for roster, cards in ((True, False), (False, True)):
        fresh = printed(loaded, replace(choices, roster=roster, cards=cards, state=Boxes.FRESH), state)
        now = printed(loaded, replace(choices, roster=roster, cards=cards), state)
        assert (ticked(fresh), ticked(now)) == (0, 1)
        if cards:
            lost = owners.count(second)
            corners = [
                {"".join(strip.xpath("span/text()")).strip() for strip in page.xpath("//p[@class='strip']")}
                for page in (fresh, now)
            ]
            assert len(corners[0]) - len(corners[1]) == lost
    listed = printed(loaded, replace(choices, cards=False), state)
    assert "Out of play" in " ".join(listed.xpath("//*[contains(@class, 'chip')]/text()"))


def test_equal_units_share_a_card_that_shows_how_each_stands(pebbles: AnyRuleset, army: Army) -> None:
    state = FRESH.set("u3", Track("chips", "Chips", 3).now((1, 2)))
    card = printed(load_head(army), replace(NOW, roster=False, merge=True), state)
    boxes = card.xpath("//article//*[contains(concat(' ', @class, ' '), ' box ')]/@class")
    assert ["ticked" in classes.split() for classes in boxes] == [*[False] * 3, True, True, *[False] * 4]


def all_ticked(loaded: LoadedArmy) -> tuple[PlayState, set[str]]:
    """An army with every box ticked, and the holders that its player is offered to take out of play."""
    game, state = loaded.ruleset, FRESH
    assert game.play is not None
    match = Match(game.play, (loaded.context, None))
    for holder, tracks in match.tracks[0].items():
        for track in tracks:
            state = state.set(holder, track.now(range(1, track.boxes + 1)))
    told = match.consequences(MatchState((state, FRESH)), 0)
    return state, {offer.holder for each in told for offer in each.offers if offer.track == OUT.slug}


@every_game
def test_what_is_lost_by_its_boxes_is_out_everywhere(ruleset: AnyRuleset) -> None:
    """No one has tapped "Out of play": the boxes for the last loss, or for the state, say it."""
    loaded = demo(ruleset)
    state, lost = all_ticked(loaded)
    units = list(loaded.force.units())
    out = {unit.id for group, unit in units if holder_of(ruleset, group, unit) in lost}
    for part in ("roster", "dashboards"):
        page = printed(loaded, replace(NOW, roster=part == "roster", cards=False, dashboards=part != "roster"), state)
        rows = page.xpath("//tr[starts-with(@class, 'unit')]")
        told = ["Out of play" in row.xpath("string()") for row in rows]
        assert told == [row.get("class") == "unit out" for row in rows]
        assert all(told) if len(out) == len(units) else any(told)
    left = {label.holder for label in labels_of(with_current_state(loaded, state), PrintOptions())}
    assert left == {label.holder for label in labels_of(loaded, PrintOptions())} - lost


def test_a_neutralised_stand_is_out_and_the_others_are_not() -> None:
    loaded = demo(get_ruleset("mbt2020"))
    assert loaded.ruleset.play is not None
    tracks = all_tracks(loaded.ruleset.play, loaded.context)
    first, second, *_ = (unit.id for _, unit in loaded.force.units())
    (states,) = (track for track in tracks[first] if track.slug == "state")
    neutralised = states.now((states.box("neutralised"),))
    state = FRESH.set(first, neutralised).set(second, states.now((states.box("pinned"),)))
    page = printed(loaded, replace(NOW, cards=False), state)
    assert len(page.xpath("//tr[@class='unit out']")) == 1
    assert ticked(page) == 1
    cards = [printed(loaded, replace(NOW, roster=False, merge=False), each) for each in (FRESH, state)]
    fresh, now = (page.xpath("count(//p[@class='strip'])") for page in cards)
    assert fresh - now == 1


def test_a_squad_s_carried_units_are_printed_as_boxes() -> None:
    loaded = demo(get_ruleset("forum-combat"))
    group = loaded.force.groups[0]

    def carried(state: PlayState) -> int:
        of_group = with_current_state(loaded, state).ruleset.group_card
        assert of_group is not None
        [track] = [each for each in of_group(group, loaded.context).tracks if each.slug == "carried"]
        return len(track.ticks)

    tracks = {track.slug: track for track in dict(holders(loaded))[group.id]}
    ticked = FRESH.set(group.id, after_tap(tracks["carried"], 1))
    downed = ticked.set(group.id, after_tap(tracks["out"], 3))
    left = downed.set(group.id, after_tap(tracks["abandoned"], 1))
    assert [carried(each) for each in (FRESH, ticked, downed, left)] == [0, 1, 3, 2]


def standing(army: LoadedArmy, ticks: Mapping[str, str]) -> list[str]:
    """The head's line and the counts of the groups, with named states of the units of these ids."""
    assert army.ruleset.play is not None
    tracks, state = all_tracks(army.ruleset.play, army.context), FRESH
    for holder, key in ticks.items():
        (track,) = (each for each in tracks[holder] if each.slug == "state")
        state = state.set(holder, track.now((track.box(key),)))
    page = printed(army, replace(NOW, cards=False), state, "Turn 3")
    found = page.xpath("//p[@class='now'] | //*[@class='count']")
    return ["".join(each.xpath("string()").replace("\u00a0", " ").split("\n")).strip() for each in found]


def test_a_group_and_its_army_say_what_is_left_of_them() -> None:
    army = demo(get_ruleset("mbt2020"))
    first, second, third, *_ = (unit.id for unit in army.force.groups[0].units)
    assert standing(army, {}) == ["Turn 3", "12 stands", "12 stands"]
    assert standing(army, {first: "repulsed", second: "neutralised"}) == [
        "Turn 3 · 23 of 24 stands left · 1 of 10 Repulsed, 1 of 5 neutralised: not Fragile",
        "11 of 12 stands left · 1 of 4 Repulsed, 1 of 2 neutralised: not Fragile",
        "12 of 12 stands left · 0 of 4 Repulsed, 0 of 2 neutralised: not Fragile",
    ]
    told = standing(army, {first: "repulsed", second: "neutralised", third: "neutralised"})
    assert told[1] == "10 of 12 stands left · 1 of 4 Repulsed, 2 of 2 neutralised: Fragile"


@pytest.mark.parametrize(
    ("game", "slug", "count", "told"),
    [
        ("forge-of-war", "strength", 2, "5 of 5 units left · 2 figures lost"),
        ("forum-combat", "out", 3, "7 of 10 units left"),
        ("warstrike", "models", 4, "4 of 4 units left · 4 models lost"),
    ],
)
def test_what_boxes_count_as_lost_is_told(game: str, slug: str, count: int, told: str) -> None:
    army = demo(get_ruleset(game))
    ids = {army.force.groups[0].id, *(unit.id for unit in army.force.groups[0].units)}
    holder, track = next(
        (holder, track)
        for holder, tracks in holders(army)
        for track in tracks
        if holder in ids and track.slug == slug and track.boxes > count
    )
    page = printed(army, replace(NOW, cards=False), FRESH.set(holder, after_tap(track, count)))
    assert page.xpath("//*[@class='count']")[0].text_content().replace("\u00a0", " ") == told


def test_a_ticked_box_without_a_word_is_filled_like_one_with_a_word() -> None:
    """Behind its title begins the first box."""
    army, state = demo(get_ruleset("forge-of-war")), FRESH
    for holder, tracks in holders(army):
        for track in tracks:
            state = state.set(holder, track.now((1,)))
    document = document_of(army, replace(NOW, cards=False), PRINTER, current=CurrentState(state))
    pdf = print_pdf(document, PRINTER)
    title = word_box(pdf, "LOSSES")
    box = Rectangle(title.right + 2, title.y, 0.4, title.height)
    assert ink_share(cut_out(picture(pdf), box)) > 0.75
