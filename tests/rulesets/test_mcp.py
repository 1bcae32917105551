"""The games for assistants, asked by the protocol's client over standard input and output."""

import asyncio
import sys
from typing import Any

from django.conf import settings
from mcp import Client, StdioServerParameters

import rulesets

SERVER = StdioServerParameters(command=sys.executable, args=["-m", "rulesets.mcp"], cwd=settings.BASE_DIR)
TOOLS = {
    "games",
    "rules",
    "house_rules",
    "search_catalogue",
    "example_army",
    "check_army",
    "question_schema",
    "ask",
    "compare",
}


def asked(*calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """What the tools return, or the words of their errors."""

    async def ask_all() -> list[Any]:
        async with Client(SERVER) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            return [_told(await client.call_tool(name, words)) for name, words in calls]

    return asyncio.run(ask_all())


def _told(answer: Any) -> Any:
    if answer.is_error:
        return answer.content[0].text
    content = answer.structured_content
    return content["result"] if set(content) == {"result"} else content


def test_tools_answer_as_the_library_does() -> None:
    calls, answers = [], []
    for game in rulesets.games():
        calculator, army = game.calculators()[0]["calculator"], game.example()
        illegal = {**army, "groups": []}
        kind = game.kinds()[0]["kind"]
        here = {"game": game.slug}
        calls += [
            ("rules", here),
            ("house_rules", here),
            ("search_catalogue", {**here, "kind": kind, "search": "a"}),
            ("example_army", here),
            ("check_army", {**here, "army": army}),
            ("check_army", {**here, "army": illegal}),
            ("question_schema", {**here, "calculator": calculator}),
            ("ask", {**here, "calculator": calculator}),
        ]
        answers += [
            game.rules(),
            game.house_rules(),
            game.catalogue(kind, "a")[:50],
            army,
            game.check(army),
            game.check(illegal),
            game.schema(calculator),
            game.ask(calculator),
        ]
    assert asked(*calls) == answers


def test_questions_are_compared_under_the_readings_given() -> None:
    game = rulesets.get("mbt2020")
    questions: list[dict[str, Any]] = [{"conditions": {"distance": inches}} for inches in (4, 8, 20)]
    readings = {"infantry_means_posture": "on"}
    words = {"game": "mbt2020", "calculator": "engagement", "questions": questions, "house": readings}
    assert asked(("compare", words)) == [[game.ask("engagement", question, readings) for question in questions]]


def test_wrong_input_is_explained() -> None:
    engagement = {"game": "mbt2020", "calculator": "engagement"}
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("rules", {"game": "chess"}, "There is no game “chess”. Use one of forge-of-war, forum-combat, mbt2020"),
        ("search_catalogue", {"game": "mbt2020", "kind": "ship"}, "kind: use one of sub_class, troop_type, nation."),
        ("ask", {**engagement, "question": {"own": 3}}, "own: give an object"),
        ("ask", {**engagement, "calculator": "chess"}, "MBT 2020 has no calculator 'chess'."),
        ("compare", {**engagement, "questions": [{}]}, "at least 2 items"),
        ("compare", {**engagement, "questions": [{}] * 21}, "at most 20 items"),
    ]
    told = asked(*((name, words) for name, words, _ in wrong))
    assert [error for (_, _, error), words in zip(wrong, told, strict=True) if error not in words] == []
