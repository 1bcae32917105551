"""One example army a game, with an address that stays."""

from __future__ import annotations

from django.utils import timezone

from armybuilder.accounts.claims import Author
from armybuilder.armies import revisions
from armybuilder.armies.models import Army
from armybuilder.armies.opened import Opened
from armybuilder.armies.revisions import found_army, open_head
from rulesets.core.codec import CodecError
from rulesets.core.ruleset import AnyRuleset

NOBODY = Author(None, "")


def example_address(slug: str) -> str:
    """The address of a game's example."""
    return f"example-{slug}"


def store_example(ruleset: AnyRuleset) -> tuple[Army, bool]:
    """Store the game's demo force as its example army; also says whether that changed anything."""
    opened = Opened(ruleset, ruleset.demo().with_ids())
    army = Army.objects.filter(pk=example_address(ruleset.slug)).first()
    if army is None:
        return found_army(opened, "Example", NOBODY, example_address(ruleset.slug)), True
    try:
        changed = open_head(army).force != opened.force
    except CodecError:
        changed = True
    if changed:
        revisions.save(army, army.head, opened, f"Example of {timezone.now():%Y-%m-%d}", NOBODY)
    return army, changed
