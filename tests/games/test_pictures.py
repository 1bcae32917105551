"""The pictures of the front page."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest
from django.conf import settings
from lxml import html
from PIL import Image

FOLDER = settings.BASE_DIR / "static/pictures"
HEAVIEST = 150_000
"""Bytes of the front page's pictures in both themes."""
FRONT = ("builder", "cards", "odds")


@pytest.fixture
def script() -> ModuleType:
    """The script that takes them."""
    loader = SourceFileLoader("pictures", str(settings.BASE_DIR / "bin/pictures"))
    spec = spec_from_loader("pictures", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_the_script_takes_the_pictures_that_there_are(script: ModuleType) -> None:
    assert sorted(script.files()) == sorted(file.name for file in FOLDER.iterdir())


def test_the_pictures_are_light() -> None:
    front = [file for file in FOLDER.iterdir() if file.name.startswith(FRONT)]
    assert 0 < sum(file.stat().st_size for file in front) <= HEAVIEST


@pytest.mark.parametrize(
    ("theme", "first", "others"),
    [("light", "light", []), ("dark", "dark", []), ("auto", "light", ["builder-dark.avif", "odds-dark.avif"])],
)
@pytest.mark.django_db
def test_the_front_page_shows_all_in_the_colours_chosen(client, theme, first, others) -> None:
    client.cookies["theme"] = theme
    page = html.fromstring(client.get("/").content.decode())
    images = page.xpath("//main//img")
    assert [image.get("src") for image in images] == [
        f"/static/pictures/{name}.avif" for name in (f"builder-{first}", "cards", f"odds-{first}")
    ]
    assert page.xpath("//main//source/@srcset") == [f"/static/pictures/{name}" for name in others]
    assert set(page.xpath("//main//source/@media")) == ({"(prefers-color-scheme: dark)"} if others else set())
    for image in images:
        with Image.open(FOLDER / image.get("src").rpartition("/")[2]) as picture:
            assert (int(image.get("width")), int(image.get("height"))) == picture.size
        assert image.get("alt")
