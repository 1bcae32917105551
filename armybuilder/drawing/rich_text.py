"""The ``{% rich %}`` tag: a text of a game with its bold and italic words, on pages and on paper."""

from rulesets.core.texts.rich_text import Run, runs

TEMPLATE = "drawing/rich.html"


def rich(text: str) -> dict[str, list[Run]]:
    """The pieces of a text; the template escapes what a player wrote, and only marks become tags."""
    return {"runs": list(runs(text))}
