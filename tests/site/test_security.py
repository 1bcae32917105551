import io
import re

import pytest
from django.template.loader import get_template
from whitenoise.middleware import WhiteNoiseFileResponse

from armybuilder.site.security import CONTENT_SECURITY_POLICY, HEADERS, SecurityHeaders
from tests.files import static_files, templates

TEMPLATES = templates()
SCRIPTS = [file for name, file in static_files().items() if name.endswith(".js")]

FORBIDDEN = {
    "inline script": re.compile(r"<script(?![^>]*\s(src=|type=\"application/json\"[\s>]))", re.IGNORECASE),
    "inline style": re.compile(r"<style|\sstyle\s*=", re.IGNORECASE),
    "script in an attribute": re.compile(r"\son[a-z]+\s*=|\s(data-)?hx-on\b|javascript:|[\"'\s]js:", re.IGNORECASE),
    "foreign address": re.compile(r"\b(src|href|action|hx-get|hx-post)\s*=\s*[\"'](https?:)?//", re.IGNORECASE),
}


def complaints(text: str) -> list[str]:
    """What in a template the content security policy would refuse."""
    return [what for what, pattern in FORBIDDEN.items() if pattern.search(text)]


def test_templates_ask_for_nothing_the_policy_refuses():
    refused = {template: complaints(file.read_text()) for template, file in TEMPLATES.items()}
    assert {template: found for template, found in refused.items() if found} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<script>go()</script>", ["inline script"]),
        ('<script src="/a.js" defer></script>', []),
        ('<script type="application/json">{"a": 1}</script>', []),
        ('<script data-type="application/json">go()</script>', ["inline script"]),
        ('<script data-src="/a.js">go()</script>', ["inline script"]),
        ('<p style="color: red">', ["inline style"]),
        ("<style>p {}</style>", ["inline style"]),
        ('<button onclick="go()">', ["script in an attribute"]),
        ('<button hx-on:click="go()">', ["script in an attribute"]),
        ("<form hx-vals='js:{a: 1}'>", ["script in an attribute"]),
        ('<a href="javascript:go()">', ["script in an attribute"]),
        ('<img src="//elsewhere.example/a.png">', ["foreign address"]),
        ('<p data-style="compact">on = off</p>', []),
    ],
)
def test_the_template_check_finds_what_it_is_for(text, found):
    assert complaints(text) == found


def test_scripts_run_no_text():
    assert len(SCRIPTS) > 30
    run = {
        script: re.findall(r"\beval\(|new Function\(|innerHTML|document\.write", script.read_text())
        for script in SCRIPTS
    }
    assert {script: found for script, found in run.items() if found} == {}


def test_templates_compile():
    names = [name for name in TEMPLATES if name.endswith(".html")]
    assert len(names) > 200
    for name in names:
        get_template(name)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/nothing-here", "/admin/login/", "/theme"])
def test_every_answer_carries_the_headers(client, address):
    headers = client.get(address).headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Permissions-Policy"].startswith("camera=()")


def test_parts_of_documents_have_the_headers_that_concern_them(rf):
    def file(request):
        return WhiteNoiseFileResponse(io.BytesIO(), headers={"X-Frame-Options": "DENY"})

    style, drawing = (SecurityHeaders(file)(rf.get(f"/static/{name}")).headers for name in ("a.css", "a.svg"))
    assert {*style} & {*HEADERS, "X-Frame-Options"} == {"Cross-Origin-Resource-Policy"}
    assert {*drawing} >= {*HEADERS, "X-Frame-Options"}


def test_policy_starts_from_nothing_and_allows_nothing_unsafe():
    directives = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))
    assert directives["default-src"] == "'none'"
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "*" not in CONTENT_SECURITY_POLICY
    assert {name for name, sources in directives.items() if "data:" in sources} == {"img-src"}


def test_templates_are_found():
    assert "base.html" in TEMPLATES
