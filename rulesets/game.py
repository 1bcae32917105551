"""A game for scripts: plain data in and out, with chances as exact fractions.

Armies, questions and answers are dictionaries, lists, texts and numbers as JSON has them. An army has the format of
``example`` and of the site's files. Everything that a script may call is in this module and in ``rulesets.desk``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

from rulesets.bad_input import BadInput
from rulesets.core.battlefields import Battlefield, Changes, Surveyor
from rulesets.core.calculators import Calculator, QuestionError, SolveContext
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import (
    BAD,
    CodecError,
    Path,
    Problems,
    Reader,
    decode,
    encode,
    list_reader,
    number_reader,
    object_reader,
    read_anything,
    read_bool,
    read_strictly,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules, switches
from rulesets.core.declarations.json_schema import DIALECT, json_schema
from rulesets.core.declarations.problems import Problem
from rulesets.core.engagements import at_distance, barred, engagements, holder_of, possible_results, side_of
from rulesets.core.force_document import decode_force, encode_entry, encode_force
from rulesets.core.forces.findings import is_legal
from rulesets.core.forces.force import Force, Group, NoSuchPart, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.core.names import plain_words
from rulesets.core.plain import (
    CalculatorShape,
    CheckShape,
    HouseRule,
    ResultsShape,
    RuleShape,
    finding_shape,
    plain_answer,
    plain_battlefield,
    plain_card,
    plain_plan,
    plain_row,
    plain_section,
    plain_tracks,
    result_shape,
)
from rulesets.core.plans import Goal, Planner, Wishes
from rulesets.core.play.definition import AnyPlay
from rulesets.core.play.match_log import play, replay
from rulesets.core.play.matches import (
    AT_START,
    MAX_ENTRIES,
    SIDES,
    Event,
    EventKind,
    LogEntry,
    Match,
    MatchState,
    read_match_state,
)
from rulesets.core.play.states import GAME, OUT, InvalidChange, Side
from rulesets.core.play.tabletop import MAX_PLACE
from rulesets.core.play.trackers import Track, UnitState
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import MAX_SEED
from rulesets.desk import GameDesk, Plain
from rulesets.registry import all_rulesets, get_ruleset

Readings = Mapping[str, str]
"""House rules: the readings played, by the switches of their rulings."""


@dataclass(frozen=True, slots=True)
class SideEvent:
    """An event of a side, ``at`` milliseconds since 1970; ``seed`` decides anything random in it."""

    side: Annotated[int, Ask("Side", min=0, max=1)]
    event: Annotated[Event, Ask("Event")]
    at: Annotated[int, Ask("Time", min=0)] = 0
    seed: Annotated[int, Ask("Seed", min=0, max=MAX_SEED)] = 0


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The log of a game at the table, further events, and how to play them."""

    log: Annotated[tuple[LogEntry, ...], Ask("Log", max=MAX_ENTRIES)] = ()
    events: Annotated[tuple[SideEvent, ...], Ask("Events", max=MAX_ENTRIES)] = ()
    hides: Annotated[bool, Ask("Units start hidden")] = False
    at_once: Annotated[bool, Ask("Losses of the other side take effect at once")] = False
    both: Annotated[bool, Ask("One player for both sides")] = False


