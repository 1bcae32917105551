"""What accounts own of printing: set-ups."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from armybuilder.printing.models import SETUP_NAME_LENGTH, Setup
from armybuilder.schema_forms.names import free_name
from armybuilder.site.owned import OwnedModel, Row, time_of


def _export(setup: Setup) -> Row:
    return {"name": setup.name, "created": time_of(setup.created), "choices": setup.choices}


def _hand_over(rows: QuerySet[Setup], user: AbstractBaseUser) -> None:
    """Add a number to names that the account uses already."""
    names = set(Setup.objects.filter(owner_id=user.pk).values_list("name", flat=True))
    for setup in rows:
        setup.name = free_name(setup.name, names, SETUP_NAME_LENGTH, " ({})")
        setup.owner_id, setup.claim_hash = user.pk, ""
        setup.save()
        names.add(setup.name)


OWNED = (OwnedModel("print set-ups", Setup.objects.all(), _export, hand_over=_hand_over),)
