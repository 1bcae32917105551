"""The path converter ``<game:ruleset>`` for the slug of a game."""

from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset


class GameConverter:
    """A game by its slug."""

    regex = "[a-z0-9][a-z0-9_-]*"

    def to_python(self, value: str) -> AnyRuleset:
        """The game; raises ``ValueError``, so that the address does not match, if there is none."""
        try:
            return get_ruleset(value)
        except KeyError:
            raise ValueError(f"no game has the slug {value!r}") from None

    def to_url(self, value: AnyRuleset | str) -> str:
        """The slug, from the game or the slug itself."""
        return value if isinstance(value, str) else value.slug
