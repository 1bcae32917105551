"""The edits that apply a suggestion; ``tests.offline.test_editing`` compares them with the pages."""

import pytest

from armybuilder.armies.edits import EditRefused
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.suggestions.suggested_edits import OUT_OF_DATE, SUGGESTION_EDITS, offer
from rulesets.core.forces.force import NoSuchPart, remove_unit
from rulesets.registry import get_ruleset


def test_nothing_but_what_is_offered_is_applied():
    game = get_ruleset("mbt2020")
    loaded = LoadedArmy(game, remove_unit(game.demo(), "u2"))
    about = {"group": loaded.force.groups[0].id}
    offered = offer("complete", loaded, about)
    sent = {**about, "suggestion": "1", "proof": offered.page["previews"][0].proof}
    edit = SUGGESTION_EDITS["complete"]
    assert edit(loaded, sent).force == offered.suggestions[0].force
    wrong = ({"suggestion": "9"}, {"suggestion": ""}, {"proof": "x"}, {"group": "g99"})
    for changes in wrong:
        with pytest.raises(EditRefused, match=OUT_OF_DATE):
            edit(loaded, sent | changes)
    for number in ("-1", "999", "x", ""):
        with pytest.raises(EditRefused, match=OUT_OF_DATE):
            SUGGESTION_EDITS["fix"](loaded, {"number": number, "suggestion": "1", "proof": "x"})
    with pytest.raises(NoSuchPart):
        offer("fix", loaded, {"number": 999})
