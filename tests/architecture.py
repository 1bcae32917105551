"""The packages and what each imports, as the picture in ``docs/architecture.md``. Prints it when run as a program."""

from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
GAMES = "rulesets.systems"


def packages() -> list[str]:
    """The apps of the site and the parts of the games that the picture has."""
    apps = [f"armybuilder.{folder.parent.name}" for folder in sorted((ROOT / "armybuilder").glob("*/__init__.py"))]
    return [*apps, "rulesets.registry", GAMES, "rulesets.core"]


def picture() -> str:
    """A flow chart: an arrow for each import between packages that does not follow from others."""
    graph = grimp.build_graph("armybuilder", "rulesets")
    names = packages()

    def owner(module: str) -> str | None:
        return next((name for name in names if module == name or module.startswith(f"{name}.")), None)

    imports: dict[str, set[str]] = {name: set() for name in names}
    for module in graph.modules:
        importer = None if "tests" in module.split(".") else owner(module)
        if importer is not None:
            for other in graph.find_modules_directly_imported_by(module):
                imported = owner(other)
                if imported is not None and imported != importer:
                    imports[importer].add(imported)

    def reached(name: str) -> set[str]:
        return imports[name].union(*(reached(other) for other in imports[name]))

    lines = ["flowchart TD"]
    for name in names:
        direct = imports[name] - set().union(*(reached(other) for other in imports[name]))
        lines += [f"    {_node(name)} --> {_node(other)}" for other in sorted(direct)]
    return "\n".join(lines)


def _node(name: str) -> str:
    return name.removeprefix("armybuilder.").replace("rulesets.", "rulesets/")


if __name__ == "__main__":
    print(picture())
