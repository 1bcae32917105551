"""What the files say that a skeleton does not: changes under conditions, constraints of other kinds, texts of rules."""

from __future__ import annotations

from .choices import Choices
from .data_files import DataFile, DataFiles, Node
from .remarks import Remarks, counted, listed
from .units import Types

_OTHER_FIELDS = {
    "hidden": "whether it is shown",
    "name": "its name",
    "category": "its categories",
    "description": "the text of a rule",
    "page": "its page",
    "annotation": "its notes",
    "error": "its error messages",
    "warning": "its warnings",
    "info": "its information",
}
LIMIT = "a limit"


def tell_unread(files: DataFiles, choices: Choices, types: Types, remarks: Remarks) -> None:
    """Add to the remarks what was not read, by file and entry."""
    for file in files.files:
        for node in file.root.children:
            _tell_of(node, file, choices, types, remarks)
        rules = [node.name for node in file.root.every() if node.tag == "rule"]
        if rules:
            remarks.leave_out(file.title, f"Rules text is not copied: {listed(rules)}.")
    lost: dict[DataFile, list[str]] = {}
    for link in choices.lost:
        lost.setdefault(link.file, []).append(link.name or link.get("targetId")[:40])
    for file, names in lost.items():
        remarks.leave_out(file.title, f"Not found in these files: {listed(names)}.")
    for file, name in files.missing():
        remarks.leave_out(file.title, f"The catalogue “{name}” is in another file. Choose that file, too.")
    for node in choices.doubtful:
        remarks.leave_out(f"{node.file.title}, {node.name}", "Its link has another cost, which is not read.")


def _tell_of(top: Node, file: DataFile, choices: Choices, types: Types, remarks: Remarks) -> None:
    """What was not read of an entry, a category or a kind of force, with all that stands in it."""
    place = f"{file.title}, {top.name}" if top.name else file.title
    fields: dict[str, None] = {}
    limited: dict[str, None] = {}
    changes = conditions = limits = 0
    for node in top.every():
        for each in node.children:
            if each.tag == "modifier":
                changes, conditions = changes + 1, conditions + each.conditions
                fields[_field(each, file, types, choices)] = None
            elif each.tag == "constraint" and each not in choices.used:
                limits += 1
                limited[node.name or top.name] = None
    unread = []
    if changes:
        depend = f" under {counted(conditions, 'condition')}" if conditions else ""
        unread.append(f"{counted(changes, 'change')}{depend} of {' and '.join(fields)}")
    if limits:
        unread.append(f"{counted(limits, 'limit')} of {listed(limited)}")
    if unread:
        remarks.leave_out(place, f"Not read: {', and '.join(unread)}.")


def _field(modifier: Node, file: DataFile, types: Types, choices: Choices) -> str:
    """What a modifier changes, as a player calls it."""
    changed = modifier.get("field")
    if changed in _OTHER_FIELDS:
        return _OTHER_FIELDS[changed]
    node = choices.files.find(changed, file)
    if node is None or node.tag == "constraint":
        return LIMIT
    return f"“{node.name}”"
