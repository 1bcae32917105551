"""Sentences for players are plain; a phrase that reads like a riddle or a translation has another that does not."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT = Path(__file__).parent.parent

INSTEAD: Final = {
    r"\bany more\b": "no longer",
    r"\bat the (?:most|least)\b": "at most, at least",
    r"\bas usual\b|\bis to be\b|\bare to be\b": "say what happens, or what the player should do",
    r"\b(?:as it stands|as they stand|see where it stands)\b": "as it is now, at the moment, its current state",
    r"\bleaves? room\b": "an open question, is unclear",
    r"\b(?:in no|in any|is no) catalogue\b": "is not in the catalogue",
    r"\bas \w+ as may be\b|\bmay be done\b": "as possible, your options",
    r"\bfor want of\b": "not enough, ran out of",
    r"\bjust now\b": "at the moment",
    r"\bthere are: ": "choose one of",
    r"; known are\b": "use one of",
    r"\bmeans nothing\b|\bnarrows nothing\b": "is not a …",
    r"(?:^|[.] )(?:This|That|It|What \w+) is no (?!longer|more\b)": "This is not a …",
    r"(?:^|[.] )What of ": "What happens to …?",
    r"\bWhich \w+ ha(?:s|ve) (?:an? |the )": "Which … does … have? Which … apply to …?",
    r"\b(?:is|are) not known here\b": "Unknown …",
    r"\bof one’s own\b": "of your own",
    r"\bset aside\b": "kept for your review",
    r"\b(?:piece|pieces) of ground\b": "terrain",
    r"\bfits? into an address\b": "A link can hold …",
    r"\b(?:that|which) can wait\b": "optional",
    r"\b[Aa]ll sent\b": "Saved",
    r"\bmay be left out\b.*\bdefault|\beverything may be left out\b": "Leave a field out for its default",
    r"\b\d+ fit\b|\} fit\b": "the limit is …",
    r"[\d}][ \u00a0]%(?![}(])": "a percentage has no space: 70%",
    r"\bEmpty: (?!add )": "Leave blank to …",
    r"\bGood for you\b|\bBad for you\b": "Favourable, Unfavourable",
    r"\b1 pages\b": "1 page",
    r"\b[Ll]eave (?:\w+ )?empty\b": "Leave blank to …",
    r"(?:^|[.\"] )0: ": "Enter 0 if …",
    r"\bIn the balance\b": "Even",
    r"; (?:it|they|this|that|these|there(?! are: )|he|you|we)\b"
    r"|; (?:add|choose|did|enter|give|leave|make|mark|see|send|set|start|use|write)\b": "two sentences",
    r"\b[Tt]hrow(?:s|n|ing)? (?:the |a |any |two )?(?:dice\b|d\d|d\{|d\$)": "roll",
    r"\bIs missing[;:.]|\b[Ss]hould be from [\d{]": "Enter …: what would be right",
    r"(?<!’s )(?<!his )\b[Oo]wn (?:entr(?:y|ies)|weapons?|troops?|games?)\b"
    r"|(?<![’']s )(?<![Ii]ts )(?<!his )(?<![Tt]heir )(?<!our )\b[Oo]wn (?!and\b|in\b|\w+=)[a-z]": "custom, or your",
}
"""Phrases that no sentence for players uses, and what to say instead."""


def refused(sentence: str) -> list[str]:
    """What to say instead of a sentence's phrases."""
    return [instead for phrase, instead in INSTEAD.items() if re.search(phrase, sentence)]


PREDICATE: Final = re.compile(
    r"(?:is|are|was|has|have|should|must|can|cannot|may|needs?|does|takes|leads?|stands?|lies|brings|holds)\b.*"
)
"""How a problem starts that continues its label, as in “Weapon: is unknown”."""
PROBLEMS: Final = {"Problem": 1, "CellMistake": 1, "QuestionError": 1, "ImportRemark": 1, "add": 1, "leave_out": 1}
"""The places of the message among the arguments of what makes problems."""


def problems_in(code: str) -> Iterator[str]:
    """The messages of a module’s problems, as far as they are written where the problem is made."""
    for call in ast.walk(ast.parse(code)):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if len(call.args) > (place := PROBLEMS.get(name, len(call.args))):
            yield from said_in_python(ast.unparse(ast.Call(ast.Name("say"), [call.args[place]], [])))


def said_in_python(code: str) -> Iterator[str]:
    """The texts of a module, with {} for values; docstrings are for developers."""
    tree = ast.parse(code)
    quiet = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            quiet.add(node.value)
        if isinstance(node, ast.JoinedStr):
            quiet.update(node.values)
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    yield from (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in quiet
    )


def said_in_data(value: Any) -> Iterator[str]:
    """The texts of a data file, at any depth."""
    match value:
        case str():
            yield " ".join(value.split())
        case dict():
            for each in value.values():
                yield from said_in_data(each)
        case list():
            for each in value:
                yield from said_in_data(each)


def said_in_template(markup: str) -> Iterator[str]:
    """The paragraphs of a template in one line each, without its comments; attributes are read aloud, too."""
    markup = re.sub(r"\{#.*?#\}|\{% comment.*?endcomment %\}|<!--.*?-->", "", markup, flags=re.DOTALL)
    for paragraph in re.split(
        r"(?=<(?:p|li|h\d|dt|dd|t[hd]|label|button|summary|legend|option|div)\b)|\n\s*\n", markup
    ):
        if said := " ".join(re.sub(r"\{\{.*?\}\}|</?\w[^>\"]*>", "{}", paragraph).split()):
            yield said


