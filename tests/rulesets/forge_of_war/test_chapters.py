"""Chapters: what a player looks up there, and what is ours is called ours."""

import pytest

from rulesets.systems.forge_of_war.chapters import CHAPTERS

TEXTS = {chapter.id: chapter.sentence for chapter in CHAPTERS}


@pytest.mark.parametrize(
    ("chapter", "words"),
    [
        ("§10", "to the nearest cover that no enemy occupies, unless that is nearer to the enemy"),
        ("§11", "without stopping in cover"),
        ("§18", "AV +1, which the shooting rules call −1"),
        ("§18", "our default"),
        ("§19", "AV +2, +3 where it was built to protect"),
        ("§19", "+4 or more in a bunker"),
        ("§19", "our default"),
        ("§22", "Vehicles and other units block the line of sight of direct fire"),
        ("§24", "−3 or −4 bunker, as agreed before play"),
        ("§26", "A unit or vehicle that moves into contact"),
        ("§29", "through no gap narrower than their base"),
        ("§35", "By our default the 8″ of armour (§15) are stated"),
        ("§40", "its own player decides at what point of the move"),
        ("Reaction Test", "away from the enemy and toward its own side of the table"),
    ],
)
def test_what_is_looked_up_stands_in_its_chapter(chapter: str, words: str) -> None:
    assert words in TEXTS[chapter]
