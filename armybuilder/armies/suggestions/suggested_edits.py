"""The suggestions for an army, and the edits that apply the chosen one.

Each edit computes the suggestions again, so that nothing else can be sent.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from armybuilder.armies.builder import MAX_FINDINGS
from armybuilder.armies.collected import read_counts
from armybuilder.armies.comparison import Does, differences, group_name, place_name
from armybuilder.armies.edits import Edit, EditData, EditRefused, EditResult
from armybuilder.armies.loaded_army import MARKS, LoadedArmy, Mark
from armybuilder.schema_forms.names import free_name
from rulesets.core.cards import Symbol
from rulesets.core.collection import NO_COLLECTION, EntryId
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.force_document import encode_force
from rulesets.core.forces.findings import Finding
from rulesets.core.forces.force import AnyForce, NoSuchPart, change_group
from rulesets.core.seeded import new_seed
from rulesets.core.suggestions.completing import complete, is_complete
from rulesets.core.suggestions.fixes import Fix, fix, fix_all
from rulesets.core.suggestions.random_group import random_group
from rulesets.core.suggestions.search import Suggestion
from rulesets.core.wording import count_of

MAX_LINES_IN_SUMMARY: Final = 3
"""An edit of more changes is summed up by what it was for."""

LEFT: Final = "left"
"""The field with the models that were left when a device made suggestions, as ``write_counts`` writes them."""

OUT_OF_DATE: Final = "This suggestion is out of date. Go back and choose from the current ones."


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """A change as something to do, with the picture of the unit that comes or goes, or a sign."""

    text: str
    does: Does | None
    symbol: Symbol | None


@dataclass(frozen=True, slots=True)
class SuggestionPreview:
    """A suggestion on its page: its changes, the resulting status, and a hash that identifies it."""

    title: str
    lines: tuple[ProposedChange, ...]
    status: tuple[Mark, ...]
    proof: str


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a plan: the finding that it clears with its place, and the edits in words."""

    place: str
    mark: Mark
    rule: str
    lines: tuple[ProposedChange, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """Suggestions with the ``template`` of their page and its ``context``.

    ``summary`` says what was done once one is applied, ``at`` names the part to look at then.
    """

    loaded: LoadedArmy
    suggestions: tuple[Suggestion, ...]
    template: str
    context: Mapping[str, Any]
    summary: str
    at: str

    @property
    def page(self) -> dict[str, Any]:
        """The context of the page, without the stored army."""
        inside = str(self.context.get("name", ""))
        previews = [_preview(self.loaded, each, inside) for each in self.suggestions]
        return {**self.context, "ruleset": self.loaded.ruleset, "previews": previews, "status": self.loaded.status}

    def apply(self, data: EditData) -> EditResult:
        """Apply the suggestion in the form data; raises ``EditRefused`` if it is none of these."""
        suggestion = {str(number): each for number, each in enumerate(self.suggestions, 1)}.get(
            data.get("suggestion", "")
        )
        if suggestion is None or _proof(suggestion.force) != data.get("proof"):
            raise EditRefused(OUT_OF_DATE)
        return EditResult(suggestion.force, self._summary_of(suggestion), self.at)

    def _summary_of(self, suggestion: Suggestion) -> str:
        if suggestion.title:
            return f"{self.summary}: {suggestion.title}"
        after = LoadedArmy(self.loaded.ruleset, suggestion.force)
        counts = Counter(each.sentence for each in differences(self.loaded, after))
        lines = [f"{count} × {line}" if count > 1 else line for line, count in counts.items()]
        return "; ".join(lines) if len(lines) <= MAX_LINES_IN_SUMMARY else self.summary


def _lines(before: LoadedArmy, after: LoadedArmy, inside: str) -> tuple[ProposedChange, ...]:
    """The differences as acts, for a page about the group named ``inside`` or about the whole army."""
    counts = Counter(
        replace(each, place=each.place[1:]) if inside and each.place[:1] == (inside,) else each
        for each in differences(before, after)
    )
    return tuple(ProposedChange(each.proposed(count), each.does, each.symbol) for each, count in counts.items())


def _preview(loaded: LoadedArmy, suggestion: Suggestion, inside: str) -> SuggestionPreview:
    after = LoadedArmy(loaded.ruleset, suggestion.force)
    return SuggestionPreview(suggestion.title, _lines(loaded, after, inside), after.status, _proof(suggestion.force))


def _proof(force: AnyForce) -> str:
    return hashlib.sha256(json.dumps(encode_force(force)).encode()).hexdigest()[:20]


def completions(loaded: LoadedArmy, group_id: str, collection: Mapping[EntryId, int] = NO_COLLECTION) -> Offer:
    """Legal completions of a group; raises ``NoSuchPart``."""
    group = loaded.force.group(group_id)
    name = group_name(loaded, group)
    suggestions = complete(loaded.ruleset, loaded.force, group_id, collection)
    lacks_nothing = is_complete(loaded.ruleset, group, loaded.findings)
    locked = any(unit.locked for unit in group.units)
    size = loaded.count_in(group)
    context = {"group": group, "name": name, "size": size, "is_complete": lacks_nothing, "locked": locked}
    return Offer(loaded, suggestions, "armies/suggestions/complete.html", context, f"Completed {name}", group_id)


def fixes_of(loaded: LoadedArmy, number: int, collection: Mapping[EntryId, int] = NO_COLLECTION) -> Offer:
    """The smallest edits that clear the finding of that number; raises ``NoSuchPart`` if there is none."""
    if not 0 <= number < len(loaded.findings):
        raise NoSuchPart(str(number))
    finding = loaded.findings[number]
    at = finding.where.unit or finding.where.group
    context = {
        "finding": finding,
        "mark": Mark(MARKS[finding.severity], finding.message),
        "at": at,
        # Completing might help where the finding is about the group itself.
        "group": "" if finding.where.unit else finding.where.group,
    }
    suggestions = fix(loaded.ruleset, loaded.force, finding, collection)
    return Offer(loaded, suggestions, "armies/suggestions/fix.html", context, f"Fixed {finding.rule}", at)


def fixes_of_all(loaded: LoadedArmy, collection: Mapping[EntryId, int] = NO_COLLECTION) -> Offer:
    """The smallest edits that clear one finding after another, as one suggestion, and the remaining findings."""
    fixes = fix_all(loaded.ruleset, loaded.force, collection)
    suggestions = (Suggestion(fixes[-1].force, len(fixes)),) if fixes else ()
    after = LoadedArmy(loaded.ruleset, fixes[-1].force) if fixes else loaded
    remaining = [_step(after, finding, ()) for finding in after.grave[:MAX_FINDINGS]]
    context = {"steps": _steps(loaded, fixes), "left": remaining, "hidden": len(after.grave) - len(remaining)}
    cleared = count_of(len(loaded.grave) - len(after.grave), "problem", "problems")
    return Offer(loaded, suggestions, "armies/suggestions/fix_all.html", context, f"Fixed {cleared}", "")


def _step(loaded: LoadedArmy, finding: Finding, lines: tuple[ProposedChange, ...]) -> PlanStep:
    mark = Mark(MARKS[finding.severity], finding.message)
    return PlanStep(place_name(loaded, finding.where), mark, finding.rule, lines)


def _steps(loaded: LoadedArmy, fixes: tuple[Fix, ...]) -> list[PlanStep]:
    """Each step of a plan with its edits in words."""
    steps = []
    for each in fixes:
        after = LoadedArmy(loaded.ruleset, each.force)
        steps.append(_step(loaded, each.finding, _lines(loaded, after, "")))
        loaded = after
    return steps


def random_groups(loaded: LoadedArmy, seed: int, collection: Mapping[EntryId, int] = NO_COLLECTION) -> Offer:
    """The random group of a seed."""
    name = free_name(f"Random {loaded.ruleset.words.group}", (group.name for group in loaded.force.groups), NAME_LENGTH)
    made = random_group(loaded.ruleset, loaded.force, seed, name, collection)
    if made is None:
        return Offer(loaded, (), "armies/suggestions/random.html", {}, "", "")
    group, words = made.force.groups[-1], loaded.ruleset.words
    after = LoadedArmy(loaded.ruleset, made.force)
    without_units = LoadedArmy(loaded.ruleset, change_group(made.force, group.id, units=()))
    size = count_of(after.count_in(group), words.unit, words.units)
    context = {"name": name, "seed": seed, "units": _lines(without_units, after, name), "size": size}
    made = replace(made, title=size)
    return Offer(loaded, (made,), "armies/suggestions/random.html", context, f"Added {name}", group.id)


def offer(
    name: str, loaded: LoadedArmy, about: Mapping[str, Any], collection: Mapping[EntryId, int] = NO_COLLECTION
) -> Offer:
    """The suggestions for the URL name ``name`` with the URL arguments ``about``, within the player's ``collection``.

    Raises ``NoSuchPart``, and ``KeyError`` or ``ValueError`` for missing or wrong arguments.
    """
    if name == "complete":
        return completions(loaded, about["group"], collection)
    if name == "fix":
        return fixes_of(loaded, int(about["number"]), collection)
    if name == "random":
        return random_groups(loaded, int(about["seed"]) if about.get("seed") else new_seed(), collection)
    return fixes_of_all(loaded, collection)


def _edit(name: str) -> Edit:
    def edit(loaded: LoadedArmy, data: EditData) -> EditResult:
        try:
            return offer(name, loaded, data, read_counts(data.get(LEFT, ""))).apply(data)
        except (KeyError, ValueError):
            raise EditRefused(OUT_OF_DATE) from None

    return edit


SUGGESTION_EDITS: Final[Mapping[str, Edit]] = {name: _edit(name) for name in ("complete", "fix", "fix-all", "random")}
"""Every edit that applies a suggestion; its data are the arguments of the page's address and the page's form."""
