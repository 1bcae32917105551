"""A battle as its page shows it: the board, the round, orders, squads, and the part that is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from armybuilder.desk.board import GONE, STANDING, board_svg, changes_svg
from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.desk.revisions import BATTLES, State, desk_of
from armybuilder.desk.writing_orders import Checked, CheckedLine, Complaint
from armybuilder.pages import read_number
from armybuilder.revisions.store import Position
from armybuilder.rule_places import rule_places
from rulesets.core.desk import (
    ORDERS_FIT,
    Board,
    BoardGroup,
    BoardPiece,
    Desk,
    Edit,
    GroupChoices,
    ReportForm,
    StageState,
    Subject,
)
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import new_seed

MOST_ROWS: Final = 16
"""With more groups than this the order form shows one at a time."""


@dataclass(frozen=True, slots=True)
class EditLink:
    """A change by hand and the address of its form."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class ChosenOnBoard:
    """What the game master looks at: a piece, a group or a tile, with what may be changed of it.

    ``group`` is the piece's own; ``tile`` a tile's name.
    """

    id: str
    title: str
    text: str
    links: tuple[EditLink, ...]
    piece: BoardPiece | None = None
    group: BoardGroup | None = None
    tile: str = ""


@dataclass(frozen=True, slots=True)
class BoardGroupItem:
    """A group with its pieces that are still there, and how many are gone."""

    group: BoardGroup
    pieces: tuple[BoardPiece, ...]
    gone: int


@dataclass(frozen=True, slots=True)
class GroupChange:
    """What the page exchanges of a group: its line, and the chips of ``pieces`` in place of theirs.

    ``left`` are the pieces whose chips go. Where others come the group is exchanged as a ``whole``.
    """

    shown: BoardGroupItem
    pieces: tuple[BoardPiece, ...]
    left: tuple[str, ...]
    whole: bool


