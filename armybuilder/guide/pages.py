"""The pages of the guide, and the page about each part of the site."""

from dataclasses import dataclass
from typing import Final

from armybuilder.site.parts import all_parts, insertions


@dataclass(frozen=True, slots=True)
class GuidePicture:
    """A screenshot made by ``bin/pictures``: its name, width and height in pixels, and a description."""

    name: str
    width: int
    height: int
    alt: str

    @property
    def files(self) -> tuple[str, str]:
        """The static files for light and dark."""
        return f"pictures/{self.name}-light.avif", f"pictures/{self.name}-dark.avif"


def _of_a_desk(name: str, alt: str) -> GuidePicture:
    return GuidePicture(name, 820, 500, alt)


def _of_a_phone(name: str, alt: str) -> GuidePicture:
    return GuidePicture(name, 340, 604, alt)


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page of the guide: the name in its address, its title, what it is about, and its picture."""

    slug: str
    title: str
    summary: str
    picture: GuidePicture | None = None
    of_part: bool = False
    """Whether it is a page of a part of the site."""

    @property
    def templates(self) -> tuple[str, ...]:
        """The templates with its text: its own, and what parts of the site say there."""
        of_guide = () if self.of_part else (f"guide/pages/{self.slug}.html",)
        return (*of_guide, *insertions(f"guide: {self.slug}"))


PAGES: Final = {
    page.slug: page
    for page in (
        GuidePage(
            "first-army",
            "Your first army",
            "Groups, units and settings in the builder",
            _of_a_desk("builder", "The builder: catalogue, army, chosen unit and problems side by side"),
        ),
        GuidePage(
            "problems",
            "Problems and fixes",
            "What makes an army illegal, and how it becomes legal again",
            _of_a_desk("problems", "A problem in an army, with the button that fixes it"),
        ),
        GuidePage(
            "catalogue",
            "The catalogue and your custom entries",
            "What the books list, and what you add",
            _of_a_desk("catalogue", "A table of the catalogue with its filters"),
        ),
        GuidePage(
            "house-rules",
            "Rulings and house rules",
            "Where a rulebook is unclear, and how your table plays it",
            _of_a_desk("rulings", "A ruling with its readings and its default"),
        ),
        GuidePage(
            "odds",
            "Looking up odds",
            "Questions, answers and how we work them out",
            _of_a_phone("odds", "A calculator’s answer on a phone"),
        ),
        GuidePage(
            "search",
            "Finding a rule",
            "The search, from every page",
            _of_a_phone("search", "Search results on a phone"),
        ),
        GuidePage(
            "printing",
            "Printing",
            "Rosters, cards, labels and sheets on paper",
            _of_a_desk("printing", "The print options beside the preview"),
        ),
        GuidePage(
            "sharing",
            "Sharing and files",
            "Links for opponents, and files to keep",
            _of_a_desk("sharing", "The page where you create links to an army"),
        ),
        GuidePage(
            "playing",
            "Playing a game",
            "The army at the table, on a phone",
            _of_a_phone("playing", "Units of an army in play, with boxes to tick"),
        ),
        GuidePage(
            "your-data",
            "Your armies and your data",
            "With and without an account: folders, history and the bin",
            _of_a_desk("armies", "The list of your armies"),
        ),
        *(
            GuidePage(slug, title, summary, of_part=True)
            for part in all_parts()
            for slug, (title, summary) in part.guide_pages.items()
        ),
        GuidePage("limits", "What we do not do", "What to expect from a rulebook, a game master or a friend instead"),
    )
}
"""The pages by the names in their addresses, in the order of the contents."""

PARTS_OF_THE_SITE: Final = {
    "armies": "first-army",
    "suggestions": "problems",
    "catalogue": "catalogue",
    "games": "search",
    "calculators": "odds",
    "search": "search",
    "printing": "printing",
    "sharing": "sharing",
    "battlefields": "playing",
    "history": "your-data",
    "accounts": "your-data",
    **{part.name: part.guide_page for part in all_parts() if part.guide_page},
}
"""The page about each part of the site, by the namespace of its addresses."""
