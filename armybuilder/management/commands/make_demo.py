"""manage.py make_demo: an example army for each game."""

from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.armies.examples import store_example
from rulesets.registry import all_rulesets


class Command(BaseCommand):
    """Store one example army per game, which everybody may look at and copy; running it again changes nothing."""

    help = "Store an example army for each game."

    def handle(self, *args: Any, **options: Any) -> None:
        """Store examples that are missing or have changed, and print them."""
        for ruleset in all_rulesets():
            army, changed = store_example(ruleset)
            if options["verbosity"] and changed:
                self.stdout.write(f"{ruleset.title}: {army}")
