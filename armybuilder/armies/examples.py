"""One example army per game, at a permanent address."""

from django.utils import timezone

from armybuilder.armies import revisions
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.site.claims import Author
from rulesets.core.declarations.codec import CodecError
from rulesets.core.ruleset import AnyRuleset

NOBODY = Author(None, "")


def example_address(slug: str) -> str:
    """The address of a game's example."""
    return f"example-{slug}"


def store_example(ruleset: AnyRuleset) -> tuple[Army, bool]:
    """Store the game's demo force as its example army; also returns whether that changed anything."""
    loaded = LoadedArmy(ruleset, ruleset.demo().with_ids())
    army = Army.objects.filter(pk=example_address(ruleset.slug)).first()
    if army is None:
        return create_army(loaded, "Example", NOBODY, example_address(ruleset.slug)), True
    try:
        changed = load_head(army).force != loaded.force
    except CodecError:
        changed = True
    if changed:
        revisions.save(army, army.head, loaded, f"Example of {timezone.now():%Y-%m-%d}", NOBODY)
    return army, changed
