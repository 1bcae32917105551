"""A battle as its page shows it: the board, the round, orders, squads, and the selected part."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from django.urls import reverse

from armybuilder.desk.board import KILLED, STANDING, BoardChanges, BoardDrawing, draw, draw_changes
from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.desk.revisions import BATTLES, State, desk_of
from armybuilder.desk.writing_orders import CheckedLine, CheckedOrders, Complaint
from armybuilder.revisions.store import Position
from armybuilder.site.pages import read_number
from armybuilder.site.rule_places import rule_places
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

MAX_ROWS: Final = 16
"""With more groups than this the order form shows one at a time."""


@dataclass(frozen=True, slots=True)
class EditLink:
    """A change by hand and the address of its form."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class ChosenOnBoard:
    """The piece, group or tile that is selected, with the changes that can be made to it.

    ``group`` is also set for a piece; ``tile`` is a tile's name.
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
    """A group with the pieces it still has, and how many were killed."""

    group: BoardGroup
    pieces: tuple[BoardPiece, ...]
    killed: int


@dataclass(frozen=True, slots=True)
class GroupChange:
    """What the page replaces of a group: its line, the chips of ``pieces``, and those ``removed``, by number.

    A group that gained pieces is replaced as a ``whole``.
    """

    item: BoardGroupItem
    pieces: tuple[BoardPiece, ...]
    removed: tuple[str, ...]
    whole: bool


@dataclass(frozen=True)
class Page:
    """Everything the templates need. ``checked`` is set after a check of the orders, ``sent_seed`` after a seed was
    sent, ``with_form`` while orders are entered by form; ``of`` is the place of their group. ``before`` is the battle
    as the browser still shows it. ``message`` reports what was done, ``error`` why orders were refused.
    """

    orders_fit: ClassVar[str] = ORDERS_FIT

    battle: Battle
    ruleset: AnyRuleset
    state: State
    at: str = ""
    text: str | None = None
    checked: CheckedOrders | None = None
    error: str = ""
    sent_seed: str = ""
    message: str = ""
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
        """The board as the browser still shows it, if it does."""
        return None if self.before is None else self.desk.board(self.before)

    @cached_property
    def map(self) -> BoardDrawing:
        """The board, laid out."""
        return draw(self.board)

    @cached_property
    def map_changes(self) -> BoardChanges | None:
        """The changes to the map that the browser shows; ``None`` if it needs a new one."""
        return draw_changes(self.board_before, self.board) if self.board_before else None

    @cached_property
    def position(self) -> Position[BattleRevision]:
        """The revision the battle stands on, and those that undo and redo lead to."""
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
        """Whether the orders of the round just played end the battle."""
        return not self.stages and not self.is_over and self.desk.ending_ordered(self.state) is not None

    @property
    def coming(self) -> int:
        """The number of the round that orders are for."""
        return self.rounds if self.stages else self.rounds + 1

    @property
    def seed_played(self) -> int | None:
        """The seed of the last dice."""
        return self.desk.seed(self.state)

    @property
    def report_number(self) -> int:
        """The newest report: a round, or 0 for the end."""
        return 0 if self.is_over else self.rounds

    @property
    def back_words(self) -> str:
        """What the button to take a step back names."""
        if self.is_over:
            return "the end"
        if not self.stages:
            return "the last phase"
        return next((stage["title"] for stage in reversed(self.stages) if stage["done"]), "the orders")

    @cached_property
    def orders(self) -> str:
        """The text in the order box: the text sent, else the draft, else the orders of the round being played."""
        if self.text is not None:
            return self.text
        return self.battle.draft or (self.desk.orders(self.state) if self.stages else "")

    @cached_property
    def seed(self) -> str:
        """The seed offered for the next roll."""
        return self.sent_seed or str(new_seed())

    @cached_property
    def choices(self) -> tuple[GroupChoices, ...]:
        """The orders that can be given to each group."""
        return self.desk.choices(self.state)

    @property
    def order_rows(self) -> list[tuple[int, GroupChoices]]:
        """The rows of the order form with their places among the choices; of many only one, as phones are slow."""
        rows = list(enumerate(self.choices))
        return rows if len(rows) <= MAX_ROWS else rows[self.of : self.of + 1]

    @cached_property
    def sides(self) -> list[list[BoardGroupItem]]:
        """The groups of each side with their pieces."""
        sides: dict[int, list[BoardGroupItem]] = {}
        for item in groups_of(self.board):
            sides.setdefault(item.group.side, []).append(item)
        return [sides[side] for side in sorted(sides)]

    @cached_property
    def changed_groups(self) -> list[GroupChange]:
        """The groups that differ from what the browser shows."""
        previous = {item.group.id: item for item in groups_of(self.board_before)} if self.board_before else {}
        return [
            group_change(previous[item.group.id], item)
            for item in groups_of(self.board)
            if item != previous.get(item.group.id)
        ]

    @property
    def same_groups(self) -> bool:
        """Whether the browser shows the same groups, apart from their state."""
        before = self.board_before
        return before is not None and [each.id for each in before.groups] == [each.id for each in self.board.groups]

    @cached_property
    def beside(self) -> tuple[BoardPiece, ...]:
        """The pieces waiting beside the board."""
        return tuple(piece for piece in self.board.pieces if piece.x is None and piece.state == STANDING)

    @cached_property
    def account(self) -> str:
        """A short report of the current or last round, or of the end, as HTML; empty before the first round."""
        return self.desk.report(self.state, self.report_number, ReportForm.HTML, False) if self.rounds else ""

    @cached_property
    def checked_lines(self) -> list[tuple[CheckedLine, list[tuple[Complaint, str]]]]:
        """The checked lines that the page lists, each complaint with the address of its rule."""
        places = rule_places(self.ruleset)
        lines = self.checked.listed if self.checked else ()
        return [(line, [(one, places.get(one.rule, "")) for one in line.complaints]) for line in lines]

    @cached_property
    def chosen(self) -> ChosenOnBoard | None:
        """The part that the address selects; ``None`` if it names none, or one that does not exist."""
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
        column, _, down = which.partition("-")
        x, y = read_number(column, len(self.board.column_names) - 1), read_number(down, len(self.board.row_names) - 1)
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
        """The changes by hand for a subject with that number or name."""
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
    items = []
    for group in board.groups:
        own = pieces.get(group.id, [])
        alive = tuple(piece for piece in own if piece.state != KILLED)
        items.append(BoardGroupItem(group, alive, len(own) - len(alive)))
    return items


def group_change(before: BoardGroupItem, now: BoardGroupItem) -> GroupChange:
    """The differences between two states of a group."""
    previous = {piece.id: piece for piece in before.pieces}
    current = {piece.id for piece in now.pieces}
    if not current <= set(previous):
        return GroupChange(now, now.pieces, (), True)
    different = tuple(piece for piece in now.pieces if _chip(piece) != _chip(previous[piece.id]))
    return GroupChange(now, different, tuple(number for number in previous if number not in current), False)


def _chip(piece: BoardPiece) -> tuple[str, ...]:
    """What a piece's chip shows: everything but its tile."""
    return piece.label, piece.state, piece.title


def edit_address(battle: Battle, edit: Edit[Any], of: str) -> str:
    """The address of the form for a change by hand of the subject with that number or name."""
    address = reverse("desk:edit", args=[battle.pk, edit.slug])
    return f"{address}?{urlencode({edit.field: of})}" if of else address
