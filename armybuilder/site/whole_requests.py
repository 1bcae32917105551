"""Requests are answered when they have arrived completely, a few at a time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING

from django.conf import settings

from armybuilder.site.health import LIVE
from armybuilder.site.lanes import Lanes
from armybuilder.site.pages import read_number

if TYPE_CHECKING:
    from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

MAX_BODY_BYTES = 4 * settings.REQUEST_MAX_SIZE
"""Maximum bytes of a body to read. The site's own limit is lower, so that its refusal reaches the sender."""
IN_MEMORY = 512 * 1024
"""Bytes of a body that are kept in memory; more are kept in a temporary file."""
CHUNK = 64 * 1024


class WholeRequests:
    """WSGI application that reads the body of a request in the server's thread, then has one of the lanes answer it.

    So visitors who send slowly occupy none of their threads. Bodies without a length (chunked) get one. Beyond
    ``settings.REQUEST_MAX_SIZE`` a body is discarded: its length tells the site to refuse it.
    """

    def __init__(self, application: WSGIApplication, lanes: Lanes) -> None:
        self._application = application
        self._lanes = lanes

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer the request; with 400 if the connection ended within its body."""
        # Whether the process lives must be known when all threads of the pool are busy, too.
        if environ["PATH_INFO"] == LIVE:
            return self._application(environ, start_response)
        announced = environ.get("CONTENT_LENGTH", "")
        with SpooledTemporaryFile(IN_MEMORY) as body:
            if announced or "HTTP_TRANSFER_ENCODING" in environ:
                expected = read_number(announced, MAX_BODY_BYTES) if announced else MAX_BODY_BYTES
                length = _copy(environ["wsgi.input"], body, expected or 0)
                if announced and expected is not None and length < expected:
                    start_response("400 Bad Request", [])
                    return []
                environ |= {"wsgi.input": body, "CONTENT_LENGTH": announced or str(length)}
            return self._lanes.answer(environ, partial(self._application, environ, start_response))


def _copy(source: InputStream, target: IO[bytes], maximum: int) -> int:
    """Copy up to that many bytes, as far as the site accepts them; returns how many were read."""
    length = 0
    while length < maximum and (chunk := source.read(min(CHUNK, maximum - length))):
        length += len(chunk)
        if length <= settings.REQUEST_MAX_SIZE:
            target.write(chunk)
    target.seek(0)
    return length
