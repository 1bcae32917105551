"""The pictures on a game's page: a card of its example, an answer, a battlefield."""

from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString

from armybuilder.armies.examples import example_address
from armybuilder.drawing.card_pictures import card_picture
from armybuilder.drawing.chart_pictures import chart_picture
from armybuilder.drawing.picture_files import size_of
from rulesets.core.cards import Card
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.ruleset import AnyRuleset

MAX_HEIGHT = 640
"""Units of the picture of a card, which is 720 wide: what follows still begins in the first screen of a phone."""
SEED = "?seed=7"
"""The query of a battlefield with a river, towns and hills."""


@dataclass(frozen=True, slots=True)
class GamePicture:
    """A picture with the page that it leads to."""

    address: str
    page: str
    caption: str
    height: int | None = None
    """What it has in CSS pixels if it is as wide as it is drawn."""


@lru_cache(maxsize=20)
def pictures(ruleset: AnyRuleset) -> dict[str, GamePicture]:
    """The pictures of a game, by ``card``, ``chart`` and ``map``, as far as it has such."""
    card = card_of_example(ruleset)
    found = {
        "card": GamePicture(
            reverse("games:card", args=[ruleset]),
            reverse("armies:builder", args=[example_address(ruleset.slug)]),
            f"{card.title}: a card of the example {ruleset.words.force}",
            _height(picture_of_example(ruleset)),
        )
    }
    house = HouseRules(ruleset.rulings)
    for calculator in ruleset.calculators:
        answer = calculator.ask(calculator.question(), ruleset.catalogue, house)
        if answer.charts:
            found["chart"] = GamePicture(
                reverse("api:chart-picture", args=[ruleset, calculator.slug, 1 + len(answer.compared), "svg"]),
                reverse("calculators:calculator", args=[ruleset, calculator.slug]),
                ": ".join(dict.fromkeys((calculator.title, answer.charts[0].title))),
                _height(chart_picture(answer.charts[0])),
            )
            break
    if ruleset.surveyor:
        found["map"] = GamePicture(
            f"{reverse('api:map-picture', args=[ruleset, 'svg'])}{SEED}",
            f"{reverse('battlefields:battlefield', args=[ruleset])}{SEED}",
            "A random battlefield",
        )
    return found


def _height(svg: str) -> int:
    return round(size_of(svg)[1])


def picture_of_example(ruleset: AnyRuleset) -> SafeString:
    """That card as an SVG, without the parts that a first look does not need."""
    return card_picture(card_of_example(ruleset), ruleset.accent.value, MAX_HEIGHT)


def card_of_example(ruleset: AnyRuleset) -> Card:
    """The card of the first part of the example that has one: a group in games with cards for groups."""
    force = ruleset.demo().with_ids()
    group, context = force.groups[0], ruleset.context(force)
    if ruleset.group_card is not None:
        return ruleset.group_card(group, context)
    return ruleset.card(group.units[0], group, context)
