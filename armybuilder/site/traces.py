"""OpenTelemetry: a span for each request, if ``settings.TRACES`` is on."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from armybuilder.site.logs import request_id, view_name


class TraceRequests:
    """Middleware that creates a span for each request, in the trace named by its headers if there is one.

    The span has the view's name, but neither the address, which is secret for links, nor messages of errors.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.TRACES:
            raise MiddlewareNotUsed
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        self.get_response = get_response
        self.provider = TracerProvider(resource=Resource.create({SERVICE_NAME: "armybuilder"}))
        self.provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind, StatusCode

        tracer = self.provider.get_tracer(__name__)
        with tracer.start_as_current_span(
            "request", extract(request.headers), SpanKind.SERVER, record_exception=False, set_status_on_exception=False
        ) as span:
            response = self.get_response(request)
            view = view_name(request)
            span.update_name(f"{request.method} {view}")
            span.set_attributes(
                {
                    "http.request.method": request.method or "",
                    "http.response.status_code": response.status_code,
                    "armybuilder.view": view,
                    "armybuilder.request_id": request_id(),
                }
            )
            if response.status_code >= 500:
                span.set_status(StatusCode.ERROR)
            return response
