"""Losses in an answer: charts and tables of losses, for every choice of the owner."""

from collections.abc import Callable
from fractions import Fraction

from rulesets.core.calculators import Brief, Chart, amounts, decimal, percent
from rulesets.core.dice import Distribution, at_least, mean
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of, phrases

from .hits import Body, Losses, Policy, marker_limit
from .tables import Threshold, max_survivors

LITTLE = Fraction(1, 20)
"""An average below this is shown as nothing."""


def loss_charts(results: Distribution[Losses], body: Body, whose: str = "") -> tuple[Chart, ...]:
    """Figures lost and D-markers carried afterwards; ``whose`` is put before the titles (``Attackers: ``)."""

    def tone(lost: int) -> Tone:
        return Tone.STRONG if lost == body.figures else Tone.PLAIN

    return (
        amounts(f"{whose}Figures lost", results.map(lambda each: each.figures), tone),
        amounts(f"{whose}D-markers afterwards", results.map(lambda each: body.markers + each.markers)),
    )


def _chance_of(lost: Distribution[int], body: Body, start: int, threshold: Threshold) -> Fraction:
    return at_least(lost, body.figures - max_survivors(start, threshold))


def owner_table(
    losses: Callable[[int], Distribution[Losses]], body: Body, start: int, split: int, whose: str = ""
) -> Table:
    """The losses for each choice of the owner (§12).

    ``losses`` returns the losses if at most that many hits are taken as D-markers. ``start`` is the strength at the
    start of the game, ``whose`` the side that the title names.
    """
    rows: list[tuple[object, ...]] = []
    for policy in Policy:
        if policy is Policy.SPLIT and not split:
            continue
        results = losses(marker_limit(policy, split))
        lost = results.map(lambda each: each.figures)
        label = f"{count_of(split, 'D-marker')}, then figures" if policy is Policy.SPLIT else policy.label
        rows.append(
            (
                label,
                decimal(mean(lost), 1),
                decimal(mean(results.map(lambda each: each.markers)), 1),
                percent(_chance_of(lost, body, start, Threshold.HALF)),
                percent(_chance_of(lost, body, start, Threshold.THIRD)),
                percent(lost.chance(body.figures)),
            )
        )
    headings = "**Owner takes | >Lost | >D-markers | >At most half left | >At most a third left | >All lost"
    return table(f"{whose}: what the owner may choose" if whose else "What the owner may choose", headings, rows)


def losses_in_words(results: Distribution[Losses], figures: int) -> str:
    """A headline: ``3.2 of 10 figures lost on average``."""
    return (
        f"{decimal(mean(results.map(lambda each: each.figures)), 1)} of {count_of(figures, 'figure')} lost on average"
    )


def losses_in_brief(results: Distribution[Losses], figures: int, whose: str = "") -> Brief:
    """The figures lost on average and the chance to lose all of them; equal losses compare by D-markers.

    Where hardly any figure is lost, these are in short what comes of it.
    """
    lost = results.map(lambda each: each.figures)
    average, all_lost = mean(lost), lost.chance(figures)
    markers = mean(results.map(lambda each: each.markers))
    words = phrases(
        f"{whose}{decimal(average, 1)} of {count_of(figures, 'figure')} lost",
        f"{decimal(markers, 1)} D-markers" * bool(markers),
        f"{percent(all_lost)} chance to destroy",
    )
    marks_only = average < LITTLE <= markers
    return Brief(
        ", ".join(words),
        f"{decimal(markers, 1)} D" if marks_only else decimal(average, 1),
        (average / figures, markers),
        Tone.GOOD if 2 * average >= figures else Tone.FAIR if max(average, markers) >= LITTLE else Tone.BAD,
        in_vain=not average and not markers,
    )
