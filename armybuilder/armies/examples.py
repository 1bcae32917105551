"""An example army for each game, and in most games one to compare it with, at permanent addresses."""

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


def rival_address(slug: str) -> str:
    """The address of the army that a game's example is compared with."""
    return f"{example_address(slug)}-rival"


def store_example(ruleset: AnyRuleset) -> tuple[Army, bool]:
    """Store the game's demo force as its example army; also returns whether that changed anything."""
    return _store(LoadedArmy(ruleset, ruleset.demo().with_ids()), example_address(ruleset.slug))


def store_rival(ruleset: AnyRuleset) -> None:
    """Store the army that the game's example is compared with, if it has one."""
    if ruleset.rival is not None:
        _store(LoadedArmy(ruleset, ruleset.rival().with_ids()), rival_address(ruleset.slug))


def _store(loaded: LoadedArmy, address: str) -> tuple[Army, bool]:
    army = Army.objects.filter(pk=address).first()
    if army is None:
        return create_army(loaded, "Example", NOBODY, address), True
    try:
        changed = load_head(army).force != loaded.force
    except CodecError:
        changed = True
    if changed:
        revisions.save(army, army.head, loaded, f"Example of {timezone.now():%Y-%m-%d}", NOBODY)
    return army, changed