class Game:
    """One game: its calculators, its check of armies, its cards and quick reference."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        """``ruleset`` is the game as the site uses it, which may change with any version."""
        self.ruleset = ruleset
        self.slug, self.title, self.edition = ruleset.slug, ruleset.title, ruleset.edition

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    def calculators(self) -> list[Plain]:
        """The calculators: ``calculator`` (its slug), ``title`` and ``summary``."""
        return [
            asdict(CalculatorShape(self.slug, each.slug, each.title, each.summary)) for each in self.ruleset.calculators
        ]

    def kinds(self) -> list[Plain]:
        """The kinds of catalogue entries: ``kind`` (its slug), ``title``, ``plural``, and the ``count`` of entries."""
        counts = Counter(entry.kind for entry in self.ruleset.catalogue)
        return [
            {"kind": kind.slug, "title": kind.title, "plural": kind.plural, "count": counts[kind.slug]}
            for kind in self.ruleset.kinds
        ]

    def catalogue(self, kind: str = "", search: str = "") -> list[Plain]:
        """The entries of the catalogue, or those of a kind with every word in name, key or citation.

        Raises ``BadInput`` for an unknown kind.
        """
        known = [each.slug for each in self.ruleset.kinds]
        if kind and kind not in known:
            raise BadInput(Problem("kind", f"use one of {', '.join(known)}."))
        words = plain_words(search).split()
        entries = self.ruleset.catalogue.of_kind(kind) if kind else self.ruleset.catalogue
        return [
            encode_entry(entry)
            for entry in entries
            if all(word in plain_words(f"{entry.name}\n{entry.key}\n{entry.cite}") for word in words)
        ]

    def house_rules(self) -> list[Plain]:
        """The rulings that players may decide for themselves, with their readings and default."""
        rulings = switches(self.ruleset.rulings).values()
        texts = ({reading.key: reading.text for reading in ruling.readings} for ruling in rulings)
        return [
            asdict(HouseRule(ruling.switch, ruling.question, readings, ruling.default))
            for ruling, readings in zip(rulings, texts, strict=True)
        ]

    def schema(self, calculator: str) -> Plain:
        """The JSON Schema of a calculator's question; raises ``BadInput`` for an unknown calculator."""
        return {"$schema": DIALECT, **json_schema(self._calculator(calculator).question)}

    def ask(
        self,
        calculator: str,
        question: Plain | None = None,
        house: Readings | None = None,
        catalogue: Catalogue | None = None,
    ) -> Plain:
        """The answer to a question, whose fields are all optional; raises ``BadInput``.

        Every chance is ``{"fraction": "1/6", "decimal": 0.166…}``; ``rulings`` are the house rules it depends on. The
        question may name entries of the ``catalogue`` (default: the game's).
        """
        solver = self._calculator(calculator)
        try:
            decoded = decode(solver.question, {} if question is None else question)
            return plain_answer(solver.ask(decoded, catalogue or self.ruleset.catalogue, self._house(house)))
        except CodecError as error:
            raise BadInput(*error.problems) from None
        except QuestionError as error:
            raise BadInput(Problem(error.field, error.message)) from None

    def check(self, army: Plain, house: Readings | None = None) -> Plain:
        """Whether an army is ``legal``, and the ``problems`` with rule, severity, place and message.

        ``house`` overrides the army's own house rules. Raises ``BadInput``.
        """
        force = self._force(army, house)
        findings = self.ruleset.check(force)
        return asdict(CheckShape(is_legal(findings), list(map(finding_shape, findings))))

    def quick_reference(self, army: Plain | None = None, house: Readings | None = None) -> list[Plain]:
        """The sections of the quick-reference sheet: all, or those that an army needs; raises ``BadInput``."""
        if army is None:
            return [plain_section(section) for section in self.ruleset.sections(self._house(house), ())]
        context = self.ruleset.context(self._force(army, house))
        return [plain_section(section) for section in self.ruleset.sections(context.house, (context,))]

    def card(self, army: Plain, unit: str, house: Readings | None = None) -> Plain:
        """The card of the unit with that id; raises ``BadInput``."""
        return plain_card(self.ruleset.card(*self._unit_of(army, unit, house)))

    def row(self, army: Plain, unit: str, house: Readings | None = None) -> Plain:
        """How lists show the unit with that id: ``chips`` in the builder, ``values`` at the table; raises ``BadInput``.

        ``count`` is how many a player counts, ``strength`` what each consists of where that differs.
        """
        place = self._unit_of(army, unit, house)
        return plain_row(self.ruleset.row(*place), self.ruleset.play.values(*place) if self.ruleset.play else ())

    def rules(self, house: Readings | None = None) -> list[Plain]:
        """The rules of armies, which alone have a ``severity``, and those of play, each with its ``sentence``.

        ``rule`` is its id, by which answers and problems name it. Raises ``BadInput`` for unknown readings.
        """
        played = self._house(house)
        of_armies = (
            RuleShape(each.id, each.cite, each.severity.value, each.sentence) for each in self.ruleset.all_rules
        )
        of_play = (RuleShape(each.id, each.cite, "", each.sentence_under(played)) for each in self.ruleset.play_rules)
        return [asdict(each) for each in (*of_armies, *of_play)]

    def battlefield(self, seed: int, question: Plain | None = None, house: Readings | None = None) -> Plain:
        """The battlefield of a seed, the same on every machine; raises ``BadInput``.

        ``question`` is what ``battlefield_schema`` describes; lengths are in tenths of an inch from the top left.
        """
        return plain_battlefield(self.rolled_battlefield(seed, question, house))

    def battlefield_schema(self) -> Plain:
        """The JSON Schema of the question that a battlefield answers; raises ``BadInput``."""
        return {"$schema": DIALECT, **json_schema(self._surveyor().question)}

    def rolled_battlefield(
        self, seed: int, question: Plain | None = None, house: Readings | None = None
    ) -> Battlefield:
        """The battlefield of a seed, as a value that can be drawn; otherwise like ``battlefield``."""
        surveyor = self._surveyor()
        if not 0 <= seed <= MAX_SEED:
            raise BadInput(Problem("seed", f"enter a whole number from 0 to {MAX_SEED}."))
        try:
            return surveyor.make(
                decode(surveyor.question, {} if question is None else question), seed, Changes(), self._house(house)
            )
        except CodecError as error:
            raise BadInput(*error.problems) from None
        except QuestionError as error:
            raise BadInput(Problem(error.field, error.message)) from None

    def tracks(self, army: Plain, house: Readings | None = None) -> dict[str, list[Plain]]:
        """The tracks of a game at the table, by holder; raises ``BadInput``.

        A holder is the id of a unit or group, empty for the whole force, or ``game`` for what applies to both sides.
        A ``track`` counts up to its ``boxes``, or has a key for each box in ``keys``.
        """
        match = Match(self._table_play(), (self.ruleset.context(self._force(army, house)), None))
        tracks_by_holder = {**match.tracks[0], GAME: match.conditions}
        return {
            holder: [
                {
                    "track": track.slug,
                    "title": track.title,
                    "boxes": track.boxes,
                    "keys": [] if track.counts else [track.key(box) for box in range(1, track.boxes + 1)],
                }
                for track in tracks
            ]
            for holder, tracks in tracks_by_holder.items()
            if tracks
        }

    def engagements(self, record: Plain, own: str, opposing: str = "", side: int = 0) -> list[Plain]:
        """The ways in which a unit can engage one of the other side, the usual one first; raises ``BadInput``.

        ``record`` is that of ``play``, ``own`` and ``opposing`` are the ids of units, ``own`` of ``side``. Against an
        opponent without a list there is no ``opposing`` unit; the question of the ``calculator`` describes one.
        ``distance``, ``parts`` and ``conditions`` are the fields of the question that are set at the table; ``steps``
        are common distances.
        """
        match, state, _ = self._played(record)
        units = _two_units(match, state, own, opposing, side)
        return [
            {
                "calculator": each.calculator,
                "title": each.title,
                "distance": each.distance,
                "steps": list(each.steps),
                "parts": each.parts,
                "conditions": list(each.conditions),
            }
            for each in engagements(match, self.ruleset.calculators, *units)
        ]

    def fill_in(self, record: Plain, calculator: str, own: str = "", opposing: str = "", side: int = 0) -> Plain:
        """What two units, in their states, put into a calculator's question; raises ``BadInput``.

        The fields left out have their defaults, and a distance is that on the map. Without units, what the two forces
        put into it: empty where the calculator has no use for them. The other arguments are those of ``engagements``.
        """
        match, state, _ = self._played(record)
        force = match.deployed(state, side) if side in SIDES else None
        if force is None:
            raise BadInput(Problem("side", "give 0 or 1, the number of a side that has an army."))
        unit = _unit(match, state, side, own, "own") if own else None
        other = _unit(match, state, 1 - side, opposing, "opposing") if opposing else None
        solver = self._calculator(calculator)
        filled = solver.fill_in(force, unit, match.deployed(state, 1 - side), other)
        return self._on_the_map(match, state, solver, filled, side, unit, other) if unit and other else filled

    def _on_the_map(
        self, match: Match, state: MatchState, solver: Calculator[Any], filled: Plain, side: int, own: Side, other: Side
    ) -> Plain:
        """What two units put into a question, with their distance if both stand on the map."""
        ways = engagements(match, self.ruleset.calculators, own, other)
        way = next((each for each in ways if each.calculator == solver.slug), None)
        measured = match.measured(state, side, own, other)
        if way is None or measured is None:
            return filled
        plain: Plain = encode(at_distance(decode(solver.question, filled), way, measured))
        return plain

    def results(
        self,
        record: Plain,
        calculator: str,
        own: str,
        opposing: str = "",
        question: Plain | None = None,
        side: int = 0,
    ) -> Plain:
        """What may come of a question about two units, as the table offers it; raises ``BadInput``.

        ``results`` have a ``label``, a ``tone``, the ``throw`` of rock, paper, scissors that leads to them (empty in
        other games), a ``part`` (results of one part exclude each other), their exact ``chance`` (``None`` where the
        rules leave the result to the players) and the ``event`` that records them in ``play``, to which only an ``id``
        is missing. The chances of a part sum to at most one; otherwise none of them happens. ``barred`` says in a
        sentence why the units may not do this now; it is empty where nothing is against it. ``question`` is by default
        that of ``fill_in``; the other arguments are those of ``engagements``.
        """
        match, state, _ = self._played(record)
        solver, units = self._calculator(calculator), _two_units(match, state, own, opposing, side)
        context = match.contexts[side]
        assert context is not None  # noqa: S101 (the own unit is one of its force)
        entries = [each for one in match.contexts if one for each in one.force.entries]
        solving = SolveContext(self.ruleset.catalogue.with_entries(entries), context.house.untraced)
        if question is None:
            unit, other = units
            filled = solver.prefill(*units) if solver.prefill else {}
            question = self._on_the_map(match, state, solver, filled, side, unit, other) if other else filled
        try:
            decoded = decode(solver.question, question)
            possible = possible_results(match, solver, decoded, side, *units, solving)
        except CodecError as error:
            raise BadInput(*error.problems) from None
        except QuestionError as error:
            raise BadInput(Problem(error.field, error.message)) from None
        return asdict(ResultsShape(barred(match, solver, decoded, *units), list(map(result_shape, possible))))

    def table_row(self, record: Plain, unit: str, side: int = 0) -> Plain:
        """What the row of a unit shows in a game at the table, after a record of it; raises ``BadInput``.

        Beside what ``row`` says: its ``tracks`` as they stand, each with the ``count`` of its ticked boxes and the keys
        of those that have one; whether it has ``acted`` this turn, is ``hurt`` and is ``in_play``; in ``lost`` what it
        has lost, and in ``computed`` the counters that follow from its boxes. ``record`` and ``side`` are those of
        ``engagements``.
        """
        match, state, _ = self._played(record)
        row, context, play = _unit(match, state, side, unit, "unit"), match.contexts[side], match.play
        assert context is not None  # noqa: S101 (the unit is one of its force)
        now, holder = row.state, holder_of(match, side, row)
        tracks = match.tracks[side].get(holder, ())
        return {
            **plain_row(self.ruleset.row(row.unit, row.group, context), play.values(row.unit, row.group, context)),
            "holder": holder,
            "tracks": plain_tracks(state.sides[side].of(holder, tracks)),
            "acted": play.acted(now),
            "hurt": play.hurt(now),
            "in_play": play.in_play(row),
            "lost": dict(play.tally(row)) or _losses(play, now),
            "computed": dict(play.computed(row)),
        }

    def plan(
        self,
        record: Plain,
        side: int = 0,
        distance: int | None = None,
        goal: str = "losses",
        target: str = "",
        left_out: Sequence[str] = (),
        pinned: Readings | None = None,
    ) -> Plain:
        """Who of a side that may still act should engage whom now, and in which order; raises ``BadInput``.

        ``goal`` is ``losses``, ``out`` (most units out of play) or ``target`` (that ``target`` out, with the fewest
        units). Units ``left_out`` are not planned for, ``pinned`` ones engage the unit given. Each of the ``lines`` has
        its ``unit`` and ``target``, the ``title`` of the engagement, what it adds (``lost``), the chance that the
        target is out of play after it (``gone``), the units ``before`` it, and the target where it would gain most
        ``alone``, if that is another one. ``lost`` and ``out`` are what is expected of the whole plan, ``usual_lost``
        and ``usual_out`` what they would be if each unit engaged the target where it alone gains most. ``idle`` units
        gain nothing; ``without_line`` has every unit that has no line with the ``reason``, but for those left out.
        ``exact`` says that no plan gains more, ``notes`` what it does not know.
        """
        match, state, _ = self._played(record)
        context = _context_of(match, side)
        if goal not in {each.value for each in Goal}:
            raise BadInput(Problem("goal", f"use one of {', '.join(each.value for each in Goal)}."))
        entries = [each for one in match.contexts if one for each in one.force.entries]
        planner = Planner(
            match,
            state,
            side,
            self.ruleset.calculator,
            SolveContext(self.ruleset.catalogue.with_entries(entries), context.house.untraced),
            by_group=self.ruleset.group_card is not None,
            distance=distance,
            wishes=Wishes(Goal(goal), target, frozenset(left_out), pinned or {}),
        )
        list(planner.run())
        plan, planning = planner.plan(), match.play.planning
        return plain_plan(plan, planner.without_line(plan), planning.notes(context.house) if planning else ())

    def consequences(self, record: Plain) -> list[list[Plain]]:
        """What follows from the states of each side, as the table says it; raises ``BadInput``.

        Each has its ``rule`` and ``message``, the ``holder`` that it is about (empty for the whole force) and a
        ``tone``; ``offers`` are changes for an event of ``play``, which a player may make, and ``offer`` names them.
        """
        match, state, _ = self._played(record)
        return [
            [
                {
                    "holder": each.holder,
                    "rule": each.rule,
                    "message": each.message,
                    "tone": each.tone.value,
                    "offer": each.offer,
                    "offers": [encode(change) for change in each.offers],
                }
                for each in match.consequences(state, side)
            ]
            for side in SIDES
        ]

    def play(self, record: Plain) -> Plain:
        """Where a game at the table stands after a record of it: ``state`` and ``log``; raises ``BadInput``.

        ``record`` has the ``armies`` of both sides, the second ``null`` for an opponent without a list, and the
        ``log`` of earlier entries; ``events`` are played after them, each with its ``side``. ``house_rules`` are the
        readings that both sides play by. ``start`` is the state in which the game begins, in the format of ``state``,
        all or part of it. The returned ``log`` can go into a further record.
        """
        _, state, log = self._played(record)
        return {"state": state.write(), "log": [encode(entry) for entry in log]}

    def _played(self, record: Plain) -> tuple[Match, MatchState, list[LogEntry]]:
        """The match of a record, where it stands after it, and its whole log."""
        rest = {name: value for name, value in record.items() if name not in ("armies", "house_rules", "start")}
        try:
            match_record = decode(MatchRecord, rest)
            match, log = self._match(record, hides=match_record.hides), list(match_record.log)
            match = replace(match, start=_start(match, record.get("start", {})))
        except CodecError as error:
            raise BadInput(*error.problems) from None
        _check_order(log)
        where = "log"
        try:
            state = replay(match, log) if log else match.start
            for place, each in enumerate(match_record.events):
                where = f"events[{place}]"
                state, entry = play(
                    match,
                    state,
                    log,
                    each.side,
                    each.event,
                    both=match_record.both,
                    at_once=match_record.at_once,
                    now=each.at,
                    seed=each.seed,
                )
                log.append(entry)
        except InvalidChange as refusal:
            raise BadInput(Problem(where, str(refusal))) from None
        return match, state, log

    def _match(self, record: Plain, *, hides: bool) -> Match:
        armies = record.get("armies")
        if not isinstance(armies, list) or len(armies) != 2:
            raise BadInput(Problem("armies", "give the armies of both sides, the second null where it has no list."))
        played = record.get("house_rules", {})
        own, opposing = (
            self._context(army, played, f"armies[{side}]") if side == 0 or army is not None else None
            for side, army in enumerate(armies)
        )
        assert own is not None  # noqa: S101
        return Match(self._table_play(), (own, opposing), hides)

    def _table_play(self) -> AnyPlay:
        if self.ruleset.play is None:
            raise BadInput(Problem("", f"{self.title} cannot be played at the table here."))
        return self.ruleset.play

    def _context(self, army: Plain, house: Readings, where: str) -> CheckContext[Any, Any, Any]:
        """An army under exactly these readings; the paths of problems begin with ``where``."""
        try:
            played = {**army, "house_rules": house} if isinstance(army, dict) else army
            return self.ruleset.context(decode_force(self.ruleset, played))
        except CodecError as error:
            below = (Problem(f"{where}.{each.path}".rstrip("."), each.message) for each in error.problems)
            raise BadInput(*below) from None

    def desk(self) -> GameDesk:
        """The game master's desk; raises ``BadInput`` in games without one."""
        if self.ruleset.desk is None:
            raise BadInput(Problem("", f"{self.title} has no game master’s desk."))
        return GameDesk(self.ruleset, self.ruleset.desk)

    def example(self) -> Plain:
        """A legal army to start from."""
        return encode_force(self.ruleset.demo())

    def _calculator(self, slug: str) -> Calculator[Any]:
        try:
            return self.ruleset.calculator(slug)
        except KeyError:
            known = ", ".join(each.slug for each in self.ruleset.calculators)
            raise BadInput(
                Problem("", f"{self.title} has no calculator {slug!r}. Its calculators are {known}.")
            ) from None

    def _surveyor(self) -> Surveyor[Any]:
        if self.ruleset.surveyor is None:
            raise BadInput(Problem("", f"{self.title} rolls no battlefields."))
        return self.ruleset.surveyor

    def _unit_of(
        self, army: Plain, unit: str, house: Readings | None
    ) -> tuple[Unit[Any], Group[Any, Any], CheckContext[Any, Any, Any]]:
        force = self._force(army, house)
        for group, each in force.units():
            if each.id == unit:
                return each, group, self.ruleset.context(force)
        raise BadInput(Problem("unit", f"give the id of one of the army’s {self.ruleset.words.units}"))

    def _house(self, readings: Readings | None) -> HouseRules:
        known = switches(self.ruleset.rulings)
        for switch, key in (readings or {}).items():
            if switch not in known:
                raise BadInput(
                    Problem(f"house.{switch}", f"there is no switch {switch!r}. Choose one of {', '.join(known)}.")
                )
            if key not in known[switch].keys:
                raise BadInput(Problem(f"house.{switch}", f"use one of {', '.join(known[switch].keys)}."))
        return _house_rules(self.ruleset, tuple((readings or {}).items()))

    def _force(self, army: Plain, house: Readings | None) -> Force[Any, Any, Any]:
        self._house(house)
        own = army.get("house_rules", {}) if isinstance(army, dict) else None
        try:
            if house and isinstance(own, dict):
                army = {**army, "house_rules": {**own, **house}}
            return decode_force(self.ruleset, army)
        except CodecError as error:
            raise BadInput(*error.problems) from None


