"""The log of a match in words, as far as a viewer may know it, the same on every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.matches.log.device_match import AnyMatch, armies_for
from rulesets.core.declarations.codec import encode
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.play.blanks import BLANK, Viewer
from rulesets.core.play.corrections import correctable, corrections
from rulesets.core.play.definition import REVEALED_TRACK
from rulesets.core.play.matches import FAKE, OF_SIDES, EventKind, Reason, Verdict
from rulesets.core.play.states import FORCE, GAME, OUT
from rulesets.core.play.trackers import Track
from rulesets.core.wording import count_of, isolated, together

if TYPE_CHECKING:
    from armybuilder.matches.log.store import LoadedMatch

OPPONENT = "Opponent"
"""The name of a side without an army."""
MAX_SENTENCE = 90
"""Letters of what one player proposes to the other."""
MAX_NAMES = 3
"""Names of units in one sentence about a change that many have in common."""
ISOLATE_END = "\u2069"
"""The end of a name that ``isolated`` sets apart."""
MIN_NAME = 8
"""Letters of a name that are left when it is cut."""
_QUESTIONS = (EventKind.CORRECT, EventKind.NEXT, EventKind.THROW)
YOUR = re.compile(r"\byour\b", re.IGNORECASE)
REVEAL = "Reveal"
"""The title of a request to reveal a blank, in place of a calculator's title."""


def side_names(loaded: AnyMatch) -> tuple[str, str]:
    """The names of the two sides, their players' or else their armies'; two with the same name get different ones."""
    (own, opposing), (first, second) = loaded.armies, loaded.players
    return told_apart(first or own.title, second or (opposing.title if opposing else OPPONENT))


def told_apart(first: str, second: str) -> tuple[str, str]:
    """Two names of sides for sentences, of which the second is numbered if both are the same."""
    names = isolated(first), isolated(second)
    return names if first != second else (names[0], f"{names[1]} (2)")


def verdict_words(verdict: Verdict | None, sides: Sequence[str]) -> str:
    """Who won, by the names of the sides; empty while nobody has said it."""
    if verdict is None:
        return ""
    return "Draw" if verdict.winner is None else f"{sides[verdict.winner]} won"


def _fitted(names: Sequence[str], sentence: Callable[..., str]) -> str:
    """A sentence of at most ``MAX_SENTENCE`` letters with these names: the longest is cut first, the first one last."""
    names = list(names)
    while len(text := sentence(*names)) > MAX_SENTENCE:
        long = [place for place, name in enumerate(names) if len(name) > MIN_NAME]
        if not long:
            return f"{text[: MAX_SENTENCE - 1].rstrip()}…"
        longest = max((each for each in long if each or long == [0]), key=lambda place: len(names[place]))
        # A name that is set apart stays so, as an end without a beginning would turn what follows.
        closing = ISOLATE_END if names[longest].endswith(ISOLATE_END) else ""
        names[longest] = f"{names[longest].removesuffix(closing).rstrip('…')[:-1].rstrip()}…{closing}"
    return text


def group_name_for(loaded: AnyMatch, viewer: Viewer, side: int, group: AnyGroup) -> str:
    """The name of a group for a viewer, who only sees its player's name for it once the whole side is known."""
    army = loaded.armies[side]
    assert army is not None  # noqa: S101
    if viewer.blanks(loaded.state, side):
        group = replace(group, name="")
    return isolated(army.ruleset.name_of_group(group, army.context))


def number_of(loaded: LoadedMatch, side: int, army: LoadedArmy, group: AnyGroup, unit: AnyUnit) -> str:
    """A unit's number as printed on its label and card, followed by that of its blank."""
    short, blank = army.ruleset.standing(unit, group, army.context).short, loaded.match.numbers[side].get(unit.id)
    return f"{short} ?{blank}" if blank else short


