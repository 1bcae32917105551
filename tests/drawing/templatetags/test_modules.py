"""Scripts of pages, with those that they import."""

from django.template import Context, Template

from armybuilder.site.staticfiles import imports_of


def test_all_scripts_are_fetched_at_once() -> None:
    page = Template('{% load modules %}{% module "js/tracker/tracker.js" %}').render(Context())
    assert page.count('<link rel="modulepreload" ') == len(imports_of("js/tracker/tracker.js")) > 10
    assert '<link rel="modulepreload" href="/static/js/tracker/queue.js">' in page
    assert page.strip().endswith('<script type="module" src="/static/js/tracker/tracker.js"></script>')
