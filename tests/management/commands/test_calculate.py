"""The calculators on the command line."""

import io
import json

import pytest
from django.core.management import CommandError, call_command


def calculate(capsys, *arguments, **options):
    call_command("calculate", *arguments, **options)
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def question(tmp_path):
    def written(text):
        file = tmp_path / "question.json"
        file.write_text(text)
        return str(file)

    return written


def test_every_calculator_is_listed(pebbles, capsys):
    listed = calculate(capsys, "pebbles", list=True)
    assert listed == [
        {
            "game": "pebbles",
            "calculator": "skipping",
            "title": "Skipping",
            "summary": "How often a pebble skips",
        }
    ]
    assert listed[0] in calculate(capsys, list=True)


def test_a_schema_tells_what_may_be_asked(pebbles, capsys):
    schema = calculate(capsys, "pebbles", "skipping", schema=True)
    assert schema["question"] == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "throws": {"title": "Throws", "type": "integer", "minimum": 0, "maximum": 50, "default": 3},
            "surface": {"title": "Surface", "enum": ["rough", "smooth"], "default": "smooth"},
            "stone": {"title": "Stone", "type": "string", "maxLength": 80, "default": "flint"},
            "throwing": {
                "title": "Throwing",
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "throws": {"title": "Throws", "type": "integer", "minimum": 0, "maximum": 20, "default": 1}
                },
                "default": {"throws": 1},
            },
        },
    }
    assert schema["house"] == [
        {
            "switch": "wet_stones",
            "question": "Do wet rough stones skip like smooth ones?",
            "readings": {"off": "no", "on": "yes"},
            "default": "off",
        }
    ]


def test_chances_are_exact(pebbles, capsys, question):
    answer = calculate(capsys, "pebbles", "skipping", question('{"throws": 1, "surface": "rough"}'))
    assert answer["headline"] == "33% to skip at least once"
    (chart,) = answer["charts"]
    assert [outcome["chance"]["fraction"] for outcome in chart["outcomes"]] == ["2/3", "1/3"]
    assert chart["mean"] == {"fraction": "1/3", "decimal": 1 / 3}
    assert answer["rulings"] == [{"id": "P-1", "switch": "wet_stones", "reading": "off", "text": "no", "default": True}]


def test_a_ruling_is_played_otherwise(pebbles, capsys, question):
    file = question('{"throws": 1, "surface": "rough"}')
    answer = calculate(capsys, "pebbles", "skipping", file, house=["wet_stones=on"])
    assert answer["headline"] == "50% to skip at least once"
    assert [ruling["reading"] for ruling in answer["rulings"]] == ["on"]


def test_the_question_may_come_from_standard_input(pebbles, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    assert calculate(capsys, "pebbles", "skipping", "-")["headline"] == "88% to skip at least once"


WET = ("--house", "wet_stones=on")


@pytest.mark.parametrize(
    "arguments",
    [
        ("pebbles", "skipping", "-", *WET),
        ("pebbles", "skipping", *WET, "-"),
        ("pebbles", *WET, "skipping", "-"),
        (*WET, "pebbles", "skipping", "-"),
    ],
)
def test_words_and_options_come_in_any_order(pebbles, capsys, monkeypatch, arguments):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"throws": 1, "surface": "rough"}')))
    assert calculate(capsys, *arguments)["headline"] == "50% to skip at least once"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"throws": 51}', "throws: enter a number from 0 to 50, not 51"),
        (
            '{"throws": 1.5, "stone": 1}',
            "throws: enter a whole number, not a decimal number\nstone: enter text",
        ),
        ('{"throwing": {"throws": true}}', "throwing.throws: enter a whole number, not yes or no"),
        ('{"throw": 1}', "throw: there is no such field. Did you mean 'throws'?"),
        ('{"stone": "cheese"}', "stone: There is no such stone; choose one of the list."),
        ("[]", "give an object"),
        ("{", "is not valid JSON"),
        ("[" * 100_000, "nested too deeply for a question"),
        (" " * 1_048_577, "larger than 1 MB, which is the limit for a question"),
    ],
)
def test_a_wrong_question_is_refused_with_its_place(pebbles, question, text, message):
    with pytest.raises(CommandError) as error:
        call_command("calculate", "pebbles", "skipping", question(text))
    assert message in str(error.value)
    assert error.value.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Name a game and a calculator; --list shows them all."),
        (["chess", "skipping", "-"], "There is no game 'chess'"),
        (["chess", "--list"], "There is no game 'chess'"),
        (["pebbles", "diving", "-"], "Pebbles has no calculator 'diving'. Its calculators are skipping."),
        (["pebbles", "skipping"], "Give a file with the question"),
        (["pebbles", "skipping", "/nowhere.json"], "/nowhere.json: No such file"),
        (["pebbles", "skipping", "-", "--house", "dry=on"], "there is no switch 'dry'. Choose one of wet_stones."),
        (["pebbles", "skipping", "-", "--house", "wet_stones=on off"], "house.wet_stones: use one of off, on."),
    ],
)
def test_a_wrong_call_is_refused(pebbles, monkeypatch, arguments, message):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    with pytest.raises(CommandError) as error:
        call_command("calculate", *arguments)
    assert message in str(error.value)
    assert error.value.returncode == 2
