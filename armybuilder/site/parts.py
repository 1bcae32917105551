"""Finds every part of the site: the folders of ``armybuilder`` with a ``part.py``, and those of installed packages.

A part is one folder, as a game is: its models, addresses, API, templates, static files and tests. Its ``PART`` says
what joins it to the rest, so that without the folder the rest of the site stays as it is.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from armybuilder.site.rates import Rate

SITE: Final = "armybuilder"
"""The package with the folders of parts. It is not imported above, since browsers have another one."""
PARTS_GROUP: Final = "armybuilder.parts"
"""The entry-point group in which an installed package names the module of its ``PART``."""


class PartsError(RuntimeError):
    """Two parts have the same name or limit, or a module's ``PART`` is not a ``Part``."""


@dataclass(frozen=True, slots=True)
class Part:
    """What joins a part to the site. Settings read it, so it names its modules and what is in them by dotted names.

    ``app`` is its package, a Django app with templates and static files; its ``account.py`` has what accounts own of
    it (``armybuilder.site.owned``). ``urls`` is the module of its addresses, ``routers`` are its routers of the API.
    ``rates`` are its limits a minute by name, ``lanes`` the names of its addresses that take long, by the lane for
    them. ``guide_page`` is the page of the guide about it, and ``guide_pages`` are pages that it adds there: title and
    summary by the name in the address, with their text as an insertion. ``insertions`` are its templates in pages of
    others, by the place that shows them; ``browser`` is the module that answers at its addresses in browsers, without
    a network: its ``reply`` is given a message, the address as resolved and its query, and its ``warm_up_messages``
    are those of a game that are answered before all others. ``browser_templates`` are patterns of the templates that
    browsers get for use offline, ``browser_routes`` the names of the addresses in them.
    """

    app: str
    urls: str = ""
    routers: tuple[str, ...] = ()
    rates: Mapping[str, Rate] = field(default_factory=dict)
    lanes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    guide_page: str = ""
    guide_pages: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    insertions: Mapping[str, str] = field(default_factory=dict)
    browser: str = ""
    browser_templates: tuple[str, ...] = ()
    browser_routes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The last word of its package, which is also the namespace of its addresses."""
        return self.app.rpartition(".")[2]


def part_files() -> list[Path]:
    """The ``part.py`` of each part that is a folder of the site."""
    return sorted(file for folder in importlib.import_module(SITE).__path__ for file in Path(folder).glob("*/part.py"))


@cache
def all_parts() -> tuple[Part, ...]:
    """Every part; raises ``PartsError``."""
    by_name: dict[str, Part] = {}
    folders = [f"{SITE}.{file.parent.name}.part" for file in part_files()]
    installed = sorted(entry.value for entry in entry_points(group=PARTS_GROUP))
    for module in folders + installed:
        part = getattr(importlib.import_module(module), "PART", None)
        if not isinstance(part, Part):
            raise PartsError(f"{module}: PART is not a Part")
        if part.name in by_name:
            raise PartsError(f"{module}: the name {part.name!r} is taken")
        by_name[part.name] = part
    return tuple(by_name.values())


def insertions(place: str) -> tuple[str, ...]:
    """The templates that parts show in that place of a page."""
    return tuple(part.insertions[place] for part in all_parts() if place in part.insertions)
