"""Names that are read from the right leave numbers in place."""

import pytest

from armybuilder.printing.rendering.directions import set_apart


@pytest.mark.parametrize(
    ("html", "apart"),
    [
        ("<b>1i · חטיבה · 2 × x</b>", "<b>1i · ⁨חטיבה⁩ · 2 × x</b>"),
        ("<b>חטיבה 7</b>", "<b>⁨חטיבה 7⁩</b>"),
        ("<b>2</b> חטיבה 7 <i>P</i>", "<b>2</b> ⁨חטיבה 7⁩ <i>P</i>"),
        ("<b>2 חטיבה 7</b>", "<b>2 ⁨חטיבה⁩ 7</b>"),
        ("<b>חטיבה 7 · 3</b>", "<b>⁨חטיבה⁩ 7 · 3</b>"),
        ("<b>חטיבה ז&#x27; של צה&quot;ל, 3</b>", "<b>⁨חטיבה ז&#x27; של צה&quot;ל⁩, 3</b>"),
        ("<b>2\u00a0×\u00a0كتيبة</b>", "<b>2\u00a0×\u00a0⁨كتيبة⁩</b>"),
        ("<b>1 ⁨גדוד 7⁩ · 3</b>", "<b>1 ⁨גדוד 7⁩ · 3</b>"),
        ("<b>MBT+ 12″</b>", "<b>MBT+ 12″</b>"),
    ],
)
def test_words_read_from_the_right_are_set_apart(html: str, apart: str) -> None:
    assert set_apart(html) == apart


def test_a_long_text_is_set_apart_quickly() -> None:
    """Once for each word, without trying all of the rest of the text again."""
    words = "חטיבה, " * 4000
    assert set_apart(f"<p>{words}</p>").count("\u2068") == 4000
