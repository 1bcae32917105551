"""Losses in an answer: charts, a headline, and what the owner may choose."""

from rulesets.core.dice import Distribution
from rulesets.core.tables import Tone
from rulesets.systems.forge_of_war.hits import Body, Losses
from rulesets.systems.forge_of_war.losses import loss_charts, losses_in_words, owner_table

BODY = Body(4, 4, 1, 3)
"""Four figures with one D-marker of at most three."""
EITHER: Distribution[Losses] = Distribution({Losses(1, 2, 0): 1, Losses(4, 0, 0): 1})


def test_charts_of_figures_lost_and_of_markers_afterwards() -> None:
    figures, markers = loss_charts(EITHER, BODY, "Attackers: ")
    assert (figures.title, markers.title) == ("Attackers: Figures lost", "Attackers: D-markers afterwards")
    assert {each.label: each.tone for each in figures.outcomes if each.chance} == {"1": Tone.PLAIN, "4": Tone.STRONG}
    assert {each.label for each in markers.outcomes if each.chance} == {"1", "3"}


def test_the_headline_has_the_average() -> None:
    assert losses_in_words(EITHER, 4) == "2.5 of 4 figures lost on average"


def test_each_choice_of_the_owner_has_a_row() -> None:
    made = owner_table(lambda chosen: EITHER, BODY, start=4, split=2, whose="Attackers")
    assert made.title == "Attackers: what the owner may choose"
    rows = [[cell.text for cell in row] for row in made.rows]
    assert len(rows) == 3
    assert "2 D-markers, then figures" in [row[0] for row in rows]
    assert {tuple(row[1:]) for row in rows} == {("2.5", "1.0", "50%", "50%", "50%")}
    assert len(owner_table(lambda chosen: EITHER, BODY, start=4, split=0).rows) == 2
