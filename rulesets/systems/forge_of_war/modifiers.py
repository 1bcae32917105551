"""Values and what changes them, kept apart so that every answer can show its working."""

from collections.abc import Iterable
from dataclasses import dataclass

from rulesets.core.calculators import Step
from rulesets.core.tables import Tone
from rulesets.core.wording import signed


@dataclass(frozen=True, slots=True)
class Modifier:
    """A change to a value: its rule, label and amount, and a reason where it needs one."""

    rule: str
    label: str
    amount: int
    reason: str = ""


def plain(number: int) -> str:
    """A number as printed in tables, with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def modified(base: int, modifiers: Iterable[Modifier]) -> int:
    """The value after all modifiers."""
    return base + sum(modifier.amount for modifier in modifiers)


def when(holds: bool, modifier: Modifier) -> tuple[Modifier, ...]:
    """The modifier if its condition holds and it changes anything."""
    return (modifier,) if holds and modifier.amount else ()


def working(
    rule: str, name: str, base: int, modifiers: tuple[Modifier, ...], result: str, reason: str = ""
) -> tuple[Step, ...]:
    """The lines from a printed value to the modified one, called ``result``; only its line where nothing changes it.

    The last line has the ``reason``.
    """
    if not modifiers:
        return (Step(rule, name, plain(base), reason, Tone.STRONG),)
    lines = [Step(rule, name, plain(base))]
    for each in modifiers:
        tone = Tone.GOOD if each.amount > 0 else Tone.BAD if each.amount < 0 else Tone.PLAIN
        lines.append(Step(each.rule, each.label, signed(each.amount), each.reason, tone))
    lines.append(Step(rule, result, plain(modified(base, modifiers)), reason, Tone.STRONG))
    return tuple(lines)
