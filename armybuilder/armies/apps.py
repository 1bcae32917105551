"""The armies as a Django app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Armies and their revisions."""

    name = "armybuilder.armies"
    verbose_name = "Armies"

    def ready(self) -> None:
        """Connect the signals' receivers."""
        from armybuilder.armies import access  # noqa: F401
        from armybuilder.armies.visits import note_visit
        from armybuilder.site.claims import claim_renewed

        claim_renewed.connect(note_visit)
