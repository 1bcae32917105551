"""Redis for a site on several machines: the task queue, and rate limits shared by all of them."""

import logging
from typing import Any

import django_rq
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.db import connections
from django_tasks.base import Task, TaskResult
from django_tasks.signals import task_finished, task_started
from django_tasks_rq import RQBackend
from redis import RedisError
from rq import Worker

from armybuilder.site.tasks import MAX_WAITING_TASKS, Busy

logger = logging.getLogger(__name__)


class RedisBackend(RQBackend):
    """Has the workers of a Redis queue (``bin/worker``) run tasks; the number of waiting tasks is limited."""

    def problem(self) -> str:
        """Why no task would be run at present, or an empty string. Raises ``RedisError`` if Redis is down."""
        for name in sorted(self.queues):
            if not Worker.count(queue=django_rq.get_queue(name)):
                return f"No worker serves the queue {name}."
        return ""

    def enqueue(self, task: Task[Any, Any], args: Any, kwargs: Any) -> TaskResult[Any]:
        """Put the task into its queue; raises ``Busy`` if too many are waiting or Redis does not respond."""
        try:
            if django_rq.get_queue(task.queue_name).count >= MAX_WAITING_TASKS:
                raise Busy
            return super().enqueue(task, args, kwargs)
        except RedisError as error:
            logger.error("No task can be queued: %s", error)
            raise Busy from None


def close_connections(**kwargs: Any) -> None:
    """Close the worker's database connection before and after each task, since it may be broken by the next one."""
    connections.close_all()


task_started.connect(close_connections, sender=RedisBackend)
task_finished.connect(close_connections, sender=RedisBackend)


class RedisOrLocalCache(RedisCache):
    """Django's Redis cache, replaced by the machine's own cache while Redis does not respond.

    Each machine then applies the limits by itself.
    """


def _with_local(name: str) -> Any:
    def call(self: RedisOrLocalCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(RedisCache, name)(self, *args, **kwargs)
        except RedisError as error:
            logger.error("Only this machine's cache is used: %s", error)
            return getattr(caches["local"], name)(*args, **kwargs)

    return call


_METHODS = "add get set touch delete incr has_key get_many set_many delete_many clear"
for _name in _METHODS.split():
    setattr(RedisOrLocalCache, _name, _with_local(_name))
