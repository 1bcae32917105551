"""Scripts of pages, with those that they import."""

from django.template import Context, Template

from armybuilder.site.staticfiles import imports_of


def test_all_scripts_are_fetched_at_once() -> None:
    page = Template('{% load modules %}{% module "js/desk/desk.js" %}').render(Context())
    assert page.count('<link rel="modulepreload" ') == len(imports_of("js/desk/desk.js")) > 10
    assert '<link rel="modulepreload" href="/static/js/desk/map.js">' in page
    assert page.strip().endswith('<script type="module" src="/static/js/desk/desk.js"></script>')
