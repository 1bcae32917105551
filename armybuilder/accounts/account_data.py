"""What is kept for a person: each app says how to gather its part and how to take over what a browser had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.accounts.claims import Claim, read_claim


@dataclass(frozen=True, slots=True)
class Keeping:
    """One app's part: ``gather`` gives plain data of all a user has, ``claim`` hands over what a browser has."""

    name: str
    gather: Callable[[AbstractBaseUser], Any]
    claim: Callable[[Claim, AbstractBaseUser], None]


KEEPINGS: list[Keeping] = []
"""Filled by the apps when they are ready."""


def gather(user: AbstractBaseUser) -> dict[str, Any]:
    """Everything that is kept for a user, by part."""
    return {account_data.name: account_data.gather(user) for account_data in KEEPINGS}


@receiver(user_logged_in)
def claim_for_user(request: HttpRequest, user: AbstractBaseUser, **kwargs: object) -> None:
    """Whoever signs in or up takes over what the browser had without an account."""
    claim = read_claim(request)
    if claim is not None:
        for account_data in KEEPINGS:
            account_data.claim(claim, user)
