"""The units of data files: what an army begins with that has a statline or costs something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rulesets.core.names import name_key
from rulesets.described.document import MAX_ROWS

from .choices import Choice, Choices, Content
from .columns import MAX_LENGTH, is_sentence
from .data_files import DataFiles, Node, clean
from .names import Distinct, Taken
from .remarks import Remarks, listed

STATLINES: Final = 4
"""Types of profile of which the statline is made, at most."""
SHARE: Final = 0.05
"""The share of units from which a type of profile is one of statlines."""


@dataclass(eq=False)
class UnitEntry:
    """A unit of the files: what it comes with, its army lists, its categories by id, the statline that it has."""

    choice: Choice
    content: Content
    lists: dict[str, None]
    categories: tuple[str, ...] = ()
    statline: Node | None = None
    name: str = ""
    key: str = ""

    @property
    def category(self) -> str:
        """The id of the category that it stands under in a list."""
        return next(iter(self.categories), "")


class Types:
    """The types of profile: what they and their characteristics are called."""

    def __init__(self, files: DataFiles) -> None:
        """Read the types that the files declare."""
        nodes = [node for file in files.files for node in file.root.all("profileType")]
        self._names = {node.get("id"): node.name for node in nodes}
        self._headings = {each.get("id"): each.name for node in nodes for each in node.all("characteristicType")}
        self._texts: dict[Node, tuple[tuple[str, str], ...]] = {}
        self._cells: dict[Node, dict[str, str]] = {}
        self._prose = self._headings_of_prose(files)

    def _headings_of_prose(self, files: DataFiles) -> set[tuple[str, str]]:
        """The headings, with their types, under which there are mostly sentences."""
        given, sentences = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for node in (node for file in files.files for node in file.root.every() if node.tag == "profile"):
            title = self.of(node)
            for heading, text in self._given(node):
                given[title, heading] += bool(text)
                sentences[title, heading] += is_sentence(text)
        return {key for key, number in sentences.items() if number > given[key] / 3}

    def of(self, profile: Node) -> str:
        """What a profile's type is called, in the file of its game or in its own."""
        known = self._names.get(profile.get("typeId", "profileTypeId"))
        return known or profile.shown("typeName", "profileTypeName") or "Profile"

    def _given(self, profile: Node) -> tuple[tuple[str, str], ...]:
        """What stands in a profile, by heading."""
        known = self._texts.get(profile)
        if known is None:
            known = self._texts[profile] = tuple(
                (
                    self._headings.get(each.get("typeId", "characteristicTypeId")) or each.name,
                    clean(each.text or each.get("value"), MAX_LENGTH + 1),
                )
                for each in profile.all("characteristic")
            )
        return known

    def cells(self, profile: Node) -> dict[str, str]:
        """The values of a profile that are no sentences, by heading."""
        known = self._cells.get(profile)
        if known is None:
            title = self.of(profile)
            known = self._cells[profile] = {
                heading: "" if is_sentence(text) or (title, heading) in self._prose else text
                for heading, text in self._given(profile)
            }
        return known

    def sentences(self, profile: Node) -> Iterator[str]:
        """The headings under which a profile has words of a rulebook, which are not read."""
        return (heading for heading, text in self._given(profile) if text and not self.cells(profile).get(heading))


class Units:
    """The units of the files, in order, with their statlines; the rest is named in the remarks."""

    def __init__(self, choices: Choices, types: Types, remarks: Remarks) -> None:
        """Read what armies begin with."""
        self.choices, self.types, self.remarks = choices, types, remarks
        found = self._at_top()
        self.statlines = self._statline_types(found)
        self.all = self._kept(found)
        self._name()

    def _at_top(self) -> list[UnitEntry]:
        found: dict[Node, UnitEntry] = {}
        hidden: dict[str, list[str]] = {}
        for choice in self.choices.at_top():
            title = choice.parts[0].file.title
            if choice.is_hidden:
                hidden.setdefault(title, []).append(choice.name)
            elif choice.node in found:
                found[choice.node].lists[title] = None
            else:
                categories = tuple(_categories(choice))
                found[choice.node] = UnitEntry(choice, self.choices.content(choice), {title: None}, categories)
        for title, names in hidden.items():
            self.remarks.leave_out(title, f"Left out, because the file hides it: {listed(names)}.")
        return list(found.values())

    def _statline_types(self, units: list[UnitEntry]) -> list[str]:
        """The types of profile that most units have to themselves, and then most of the others."""
        users = Counter(profile for unit in units for profile in unit.content.profiles)
        waiting, chosen = [(unit, self._types_of(unit)) for unit in units], list[str]()
        while waiting and len(chosen) < STATLINES:
            having, scores = Counter[str](), Counter[str]()
            for unit, types in waiting:
                having.update(types.keys())
                for kind, profiles in types.items():
                    named = any(name_key(unit.choice.name) in name_key(each.name) for each in profiles)
                    scores[kind] += 2 * named + any(users[each] == 1 for each in profiles)
            best = max(having, key=lambda kind: scores[kind], default="")
            if not best or having[best] < max(1, SHARE * len(units)):
                break
            chosen.append(best)
            waiting = [(unit, types) for unit, types in waiting if best not in types]
        return chosen

    def _types_of(self, unit: UnitEntry) -> dict[str, list[Node]]:
        """A unit's profiles that have two values at least, so that they can be statlines, by type."""
        types: dict[str, list[Node]] = {}
        for each in unit.content.profiles:
            if sum(map(bool, self.types.cells(each).values())) > 1:
                types.setdefault(self.types.of(each), []).append(each)
        return types

    def _kept(self, found: list[UnitEntry]) -> list[UnitEntry]:
        units: list[UnitEntry] = []
        others: dict[str, list[str]] = {}
        for unit in found:
            lines = [each for each in unit.content.profiles if self.types.of(each) in self.statlines]
            unit.statline = lines[0] if lines else None
            if len(lines) > 1:
                names = listed(each.name for each in lines[1:])
                self.remarks.leave_out(
                    unit.choice.name, f"Its statline is that of “{lines[0].name}”. Left out: {names}."
                )
            if lines or unit.content.costs or unit.choice.node.get("type") != "upgrade":
                units.append(unit)
            else:
                others.setdefault(next(iter(unit.lists)), []).append(unit.choice.name)
        for title, rest in others.items():
            self.remarks.leave_out(title, f"Left out, because it has neither a statline nor a cost: {listed(rest)}.")
        if len(units) > MAX_ROWS:
            names = listed(unit.choice.name for unit in units[MAX_ROWS:])
            message = f"A game can have {MAX_ROWS} types of unit. Left out: {names}. Read fewer catalogues at once."
            self.remarks.leave_out("Units", message)
        return units[:MAX_ROWS]

    def _name(self) -> None:
        """Give each unit a name and a key of its own; those of one name are told apart by their army lists."""
        keys, names = Taken(), Distinct()
        several = Counter(name_key(unit.choice.name) for unit in self.all)
        for unit in self.all:
            name = unit.choice.name or "Unit"
            apart = next(iter(unit.lists)) if several[name_key(name)] > 1 else ""
            unit.name, unit.key = names.of(name, apart), keys.slug(name)


def _categories(choice: Choice) -> Iterator[str]:
    """The ids of a choice's categories, the one under which it stands first."""
    links = list(choice.all("categoryLink"))
    primary = [each for each in links if each.get("primary") == "true"]
    yield from dict.fromkeys(each.get("targetId") for each in (*primary, *links))
