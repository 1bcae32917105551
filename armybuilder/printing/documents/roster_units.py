"""The units of a roster, of which those that say the same share a row."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents.notes import shorten
from rulesets.core.cards import Chip, Symbol
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.play.trackers import Track
from rulesets.core.tables import Stat, Table, Tone

MAX_LINES, FLOWING = 12, 3
"""The most lines of boxes under one statline, which has to be in sight, and units that certainly share such a line."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is printed of a unit apart from its number and boxes; units with the same profile share a row.

    The title of a row whose units have names of their own is what they would be called without.
    """

    title: str
    subtitle: str
    symbol: Symbol | None
    chips: tuple[Chip, ...]
    stats: tuple[Stat, ...]
    tables: tuple[Table, ...]
    notes: str
    out: bool


@dataclass(frozen=True, slots=True)
class SharedRow:
    """The units of one profile by their numbers in the group, the tracks of each, and names if they differ."""

    profile: Profile
    numbers: tuple[int, ...]
    tracks: tuple[tuple[Track, ...], ...]
    names: tuple[str, ...] = ()

    @property
    def titled_alike(self) -> bool:
        """Whether the tracks of all units have the same titles."""
        return len({tuple(track.printed_title for track in tracks) for tracks in self.tracks}) == 1

    @property
    def lined(self) -> bool:
        """Whether each of several units has a line of its own, for its boxes of several kinds."""
        return len(self.tracks[0]) > 1 and (len(self.numbers) > 1 or bool(self.names))

    @property
    def heads(self) -> tuple[str, ...]:
        """The title of each track that is the same for all units; empty where it is not."""
        return tuple(
            tracks[0].printed_title if len({track.printed_title for track in tracks}) == 1 else ""
            for tracks in zip(*self.tracks, strict=True)
        )

    @property
    def number(self) -> str:
        """The numbers as text, successive ones as a range: ``1, 3–8``; empty if the lines below have them."""
        runs = (
            [number for _, number in run]
            for _, run in itertools.groupby(enumerate(self.numbers), key=lambda pair: pair[1] - pair[0])
        )
        texts = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
        return "" if self.lined or (self.names and len(texts) > 1) else ", ".join(texts)


def shared_rows(army: LoadedArmy, group: AnyGroup, *, full: bool) -> Iterator[SharedRow]:
    """The units of a group, those of one profile at the place of the first.

    Only in a ``full`` roster do they have notes and tracks.
    """
    context = army.context
    equal: dict[tuple[Profile, tuple[Track, ...]], list[tuple[AnyUnit, tuple[Track, ...]]]] = {}
    for unit in group.units:
        profile, tracks = _profile(army, replace(unit, name=""), group, full=full)
        alike = tuple(map(anonymous, tracks))
        equal.setdefault((profile, alike), []).append((unit, tracks))
    for (profile, _), units in equal.items():
        names = tuple(unit.name for unit, _ in units)
        if len(set(names)) == 1:
            profile, names = _profile(army, units[0][0], group, full=full)[0], ()
        numbers = tuple(context.number(unit, group) for unit, _ in units)
        row = SharedRow(profile, numbers, tuple(tracks for _, tracks in units), names)
        size = MAX_LINES * (1 if row.lined else FLOWING)
        for first in range(0, len(units), size):
            part = slice(first, first + size)
            yield replace(row, numbers=row.numbers[part], tracks=row.tracks[part], names=names[part])


def _profile(army: LoadedArmy, unit: AnyUnit, group: AnyGroup, *, full: bool) -> tuple[Profile, tuple[Track, ...]]:
    game, context = army.ruleset, army.context
    row, card = game.row(unit, group, context), game.card(unit, group, context)
    subtitle = card.subtitle or row.subtitle
    profile = Profile(
        row.title,
        "" if subtitle == row.title else subtitle.removeprefix(f"{row.title} · "),
        row.symbol,
        # Other plain chips are values of the statline.
        tuple(chip for chip in row.chips if chip.printed or chip.tone not in (Tone.PLAIN, Tone.MUTED)),
        card.stats,
        card.tables,
        shorten(unit.notes) if full else "",
        row.out,
    )
    return profile, tuple(track for track in card.tracks if track.printed) if full else ()


def names_of(tracks: Sequence[Track]) -> str:
    """The titles of tracks, the first and the last of many that differ only by these."""
    titles = [track.printed_title for track in tracks]
    alike = len(set(map(anonymous, tracks))) == 1
    return f"{titles[0]}–{titles[-1]}" if alike and len(titles) > 2 else ", ".join(titles)


def anonymous(track: Track) -> Track:
    """The track without what tells it from those of other units with the same boxes."""
    return replace(track, slug="", title="", heading="", ticked=None)
