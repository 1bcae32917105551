"""The models that a visitor has, as a collection says: a signal for other apps, which the armies do not import."""

from collections.abc import Mapping
from typing import Any

from django.dispatch import Signal
from django.http import HttpRequest

from rulesets.core.collection import EntryId
from rulesets.core.ruleset import AnyRuleset

collection_requested = Signal()
"""Sent with a ``request`` and a ``ruleset``; receivers return the number of models by catalogue entry."""


def collected_models(request: HttpRequest, ruleset: AnyRuleset) -> Mapping[EntryId, int]:
    """How many models the visitor has of each entry; empty for those who keep no collection of the game."""
    answers: Any = collection_requested.send(AnyRuleset, request=request, ruleset=ruleset)
    return next((counts for _, counts in answers if counts), {})
