"""What the inks change in print."""

import re

from armybuilder.printing.colours import RULE
from armybuilder.printing.rendering import STYLES

COLOUR = re.compile(r"#[0-9a-f]{3,6}|transparent|var\(--deep\)")


def test_inks_change_colours_and_nothing_that_takes_room_but_the_border_of_a_strip() -> None:
    """Why the words of most pieces need to be laid out in one ink alone."""
    other = []
    for style in sorted(STYLES.glob("*.css")):
        for selectors, body in RULE.findall(re.sub(r"/\*.*?\*/", "", style.read_text(), flags=re.DOTALL)):
            if ".ink-" in selectors:
                declarations = re.findall(r"([\w-]+)\s*:\s*((?:\"[^\"]*\"|[^;\"])+)", body)
                assert declarations
                other += [
                    (style.name, selectors.strip(), name)
                    for name, value in declarations
                    if not (name.startswith("--") and COLOUR.fullmatch(value.strip()))
                ]
    assert other == [("strips.css", ".ink-saver .strip .mark", "border-right")]
