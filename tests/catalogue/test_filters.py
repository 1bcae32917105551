"""Lists of entries, narrowed."""

import pytest
from lxml import html

from tests.catalogue.test_views import stones

__all__ = ["stones"]

pytestmark = pytest.mark.django_db


def names(client, query=""):
    page = html.fromstring(client.get(f"/pebbles/catalogue/stone/{query}").content.decode())
    return page.xpath("//div[@id='entries']//tbody/tr/th/a/text()")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=fli", ["Flint"]),
        ("?q=stones+slate", ["Slate"]),
        ("?q=SL%C3%A4TE%C2%A0stones", ["Slate"]),
        ("?q=ｆｌｉ%E2%80%8Bnt", ["Flint"]),
        ("?q=nothing", []),
        ("?source=example", ["Brick"]),
        ("?is-surface=rough", ["Flint"]),
        ("?is-surface=smooth&source=rulebook", ["Slate"]),
        ("?is-surface=wet", ["Flint", "Slate", "Brick"]),
        ("?page=nonsense", ["Flint", "Slate", "Brick"]),
        ("?q=%25", []),
    ],
)
def test_a_list_is_narrowed(client, query, found):
    assert names(client, query) == found