@lru_cache(maxsize=100)
def _house_rules(ruleset: AnyRuleset, readings: tuple[tuple[str, str], ...]) -> HouseRules:
    return HouseRules(ruleset.rulings, readings)


def _unit(match: Match, state: MatchState, side: int, unit: str, where: str) -> Side:
    if side not in SIDES:
        raise BadInput(Problem("side", "give 0 or 1."))
    try:
        return side_of(match.deployed(state, side), unit)
    except NoSuchPart:
        raise BadInput(Problem(where, f"give the id of a unit of side {side}.")) from None


def _two_units(match: Match, state: MatchState, own: str, opposing: str, side: int) -> tuple[Side, Side | None]:
    """The units of an engagement; only an opponent without a list has none."""
    unit = _unit(match, state, side, own, "own")
    by_kind = match.contexts[1 - side] is None and not opposing
    return unit, None if by_kind else _unit(match, state, 1 - side, opposing, "opposing")


def _losses(play: AnyPlay, state: UnitState) -> dict[str, int]:
    """What the boxes of a unit count as lost, by its plural; nothing where none is ticked."""
    lost = Counter[str]()
    for track in state.tracks:
        if word := play.losses(track.slug):
            lost[word] += len(track.ticks)
    return dict(lost)


def _context_of(match: Match, side: int) -> CheckContext[Any, Any, Any]:
    """The context of a side's army; raises ``BadInput`` for a side without one."""
    context = match.contexts[side] if side in SIDES else None
    if context is None:
        raise BadInput(Problem("side", "give 0 or 1, the number of a side that has an army."))
    return context


