import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.interchange import text_units
from armybuilder.interchange.text_units import UnitFinder, tokens_of
from rulesets.registry import get_ruleset


@pytest.mark.parametrize(
    ("slug", "line", "count", "title"),
    [
        ("mbt2020", "8 Challenger 2", 8, "Challenger 2"),
        ("mbt2020", "Challenger 2", None, "Challenger 2"),
        ("mbt2020", "Challenger 2 x8", 8, "Challenger 2"),
        ("mbt2020", "Challenger 2 8", 8, "Challenger 2"),
        ("mbt2020", "Challenger 2 (BGHQ)", None, "Challenger 2"),
        ("mbt2020", "120 mm mortar carrier", None, "120 mm mortar carrier"),
        ("mbt2020", "2 120 mm mortar carrier", 2, "120 mm mortar carrier"),
        ("mbt2020", "1 × INF+ PDA  INF+ PDA MOBILE  8/24″ | 12″", 1, "INF+"),
        ("mbt2020", "3 warriors", 3, "Warrior"),
        ("forge-of-war", "2 Hivers (small)", 2, "Hivers (small)"),
        ("forum-combat", "8 Riflemen", 8, "Rifleman"),
        ("warstrike", "2x Rifle Sections (120 pts)", 2, "Rifle Section"),
        ("mbt2020", "2 self-propelled guns up to 155 mm", 2, "Self-propelled gun up to 155 mm"),
        ("mbt2020", "3 field guns up to 105 mm", 3, "Field gun up to 105 mm"),
        ("mbt2020", "INF+ PDA .... 3", 3, "INF+"),
        ("warstrike", "Sgt. Rifle Section", None, "Rifle Section"),
        ("mbt2020", "INF+ PDA, 2 stands", 2, "INF+"),
        ("mbt2020", "INF+ PDA x2 units", 2, "INF+"),
        ("mbt2020", "INF+ PDA - three of them", 3, "INF+"),
        ("mbt2020", "INF+ PDA, a pair of", 2, "INF+"),
        ("mbt2020", "INF+ PDA (2 models)", 2, "INF+"),
        ("mbt2020", "2 INF+ PDAs on the hill", 2, "INF+"),
        ("mbt2020", "2 stands: INF+ PDA", 2, "INF+"),
        ("mbt2020", "three of them: INF+ PDA", 3, "INF+"),
        ("mbt2020", "three INF+ PDA stands", 3, "INF+"),
        ("mbt2020", "T-80 2x", 2, "T-80"),
        ("mbt2020", "T-80, 4 off, in reserve", 4, "T-80"),
        ("mbt2020", "Challenger 2 x8 up on the hill", 8, "Challenger 2"),
        ("mbt2020", "8 Challenger 2s up front", 8, "Challenger 2"),
        ("mbt2020", "8 of the Challenger 2", 8, "Challenger 2"),
        ("mbt2020", "Challenger 2 (BGHQ), 3", 3, "Challenger 2"),
        ("mbt2020", "acht Challenger 2 auf dem Hügel", 8, "Challenger 2"),
        ("mbt2020", "huit Challenger 2", 8, "Challenger 2"),
        ("mbt2020", "8 mal Challenger 2", 8, "Challenger 2"),
        ("mbt2020", "81 mm mortar carrier, 81 mm", None, "81 mm mortar carrier"),
        ("warstrike", "Rifle Section, 8 models", None, "Rifle Section"),
        ("warstrike", "Rifle Section x3, 8 models", 3, "Rifle Section"),
        ("forge-of-war", "Marines (12 men)", None, "Marines"),
        ("forum-combat", "Riflemen, six units", 6, "Rifleman"),
        ("mbt2020", "Ajax Ajax Ajax", 3, "Ajax"),
        ("mbt2020", "Challenger 2 Challenger 2 Challenger 2", 3, "Challenger 2"),
    ],
)
def test_a_line_names_a_unit_and_how_many(slug: str, line: str, count: int | None, title: str) -> None:
    found = UnitFinder(get_ruleset(slug)).find(line)
    assert found is not None
    assert (found.count, found.title) == (count, title)


@pytest.mark.parametrize(
    "line",
    [
        *("Warrior Priest", "12 Orc Warrior", "Leopard 2 A4", "Challenger", "8", "x", "Hello Ajax"),
        *("elf Warrior", "2 stands", "8 squads of Ajax", "5+1 Ajax", "Challenger 2 not this time"),
    ],
)
def test_a_name_that_only_begins_or_ends_like_a_unit_is_none(line: str) -> None:
    assert UnitFinder(get_ruleset("mbt2020")).find(line) is None


