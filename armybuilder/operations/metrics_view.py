"""The page of the metrics for Prometheus, of a site that has them."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from armybuilder.jobs.turns import UNFINISHED
from armybuilder.printing.models import PrintJob


class Printings(Collector):
    """The unfinished printings in the database."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Count them in each state, with the age of the oldest."""
        unfinished = PrintJob.objects.filter(state__in=UNFINISHED).order_by()
        by_state = {
            row["state"]: row for row in unfinished.values("state").annotate(n=Count("pk"), first=Min("created"))
        }
        count = GaugeMetricFamily("armybuilder_printings", "Print jobs that are not finished.", labels=["state"])
        age = GaugeMetricFamily(
            "armybuilder_oldest_printing_seconds",
            "Seconds since the oldest unfinished print job was ordered.",
            labels=["state"],
        )
        for state in UNFINISHED:
            row = by_state.get(state)
            count.add_metric([state], row["n"] if row else 0)
            age.add_metric([state], (timezone.now() - row["first"]).total_seconds() if row else 0)
        yield count
        yield age


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics; 404 without the token of the settings."""
    authorization = request.headers.get("Authorization", "")
    if not constant_time_compare(authorization, f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    registry = CollectorRegistry()
    MultiProcessCollector(registry, settings.METRICS)  # type: ignore[no-untyped-call]
    registry.register(Printings())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