def _ticks(tracks: Mapping[str, Sequence[Track]], *all_have: Track) -> Reader:
    """A reader for the ticked boxes of holders, which have these tracks and those that ``all_have``."""

    def boxes(track: Track) -> Reader:
        return list_reader(number_reader(Ask("Box", min=1, max=track.boxes)), track.boxes, "boxes")

    return object_reader(
        {
            holder: object_reader({each.slug: boxes(each) for each in (*holder_tracks, *all_have)}, dict)
            for holder, holder_tracks in tracks.items()
        },
        dict,
    )


def _place(data: Any, path: Path, problems: Problems) -> Any:
    place = list_reader(number_reader(Ask("Place", min=0, max=MAX_PLACE)), 2, "numbers")(data, path, problems)
    if place is not BAD and len(place) < 2:
        problems.add(path, "give two numbers: how far across and how far down")
        return BAD
    return place


def _start(match: Match, plain: Any) -> MatchState:
    """The state in which a match begins, from the plain data under ``start``; raises ``CodecError``.

    Waiting and undone entries, clocks and the ending belong to a log and are ignored.
    """

    def both(words: str, readers: Sequence[Reader]) -> Reader:
        def read(data: Any, path: Path, problems: Problems) -> Any:
            if not isinstance(data, list) or len(data) != len(readers):
                problems.add(path, f"give the {words} of both sides")
                return BAD
            sides = [each(data[side], (*path, side), problems) for side, each in enumerate(readers)]
            return BAD if BAD in sides else sides

        return read

    reader = object_reader(
        {
            "sides": both("ticks", [_ticks(each, OUT) for each in match.tracks]),
            "places": both("places", [object_reader(dict.fromkeys(each, _place), dict) for each in match.tracks]),
            "conditions": _ticks({GAME: match.conditions}),
            "turn": number_reader(Ask("Turn", min=1, max=MAX_ENTRIES)),
            "segment": number_reader(Ask("Segment", min=0, max=len(match.segments) - 1)),
            "ended": read_bool,
            **dict.fromkeys(("waiting", "undone", "clocks", "ending"), read_anything),
        },
        dict,
    )
    state = read_strictly(lambda problems: reader(plain, ("start",), problems))
    left_out = {
        name: value for name, value in AT_START.write().items() if name in ("waiting", "undone", "clocks", "ending")
    }
    return read_match_state({**AT_START.write(), **state, **left_out})


def _check_order(log: list[LogEntry]) -> None:
    """Raise ``BadInput`` unless entries are numbered from 1 and answer earlier ones."""
    for number, entry in enumerate(log, 1):
        where = f"log[{number - 1}]"
        if entry.number != number:
            raise BadInput(Problem(f"{where}.number", f"give {number}, as entries are in order."))
        if entry.event.kind is EventKind.ANSWER and not 1 <= entry.event.of < number:
            raise BadInput(Problem(f"{where}.event.of", "give the number of an earlier entry."))


def games() -> list[Game]:
    """Every game, by title."""
    return [Game(ruleset) for ruleset in all_rulesets()]


def get(slug: str) -> Game:
    """The game of that slug; raises ``KeyError``."""
    return Game(get_ruleset(slug))
