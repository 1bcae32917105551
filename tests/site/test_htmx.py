import re
from pathlib import Path

import pytest

import armybuilder

PARTS = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/search?q=tank", "/mbt2020/search?q=tank", "/mbt2020/battlefields/", "/mbt2020/calculators/engagement/"],
)
def test_an_address_with_pages_and_parts_says_so_to_caches(client, address):
    page, part = client.get(address), client.get(address, headers=PARTS)
    assert ("<html" in page.text, "<html" in part.text) == (True, False)
    for answer in (page, part):
        varies = {each.strip() for each in answer.headers["Vary"].split(",")}
        assert varies & PARTS.keys()
    restored = {"HX-Request": "true", "HX-Request-Type": "full", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(address, headers=restored).text


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/healthz", "/robots.txt", "/armies/", "/mbt2020/", "/engine/parts.json"])
def test_no_answer_varies_by_a_header_without_a_name(client, address):
    assert "" not in [each.strip() for each in client.get(address).headers.get("Vary", "none").split(",")]


def test_no_view_reads_the_headers_of_htmx_by_itself():
    """Those that do would have to name them in Vary by themselves."""
    for file in Path(armybuilder.__path__[0]).rglob("*.py"):
        if file.name != "htmx.py":
            assert not re.search(r"""request\.htmx\b|headers(\.get\(|\[)["']HX-Request""", file.read_text()), file
