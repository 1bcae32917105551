"""Spans arrive where the environment says, with the view's name and nothing secret."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.urls import resolve, reverse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from armybuilder.site.traces import TraceRequests

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture
def collector(monkeypatch):
    """What is sent to a collector that the environment names."""
    received = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self):
            received.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *words):
            """Write nothing."""

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield received
        server.shutdown()
        thread.join()


def test_each_request_is_a_span_without_its_address(collector, settings, rf):
    settings.TRACES = True

    def fail(request):
        request.resolver_match = resolve(request.path)
        return HttpResponse(status=503)

    traced = TraceRequests(fail)
    address = reverse("sharing:shared", args=["XyZsecret_token0123"])
    traced(rf.get(address, headers={"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}))
    traced.provider.shutdown()
    ((path, body),) = collector
    assert path == "/v1/traces"
    assert b"XyZsecret" not in body
    (span,) = ExportTraceServiceRequest.FromString(body).resource_spans[0].scope_spans[0].spans
    assert (span.name, span.trace_id.hex(), span.status.code) == ("GET sharing:shared", TRACE, 2)


def test_without_an_address_nothing_is_traced(settings):
    settings.TRACES = False
    with pytest.raises(MiddlewareNotUsed):
        TraceRequests(HttpResponse)
