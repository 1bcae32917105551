"""What somebody selects in BattleScribe's data files: a choice with what its link adds, and what it always comes with.

A choice needs what its constraints demand at least: a squad its sergeant and four of its soldiers. What it costs and is
made of includes these; the rest is what it may take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from armybuilder.spreadsheets.untrusted import Untrusted

from .data_files import CHOICES, DataFiles, Node

MAX_STEPS: Final = 1_000_000
"""Choices, profiles and rules looked at in all, counted each time that a link leads to them."""
MAX_NESTED: Final = 40
"""Choices within each other, also by links."""
LONG: Final = 4
"""Options from which a group without limits is one of its own."""
SCALE: Final = 1000
"""Costs are counted in thousandths."""
MAX_NUMBER: Final = 1_000_000
"""The greatest cost or number of models that is read."""

Costs = dict[str, int]
"""What something costs in thousandths, by the id of the cost."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry or a group of entries, with the link that leads to it if there is one."""

    node: Node
    link: Node | None = None

    @property
    def key(self) -> tuple[Node | None, Node]:
        """What it is kept by: links that add nothing lead to the same."""
        return (self.link if self.link is not None and self.link.children else None), self.node

    @property
    def parts(self) -> tuple[Node, ...]:
        """The elements whose content it has, the link first."""
        return (self.node,) if self.link is None else (self.link, self.node)

    @property
    def name(self) -> str:
        """Its name as a player reads it."""
        return (self.link.name if self.link is not None else "") or self.node.name

    @property
    def is_hidden(self) -> bool:
        """Whether programs never show it: it is hidden, and nothing changes that."""
        hidden = any(part.is_hidden for part in self.parts)
        return hidden and not any(each.get("field") == "hidden" for each in self.all("modifier"))

    @property
    def is_group(self) -> bool:
        """Whether something is selected from it, and not it itself."""
        return self.node.tag == "selectionEntryGroup"

    @property
    def is_model(self) -> bool:
        """Whether it is a model of a unit."""
        return self.node.get("type") == "model"

    def all(self, *tags: str) -> Iterator[Node]:
        """What stands directly in it or its link, of these tags."""
        return (each for part in self.parts for each in part.all(*tags))


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """A group of options, of which so many are needed and allowed; ``maximum`` is ``None`` without a limit.

    With ``per_model`` they are allowed for each model.
    """

    name: str
    options: tuple[Choice, ...]
    minimum: int
    maximum: int | None
    constraints: tuple[Node, ...]
    per_model: bool = False


@dataclass(slots=True)
class Content:
    """What a choice comes with: costs, profiles, rules, models; and what it may take.

    ``max_models`` is the number of models it may have, if there is a limit. ``spare`` has what further models cost.
    ``options`` are those that it may take at once, of which some open further ones. ``groups`` are of these options.
    ``unpriced`` are groups of which a model must be chosen that does not always cost the same.
    """

    costs: Costs = field(default_factory=dict)
    profiles: dict[Node, None] = field(default_factory=dict)
    rules: dict[str, None] = field(default_factory=dict)
    models: int = 0
    max_models: int | None = 0
    spare: list[Costs] = field(default_factory=list)
    options: dict[Node, Choice] = field(default_factory=dict)
    groups: list[OptionGroup] = field(default_factory=list)
    unpriced: dict[str, None] = field(default_factory=dict)


def number(text: str) -> int | None:
    """A number of the format in thousandths; ``None`` for other texts, and for a number that is too large."""
    whole, _, rest = text.strip().partition(".")
    digits = whole.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 9 and (not rest or rest.isdecimal())):
        return None
    found = int(digits) * SCALE + int((rest[:3] or "0").ljust(3, "0"))
    return None if found > MAX_NUMBER * SCALE else -found if whole.startswith("-") else found


def whole(text: str) -> int | None:
    """A whole number of the format; ``None`` for other texts."""
    found = number(text)
    return None if found is None or found % SCALE else found // SCALE


def selections(constraint: Node) -> int | None:
    """The number of selections that a constraint names; ``None`` where it counts something else."""
    counts = constraint.get("field") == "selections" and constraint.get("percentValue") != "true"
    return whole(constraint.get("value")) if counts else None


def bounds(parts: Iterable[Node]) -> tuple[int, int | None, list[Node]]:
    """How many of a choice its parent needs and may have, and the constraints that say so."""
    minimum, maximum, used = 0, None, []
    for each in (node for part in parts for node in part.all("constraint")):
        value = selections(each)
        if value is None or each.get("scope") != "parent":
            continue
        used.append(each)
        if each.get("type") == "min":
            minimum = max(minimum, value)
        elif each.get("type") == "max" and value >= 0:
            maximum = value if maximum is None else min(maximum, value)
    return minimum, maximum, used


