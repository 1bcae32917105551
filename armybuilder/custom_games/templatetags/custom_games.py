"""``{% newer_version army as version %}``: the newest version of a custom game, if an army has an older one.

``{{ draft|placed_problems }}``: what keeps a draft from being published, with places in the editor.
"""

from django import template

from armybuilder.custom_games import newer
from armybuilder.custom_games.drafts import Draft
from armybuilder.custom_games.editor.outcome import PlacedProblem, placed

register = template.Library()
register.simple_tag(newer.newer_version)


@register.filter
def placed_problems(draft: Draft) -> list[PlacedProblem]:
    """The problems of a draft with their places; none of a document that the editor cannot show."""
    return [placed(draft.document, each) for each in draft.problems] if draft.game is not None else []
