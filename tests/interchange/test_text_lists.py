"""Lists in plain writing: by hand in any way, from our texts, from other programs; everyday damage is read or named."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.formats import format_of
from armybuilder.interchange.games import UnclearGame
from armybuilder.interchange.text_lists import read_list
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset

STANDS = (
    ("Challenger 2", 8),
    ("Warrior", 3),
    ("Ajax", 1),
    ("Leopard 2A4", 6),
    ("120 mm mortar carrier", 2),
    ("T-80", 4),
)
WAYS = (
    "{n} {u}",
    "{n}x {u}",
    "{n} × {u}",
    "{u} x{n}",
    "- {n} {u}",
    "* {u} ({n})",
    "• {u}: {n}",
    "> {n}x {u}",
    "{u}\t{n}",
    "**{n}** {u}",
    "| {n} | {u} |",
    "{n} stands of {u}",
    "{u} - {n}",
    "[*]{n} [b]{u}[/b]",
)


def counts(text: str, game: AnyRuleset | None = None) -> list[tuple[str, list[tuple[str, int]]]]:
    """How many of what each group of a list has."""
    loaded = read_list(text, game).loaded
    groups = []
    for group in loaded.force.groups:
        names = [loaded.ruleset.row(unit, group, loaded.context).title for unit in group.units]
        groups.append((group.name, [(name, names.count(name)) for name in dict.fromkeys(names)]))
    return groups


@pytest.mark.parametrize("way", WAYS)
def test_a_list_of_24_stands_by_hand_is_an_army(way: str) -> None:
    lines = [way.format(n=number, u=name) for name, number in STANDS]
    assert counts("\n".join(lines)) == [("", list(STANDS))]
    grouped = ["My division", "", "Tanks:", *lines[:3], "", "Others (12 stands)", *lines[3:]]
    assert counts("\n".join(grouped)) == [("Tanks", list(STANDS[:3])), ("Others", list(STANDS[3:]))]
    assert read_list("\n".join(grouped)).loaded.force.name == "My division"
    assert read_list("\n".join(grouped)).remarks == ()


@pytest.mark.parametrize("bullet", ["-", "*", "•", "–", "1.", "[*]", "> -"])
def test_a_row_of_a_table_may_stand_behind_a_bullet(bullet: str) -> None:
    text = "\n".join(f"{bullet} | {number} | {name} |" for name, number in STANDS)
    assert counts(text) == [("", list(STANDS))]
    assert read_list(text).remarks == ()


@pytest.mark.parametrize("bullet", ["-", "•", "- [*]", "• [*]"])
def test_a_bullet_makes_no_heading_of_the_line_above(bullet: str) -> None:
    read = read_list(f"Game: MBT 2020\n3 Chalenger 3\n{bullet} 2 Warrior\n8 Orcs\n-\n1 Ajax")
    assert [group.name for group in read.loaded.force.groups] == [""]
    assert [each.place for each in read.lost] == ["3 Chalenger 3", "8 Orcs"]
    assert len(read.remarks) == 2


def test_several_units_may_stand_in_a_line() -> None:
    text = "Tanks: 8 Challenger 2, 2 Warrior and an Ajax\nAir: 2 Apache, 1 Chalenger 3"
    assert counts(text) == [("Tanks", [("Challenger 2", 8), ("Warrior", 2), ("Ajax", 1)]), ("Air", [("Apache", 2)])]
    assert [(each.place, each.units, each.group) for each in read_list(text).lost] == [("1 Chalenger 3", 1, 1)]


def test_a_mail_with_a_list_is_read() -> None:
    question = "here is my list for Saturday, tell me what you think!"
    text = f"Hello all,\n\n{question}\n\n8 Challenger 2\n2 Warrior\n\nThanks, Bob."
    assert counts(text)[-1][1] == [("Challenger 2", 8), ("Warrior", 2)]
    assert [each.place for each in read_list(text).remarks if each.left_out] == [
        "Hello all,",
        question,
        "Thanks, Bob.",
    ]


def test_a_typing_error_is_named_and_never_becomes_a_group() -> None:
    for text in ("Chalenger 3\nWarrior\nAjax", "8 Challenger 2\n\nAjaxx\nWarrior\n2 T-80", "1 Ajax\n2 Warior\n2 T-80"):
        read = read_list(text)
        (lost,) = read.lost
        assert "Did you mean" in lost.message
        assert [group.name for group in read.loaded.force.groups] == [""]


def test_remarks_that_mean_nothing_are_named() -> None:
    read = read_list("2 Warrior (BGHQ, painted)\n1 Ajax - with a crane\n")
    assert [(unit.spec.hq, unit.spec.vehicle) for _, unit in read.loaded.force.units()] == [
        (True, "warrior"),
        (True, "warrior"),
        (False, "ajax"),
    ]
    assert [str(each) for each in read.remarks] == [
        "2 Warrior (BGHQ, painted): This was not understood: painted",
        "1 Ajax - with a crane: This was not understood: with a crane",
    ]


def test_settings_notes_and_house_rules_are_read() -> None:
    game = get_ruleset("mbt2020")
    text = (
        "Game: MBT 2020\nNation: France\nNotes: By train\n    and by road\nFakes: 3\nPoints: 12\n\nFirst\n3 Leclerc\n"
    )
    read = read_list(text)
    assert (read.loaded.ruleset, read.loaded.force.spec.nation, read.loaded.force.spec.fakes) == (game, "france", 3)
    assert read.loaded.force.notes == "By train\nand by road"
    assert [each.place for each in read.remarks if each.left_out] == ["Points: 12"]


TEXTS = ("opponent", "markdown", "discord", "bbcode", "line")


@pytest.mark.parametrize("slug", TEXTS)
@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_each_unit_of_our_texts_is_read_or_named(ruleset: AnyRuleset, slug: str) -> None:
    loaded = LoadedArmy(ruleset, ruleset.demo())
    if (ruleset.slug, slug) == ("forge-of-war", "line"):
        pytest.skip("its units have only the names of their player")
    read = read_list(format_of(slug).write(loaded).decode(), ruleset)
    titles = [ruleset.row(unit, group, loaded.context).title.casefold() for group, unit in loaded.force.units()]
    context = read.loaded.context
    found = [ruleset.row(unit, group, context).title.casefold() for group, unit in read.loaded.force.units()]
    missing = [title for title in titles if title not in found]
    assert all(any(title in each.place.casefold() for each in read.lost) for title in missing)
    assert len(found) + sum(each.units for each in read.lost) == len(titles)
    assert [group.name for group in read.loaded.force.groups] == [group.name for group in loaded.force.groups]


def test_a_text_of_the_opponent_brings_back_what_it_says() -> None:
    game = get_ruleset("mbt2020")
    loaded = LoadedArmy(game, game.demo()).for_opponent
    read = read_list(format_of("opponent").write(loaded).decode())
    assert read.remarks == ()
    assert read.loaded.force.with_ids() == loaded.force.with_ids()


def test_a_text_without_units_is_refused_with_an_example() -> None:
    for text in ("Hello", "Captain,\nmy captain.\nOrcs are coming\nto town\n", "8 Orcs\n12 Elves", ""):
        with pytest.raises(BadFile, match="Write one line for each unit, such as “8 "):
            read_list(text)


def test_a_list_that_fits_two_games_is_asked_for() -> None:
    with pytest.raises(UnclearGame) as asked:
        read_list("2 Captain\n2 Ajax\n")
    assert [game.slug for game in asked.value.games] == ["mbt2020", "warstrike"]
    assert counts("Game: WarStrike\n2 Captain\n2 Ajax\n") == [("", [("Captain", 2)])]


# --- everyday damage over random armies --------------------------------------------------------------


def _typo(name: str, drawn: random.Random) -> str:
    """A name with a wrong letter."""
    at = drawn.choice([place for place, letter in enumerate(name) if letter.isalpha()])
    return f"{name[:at]}ж{name[at + 1 :]}"


DAMAGES = (
    lambda line, drawn: line,
    lambda line, drawn: line,
    lambda line, drawn: f"> {line}",
    lambda line, drawn: f"{drawn.choice('-•*–')} {line}",
    lambda line, drawn: line.replace(" ", "\u00a0"),
    lambda line, drawn: line.replace("-", "–").replace("'", "’"),
    lambda line, drawn: line.upper(),
    lambda line, drawn: f"{line} ",
    lambda line, drawn: line.replace("×", "&times;"),
)


@settings(max_examples=150)
@given(st.sampled_from(all_rulesets()), st.randoms(use_true_random=False))
def test_damaged_lines_are_their_units_or_are_named(ruleset: AnyRuleset, drawn: random.Random) -> None:
    kinds = [kind for kind in ruleset.kinds if kind.enlist and ruleset.catalogue.of_kind(kind.slug)]
    lines, expected = [f"Game: {ruleset.title}"], []
    for _ in range(drawn.randint(1, 12)):
        kind = drawn.choice(kinds)
        entry = drawn.choice(ruleset.catalogue.of_kind(kind.slug))
        number = drawn.randint(1, 12)
        name = entry.name if drawn.random() < 0.8 else _typo(entry.name, drawn)
        written = drawn.choice(DAMAGES)(drawn.choice(WAYS).format(n=number, u=name), drawn)
        lines.append(written)
        assert kind.enlist is not None
        expected.append((written, kind.several(kind.enlist(entry), number)))
    try:
        read = read_list("\n".join(lines))
    except BadFile:
        assert not any(each[1] for each in expected if "ж" not in each[0].lower()), lines
        return
    specs = [unit.spec for _, unit in read.loaded.force.units()]
    named = "\n".join(re.sub(r"\W", "", each.place).casefold() for each in read.remarks)
    for written, units in sorted(expected, key=lambda each: "ж" in each[0].lower()):
        for spec in units:
            if spec in specs:
                specs.remove(spec)
            else:
                assert re.sub(r"\W", "", _text_of(written)).casefold() in named, (written, read.remarks)
    assert specs == []


def _text_of(written: str) -> str:
    return re.sub(r"\[/?[b*]\]|&times;|^> |\|", "", written, flags=re.IGNORECASE)
