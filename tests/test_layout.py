"""Every module has tests of its own, in the file of its name at the same place below ``tests``."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.files import modules_of
from tests.of_parts import of_parts

ROOT = Path(__file__).parent.parent
MAX_LINES = 40
"""Lines of a function with its docstring."""
NEVER = ("__init__.py", "apps.py", "urls.py")
"""Files that only name what others hold."""

WITH_OTHERS: dict[str, tuple[str, ...]] = {
    "accounts/test_account_data.py": (
        "armybuilder/api/account.py",
        "armybuilder/armies/account.py",
        "armybuilder/catalogue/account.py",
        "armybuilder/printing/account.py",
        "armybuilder/sharing/account.py",
        "armybuilder/site/owned.py",
    ),
    "accounts/test_storage_limits.py": ("armybuilder/accounts/models.py",),
    "api/test_openapi.py": ("armybuilder/api/site.py",),
    "armies/test_views.py": ("armybuilder/armies/models.py",),
    "interchange/test_army_files.py": ("armybuilder/armies/documents.py",),
    "interchange/test_army_tables.py": (
        "armybuilder/interchange/army_rows.py",
        "armybuilder/interchange/unit_tables.py",
    ),
    "interchange/test_text_lists.py": (
        "armybuilder/interchange/text_armies.py",
        "armybuilder/interchange/text_neighbours.py",
        "armybuilder/interchange/text_pieces.py",
        "armybuilder/interchange/text_prose.py",
        "armybuilder/interchange/text_remarks.py",
        "armybuilder/interchange/text_unfolding.py",
    ),
    "battlefields/test_scenario.py": ("armybuilder/printing/documents/maps.py",),
    "battlefields/test_views.py": (
        "armybuilder/battlefields/armies.py",
        "armybuilder/battlefields/page.py",
        "armybuilder/battlefields/surveys.py",
    ),
    "calculators/test_sides.py": ("armybuilder/calculators/loading.py",),
    "catalogue/test_loading.py": ("armybuilder/catalogue/models.py",),
    "interchange/test_entry_tables.py": ("armybuilder/spreadsheets/columns.py",),
    "drawing/test_flows.py": ("armybuilder/drawing/templatetags/flows.py",),
    "drawing/test_lettering.py": ("armybuilder/drawing/fallback_fonts.py",),
    "site/test_parts.py": ("armybuilder/drawing/templatetags/parts.py",),
    "guide/test_views.py": (
        "armybuilder/guide/pages.py",
        "armybuilder/guide/templatetags/guide.py",
    ),
    "sharing/test_links.py": ("armybuilder/site/withdrawals.py",),
    "submissions/test_once.py": ("armybuilder/submissions/models.py",),
    "jobs/test_running.py": ("armybuilder/jobs/models.py",),
    "rulesets/described/test_ruleset.py": (
        "rulesets/described/model.py",
        "rulesets/described/texts.py",
        "rulesets/described/vocabulary.py",
    ),
    "operations/test_backups.py": (
        "armybuilder/management/commands/backup.py",
        "armybuilder/management/commands/restore.py",
    ),
    "printing/documents/test_document.py": ("armybuilder/printing/documents/context.py",),
    "printing/documents/test_roster.py": ("armybuilder/printing/documents/tables.py",),
    "printing/test_jobs.py": ("armybuilder/printing/rendering/printer.py",),
    "printing/test_views.py": ("armybuilder/printing/options.py",),
    "revisions/test_store.py": ("armybuilder/revisions/models.py",),
    "rulesets/core/declarations/test_codec.py": ("rulesets/core/declarations/problems.py",),
    "rulesets/forge_of_war/test_play.py": ("rulesets/systems/forge_of_war/results.py",),
    "rulesets/forge_of_war/test_cards.py": ("rulesets/core/cards.py",),
    "rulesets/forge_of_war/close_combat/test_rounds.py": ("rulesets/systems/forge_of_war/close_combat/sides.py",),
    "rulesets/forge_of_war/vehicles/test_damage.py": (
        "rulesets/systems/forge_of_war/vehicles/targets.py",
        "rulesets/systems/forge_of_war/vehicles/volleys.py",
    ),
    "rulesets/forum_combat/desk/test_order_checks.py": (
        "rulesets/systems/forum_combat/desk/order_reminders.py",
        "rulesets/systems/forum_combat/desk/order_sheet.py",
        "rulesets/systems/forum_combat/desk/salvos.py",
    ),
    "rulesets/forum_combat/desk/test_resolution.py": (
        "rulesets/systems/forum_combat/desk/battlefield.py",
        "rulesets/systems/forum_combat/desk/combat.py",
        "rulesets/systems/forum_combat/desk/new_combat.py",
    ),
    "rulesets/forum_combat/desk/test_rounds.py": (
        "rulesets/core/desk.py",
        "rulesets/systems/forum_combat/desk/combat_checks.py",
        "rulesets/systems/forum_combat/desk/edit_forms.py",
        "rulesets/systems/forum_combat/desk/events.py",
        "rulesets/systems/forum_combat/desk/example.py",
        "rulesets/systems/forum_combat/desk/map_board.py",
    ),
    "rulesets/forum_combat/test_calculators.py": (
        "rulesets/systems/forum_combat/calculators/squad_fields.py",
        "rulesets/systems/forum_combat/calculators/squad_losses.py",
    ),
    "rulesets/forum_combat/test_legality.py": ("rulesets/systems/forum_combat/units.py",),
    "rulesets/mbt2020/test_legality.py": ("rulesets/systems/mbt2020/units.py",),
    "rulesets/mbt2020/test_play.py": ("rulesets/systems/mbt2020/play_rules.py",),
    "rulesets/test_every_game.py": ("rulesets/core/play/blanks.py",),
    "rulesets/test_registry.py": ("rulesets/core/ruleset.py",),
    "rulesets/warstrike/test_calculators.py": ("rulesets/systems/warstrike/calculators/unit_fields.py",),
}
WITH_OTHERS |= {test: modules for of_part in of_parts("WITH_OTHERS") for test, modules in of_part.items()}
"""Test files that reach several modules by way of what players do, and these modules: they have no other tests."""
ELSEWHERE = {module for modules in WITH_OTHERS.values() for module in modules}


def modules() -> list[str]:
    """The modules that could have tests of their own."""
    files = modules_of("armybuilder", "rulesets")
    return [
        str(file.relative_to(ROOT)) for file in files if file.name not in NEVER and file.parent.name != "migrations"
    ]


def has_functions(module: str) -> bool:
    """Whether there is anything to run: declarations, tables and constants are read by others."""
    tree = ast.parse((ROOT / module).read_text())
    return any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in ast.walk(tree))


def functions_in(module: str) -> Iterator[tuple[str, int]]:
    """Each function of a module with its lines."""
    for node in ast.walk(ast.parse((ROOT / module).read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{module}: {node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def own_tests(module: str) -> Path:
    """The test file of a module: in ``tests`` or its package, of games in ``tests/rulesets``."""
    first, *folders, name = Path(module).parts
    if folders and (ROOT / first / folders[0] / "tests").is_dir():
        return ROOT.joinpath(first, folders[0], "tests", *folders[1:], f"test_{name}")
    if first == "rulesets":
        folders = [first, *(folders[1:] if folders[:1] == ["systems"] else folders)]
    return ROOT.joinpath("tests", *folders, f"test_{name}")


def test_functions_fit_on_a_screen() -> None:
    functions = [each for module in modules() for each in functions_in(module)]
    assert [(name, lines) for name, lines in functions if lines > MAX_LINES] == []
    assert len(functions) > 1000


def test_no_module_is_taken_for_a_test() -> None:
    names = {module: Path(module).stem for module in modules()}
    assert [module for module, name in names.items() if name.startswith("test_") or name.endswith("_test")] == []


def test_every_module_has_tests_of_its_own() -> None:
    others = [module for module in modules() if module not in ELSEWHERE and not own_tests(module).exists()]
    assert [module for module in others if has_functions(module)] == []


def test_no_module_is_listed_that_has_a_file_or_is_gone() -> None:
    there = {*modules()}
    needed = [module for module in ELSEWHERE & there if has_functions(module) and not own_tests(module).exists()]
    assert {*needed} == ELSEWHERE


def test_the_tests_that_are_named_are_there() -> None:
    assert [path for path in WITH_OTHERS if not any((ROOT / folder / path).exists() for folder in ("tests", "."))] == []


def test_tests_of_scripts_lie_as_the_scripts_do() -> None:
    tests = {ROOT: ROOT / "tests/js"} | {folder.parent.parent: folder for folder in ROOT.glob("armybuilder/*/tests/js")}
    scripts = {
        test: (root / "static/js" / test.relative_to(folder)).with_name(test.name.replace(".test", ""))
        for root, folder in tests.items()
        for test in folder.rglob("*.test.js")
    }
    assert [str(test) for test, script in scripts.items() if not script.exists()] == []
    assert len(scripts) > 5
