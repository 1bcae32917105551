"""What accounts own, of all apps: exported, and handed over to an account by a browser.

Deleting an account deletes its rows of all these models, by the cascade of their foreign keys.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.armies.models import Army
from armybuilder.site.claims import Claim, read_claim
from armybuilder.site.owned import owned_models
from rulesets.core.wording import count_of


def export_account(user: AbstractBaseUser) -> dict[str, Any]:
    """Return everything that the account owns, as plain data."""
    data: dict[str, Any] = {}
    for owned in owned_models():
        section = data.setdefault(owned.section, {}) if owned.section else data
        section[owned.name] = [owned.export(row) for row in owned.rows.filter(**{owned.owner: user})]
    return data


@transaction.atomic
def hand_over(claim: Claim, user: AbstractBaseUser) -> None:
    """Give the user everything that the browser with that claim owns."""
    for owned in owned_models():
        if owned.hand_over is not None:
            owned.hand_over(owned.rows.filter(owner=None, claim_hash=claim.hash), user)


@receiver(user_logged_in)
def hand_over_on_sign_in(request: HttpRequest, user: AbstractBaseUser, **kwargs: object) -> None:
    """Hand the browser's data over to the user who signs in or up, with a message about the armies."""
    claim = read_claim(request)
    if claim is not None:
        armies = Army.objects.filter(owner=None, claim_hash=claim.hash, example=False, deleted=None).count()
        hand_over(claim, user)
        if armies:
            words = f"{count_of(armies, 'army', 'armies')} from this browser {'is' if armies == 1 else 'are'}"
            messages.success(request, f"{words} in your account now.", fail_silently=True)
