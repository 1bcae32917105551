"""The public names of ``rulesets`` with their parameters, as they are and as the present version has them.

Run as a program, it writes them down anew, which a changed version has to allow.
"""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import rulesets

WRITTEN = Path(__file__).with_suffix(".txt")
"""The version, and a line for each name."""


def public_names() -> list[str]:
    """What programs may rely on: names, parameters with their types and defaults, attributes."""
    return sorted(line for name in rulesets.__all__ for line in _described(name, getattr(rulesets, name)))


def _described(name: str, value: object) -> Iterator[str]:
    if not callable(value):
        yield name
        return
    yield f"{name}{inspect.signature(value)}"
    if inspect.isclass(value):
        for each, member in vars(value).items():
            if inspect.isfunction(member) and not each.startswith("_"):
                yield f"{name}.{each}{inspect.signature(member)}"
    instances = {
        "Game": rulesets.games()[0],
        "GameDesk": rulesets.get("forum-combat").desk(),
        "BadInput": rulesets.BadInput(),
    }
    instance = instances.get(name)
    if instance is not None:
        yield from (f"{name}.{attribute}" for attribute in vars(instance) if not attribute.startswith("_"))


def written() -> tuple[str, list[str]]:
    """The version written down, and its names."""
    version, *names = WRITTEN.read_text().splitlines()
    return version, names


def is_allowed(before: tuple[str, list[str]], after: tuple[str, list[str]]) -> bool:
    """Whether a version may have these names after another one had those.

    A name or parameter that is gone or changed needs a higher first number, a new one a higher second number; so does a
    parameter that may be left out, behind the others.
    """
    (old, had), (new, has) = before, after
    major, minor, patch = (tuple(map(int, old.split(".")))[:length] for length in (1, 2, 3))
    version = tuple(map(int, new.split(".")))
    if any(not _is_kept(line, has) for line in had):
        return version[:1] > major
    if set(has) - set(had):
        return version[:2] > minor
    return version >= patch


def _is_kept(line: str, has: list[str]) -> bool:
    before, arrow, result = line.partition(") -> ")
    added = (
        other.removeprefix(f"{before}, ").removesuffix(f"{arrow}{result}")
        for other in has
        if arrow and other.startswith(f"{before}, ") and other.endswith(f"{arrow}{result}")
    )
    return line in has or any(all(" = " in parameter for parameter in each.split(", ")) for each in added)


if __name__ == "__main__":
    now = rulesets.__version__, public_names()
    if not is_allowed(written(), now):
        sys.exit(f"These names need a higher version than {rulesets.__version__}; raise rulesets.__version__.")
    WRITTEN.write_text("\n".join([now[0], *now[1], ""]))