class Choices:
    """The choices of a game's files and what they come with."""

    def __init__(self, files: DataFiles) -> None:
        """Take the files."""
        self.files = files
        self.used: set[Node] = set()
        """The constraints that were understood."""
        self.lost: dict[Node, None] = {}
        """The links to what is in no file."""
        self.doubtful: dict[Node, None] = {}
        """The links whose cost differs from that of their entry."""
        self._members: dict[tuple[Node | None, Node], tuple[Choice, ...]] = {}
        self._known_bounds: dict[tuple[Node | None, Node], tuple[int, int | None]] = {}
        self._contents: dict[tuple[Node | None, Node], Content] = {}
        self._open: set[Node] = set()
        self._steps = 0

    def at_top(self) -> Iterator[Choice]:
        """The choices that an army begins with, once each for each file."""
        for file in self.files.files:
            for node in file.root.all(*CHOICES):
                choice = self.of(node) if node.at_top else None
                if choice is not None and choice.is_group:
                    yield from self.members(choice)
                elif choice is not None:
                    yield choice

    def of(self, node: Node) -> Choice | None:
        """The choice that an element is, or that it links to."""
        if node.tag != "entryLink":
            return Choice(node)
        target = self.find(node)
        return Choice(target, node) if target is not None and target.tag in CHOICES - {"entryLink"} else None

    def find(self, link: Node) -> Node | None:
        """What a link leads to."""
        target = self.files.find(link.get("targetId"), link.file)
        if target is None:
            self.lost[link] = None
        return target

    def members(self, choice: Choice) -> tuple[Choice, ...]:
        """What stands in a choice to be selected; groups are members themselves."""
        known = self._members.get(choice.key)
        if known is None:
            found = (self.of(node) for node in choice.all(*CHOICES))
            known = tuple(each for each in found if each is not None and not each.is_hidden)
            self._members[choice.key] = known
        return known

    def costs(self, choice: Choice) -> Costs:
        """What a choice itself costs; a link can have the cost in the place of its entry."""
        found: Costs = {}
        for part in reversed(choice.parts):
            for cost in part.all("cost"):
                value, kind = number(cost.get("value")), cost.get("typeId", "costTypeId") or cost.name
                if not value:
                    continue
                if found.setdefault(kind, value) != value:
                    self.doubtful[part] = None
        return found

    def content(self, choice: Choice) -> Content:
        """What a choice comes with and may take; raises ``Untrusted`` for files that link too much."""
        key = choice.key
        known = self._contents.get(key)
        if known is not None:
            return known
        if choice.node in self._open or len(self._open) > MAX_NESTED:
            # A choice within itself adds nothing.
            return Content()
        self._open.add(choice.node)
        content = Content(self.costs(choice))
        if choice.is_model:
            content.models = content.max_models = 1
        self._take_infos(content, choice.parts, set())
        self._take_members(content, choice)
        self._open.remove(choice.node)
        self._contents[key] = content
        return content

    def _step(self, times: int = 1) -> None:
        self._steps += times
        if self._steps > MAX_STEPS:
            raise Untrusted(f"The files link to more than {MAX_STEPS:,} entries, which is the limit.")

    def _take_infos(self, content: Content, parts: Iterable[Node], seen: set[Node]) -> None:
        """Add the profiles and rules of elements, and those that they link to."""
        for part in parts:
            for each in part.all("profile", "rule", "infoLink", "infoGroup"):
                self._step()
                target = self.find(each) if each.tag == "infoLink" else each
                if target is None or each.is_hidden or target.is_hidden:
                    continue
                if target.tag == "profile":
                    content.profiles[target] = None
                elif target.tag == "rule":
                    content.rules[each.name or target.name] = None
                elif target.tag == "infoGroup" and target not in seen:
                    seen.add(target)
                    self._take_infos(content, (target,), seen)

    def _take_members(self, content: Content, choice: Choice) -> None:
        for member in self.members(choice):
            self._step()
            if member.is_group:
                self._take_group(content, member)
            else:
                self._take(content, member, *self._bounds(member))

    def _bounds(self, choice: Choice) -> tuple[int, int | None]:
        known = self._known_bounds.get(choice.key)
        if known is None:
            minimum, maximum, used = bounds(choice.parts)
            if choice.is_model or (minimum and minimum == maximum):
                self.used.update(used)
            known = self._known_bounds[choice.key] = minimum, maximum
        return known

    def _take(self, content: Content, choice: Choice, minimum: int, maximum: int | None) -> None:
        """Add a choice of which so many are needed and allowed."""
        inside = self.content(choice)
        self._step(len(inside.options) + len(inside.profiles) + len(inside.rules))
        if minimum:
            _add(content.costs, inside.costs, minimum)
            content.profiles |= inside.profiles
            content.rules |= inside.rules
            content.unpriced |= inside.unpriced
        elif not choice.is_model:
            content.options.setdefault(choice.node, choice)
        if minimum or choice.is_model:
            content.options |= inside.options
            per_model = choice.is_model and maximum != 1
            content.groups += [replace(each, per_model=each.per_model or per_model) for each in inside.groups]
        if choice.is_model:
            content.models += minimum
            content.max_models = (
                None if maximum is None or content.max_models is None else content.max_models + max(minimum, maximum)
            )
            if maximum is None or maximum > minimum:
                content.spare.append(inside.costs)
            if not minimum and not content.profiles:
                content.profiles |= inside.profiles
        elif minimum:
            content.models += minimum * inside.models
            content.spare += inside.spare
            if inside.max_models is None or content.max_models is None:
                content.max_models = None
            else:
                content.max_models += minimum * inside.max_models
        content.models = min(content.models, MAX_NUMBER)

    def _take_group(self, content: Content, group: Choice) -> None:
        """Add a group: what it needs of each of its members, and of all of them together."""
        minimum, maximum, used = bounds(group.parts)
        inside = Content()
        if group.node in self._open or len(self._open) > MAX_NESTED:
            return
        self._open.add(group.node)
        self._take_infos(inside, group.parts, set())
        self._take_members(inside, group)
        self._open.remove(group.node)
        members = [each for each in self.members(group) if not each.is_group]
        options = self._options(group)
        free = tuple(each for each in options if not self._bounds(each)[0])
        if (
            len(free) > 1
            and (minimum or maximum is not None or len(free) >= LONG)
            and not any(each.is_model for each in options)
        ):
            taken = sum(self._bounds(each)[0] for each in options)
            free_maximum = None if maximum is None else max(0, maximum - taken)
            inside.groups.append(OptionGroup(group.name, free, max(0, minimum - taken), free_maximum, tuple(used)))
            _join(content, inside)
            return
        more = minimum - sum(self._bounds(each)[0] for each in members)
        models = bool(members) and all(each.is_model for each in members)
        if models:
            self.used.update(used)
            if maximum is not None:
                inside.max_models = maximum if inside.max_models is None else min(inside.max_models, maximum)
        if more > 0 and members:
            self._take_needed(inside, members, more, group.name, models)
        _join(content, inside)

    def _options(self, group: Choice, depth: int = 0) -> list[Choice]:
        """What may be selected from a group and the groups in it."""
        found: list[Choice] = []
        for each in self.members(group) if depth < MAX_NESTED else ():
            self._step()
            found += self._options(each, depth + 1) if each.is_group else [each]
        return found

    def max_of(self, choice: Choice) -> int | None:
        """How many of a choice its parent may have, if there is a limit."""
        return self._bounds(choice)[1]

    def _take_needed(self, content: Content, members: list[Choice], more: int, name: str, models: bool) -> None:
        """Add what a group needs beyond what it needs of each member."""
        costs = [self.content(each).costs for each in members]
        if all(each == costs[0] for each in costs):
            _add(content.costs, costs[0], more)
        else:
            content.unpriced[name] = None
        if models:
            content.models = min(content.models + more, MAX_NUMBER)
        if len(members) == 1:
            content.profiles |= self.content(members[0]).profiles
            content.rules |= self.content(members[0]).rules


def _add(costs: Costs, more: Costs, times: int) -> None:
    for kind, value in more.items():
        limit = MAX_NUMBER * SCALE
        costs[kind] = max(-limit, min(limit, costs.get(kind, 0) + value * times))


def _join(content: Content, inside: Content) -> None:
    """Add what a group comes with to what it stands in."""
    _add(content.costs, inside.costs, 1)
    content.profiles |= inside.profiles
    content.rules |= inside.rules
    content.options |= inside.options
    content.groups += inside.groups
    content.unpriced |= inside.unpriced
    content.models += inside.models
    content.max_models = (
        None if content.max_models is None or inside.max_models is None else content.max_models + inside.max_models
    )
    content.spare += inside.spare
