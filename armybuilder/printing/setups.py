"""Print set-ups: named choices of a user or an anonymous browser, for use with any army."""

from django.db.models import F, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone

from armybuilder.printing.models import Setup
from armybuilder.printing.options import PrintOptions
from armybuilder.schema_forms.plain import differences
from armybuilder.site.claims import Claim, author_of, owned_by
from armybuilder.site.quotas import quota_transaction
from rulesets.core.declarations.codec import encode
from rulesets.core.names import name_key

MAX_SETUPS = 60
"""Most set-ups of one user or browser."""


class CannotSave(ValueError):
    """The set-up cannot be saved; the text tells the player why."""


def setups_of(request: HttpRequest) -> QuerySet[Setup]:
    """The visitor's set-ups by name."""
    return Setup.objects.filter(owned_by(request))


def with_unasked(data: QueryDict, before: PrintOptions | None) -> dict[str, str]:
    """Submitted choices, and from those of ``before`` what the page did not ask, such as templates in a game without.

    A page sends an unticked box too.
    """
    usual = encode(PrintOptions())
    kept = differences(PrintOptions, "", usual if before is None else encode(before), usual)
    return dict(kept) | {name: str(text) for name, text in data.items()}


def create(request: HttpRequest, claim: Claim, name: str, choices: PrintOptions) -> Setup:
    """Save a new set-up; raises ``CannotSave``."""
    setups, author = setups_of(request), author_of(request, claim)
    with quota_transaction("set-ups", author.key):
        if setups.count() >= MAX_SETUPS:
            raise CannotSave(f"You have reached the limit of {MAX_SETUPS} set-ups. Delete one first.")
        if name_key(name) in map(name_key, setups.values_list("name", flat=True)):
            raise CannotSave("You have a set-up of that name. Choose another, or load that one and save its changes.")
        return Setup.objects.create(name=name, choices=encode(choices), **author.columns)


def update(setup: Setup, version: int, choices: PrintOptions) -> None:
    """Save other choices in the set-up; raises ``CannotSave`` if it was saved since ``version``."""
    unchanged = Setup.objects.filter(pk=setup.pk, version=version)
    if not unchanged.update(choices=encode(choices), version=F("version") + 1, updated=timezone.now()):
        raise CannotSave(
            "This set-up was saved elsewhere in the meantime. Save yours under another name, or load it again."
        )
