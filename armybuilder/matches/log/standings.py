"""Who won a match, and how both sides stand, as far as a viewer may know it."""

from collections.abc import Iterator

from armybuilder.matches.log.store import LoadedMatch
from armybuilder.matches.log.wording import side_names, verdict_words
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.definition import out_of_play
from rulesets.core.play.matches import SIDES, Ending
from rulesets.core.play.states import FORCE, AnyDeployed
from rulesets.core.wording import count_of


def result_words(loaded: LoadedMatch) -> str:
    """Who won; empty while nobody has said it."""
    ending = loaded.state.ending
    return verdict_words(ending.verdict, side_names(loaded)) if ending else ""


def result_in_full(loaded: LoadedMatch, ending: Ending) -> str:
    """Who won, who says so, and the note about it."""
    sides = side_names(loaded)
    by = "as both sides agree" if ending.agreed else f"{sides[ending.side]} says so"
    return ". ".join(filter(None, (f"{verdict_words(ending.verdict, sides)}, {by}", ending.note)))


def _counted(loaded: LoadedMatch, deployed: AnyDeployed) -> tuple[int, int]:
    """How many units of the side may be known, and how many of them are lost."""
    ruleset, groups = loaded.ruleset, deployed.force.groups
    context, gone = ruleset.context(deployed.force), out_of_play(loaded.setup.play, deployed)
    return ruleset.count_units(groups, context), ruleset.count_lost(groups, deployed, gone, context)


def unit_counts(loaded: LoadedMatch, viewer: Viewer) -> Iterator[str]:
    """The numbers of each side's units, of those out of play, and of its blanks."""
    state, words = loaded.state, loaded.ruleset.words
    for side in SIDES:
        deployed = viewer.deployed(state, side)
        total, out = _counted(loaded, deployed) if deployed else (0, 0)
        blanks = len(viewer.blanks(state, side))
        numbers = [count_of(total - out, words.unit, words.units) if deployed else f"no {words.force} yet"]
        numbers += [f"{out} out of play"] if out else []
        numbers += [count_of(blanks, "blank", "blanks")] if blanks else []
        yield ", ".join(numbers)


def standings(loaded: LoadedMatch, viewer: Viewer) -> list[str]:
    """The numbers of each side's units, and how it stands by the game's victory conditions."""
    return [
        f"{numbers}. {_by_conditions(loaded, viewer, side)}".strip()
        for side, numbers in enumerate(unit_counts(loaded, viewer))
    ]


def _by_conditions(loaded: LoadedMatch, viewer: Viewer, side: int) -> str:
    context, deployed = loaded.setup.contexts[side], loaded.setup.deployed(loaded.state, side)
    if context is None or deployed is None or not viewer.knows(loaded.state, side, FORCE):
        return ""
    words = loaded.setup.play.standing(deployed, None, context)
    return words and f"{words}."
