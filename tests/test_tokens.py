"""The colours can be read: contrast by the formula of WCAG 2.2, over every token that text is drawn in."""

import re

import pytest
from django.conf import settings

from armybuilder.drawing.battlefields import LINES, ON_SCREEN
from rulesets.core.battlefields import Pattern
from rulesets.core.ruleset import Accent

CSS = (settings.BASE_DIR / "static/css/tokens.css").read_text()
THEMES = {
    theme: dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))
    for theme, block in re.findall(r'\[data-bs-theme="(light|dark)"\] \{(.*?)\}', CSS, re.DOTALL)
}


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb"."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#777777", "#777777") == 1
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54


def test_both_themes_name_the_same_colours():
    assert THEMES.keys() == {"light", "dark"}
    assert THEMES["light"].keys() == THEMES["dark"].keys()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read(theme):
    colours = THEMES[theme]
    text = [name for name in colours if name not in ("ground", "paper", "sheet", "line", "edge")]
    grounds = ("paper", "sheet")
    assert [
        (name, ground) for name in text for ground in grounds if contrast(colours[name], colours[ground]) < 4.5
    ] == []
    assert contrast(colours["on-ground"], colours["ground"]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edges_of_controls_can_be_seen(theme):
    colours = THEMES[theme]
    assert [ground for ground in ("paper", "sheet") if contrast(colours["edge"], colours[ground]) < 3] == []


def test_every_accent_of_the_games_has_its_colours():
    accents = {accent.value for accent in Accent} | {"ink"}
    assert {name.removeprefix("accent-") for name in THEMES["light"] if name.startswith("accent-")} == accents
    chosen = re.findall(r'\[data-accent="([a-z]+)"\] \{ --accent: var\(--accent-([a-z]+)\); \}', CSS)
    assert dict(chosen) == {accent: accent for accent in accents}


def test_names_on_the_map_can_be_read_in_the_dark():
    css = (settings.BASE_DIR / "static/css/battlefield.css").read_text()
    dark = dict(re.findall(r"--map-([a-z-]+): (#[0-9a-f]{6});", css))
    painted = [getattr(ON_SCREEN, name) for name in LINES] + [*ON_SCREEN.fills.values(), *ON_SCREEN.inks.values()]
    assert set(dark) == {colour.removeprefix("var(--map-").partition(",")[0] for colour in painted}
    assert contrast(dark["strip"], dark["table"]) >= 4.5
    assert min(contrast(dark["ink"], dark[pattern]) for pattern in [*Pattern, "table"]) >= 4.5
