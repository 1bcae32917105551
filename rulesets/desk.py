"""A game master's desk for scripts: battles by written orders, as plain data in and out.

A battle is a dictionary as the site exports it. No step changes the battle given; each returns the next one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rulesets.bad_input import BadInput
from rulesets.core.cards import Ink
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.json_schema import DIALECT, json_schema
from rulesets.core.declarations.problems import Problem
from rulesets.core.desk import Desk, DeskError, OrdersRefused, ReportForm
from rulesets.core.force_document import decode_force
from rulesets.core.forces.findings import Severity
from rulesets.core.plain import plain_value
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import MAX_SEED

Plain = dict[str, Any]
"""A JSON object: text keys, and values that JSON can hold."""


@contextmanager
def _refusals() -> Iterator[None]:
    """Tell what the game refuses as ``BadInput``."""
    try:
        yield
    except OrdersRefused as refused:
        errors = [issue for issue in refused.issues if issue.severity is Severity.ERROR]
        problems = (Problem(f"orders, line {each.line}", f"{each.message} ({each.rule})") for each in errors)
        raise BadInput(*problems) from None
    except DeskError as refused:
        raise BadInput(Problem("", str(refused))) from None
    except CodecError as error:
        raise BadInput(*error.problems) from None


class GameDesk:
    """The desk of a game; every method raises ``BadInput`` for a battle or an answer that cannot be."""

    def __init__(self, ruleset: AnyRuleset, desk: Desk[Any]) -> None:
        """``ruleset`` and ``desk`` are those of the game as the site uses them, which may change with any version."""
        self._ruleset, self._desk = ruleset, desk
        self.title = desk.title

    def example(self) -> Plain:
        """A battle to try out."""
        return self._desk.write(self._desk.demo())

    def example_orders(self) -> str:
        """Orders for the first round of the example."""
        return self._desk.demo_orders

    def setup_schema(self) -> Plain:
        """The JSON Schema of the answers with which ``new`` begins a battle."""
        return {"$schema": DIALECT, **json_schema(self._desk.setup)}

    def new(self, armies: Sequence[Plain], setup: Plain | None = None) -> Plain:
        """A battle between armies."""
        with _refusals():
            forces = tuple(decode_force(self._ruleset, army) for army in armies)
            return self._desk.write(self._desk.new(decode(self._desk.setup, setup or {}), forces))

    def board(self, battle: Plain) -> Plain:
        """The map with its ``rows``, ``legend``, ``groups``, ``pieces`` and ``marks``."""
        board: Plain = plain_value(self._desk.board(self._read(battle)))
        return board

    def draw(self, battle: Plain, *, pieces: bool = True) -> str:
        """The map as SVG."""
        return self._desk.draw(self._read(battle), pieces, Ink.COLOUR, ())

    def status(self, battle: Plain) -> Plain:
        """Where a battle stands: the ``rounds`` begun, the ``seed`` of the last dice, ``stages`` and ``is_over``."""
        desk, state = self._desk, self._read(battle)
        return {
            "rounds": desk.rounds(state),
            "seed": desk.seed(state),
            "stages": plain_value(desk.stages(state)),
            "is_over": desk.is_over(state),
        }

    def choices(self, battle: Plain) -> list[Plain]:
        """The orders open to each group now."""
        choices: list[Plain] = plain_value(self._desk.choices(self._read(battle)))
        return choices

    def check(self, battle: Plain, orders: str) -> list[Plain]:
        """What is wrong with orders, by ``line``; only those of the severity ``error`` prevent them."""
        with _refusals():
            issues: list[Plain] = plain_value(self._desk.check(self._read(battle), orders))
            return issues

    def forecast(self, battle: Plain, orders: str) -> list[Plain]:
        """The likely effects of orders, by ``line``."""
        with _refusals():
            forecasts: list[Plain] = plain_value(self._desk.forecast(self._read(battle), orders))
            return forecasts

    def give_orders(self, battle: Plain, orders: str, seed: int) -> Plain:
        """Begin a round with orders and the seed of its dice."""
        self._check_seed(seed)
        with _refusals():
            return self._desk.write(self._desk.give_orders(self._read(battle), orders, seed))

    def change_orders(self, battle: Plain, orders: str) -> Plain:
        """Replace the orders for the rest of the round."""
        with _refusals():
            return self._desk.write(self._desk.change_orders(self._read(battle), orders))

    def play_phase(self, battle: Plain) -> Plain:
        """Play the next phase of the round."""
        with _refusals():
            return self._desk.write(self._desk.play_phase(self._read(battle)))

    def undo(self, battle: Plain) -> Plain:
        """Take the last step back."""
        with _refusals():
            return self._desk.write(self._desk.undo(self._read(battle)))

    def finish(self, battle: Plain, seed: int, answers: Plain | None = None) -> Plain:
        """End the battle, by default as its last orders say; ``seed`` is that of the last dice."""
        self._check_seed(seed)
        with _refusals():
            state = self._read(battle)
            ending = self._desk.ending_ordered(state) if answers is None else None
            return self._desk.write(self._desk.finish(state, ending or decode(self._desk.ending, answers or {}), seed))

    def edits(self) -> list[Plain]:
        """The changes by hand: ``edit`` (its slug), ``title``, and the JSON Schema of its answers as ``schema``."""
        return [
            {"edit": each.slug, "title": each.title, "schema": {"$schema": DIALECT, **json_schema(each.declaration)}}
            for each in self._desk.edits
        ]

    def edit(self, battle: Plain, edit: str, answers: Plain) -> Plain:
        """Change a battle by hand."""
        try:
            chosen = self._desk.edit(edit)
        except KeyError:
            known = ", ".join(each.slug for each in self._desk.edits)
            raise BadInput(Problem("edit", f"use one of {known}.")) from None
        with _refusals():
            return self._desk.write(chosen.apply(self._read(battle), decode(chosen.declaration, answers)))

    def players_view(self, battle: Plain) -> Plain:
        """The battle as its players may see it."""
        return self._desk.write(self._desk.players_view(self._read(battle)))

    def report(self, battle: Plain, number: int, form: str = "markdown", *, every_die: bool = False) -> str:
        """The report of a round by its number (0: the end), as ``bbcode``, ``markdown`` or ``html``."""
        if form not in list(ReportForm):
            raise BadInput(Problem("form", f"use one of {', '.join(ReportForm)}."))
        with _refusals():
            return self._desk.report(self._read(battle), number, ReportForm(form), every_die)

    def _read(self, battle: Plain) -> Any:
        with _refusals():
            return self._desk.read(battle)

    def _check_seed(self, seed: int) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise BadInput(Problem("seed", f"enter a whole number from 0 to {MAX_SEED}."))