def said_in_script(code: str) -> Iterator[str]:
    """The texts of a script in one line each, joined where they are in parts; a comment begins its line."""
    code = re.sub(r"^\s*(?://|/?\*).*$", "", code, flags=re.MULTILINE)
    code = re.sub(r"\"\s*\+\s*\"", "", code)
    yield from (" ".join(said.split()) for said in re.findall(r"\"[^\"\n]*\"|`[^`]*`", code))


KINDS: Final[dict[str, tuple[str, list[str], Callable[[str], Iterable[str]]]]] = {
    "python": ("py", ["armybuilder", "rulesets"], said_in_python),
    "data": ("toml", ["armybuilder", "rulesets"], lambda text: said_in_data(tomllib.loads(text))),
    "pages": ("html", ["templates", "armybuilder"], said_in_template),
    "e-mails": ("txt", ["templates", "armybuilder"], said_in_template),
    "scripts": ("js", ["static/js", "armybuilder/*/static/js"], said_in_script),
    "documentation": ("md", ["docs"], str.splitlines),
}


@pytest.mark.parametrize("kind", KINDS)
def test_no_sentence_has_a_phrase_for_which_there_is_a_plainer_one(kind: str) -> None:
    ending, folders, said = KINDS[kind]
    found_files = (file for folder in folders for file in ROOT.glob(f"{folder}/**/*.{ending}"))
    files = [file for file in found_files if "tests" not in file.relative_to(ROOT).parts]
    assert files
    found = {
        f"{file.relative_to(ROOT)}: {sentence.strip()}": instead
        for file in files
        for sentence in said(file.read_text())
        if (instead := refused(sentence))
    }
    assert found == {}


def test_problems_read_well_behind_a_label() -> None:
    files = [file for folder in ("armybuilder", "rulesets") for file in (ROOT / folder).rglob("*.py")]
    found = {
        f"{file.relative_to(ROOT)}: {message}"
        for file in files
        for message in problems_in(file.read_text())
        if PREDICATE.fullmatch(message)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("code", "odd"),
    [
        ('Problem("spec", "is unknown")', True),
        ("Problem(path, f\"should be one of {', '.join(names)}\")", True),
        ('problems.add(path, "must be a list")', True),
        ('Problem("spec", "use letters and digits only")', False),
        ('Problem("spec", f"{name} is off the map")', False),
    ],
)
def test_a_problem_that_continues_its_label_is_found(code: str, odd: bool) -> None:
    assert any(PREDICATE.fullmatch(message) for message in problems_in(code)) == odd


@pytest.mark.parametrize(
    "sentence",
    [
        "It cannot be read any more.",
        "A battle has {} rounds at the most.",
        "all is as usual",
        "The army as it stands today",
        "Where a rulebook leaves room",
        "Tank is in no catalogue.",
        "split as evenly as may be",
        "tops lose their end, for want of room",
        "There is no game {}; there are: {}.",
        "This is no share link.",
        "What of wounds after the last unit has fallen?",
        "Which toughness has a mixed squad?",
        "has {} lines; 3 fit",
        "up to 30 % of the stands",
        "Empty: that of its troops.",
        "Good for you",
        "1 pages are ready",
        "Leave empty to keep its weapons.",
        "0: as agreed for the army.",
        "In the balance",
        "The segment has ended; it is turn {}.",
        "Smoke blocks sight; this ends with the turn.",
        "Own entries that are used",
        "copies of your own weapons",
        "only the own stand has engaged",
        "This file has {} armies; send one for each",
        "The site throws the dice.",
        "Throw a d{}",
        "Should be from 0 to 12, is -1.",
    ],
)
def test_a_phrase_is_found_in_its_sentence(sentence: str) -> None:
    assert len(refused(sentence)) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "say how many more or fewer.",
        "There are no conflicts.",
        "This is no longer in the catalogue.",
        "Which CON does a squad have?",
        "at most 3 lines",
        "straight towards its own edge",
        "{} more lines are not listed here.",
    ],
)
def test_plain_sentences_may_be_said(sentence: str) -> None:
    assert refused(sentence) == []


def test_sentences_are_read_wherever_they_are_said() -> None:
    code = '"""A module."""\ndef f(x):\n    """Docs."""\n    return f"{x} is " "wrong"\nA = "It is right."'
    assert sorted(said_in_python(code)) == ["It is right.", "{} is wrong"]
    assert list(said_in_data({"a": [{"b": "Yes."}, "No."], "c": 1})) == ["Yes.", "No."]
    page = '{# quiet #}<p title="A hint">So\n<!-- quiet -->{{ much }}</p>{% comment %}quiet{% endcomment %}'
    assert list(said_in_template(page)) == ['<p title="A hint">So {}{}']
    assert list(said_in_template("<p>One;\n  it</p><p>Two</p>")) == ["{}One; it{}", "{}Two{}"]
    assert list(said_in_script('// "quiet"\nsay("Aloud", `too`);')) == ['"Aloud"', "`too`"]
    assert list(said_in_script('say("One;"\n  + " it", `two\n  lines`);')) == ['"One; it"', "`two lines`"]
