from django.test import Client

from armybuilder.site.metrics import REQUESTS


def count(metric, **labels):
    return next(
        (each.value for each in metric.collect()[0].samples if each.labels == labels and each.name.endswith("_total")),
        0,
    )


def test_a_request_is_counted_by_its_view_never_by_its_address():
    for path, method, view in (
        ("/offline", "GET", "offline:no_network"),
        ("/offline", "BREW", "offline:no_network"),
        ("/none/of/these", "GET", "none"),
    ):
        status = {"BREW": 405}.get(method, 404 if view == "none" else 200)
        labels = {"method": "other" if method == "BREW" else method, "view": view, "status": str(status)}
        before = count(REQUESTS, **labels)
        assert Client().generic(method, path).status_code == status
        assert count(REQUESTS, **labels) == before + 1
