"""A game may draw one card for a whole group; most draw cards for units alone."""

import dataclasses

from rulesets.core.cards import Card
from rulesets.core.ruleset import AnyRuleset


def test_a_game_without_group_cards_has_none(pebbles: AnyRuleset) -> None:
    assert pebbles.group_card is None


def test_a_group_card_is_drawn_of_the_group(pebbles: AnyRuleset) -> None:
    with_cards = dataclasses.replace(
        pebbles, group_card=lambda pile, context: Card(pile.name, f"{len(pile.units)} of {context.force.name}")
    )
    force = with_cards.demo()
    assert with_cards.group_card is not None
    card = with_cards.group_card(force.groups[0], with_cards.context(force))
    assert (card.title, card.subtitle) == ("First pile", "3 of Small beach")
