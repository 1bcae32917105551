"""manage.py make_demo: example armies of each game."""

from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.armies.examples import store_example, store_rival
from rulesets.registry import all_rulesets


class Command(BaseCommand):
    """Store the example armies of each game, which everybody may copy; running it again changes nothing."""

    help = "Store the example armies of each game."

    def handle(self, *args: Any, **options: Any) -> None:
        """Store examples that are missing or have changed, and print them."""
        for ruleset in all_rulesets():
            army, changed = store_example(ruleset)
            store_rival(ruleset)
            if options["verbosity"] and changed:
                self.stdout.write(f"{ruleset.title}: {army}")
