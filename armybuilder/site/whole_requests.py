"""Requests are answered when they have arrived completely, a few at a time."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import IO, Any, Final

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBadRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from armybuilder.site.health import LIVE
from armybuilder.site.lanes import Lanes
from armybuilder.site.pages import read_number

MAX_BODY_BYTES: Final = 4 * settings.REQUEST_MAX_SIZE
"""Maximum bytes of a body to read. The site's own limit is lower, so that its refusal reaches the sender."""

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class WholeRequests(ASGIHandler):
    """Django's ASGI application, which reads the body of a request, and has it answered in one of the lanes.

    So visitors who send or read slowly occupy no thread, nor do those who wait for an asynchronous response to go on.
    Whatever else Django does in a thread for a request, such as to close a file, all of them share a single one for.
    """

    def __init__(self, lanes: Lanes) -> None:
        """No thread is started yet."""
        self.lanes = lanes
        super().__init__()

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware as for WSGI: a request has one thread until it is answered."""
        super().load_middleware()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer the request without the thread of its own that Django would give it; with 400 if it ends early."""
        arriving = Arriving(scope, receive)
        await self.handle(scope, arriving.receive, send)
        if not arriving.is_whole:
            await self.send_response(HttpResponseBadRequest(), send)

    def create_request(self, scope: Any, body_file: IO[bytes]) -> Any:
        """Django's request and an error, one of which is ``None``; a body without a length (chunked) gets one."""
        request, error = super().create_request(scope, body_file)
        if request and "HTTP_TRANSFER_ENCODING" in request.META:
            request.META["CONTENT_LENGTH"] = str(body_file.seek(0, os.SEEK_END))
            body_file.seek(0)
        return request, error

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The response, which a thread makes to its end even if the visitor leaves, since it reads the body."""
        # Whether the process lives must be known when all threads are busy, too.
        if request.path_info == LIVE:
            return self.get_response(request)
        making = asyncio.ensure_future(self.lanes.answer(request, lambda: self.get_response(request)))
        try:
            response = await asyncio.shield(making)
        except asyncio.CancelledError:
            (await making).close()
            raise
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            response.streaming_content = _read(iter(response))
        return response


class Arriving:
    """A request that arrives: its body without what the site would refuse, and then when the visitor leaves.

    Of a body that is too large, so much is kept that its length says so.
    """

    def __init__(self, scope: dict[str, Any], receive: Receive) -> None:
        self._receive = receive
        announced = dict(scope["headers"]).get(b"content-length", b"0").decode("latin-1")
        self._length = 0 if read_number(announced, MAX_BODY_BYTES) is not None else MAX_BODY_BYTES
        self._is_cut = self.is_whole = False

    async def receive(self) -> Message:
        """The server's next message. When a body was cut there is none, for it would be the rest."""
        if self._is_cut:
            await asyncio.Event().wait()
        message: Message = {"type": "http.request"}
        if self._length < MAX_BODY_BYTES:
            message = await self._receive()
        if message["type"] == "http.disconnect":
            return message
        part = message.get("body", b"")
        kept = part if self._length <= settings.REQUEST_MAX_SIZE else b""
        self._length += len(part)
        self._is_cut = self._length >= MAX_BODY_BYTES
        self.is_whole = self._is_cut or not message.get("more_body", False)
        return {**message, "body": kept, "more_body": not self.is_whole}


async def _read(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The parts of a file, each read in a thread when those before have been sent."""
    while part := await asyncio.to_thread(next, parts, b""):
        yield part
