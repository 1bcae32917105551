"""The error that scripts get for input that is invalid."""

from rulesets.core.declarations.problems import Problem


class BadInput(ValueError):
    """The input is invalid; ``problems`` (and the message) say where, and what would be right."""

    def __init__(self, *problems: Problem) -> None:
        """Join the problems into one message, one per line."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
