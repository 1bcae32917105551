"""What players add to lists."""

import pytest

from armybuilder.custom_games.editor.parts import all_parts
from armybuilder.custom_games.editor.patterns import new_item, patterns_of
from armybuilder.custom_games.editor.places import Path, add
from armybuilder.custom_games.tests.editor.documents import hill_war
from rulesets.core.declarations.codec import CodecError
from rulesets.described.ruleset import from_document, read_game

LISTS: list[Path] = [(part.slug,) for part in all_parts() if not part.fields]
INSIDE: list[Path] = [("kinds", 0, "fields"), ("odds", 0, "fields"), ("sheet", 0, "tables")]
UNFINISHED = {"upgrades", "odds_groups"}
"""Lists whose new items the player has to finish, since nobody knows what they name."""


@pytest.mark.parametrize("path", [*LISTS, *INSIDE])
def test_what_is_added_makes_a_game_at_once(path: Path):
    for number, label in enumerate(patterns_of(path)):
        document = add(hill_war(), path, new_item(hill_war(), path, number))
        read_game(document)
        if path[-1] in UNFINISHED:
            continue
        try:
            from_document(read_game(document))
        except CodecError as refused:
            pytest.fail(f"{path} {label}: {refused}")


def test_the_same_can_be_added_twice():
    for path in [*LISTS, *INSIDE]:
        document = hill_war()
        for _ in range(2):
            document = add(document, path, new_item(document, path, 0))
        if path[-1] not in UNFINISHED | {"rulings", "tallies", "numbers"}:
            from_document(read_game(document))
