"""Health checks: whether this process answers, and whether everything that it needs works."""

import logging
import secrets
import shutil
import tempfile
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_tasks import default_task_backend

from armybuilder.site.limits import limit

LIVE: Final = "/health/live"
KEY: Final = "health"
"""The key under which the checks write; too short for the session key of any visitor."""
MIN_FREE_BYTES: Final = 100 * 1024 * 1024
"""Bytes that must be free on a disk."""

logger = logging.getLogger(__name__)


class Unready(Exception):
    """A part does not work; the text says why."""


def _database() -> None:
    Session.objects.update_or_create(session_key=KEY, defaults={"session_data": "", "expire_date": timezone.now()})


def _cache() -> None:
    key = f"{KEY}:{secrets.token_hex(8)}"
    for cache in caches.all():
        # The site's own cache on Redis hides that Redis is away; Django's, which it extends, says so.
        kind = RedisCache if isinstance(cache, RedisCache) else type(cache)
        kind.set(cache, key, 1, 60)
        if not kind.delete(cache, key):
            raise Unready("A value that was stored is missing.")


def _queue() -> None:
    backend: Any = default_task_backend
    problem = backend.problem()
    if problem:
        raise Unready(problem)


def _disk() -> None:
    for folder in (settings.VAR, tempfile.gettempdir()):
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
        free = shutil.disk_usage(folder).free
        if free < MIN_FREE_BYTES:
            raise Unready(f"{free} bytes are free at {folder}.")


def _storage() -> None:
    content = secrets.token_bytes(16)
    name = default_storage.save(f"{KEY}/{secrets.token_hex(8)}", ContentFile(content))
    try:
        with default_storage.open(name) as file:
            if file.read() != content:
                raise Unready("A file was read back changed.")
    finally:
        default_storage.delete(name)


PARTS: Final[dict[str, Callable[[], None]]] = {
    "database": _database,
    "cache": _cache,
    "queue": _queue,
    "disk": _disk,
    "storage": _storage,
}
"""The check of each part. They write, since a part that can be read may still be full or read-only."""


class Live:
    """Middleware that answers ``LIVE`` before anything that could wait for a lock, such as the log's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer that this process is alive, or pass the request on."""
        if request.path_info == LIVE:
            return JsonResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})
        return self.get_response(request)


@require_safe
@never_cache
@limit("health")
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 if every part works, else 503, with the state of each. Reasons are only logged."""
    parts = {}
    for name, check in PARTS.items():
        try:
            check()
            parts[name] = "ok"
        except Exception as error:
            logger.error("Not ready, %s: %s: %s", name, type(error).__name__, error)
            parts[name] = "failing"
    is_ready = set(parts.values()) == {"ok"}
    return JsonResponse({"status": "ok" if is_ready else "failing", "parts": parts}, status=200 if is_ready else 503)
