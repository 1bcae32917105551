"""An army printed as it stands in its game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lxml import html

from armybuilder.armies.current_state import FRESH
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.printing.documents import document_of
from armybuilder.printing.documents.current_state import holder_of, with_current_state
from armybuilder.printing.options import Boxes, PrintOptions
from rulesets.core.play.states import OUT, PlayState
from rulesets.core.play.trackers import Track
from rulesets.core.ruleset import AnyRuleset
from tests.armies.conftest import _empty_desk, army, make_army
from tests.printing.samples import MEASURING, demo, every_game
from tests.rulesets.in_game import after_tap

__all__ = ["_empty_desk", "army", "make_army"]

NOW = PrintOptions(qrs=False, state=Boxes.NOW)
TICKED = "//*[contains(concat(' ', @class, ' '), ' ticked ')]"


def holders(loaded: LoadedArmy) -> Iterator[tuple[str, tuple[Track, ...]]]:
    """Everything whose card has boxes: its id and its tracks."""
    game, context = loaded.ruleset, loaded.context
    for group in loaded.force.groups:
        if game.group_card is not None:
            yield group.id, game.group_card(group, context).tracks
        else:
            yield from ((unit.id, game.card(unit, group, context).tracks) for unit in group.units)


def printed(loaded: LoadedArmy, choices: PrintOptions, state: PlayState) -> Any:
    """The HTML of what is printed."""
    document = document_of(loaded, choices, MEASURING, state=state)
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
def test_ticked_boxes_are_on_cards_and_roster_and_what_is_out_of_play_has_no_card(ruleset: AnyRuleset) -> None:
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
        assert (len(fresh.xpath(TICKED)), len(now.xpath(TICKED))) == (0, 1)
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
