"""Documents of games for tests, made from the example that games start from."""

from typing import Any

from armybuilder.custom_games.drafts import Draft, draft_of
from armybuilder.custom_games.views import starter


def changed(draft: Draft, **parts: Any) -> Draft:
    """The draft with these parts in the place of its own."""
    return draft_of(draft.document | parts)


def repriced(points: str) -> Draft:
    """The example in which regulars cost so many points."""
    document = starter().document
    document["kinds"][0]["entries"][0]["values"][-1] = points
    return draft_of(document)


def without_veterans() -> Draft:
    """The example without one of its troop types."""
    document = starter().document
    del document["kinds"][0]["entries"][1]
    for group in document["ready"]:
        group["units"] = group["units"][1:]
    return draft_of(document)