@pytest.mark.parametrize("line", ["8 Captain Assault", "2 Tank Champion", "Captain Assault x8", "2 vehicle Champion"])
def test_words_of_a_description_are_no_part_of_a_name(line: str) -> None:
    assert UnitFinder(get_ruleset("warstrike")).find(line) is None


@pytest.mark.parametrize(
    "line", ["2 Captains Assault gun", "2 Captain (Assault)", "2 tanks Captain", "2 tank of Captain"]
)
def test_words_that_say_what_a_unit_has_may_stand_beside_its_name(line: str) -> None:
    finder = UnitFinder(get_ruleset("warstrike"))
    found = finder.find(line)
    assert found is not None
    assert (found.count, found.title, finder.understand(found).left) == (2, "Captain", ())


def test_a_plural_is_told_as_a_guess() -> None:
    finder = UnitFinder(get_ruleset("mbt2020"))
    plural, exact = finder.find("3 Warriors"), finder.find("3 warrior")
    assert plural is not None
    assert exact is not None
    assert (plural.guess, exact.guess) == ("“Warriors” was read as Warrior.", "")


@pytest.mark.parametrize(
    "line", ["1 × Alpha  Rifle Section  10 models", "Alpha (Rifle Section)", "1 Alpha (Rifle Section)"]
)
def test_a_unit_with_a_name_of_its_player_is_known_by_what_follows(line: str) -> None:
    found = UnitFinder(get_ruleset("warstrike")).find(line)
    assert found is not None
    assert (found.title, found.name) == ("Rifle Section", "Alpha")


@pytest.mark.parametrize(
    ("remark", "mode", "hq", "left"),
    [
        ("(FAST, BGHQ)", "FAST", True, ()),
        ("  MBTn MOBILE  8/24″ | 12″ ARMOUR", "MOBILE", False, ()),
        (" - static", "STATIC", False, ()),
        ("Mode: fast", "FAST", False, ()),
        (" (painted red)", "MOBILE", False, ("painted", "red")),
        (" (3 models)", "MOBILE", False, ("3", "models")),
    ],
)
def test_a_remark_sets_what_it_means_and_the_rest_is_left(
    remark: str, mode: str, hq: bool, left: tuple[str, ...]
) -> None:
    finder = UnitFinder(get_ruleset("mbt2020"))
    found = finder.named("Challenger 2")
    assert found is not None
    understood = finder.apply(found.spec, found.title, remark)
    assert (understood.spec.mode, understood.spec.hq, understood.left) == (mode, hq, left)


def test_a_unit_of_another_name_sets_nothing_in_a_unit() -> None:
    finder = UnitFinder(get_ruleset("forge-of-war"))
    found = finder.named("Brute Leaders")
    assert found is not None
    understood = finder.apply(found.spec, found.title, "  4 Battle tank")
    assert (understood.spec, understood.left[-2:]) == (found.spec, ("battle", "tank"))


def test_a_finder_gives_a_text_up_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_units, "MAX_SECONDS", -1.0)
    finder = UnitFinder(get_ruleset("mbt2020"))
    with pytest.raises(BadFile, match="takes too long to read"):
        finder.find("8 Challenger 2")


def test_a_remark_sets_the_size_of_a_unit() -> None:
    finder = UnitFinder(get_ruleset("forge-of-war"))
    found = finder.named("Line Infantry Troops")
    assert found is not None
    for remark in ("12 figures", "(12 men)", "×12"):
        assert finder.apply(found.spec, found.title, remark).spec.figures == 12


def test_the_setting_of_a_line_is_read_or_none() -> None:
    finder = UnitFinder(get_ruleset("forge-of-war"))
    found = finder.named("Line Infantry Troops")
    assert found is not None
    armed = finder.with_setting(found.spec, "Weapons", "Assault Rifle, 4; Automatic Pistol")
    assert [(row.weapon, row.count) for row in armed.weapons] == [("assault_rifle", 4), ("auto_pistol", 1)]
    assert finder.with_setting(found.spec, "Weapons", "Longbow") is None
    assert finder.with_setting(found.spec, "Colour", "red") is None
    assert finder.with_setting(found.spec, "Name", "Alpha") is None


def test_words_are_compared_without_signs() -> None:
    assert tokens_of(" MBTn | 8/24″, (BGHQ): ") == ["mbtn", '8/24"', "bghq"]
