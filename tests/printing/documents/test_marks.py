"""Letters in marked boxes: one for each meaning."""

from typing import Any

from armybuilder.printing.documents.marks import mark_codes
from rulesets.core.play.trackers import Track
from tests.printing.documents.test_roster import with_tracks


def test_no_two_meanings_of_marked_boxes_share_a_letter(pebbles: Any) -> None:
    tracks = (
        Track("a", "A", 4, marks=((1, "downed"), (2, "dead"), (3, "½"), (4, "⅓"))),
        Track("b", "B", 2, names=("D", "½")),
    )
    assert mark_codes(with_tracks(pebbles, *tracks)) == {"downed": "O", "dead": "E", "½": "½", "⅓": "⅓"}
