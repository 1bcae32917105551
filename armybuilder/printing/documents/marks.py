"""The letters in marked boxes, one for each meaning, which a key explains; and the boxes of a group as a whole."""

from string import ascii_uppercase

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.fitting.tracks import fraction, stroke
from rulesets.core.forces.force import AnyGroup
from rulesets.core.play.trackers import Track


def group_tracks(army: LoadedArmy, group: AnyGroup) -> tuple[Track, ...]:
    """The printed tracks of a group as a whole, before a game, in games with such."""
    play = army.ruleset.play
    tracks = play.group_tracks(group, army.context) if play is not None and play.group_tracks is not None else ()
    return tuple(track for track in tracks if track.printed)


def mark_codes(army: LoadedArmy) -> dict[str, str]:
    """What marks boxes, for each of their meanings: its fractions, one of its letters, or any unused one.

    Boxes that are ticked twice have strokes instead.
    """
    tracks = [
        track for group, unit in army.force.units() for track in army.ruleset.card(unit, group, army.context).tracks
    ]
    tracks += [track for group in army.force.groups for track in group_tracks(army, group)]
    used = {name.upper() for track in tracks for name in track.names}
    codes = {word: stroke(track, number) for track in tracks if track.twice for number, word in track.marks}
    words = dict.fromkeys(word for track in tracks for _, word in track.marks if word not in codes)
    codes |= {word: said for word in words if (said := fraction(word))}
    for word in (word for word in words if word not in codes):
        letters = (letter for letter in (*word.upper(), *ascii_uppercase) if letter.isalpha())
        codes[word] = next((letter for letter in letters if letter not in used), str(len(codes) + 1))
        used.add(codes[word])
    return codes