class EntryWords:
    """Puts the entries of a match's log into words, without what a viewer may not know."""

    def __init__(self, loaded: LoadedMatch, viewer: Viewer, *, tells_result: bool = True) -> None:
        """Prepare the names of sides and calculators; the words say who won only if they may."""
        self.loaded, self.viewer, self.state, self.tells_result = loaded, viewer, loaded.state, tells_result
        self.sides, self.armies = side_names(loaded), armies_for(loaded, viewer)
        self.calculators = {"reveal": REVEAL, **{each.slug: each.title for each in loaded.ruleset.calculators}}
        self._names: dict[tuple[int, str], str] = {}

    def describe(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """An entry from ``Viewer.entries`` with its action, effects and proposals in words."""
        effects = list(self._resets(plain) if plain["kind"] == EventKind.NEXT else self.effects(plain))
        plain = {name: value for name, value in plain.items() if name != "odds"}  # the report alone measures luck
        if plain.get("decides"):
            plain["decides"] = [self._of_side(each, plain["side"]) for each in plain["decides"]]
        says = {"says": self.sentence(plain)} if plain["proposed"] else {}
        if plain["number"] in self.state.waiting and plain["kind"] in _QUESTIONS:
            says = {"says": self._question(plain)}
        proposes = list(self.proposals(plain))
        return {**plain, "words": self.action(plain), "changed": effects, "proposes": proposes, **says}

    def sentence(self, plain: Mapping[str, Any]) -> str:
        """What an entry proposes in one sentence of at most ``MAX_SENTENCE`` letters, in the words of its reader.

        Who proposed it reads the result; everybody else, what becomes of the units.
        """
        side, changes = plain["side"], plain["proposed"]
        form, other = self._asking(side)
        result = plain["result"] if side == self.viewer.side else ""
        what = result or self._changes_in_short(changes, plain.get("opposing", ""))
        if "own" not in plain:
            target = changes[0]["side"], changes[0]["holder"]
            reason = f" ({Reason(plain['reason']).label.lower()})" if plain["reason"] else ""
            return _fitted(
                (other, self.name(*target)), lambda who, unit: f"{form.format(who)}: {unit}: {what}{reason}."
            )
        own, opposing = self._on_row(side, plain["own"]), self._on_row(1 - side, plain["opposing"])
        yours = "your " if 1 - side == self.viewer.side else ""
        if not plain["opposing"]:
            return _fitted((other, own), lambda who, unit: f"{form.format(who)}: {unit}: {what}.")
        return _fitted(
            (other, own, opposing), lambda who, unit, at: f"{form.format(who)}: {unit} at {yours}{at}: {what}."
        )

    def _question(self, plain: Mapping[str, Any]) -> str:
        """What a player asks the other one apart from what becomes of units, in one sentence."""
        side = plain["side"]
        form, other = self._asking(side)
        if plain["kind"] == EventKind.NEXT:
            title = f"“{self.loaded.setup.segments[plain['segment']].title}”"
            asks = "Waiting for {}: the end of" if side == self.viewer.side else "{} asks to end"
            return _fitted((other,), lambda who: f"{asks.format(who)} {title}.")
        if plain["kind"] == EventKind.THROW:
            hands = EventKind.THROW.label.lower()
            if not plain.get("opposing"):
                own = self._on_row(side, plain["own"]) if "own" in plain else ""
                about = f"{own}: " if own else ""
                return _fitted((other,), lambda who: f"{form.format(who)}: {about}{hands}.")
            own, opposing = self._on_row(side, plain["own"]), self._on_row(1 - side, plain["opposing"])
            yours = "your " if 1 - side == self.viewer.side else ""
            return _fitted(
                (other, own, opposing), lambda who, unit, at: f"{form.format(who)}: {unit} at {yours}{at}: {hands}."
            )
        return self._asks_to_correct(plain, form, other)

    def _of_side(self, result: str, side: int) -> str:
        """A result, which speaks to the player whose unit acts, in words for both players."""
        return YOUR.sub(_possessive(self.sides[side]), result)

    def _asks_to_correct(self, plain: Mapping[str, Any], form: str, other: str) -> str:
        """What a player asks the other one to correct, in one sentence."""
        # Of a unit that is hidden again the other side knows only that something is asked.
        words = "; ".join(self._corrections(plain)) or "corrected"
        return _fitted((other,), lambda who: f"{form.format(who)}: entry {plain['of']} should be {words}.")

    def _asking(self, side: int) -> tuple[str, str]:
        """How a sentence begins that a side asks the other one, with a place for a name, and whose name that is."""
        asks = side == self.viewer.side
        return ("Waiting for {}", self.sides[1 - side]) if asks else ("{} says", self.sides[side])

    def _corrections(self, plain: Mapping[str, Any]) -> Iterator[str]:
        """What a correction changes: what it is now, and what it was, as an earlier correction may have left it."""
        log, of = self.loaded.log, plain["of"]
        earlier = corrections(log[: plain["number"] - 1], self.state.undone)
        before = [encode(each) for each in earlier.get(of, correctable(log[of - 1]))]
        for was, now in zip(before, plain.get("changes", ()), strict=False):
            if (was["amount"], was["box"], was["on"]) != (now["amount"], now["box"], now["on"]):
                words = self._proposed(now) if now["amount"] or now["box"] else "nothing"
                unit = self.name_with_side(was["side"], was["holder"])
                yield " – ".join(filter(None, (unit, f"{words}, not {self._proposed(was)}")))

    def _on_row(self, side: int, holder: str) -> str:
        """The name of a unit, or of its group in games whose groups bear the boxes."""
        army = self.armies[side]
        for group in army.force.groups if army and army.ruleset.group_card else ():
            if any(unit.id == holder for unit in group.units):
                return self.name(side, group.id)
        return self.name(side, holder)

    def _changes_in_short(self, changes: Sequence[Mapping[str, Any]], target: str) -> str:
        """What becomes of units: losses of one kind are added up, and the target goes without saying."""
        lost: dict[str, Counter[str]] = {}
        words: dict[str, list[str]] = {}
        for change in changes:
            kind, holder = self.loaded.setup.play.losses(change["track"]), change["holder"]
            if kind and change["amount"] > 0:
                words.setdefault(holder, [])
                lost.setdefault(holder, Counter())[kind] += change["amount"]
            else:
                words.setdefault(holder, []).append(self._proposed(change).replace(": +", " +"))
        for holder, counts in lost.items():
            counted = [count_of(number, kind.removesuffix("s"), kind) for kind, number in counts.items()]
            words[holder].insert(0, f"{together(counted)} lost")
        side = changes[0]["side"]
        names = {
            holder: "" if holder == target or len(words) == 1 else f"{self.name(side, holder)} " for holder in words
        }
        return "; ".join(f"{names[holder]}{', '.join(said)}" for holder, said in words.items())

    def name(self, side: int, holder: str) -> str:
        """The number and name of a holder as on its row, as far as the viewer knows it."""
        if (side, holder) not in self._names:
            self._names[side, holder] = self._name(side, holder)
        return self._names[side, holder]

    def _name(self, side: int, holder: str) -> str:
        army = self.armies[side]
        if holder.startswith((BLANK, FAKE)):
            own = self.viewer.of_blank(side, holder)
            fake = own.startswith(FAKE) and self.viewer.knows(self.state, side, own)
            return f"?{self.viewer.numbers[side][own]} {'Fake' if fake else 'Blank'}"
        if army is None or holder == FORCE:
            return self.sides[side]
        for group in army.force.groups:
            if group.id == holder:
                return group_name_for(self.loaded, self.viewer, side, group)
        group, unit = army.force.unit(holder)
        title = isolated(army.ruleset.row(unit, group, army.context).title)
        return f"{number_of(self.loaded, side, army, group, unit)} {title}".strip()

    def name_with_side(self, side: int, holder: str) -> str:
        """A holder's name with its side, because both sides may have that name; empty for the game."""
        if holder == GAME:
            return ""
        name = self.name(side, holder)
        return name if name == self.sides[side] else f"{name} ({self.sides[side]})"

    def action(self, plain: Mapping[str, Any]) -> str:
        """A player's action without its effects; empty if the effects say everything."""
        side, answers = plain["side"], plain["kind"] == EventKind.ANSWER
        result = self._of_side(plain["result"], 1 - side if answers else side)
        match plain["kind"]:
            case EventKind.NEXT:
                return self._ended(plain)
            case EventKind.ANSWER:
                return self._answer(plain, result)
            case EventKind.UNDO:
                return f"Undid {', '.join(map(str, sorted([plain['of'], *plain['also']])))}"
            case EventKind.CORRECT:
                is_asked = plain["number"] in self.state.waiting
                said = "; ".join(self._corrections(plain))
                return f"{'Asked to correct' if is_asked else 'Corrected'} {plain['of']}{said and f': {said}'}"
            case EventKind.END:
                waits = plain["number"] in self.state.waiting
                return self._result("Proposed to end the game" if waits else "The game has ended", plain)
            case EventKind.VERDICT:
                return self._result(self._way_of(plain), plain)
            case EventKind.CLOCK | EventKind.PLACE:
                return self._clock(plain) if plain["kind"] == EventKind.CLOCK else self._place(plain)
        words = []
        if "own" in plain:
            words.append(": ".join(filter(None, (self._engagement(plain), result))))
        if "rolled" in plain:
            words += [". ".join(each["text"] for each in plain["rolled"]), f"seed {plain['seed']}"]
        if plain["kind"] in (EventKind.THROW, EventKind.DICE):
            words.append(plain.get("thrown") or EventKind.THROW.label)
        if not words and not plain["effects"] and not plain["proposed"]:
            return "Something hidden"
        return "; ".join(words)

    def _engagement(self, plain: Mapping[str, Any]) -> str:
        """The question of an entry with the units that it is about, as on their rows."""
        side, title = plain["side"], self.calculators.get(plain["calculator"], "")
        by_itself = not plain["opposing"] and self.armies[1 - side] is not None
        at = "" if by_itself else f" at {self._on_row(1 - side, plain['opposing'])}"
        return ", ".join(filter(None, (title, f"{self._on_row(side, plain['own'])}{at}")))

    def _answer(self, plain: Mapping[str, Any], result: str) -> str:
        """What a player answered: to what, the hands of both if he showed one, and what came of that or why not."""
        of = plain["of"]
        [asked] = self.viewer.entries(self.state, self.loaded.log, of - 1, of)
        about = self._asked(asked, agreed=plain["agreed"])
        reason = Reason(plain["reason"]).label.lower() if plain["reason"] else ""
        hands, verb = "", "Agreed to" if plain["agreed"] else "Declined"
        if plain.get("thrown"):
            verb, thrown = "Answered", plain["thrown"]
            hands = f"{_possessive(self.sides[asked['side']])} {thrown[0].lower()}{thrown[1:]}"
        said = "; ".join(filter(None, (hands, result, reason)))
        return f"{verb} {of}{about and f' ({about})'}{said and f': {said}'}"

    def _asked(self, plain: Mapping[str, Any], *, agreed: bool) -> str:
        """What an entry asked the other side, in few words; what was agreed to stands among the effects of that."""
        match plain["kind"]:
            case EventKind.NEXT:
                return f"the end of “{self.loaded.setup.segments[plain['segment']].title}”"
            case EventKind.CORRECT:
                return f"the correction of {plain['of']}"
            case EventKind.END:
                return "the end of the game"
            case EventKind.THROW if "own" not in plain:
                return EventKind.THROW.label.lower()
        if "own" in plain:
            return self._engagement(plain)
        return "" if agreed else "; ".join(self._of_holders(plain.get("changes", ())))

    def _result(self, words: str, plain: Mapping[str, Any]) -> str:
        """Words with who won, and the note about it."""
        if not plain["verdict"] or not self.tells_result:
            return words
        note = f" ({plain['result']})" if plain["result"] else ""
        return f"{words}: {verdict_words(Verdict(plain['verdict']), self.sides)}{note}"

    def _way_of(self, plain: Mapping[str, Any]) -> str:
        """How an entry says who won: for the first time, or as an answer to what was said before."""
        log, undone = self.loaded.log[: plain["number"] - 1], self.state.undone
        agreed = {each.event.of for each in log if each.event.kind is EventKind.ANSWER and each.event.agreed}
        stands = [each for each in log if each.number not in undone and (not each.waits or each.number in agreed)]
        ended = next((place for place, each in enumerate(stands) if each.event.kind is EventKind.END), len(stands))
        said = [each for each in stands[ended:] if each.event.verdict]
        if not said:
            return "Result"
        before = [said[-1].event.verdict, said[-1].event.result]
        is_other = said[-1].side != plain["side"]
        return "Agreed" if is_other and before == [plain["verdict"], plain["result"]] else "Corrected"

    def _ended(self, plain: Mapping[str, Any]) -> str:
        """The end of a segment, or of several in which nobody could act, or the question whether it is over."""
        segments, first = self.loaded.setup.segments, plain["segment"]
        title = f"“{segments[first].title}”"
        if not plain["ends"]:
            return f"Asked to end {title}"
        last = segments[(first + plain["ends"] - 1) % len(segments)]
        return f"Turn {plain['turn']}: {title}{f' to “{last.title}”' if plain['ends'] > 1 else ''} ended"

    def _clock(self, plain: Mapping[str, Any]) -> str:
        whose = self.sides[plain["whose"]]
        return {
            "run": f"Clock of {whose} started",
            "stop": "Clocks stopped",
            "set": f"Clock of {whose} set to {in_hours(plain['seconds'] * 1000)}",
        }[plain["clock"]]

    def _place(self, plain: Mapping[str, Any]) -> str:
        tabletop, place = self.loaded.setup.play.tabletop, plain["place"]
        where = f"{tabletop.words((place[0], place[1]))} on the map" if tabletop and place else "removed from the map"
        return f"{self.name_with_side(plain['side'], plain['own'])}: {where}"

    def effects(self, plain: Mapping[str, Any]) -> Iterator[str]:
        """The effects of an entry, one sentence per holder: its tracks before and after."""
        by_holder: dict[tuple[int, str], list[str]] = {}
        for effect in plain["effects"]:
            side, holder = effect["side"], effect["holder"]
            track = self._track(side, holder, effect["track"])
            sentences = by_holder.setdefault((side, holder), [])
            if track is not None:
                sentences.extend(self._became(track, effect["before"], effect["after"]))
        for (side, holder), sentences in by_holder.items():
            yield " – ".join(filter(None, (self.name_with_side(side, holder), ", ".join(sentences))))

    def _resets(self, plain: Mapping[str, Any]) -> Iterator[str]:
        """The effects of an entry, one sentence per change: a segment's end changes many holders alike.

        The rows of the units show the rest of a long list, and the report has each holder.
        """
        by_sentence: dict[str, list[str]] = {}
        for effect in plain["effects"]:
            side, holder = effect["side"], effect["holder"]
            track = self._track(side, holder, effect["track"])
            for sentence in self._became(track, effect["before"], effect["after"]) if track else ():
                by_sentence.setdefault(sentence, []).append(self.name_with_side(side, holder))
        for sentence, names in by_sentence.items():
            more = [f"{len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES else []
            yield " – ".join(filter(None, (together([*names[:MAX_NAMES], *more]), sentence)))

    def proposals(self, plain: Mapping[str, Any]) -> Iterator[str]:
        """The changes that an entry proposes, one sentence per holder."""
        return self._of_holders(plain["proposed"])

    def _of_holders(self, changes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        by_holder: dict[tuple[int, str], list[str]] = {}
        for change in changes:
            by_holder.setdefault((change["side"], change["holder"]), []).append(self._proposed(change))
        for holder, said in by_holder.items():
            yield " – ".join(filter(None, (self.name_with_side(*holder), ", ".join(said))))

    def _proposed(self, change: Mapping[str, Any]) -> str:
        """A proposed change; one to a hidden unit may be invalid, because it is only checked when its player agrees."""
        track = self._track(change["side"], change["holder"], change["track"])
        try:
            if track is not None and not track.counts:
                return self._box(track, track.box(change["box"]), on=change["on"])
        except KeyError:
            track = None
        amount = f"{change['amount']:+}".replace("-", "−")
        return f"{track.title}: {amount}" if track else "a change"

    def _track(self, side: int, holder: str, slug: str) -> Track | None:
        if holder == GAME:
            tracks = self.loaded.setup.conditions
        else:
            own = self.viewer.of_blank(side, holder)
            is_known = self.viewer.knows(self.state, side, own)
            tracks = (*(self.loaded.setup.tracks[side][own] if is_known else (REVEALED_TRACK,)), OUT)
        return next((track for track in tracks if track.slug == slug), None)

    def ticked(self, side: int, holder: str, slug: str, boxes: Sequence[int]) -> str:
        """The boxes of a track that are ticked; empty for a track that the viewer does not know."""
        track = self._track(side, holder, slug)
        if track is None:
            return ""
        if track.boxes > 1 and track.counts:
            return f"{track.title}: {len(boxes)}"
        return ", ".join(self._title(track, box) for box in boxes) or track.unticked

    def _became(self, track: Track, before: Sequence[int], after: Sequence[int]) -> Iterator[str]:
        """The change of a track in short sentences."""
        if track.boxes > 1 and track.counts:
            yield f"{track.title}: {len(before)} → {len(after)}"
        elif track.exclusive:
            was, now = (boxes[0] if boxes else track.start for boxes in (before, after))
            yield f"{track.title}: {' → '.join(self._title(track, box) for box in dict.fromkeys((was, now)))}"
        else:
            for box in sorted(set(before) ^ set(after)):
                yield self._box(track, box, on=box in after)

    def _box(self, track: Track, box: int, *, on: bool) -> str:
        title = self._title(track, box)
        return title if on else f"no longer “{title}”"

    def _title(self, track: Track, box: int) -> str:
        """The title of a box; 0 stands for no box."""
        if not box:
            return track.unticked
        if track.slug in OF_SIDES:
            return self.sides[box - 1]
        return track.title if track.boxes == 1 and not track.names else track.title_of(box)


def in_hours(milliseconds: int) -> str:
    """A time as hours, minutes and seconds."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def _possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"
