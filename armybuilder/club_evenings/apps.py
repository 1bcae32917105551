"""Club evenings as a Django app."""

from django.apps import AppConfig


class ClubEveningsConfig(AppConfig):
    """Club evenings, their players and pairings."""

    name = "armybuilder.club_evenings"
    verbose_name = "Club evenings"

    def ready(self) -> None:
        """Connect the signals' receivers."""
        from armybuilder.club_evenings import at_the_table  # noqa: F401