@dataclass(frozen=True)
class Page:
    """All that the templates need. ``checked`` is there when orders were checked, ``seed_sent`` when a seed was sent,
    ``with_form`` when orders are entered by form, and ``of`` says whose. ``before`` is the battle as the page shows
    it while it waits for an answer.
    """

    orders_fit: ClassVar[str] = ORDERS_FIT

    battle: Battle
    ruleset: AnyRuleset
    state: State
    at: str = ""
    text: str | None = None
    checked: Checked | None = None
    refused: str = ""
    seed_sent: str = ""
    said: str = ""
    with_form: bool = False
    of: int = 0
    before: State | None = None

    @property
    def desk(self) -> Desk[State]:
        """The desk of the battle's game, which knows its edits, phases and reports."""
        return desk_of(self.ruleset)

    @cached_property
    def board(self) -> Board:
        """The board as it stands."""
        return self.desk.board(self.state)

    @cached_property
    def board_before(self) -> Board | None:
        """The board as the page shows it; ``None`` where it shows none."""
        return None if self.before is None else self.desk.board(self.before)

    @cached_property
    def map(self) -> SafeString:
        """The board drawn."""
        return board_svg(self.board, f"Map of {len(self.board.across)} by {len(self.board.down)} tiles")

    @cached_property
    def map_changes(self) -> SafeString:
        """What is different on the map that the page shows; the whole of it where nothing of that can stay."""
        changes = changes_svg(self.board_before, self.board) if self.board_before else None
        return self.map if changes is None else changes

    @cached_property
    def position(self) -> Position[BattleRevision]:
        """What undo and redo would do."""
        return BATTLES.position(self.battle)

    @cached_property
    def stages(self) -> list[dict[str, Any]]:
        """The phases of the current round."""
        return [
            {"title": stage.title, "state": stage.state, "done": stage.state is StageState.DONE}
            for stage in self.desk.stages(self.state)
        ]

    @property
    def next_stage(self) -> str:
        """The phase to be played next; empty between rounds."""
        return next((stage["title"] for stage in self.stages if stage["state"] is StageState.NEXT), "")

    @property
    def rounds(self) -> int:
        """How many rounds have begun."""
        return self.desk.rounds(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended."""
        return self.desk.is_over(self.state)

    @property
    def ends_now(self) -> bool:
        """Whether the round that is over was ordered to be the last."""
        return not self.stages and not self.is_over and self.desk.ending_ordered(self.state) is not None

    @property
    def coming(self) -> int:
        """The number of the round that orders are for."""
        return self.rounds if self.stages else self.rounds + 1

    @property
    def seed_played(self) -> int | None:
        """What the last dice came from."""
        return self.desk.seed(self.state)

    @property
    def report_number(self) -> int:
        """The newest report: 0 is the end's."""
        return 0 if self.is_over else self.rounds

    @property
    def back_words(self) -> str:
        """What would be taken back."""
        if self.is_over:
            return "the end"
        if not self.stages:
            return "the last phase"
        return next((stage["title"] for stage in reversed(self.stages) if stage["done"]), "the orders")

    @cached_property
    def orders(self) -> str:
        """The text in the order box: what was sent, else what is kept, else the orders of the round being played."""
        if self.text is not None:
            return self.text
        return self.battle.draft or (self.desk.orders(self.state) if self.stages else "")

    @cached_property
    def seed(self) -> str:
        """The seed offered for the next roll."""
        return self.seed_sent or str(new_seed())

    @cached_property
    def choices(self) -> tuple[GroupChoices, ...]:
        """What each group may be ordered."""
        return self.desk.choices(self.state)

    @property
    def order_rows(self) -> list[tuple[int, GroupChoices]]:
        """The rows of the order form with their places among the choices; one of many, so that no phone chokes."""
        rows = list(enumerate(self.choices))
        return rows if len(rows) <= MOST_ROWS else rows[self.of : self.of + 1]

    @cached_property
    def sides(self) -> list[list[BoardGroupItem]]:
        """The groups of each side with their pieces."""
        sides: dict[int, list[BoardGroupItem]] = {}
        for shown in groups_of(self.board):
            sides.setdefault(shown.group.side, []).append(shown)
        return [sides[side] for side in sorted(sides)]

    @cached_property
    def changed_groups(self) -> list[GroupChange]:
        """The groups that the page shows otherwise."""
        were = {shown.group.id: shown for shown in groups_of(self.board_before)} if self.board_before else {}
        return [
            group_change(were[shown.group.id], shown)
            for shown in groups_of(self.board)
            if shown != were.get(shown.group.id)
        ]

    @property
    def same_groups(self) -> bool:
        """Whether the page shows the same groups, whatever became of them."""
        before = self.board_before
        return before is not None and [each.id for each in before.groups] == [each.id for each in self.board.groups]

    @cached_property
    def beside(self) -> tuple[BoardPiece, ...]:
        """The pieces that wait beside the board."""
        return tuple(piece for piece in self.board.pieces if piece.x is None and piece.state == STANDING)

    @cached_property
    def account(self) -> SafeString:
        """What happened in the current or last round, or at the end, in short."""
        if not self.rounds:
            return SafeString("")
        told = self.desk.report(self.state, self.report_number, ReportForm.HTML, False)
        return mark_safe(told)  # noqa: S308 (reports escape all text)

    @cached_property
    def checked_lines(self) -> list[tuple[CheckedLine, list[tuple[Complaint, str]]]]:
        """The lines that are listed of those checked, their complaints each with the place of its rule."""
        places = rule_places(self.ruleset)
        lines = self.checked.listed if self.checked else ()
        return [(line, [(one, places.get(one.rule, "")) for one in line.complaints]) for line in lines]

    @cached_property
    def chosen(self) -> ChosenOnBoard | None:
        """The part that the address names; ``None`` for none, or one that is not there."""
        what, _, which = self.at.partition("-")
        if what == Subject.PIECE:
            return self._chosen_piece(which)
        if what == Subject.GROUP:
            return self._chosen_group(which)
        if what == Subject.TILE:
            return self._chosen_tile(which)
        return None

    def _chosen_piece(self, number: str) -> ChosenOnBoard | None:
        piece = next((piece for piece in self.board.pieces if piece.id == number), None)
        if piece is None:
            return None
        group = next(group for group in self.board.groups if group.id == piece.group)
        where = f"at {self.board.tile(piece.x, piece.y)}" if piece.x is not None and piece.y is not None else ""
        links = self.links(Subject.PIECE, number)
        return ChosenOnBoard(self.at, f"{piece.label} {where}", piece.title, links, piece, group)

    def _chosen_group(self, number: str) -> ChosenOnBoard | None:
        group = next((group for group in self.board.groups if group.id == number), None)
        if group is None:
            return None
        links = self.links(Subject.GROUP, number)
        return ChosenOnBoard(self.at, group.title, group.text, links, group=group)

    def _chosen_tile(self, which: str) -> ChosenOnBoard | None:
        across, _, down = which.partition("-")
        x, y = read_number(across, len(self.board.across) - 1), read_number(down, len(self.board.down) - 1)
        if x is None or y is None:
            return None
        ground = dict(self.board.legend)[self.board.rows[y][x]]
        near = [
            f"{mark.title} ({mark.text})"
            for mark in self.board.marks
            if abs(mark.x - x) + abs(mark.y - y) <= mark.radius
        ]
        text = "; ".join([f"{ground} ground", *(f"near {mark}" for mark in near)])
        name = self.board.tile(x, y)
        return ChosenOnBoard(self.at, f"Tile {name}", text, self.links(Subject.TILE, name), tile=name)

    def links(self, about: Subject, of: str) -> tuple[EditLink, ...]:
        """The changes by hand about such a thing, which is ``of`` that number or name."""
        return tuple(
            EditLink(edit.title, edit_address(self.battle, edit, of)) for edit in self.desk.edits if edit.about is about
        )

    @property
    def all_links(self) -> Iterable[EditLink]:
        """Every change by hand, without a subject."""
        return [EditLink(edit.title, edit_address(self.battle, edit, "")) for edit in self.desk.edits]


def groups_of(board: Board) -> list[BoardGroupItem]:
    """The groups of a board, each with its pieces."""
    pieces: dict[str, list[BoardPiece]] = {}
    for piece in board.pieces:
        pieces.setdefault(piece.group, []).append(piece)
    shown = []
    for group in board.groups:
        own = pieces.get(group.id, [])
        there = tuple(piece for piece in own if piece.state != GONE)
        shown.append(BoardGroupItem(group, there, len(own) - len(there)))
    return shown


def group_change(before: BoardGroupItem, shown: BoardGroupItem) -> GroupChange:
    """What is different in a group."""
    were = {piece.id: piece for piece in before.pieces}
    there = {piece.id for piece in shown.pieces}
    if not there <= set(were):
        return GroupChange(shown, shown.pieces, (), True)
    different = tuple(piece for piece in shown.pieces if _chip(piece) != _chip(were[piece.id]))
    return GroupChange(shown, different, tuple(number for number in were if number not in there), False)


def _chip(piece: BoardPiece) -> tuple[str, ...]:
    """What a piece's chip shows, which is nothing of where it stands."""
    return piece.label, piece.state, piece.title


def edit_address(battle: Battle, edit: Edit[Any], of: str) -> str:
    """Where a change by hand is asked for, of what has that number or name."""
    address = reverse("desk:edit", args=[battle.pk, edit.slug])
    return f"{address}?{urlencode({edit.field: of})}" if of else address
