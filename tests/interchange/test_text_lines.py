import pytest

from armybuilder.interchange.text_lines import line_key, read_lines, unquoted, without_size


@pytest.mark.parametrize(
    "written",
    [
        "Warrior",
        "  Warrior  ",
        "- Warrior",
        "* Warrior",
        "• Warrior",
        "3. Warrior",
        "[ ] Warrior",
        "> Warrior",
        "> > - Warrior",
        "&gt; Warrior",
        "**Warrior**",
        "*Warrior*",
        "__Warrior__",
        "[b]Warrior[/b]",
        "[*][b]Warrior[/b]",
        "[size=120]Warrior[/size]",
        "# Warrior",
        "### Warrior ###",
        "\u200bWarrior\u00a0",
        "| Warrior |",
        "`Warrior`",
    ],
)
def test_what_decorates_a_line_is_no_part_of_it(written: str) -> None:
    (line,) = read_lines(unquoted(written))
    assert line.text == "Warrior"


@pytest.mark.parametrize("written", ["", "---", "=====", "***", "```", "[list]", "|---|:--|", " \u00a0 "])
def test_what_says_nothing_is_no_line(written: str) -> None:
    assert read_lines(unquoted(written)) == []


def test_headings_are_marked_or_underlined() -> None:
    lines = read_lines("Army\n====\n\nFirst\n---\n2 Ajax\n## Second\n**Third**\n- **2 Ajax**\n")
    assert [(line.text, line.heading, line.apart) for line in lines] == [
        ("Army", 1, True),
        ("First", 2, True),
        ("2 Ajax", 0, False),
        ("Second", 2, False),
        ("Third", 2, False),
        ("2 Ajax", 0, False),
    ]


def test_escaped_signs_of_markdown_are_letters() -> None:
    (line,) = read_lines("- **2 × Shore \\*1\\***, Rough")
    assert line.text == "2 × Shore *1*   Rough"


def test_headings_have_no_size() -> None:
    assert [without_size(each) for each in ("Tanks (12 stands)", "Tanks:", "Tanks (8)", "(8)")] == [
        *["Tanks"] * 3,
        "(8)",
    ]


def test_signs_for_times_and_spaces_do_not_tell_lines_apart() -> None:
    assert (
        len({line_key(each) for each in ("8 × Ajax  8/24″", '8 x Ajax 8/24"', "8x Ajax 8/24″", "8\u00a0* Ajax 8/24″")})
        == 1
    )
    assert line_key("8 xylophones") != line_key("8 × ylophones")
