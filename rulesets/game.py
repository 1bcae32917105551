"""A game for scripts: plain data in and out, with chances as exact fractions.

Armies, questions and answers are dictionaries, lists, texts and numbers as JSON has them. An army is as ``example``
gives it and as the site's files hold it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.core.calculators import QuestionError
from rulesets.core.codec import CodecError, decode
from rulesets.core.findings import Problem, is_legal
from rulesets.core.force import Force
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.house_rules import HouseRules, switches
from rulesets.core.json_schema import DIALECT, json_schema
from rulesets.core.plain import plain_answer, plain_card, plain_finding, plain_section
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset

Plain = dict[str, Any]
"""A JSON object: text keys, and values that JSON can hold."""
Readings = Mapping[str, str]
"""House rules: the switch of a ruling, and the reading that is played."""


class BadInput(ValueError):
    """What was given is not as it should be; ``problems`` are the places with what would be right, as the text is."""

    def __init__(self, *problems: Problem) -> None:
        """Join the problems into one message, a line each."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class Game:
    """One game: its calculators, its check of armies, its cards and quick reference."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        """``ruleset`` is the game as the site sees it."""
        self.ruleset = ruleset
        self.slug, self.title, self.edition = ruleset.slug, ruleset.title, ruleset.edition

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    def calculators(self) -> list[Plain]:
        """The calculators: ``calculator`` (its slug), ``title`` and ``summary``."""
        return [
            {"game": self.slug, "calculator": each.slug, "title": each.title, "summary": each.summary}
            for each in self.ruleset.calculators
        ]

    def house_rules(self) -> list[Plain]:
        """The rulings of which a table may choose the reading, with their readings and default."""
        return [
            {
                "switch": ruling.switch,
                "question": ruling.question,
                "readings": {reading.key: reading.text for reading in ruling.readings},
                "default": ruling.default,
            }
            for ruling in switches(self.ruleset.rulings).values()
        ]

    def schema(self, calculator: str) -> Plain:
        """The JSON Schema of a calculator's question; raises ``BadInput`` for a calculator there is not."""
        return {"$schema": DIALECT, **json_schema(self._calculator(calculator).question)}

    def ask(self, calculator: str, question: Plain | None = None, house: Readings | None = None) -> Plain:
        """The answer to a question, of which everything may be left out that is to be as usual; raises ``BadInput``.

        Every chance is ``{"fraction": "1/6", "decimal": 0.166…}``; ``rulings`` are the house rules it depends on.
        """
        found = self._calculator(calculator)
        try:
            asked = decode(found.question, {} if question is None else question)
            return plain_answer(found.ask(asked, self.ruleset.catalogue, self._house(house)))
        except CodecError as error:
            raise BadInput(*error.problems) from None
        except QuestionError as error:
            raise BadInput(Problem(error.field, error.message)) from None

    def check(self, army: Plain, house: Readings | None = None) -> Plain:
        """Whether an army is ``legal``, and the ``problems`` with rule, severity, place and message.

        ``house`` takes the place of readings that the army brings. Raises ``BadInput``.
        """
        force = self._force(army, house)
        findings = self.ruleset.check(force)
        return {"legal": is_legal(findings), "problems": [plain_finding(finding) for finding in findings]}

    def quick_reference(self, army: Plain | None = None, house: Readings | None = None) -> list[Plain]:
        """The sections of the quick-reference sheet: complete, or those that an army needs; raises ``BadInput``."""
        if army is None and not house:
            return [plain_section(section) for section in self.ruleset.sections(None)]
        force = self._force(army or encode_force(self.ruleset.new_force()), house)
        return [plain_section(section) for section in self.ruleset.sections(self.ruleset.context(force))]

    def card(self, army: Plain, unit: str, house: Readings | None = None) -> Plain:
        """The card of the unit with that id; raises ``BadInput``."""
        force = self._force(army, house)
        context = self.ruleset.context(force)
        for group, each in force.units():
            if each.id == unit:
                return plain_card(self.ruleset.card(each, group, context))
        raise BadInput(Problem("unit", f"should be the id of one of the army’s {self.ruleset.words.units}"))

    def example(self) -> Plain:
        """A legal army to begin with."""
        return encode_force(self.ruleset.demo())

    def _calculator(self, slug: str) -> Any:
        try:
            return self.ruleset.calculator(slug)
        except KeyError:
            known = ", ".join(each.slug for each in self.ruleset.calculators)
            raise BadInput(Problem("", f"{self.title} has no calculator {slug!r}; it has: {known}.")) from None

    def _house(self, readings: Readings | None) -> HouseRules:
        known = switches(self.ruleset.rulings)
        for switch, key in (readings or {}).items():
            if switch not in known:
                raise BadInput(
                    Problem(f"house.{switch}", f"there is no switch {switch!r}; there are: {', '.join(known)}.")
                )
            if key not in known[switch].keys:
                raise BadInput(Problem(f"house.{switch}", f"should be one of {', '.join(known[switch].keys)}."))
        return HouseRules(self.ruleset.rulings, (readings or {}).items())

    def _force(self, army: Plain, house: Readings | None) -> Force[Any, Any, Any]:
        self._house(house)
        played = {**army.get("house_rules", {}), **house} if house else None
        try:
            return decode_force(self.ruleset, army if played is None else {**army, "house_rules": played})
        except CodecError as error:
            raise BadInput(*error.problems) from None


def games() -> list[Game]:
    """Every game, by title."""
    return [Game(ruleset) for ruleset in all_rulesets()]


def get(slug: str) -> Game:
    """The game of that slug; raises ``KeyError``."""
    return Game(get_ruleset(slug))
