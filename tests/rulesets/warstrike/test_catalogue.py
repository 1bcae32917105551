"""The example set: marked as such, and each of its units is legal."""

from typing import Any

import pytest

from rulesets.core.declarations.catalogue import Entry, Source
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.units import WarUnit, Weapon
from tests.rulesets.warstrike.shorthand import army_of


def track(card: Any, slug: str) -> Any:
    return next(track for track in card.tracks if track.slug == slug)


def test_everything_in_the_catalogue_is_marked_as_an_example() -> None:
    for entry in RULESET.catalogue:
        assert entry.source is Source.EXAMPLE
        assert entry.cite == ""
    assert len(RULESET.catalogue.of_kind("unit")) == 11
    assert len(RULESET.catalogue.of_kind("weapon")) == 11


@pytest.mark.parametrize("entry", RULESET.catalogue.of_kind("unit"), ids=lambda entry: entry.key)
def test_every_unit_of_the_catalogue_makes_a_card_and_breaks_nothing(entry: Entry[WarUnit]) -> None:
    kind = RULESET.kind("unit")
    assert kind.enlist is not None
    spec = kind.enlist(entry)
    assert spec.profile == entry.name
    force = army_of(spec)
    context, group = RULESET.context(force), force.groups[0]
    assert RULESET.check_unit(context, group, group.units[0]) == ()
    card = RULESET.card(group.units[0], group, context)
    assert card.title == entry.name
    assert track(card, "markers").boxes == spec.nv


def test_facts_of_the_catalogue() -> None:
    kinds = {kind.slug: kind for kind in RULESET.kinds}
    section = RULESET.catalogue.get("unit", "rifle-section")
    gun = RULESET.catalogue.get("weapon", "squad-machine-gun")
    assert section is not None
    assert gun is not None
    assert [text for _, text in kinds["unit"].facts(section.spec)] == ["10", "6″", "12″", "2", "4", "Infantry"]
    assert [text for _, text in kinds["weapon"].facts(gun.spec)] == ["5", "2", "Standard"]
    assert [text for _, text in kinds["weapon"].facts(Weapon())][:2] == ["–", "–"]
