"""The games for assistants: a server of the Model Context Protocol over standard input and output.

``python -m rulesets.mcp`` starts it; it takes the extra ``mcp``. Its tools take and return what the library does, with
the places in the rulebooks.
"""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

import rulesets
from rulesets.desk import Plain

MAX_QUESTIONS = 20
"""How many questions are compared at once."""
MAX_ENTRIES = 50
"""How many catalogue entries a search returns."""

GameSlug = Annotated[str, Field(description="The slug of a game, as `games` lists it.")]
Readings = Annotated[
    dict[str, str] | None,
    Field(description="Readings of rulings other than the defaults, by switch, as `house_rules` lists them."),
]
Calculator = Annotated[str, Field(description="The slug of a calculator, as `games` lists it.")]
Question = Annotated[dict[str, Any] | None, Field(description="What `question_schema` describes; all is optional.")]
Army = Annotated[dict[str, Any], Field(description="An army as `example_army` returns one.")]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

server = MCPServer(
    "Armybuilder",
    instructions=(
        "Rules, odds and checks of armies for tabletop wargames. Start with `games`. Chances are exact fractions. "
        "Name the rule beside each number that you pass on."
    ),
    version=rulesets.__version__,
)


def _tool(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Offer a function as a tool that tells what was wrong with its input."""

    @wraps(function)
    def told(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
        try:
            return function(*arguments, **named)
        except rulesets.BadInput as bad:
            raise ToolError(str(bad)) from None

    return server.tool()(told)


def _game(slug: str) -> rulesets.Game:
    try:
        return rulesets.get(slug)
    except KeyError:
        known = ", ".join(game.slug for game in rulesets.games())
        raise ToolError(f"There is no game “{slug}”. Use one of {known}.") from None


@_tool
def games() -> list[Plain]:
    """List the games, with their calculators and kinds of catalogue entries."""
    return [
        {
            "game": game.slug,
            "title": game.title,
            "edition": game.edition,
            "calculators": game.calculators(),
            "kinds": game.kinds(),
        }
        for game in rulesets.games()
    ]


@_tool
def rules(game: GameSlug, house: Readings = None) -> list[Plain]:
    """List the rules of a game, each with its id, its place in the rulebook and its sentence."""
    return _game(game).rules(house)


@_tool
def house_rules(game: GameSlug) -> list[Plain]:
    """List the open questions of a game's rulebook, with the readings that players may choose."""
    return _game(game).house_rules()


@_tool
def search_catalogue(game: GameSlug, search: str = "", kind: str = "") -> list[Plain]:
    """Find catalogue entries by words of their names, the first 50; `kind` is one that `games` lists."""
    return _game(game).catalogue(kind, search)[:MAX_ENTRIES]


@_tool
def example_army(game: GameSlug) -> Plain:
    """Return a legal army."""
    return _game(game).example()


@_tool
def check_army(game: GameSlug, army: Army, house: Readings = None) -> Plain:
    """Say whether an army is legal, and which rules it breaks where."""
    return _game(game).check(army, house)


@_tool
def question_schema(game: GameSlug, calculator: Calculator) -> Plain:
    """Return the JSON Schema of a calculator's question."""
    return _game(game).schema(calculator)


@_tool
def ask(game: GameSlug, calculator: Calculator, question: Question = None, house: Readings = None) -> Plain:
    """Answer a question with exact chances, and the rules by which they come about."""
    return _game(game).ask(calculator, question, house)


@_tool
def compare(
    game: GameSlug,
    calculator: Calculator,
    questions: Annotated[list[dict[str, Any]], Field(min_length=2, max_length=MAX_QUESTIONS)],
    house: Readings = None,
) -> list[Plain]:
    """Answer several questions to one calculator, in their order."""
    asked = _game(game)
    return [asked.ask(calculator, question, house) for question in questions]


if __name__ == "__main__":
    server.run()
