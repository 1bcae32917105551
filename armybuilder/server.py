"""Serve the site with granian, as its settings and the environment say."""

import asyncio
import faulthandler
import gc
import multiprocessing
import os
import resource
import signal
import socket
import threading
from contextlib import suppress

from django.conf import settings
from django.urls import resolve
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from armybuilder.asgi import application
from armybuilder.drawing.symbols import load_map_symbols
from armybuilder.site.tasks import POOLS
from rulesets.registry import all_rulesets

from armybuilder.jobs.interrupted import Watch  # isort: skip - it needs the apps
from armybuilder.site.whole_requests import WholeRequests  # isort: skip - it needs the settings

HOST = os.environ.get("HOST", "127.0.0.1").strip("[]")
PORT = int(os.environ.get("PORT", "8000"))
WORKERS = int(os.environ.get("WORKERS", "2"))
DEADLINE = float(os.environ.get("DEADLINE", "30"))
"""Seconds for the headers of a connection's next request."""
HUNG = 120.0
"""Seconds without any answer after which a process is taken for hung and replaced."""
BEAT = 5.0
"""Seconds between two checks of a process."""
STOPPING = 25.0
"""Seconds to finish tasks when a process stops."""
KILLED = 28
"""Seconds after which a process that does not stop is killed."""
LIFETIME = 6 * 60 * 60
"""Seconds after which a process is replaced, to bound the memory that libraries leak, and abandoned connections."""
MAX_MEMORY = 600
"""MiB above which a process is replaced."""
MAX_CONNECTIONS = 3000
"""Connections that each process accepts at a time, of which none occupies a thread while it waits for the visitor."""
MAX_HEADER_BYTES = 16 * 1024
"""Bytes of a request's headers that are always accepted; of more than three times as many none are."""


def name() -> str:
    """The host name in the site's address. Passkeys work with this machine's name, not with its IP address."""
    if HOST in ("127.0.0.1", "0.0.0.0"):  # noqa: S104
        return "localhost"
    return f"[{HOST}]" if ":" in HOST else HOST


def load_site() -> None:
    """Load the views, games and map symbols before forking: processes share the memory, and nobody waits for them."""
    resolve("/")
    all_rulesets()
    load_map_symbols()
    gc.freeze()  # a garbage collection writes to the objects it visits, which ends their sharing


def begin_process() -> WholeRequests:
    """Start what every process has beside its requests, and return what answers them."""
    Watch().begin()
    loop = asyncio.get_event_loop()
    loop.call_soon(_begin_watching, loop)
    return application


def _begin_watching(loop: asyncio.AbstractEventLoop) -> None:
    """Watch this process, and the signals that it gets, of which its event loop learns as before."""
    threading.Thread(target=_attend, args=(loop,), name="attendant", daemon=True).start()
    readable, writable = socket.socketpair()
    writable.setblocking(False)
    of_loop = signal.set_wakeup_fd(writable.detach())
    threading.Thread(target=_drain_on_signal, args=(readable, of_loop), name="draining", daemon=True).start()


def _attend(loop: asyncio.AbstractEventLoop) -> None:
    """End this process when it hangs, so that granian starts another, or when the first process is gone.

    It hangs if its event loop does not go on, or if none of its threads is free and no request has ended lately;
    requests that wait do not count.
    """

    async def find_thread() -> None:
        await asyncio.wrap_future(lanes.pages.submit(int))

    lanes = application.lanes
    master = multiprocessing.parent_process()
    free, ended = asyncio.run_coroutine_threadsafe(find_thread(), loop), -1
    while master and master.is_alive():
        if free.done() or lanes.pages_ended != ended:
            # The timer runs outside of Python, so it ends even a process in which no other thread gets a turn.
            faulthandler.dump_traceback_later(HUNG, exit=True)
            ended = lanes.pages_ended
        free = asyncio.run_coroutine_threadsafe(find_thread(), loop) if free.done() else free
        master.join(min(BEAT, HUNG / 4))
    os.kill(os.getpid(), signal.SIGTERM)


def _drain_on_signal(signals: socket.socket, of_loop: int) -> None:
    os.write(of_loop, signals.recv(1))
    POOLS.drain(STOPPING)


def _announce() -> None:
    """Print that the site is ready once a process accepts connections."""
    announced = threading.Event()

    def wait() -> None:
        while not announced.wait(0.1):
            with suppress(OSError), socket.create_connection((HOST, PORT)):
                print(f"Armybuilder is ready: http://{name()}:{PORT}", flush=True)
                announced.set()

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    """Listen, and serve until a signal says to stop."""
    load_site()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MAX_CONNECTIONS
    files = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, files), hard))
    # Granian's processes share the port, and would share it with another server's as well.
    family = socket.AF_INET6 if ":" in HOST else socket.AF_INET
    socket.create_server((HOST, PORT), family=family).close()
    server = Granian(
        "armybuilder.asgi:application",
        address=socket.gethostbyname(HOST) if family == socket.AF_INET else HOST,
        port=PORT,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        workers=WORKERS,
        websockets=False,
        backpressure=min(MAX_CONNECTIONS, files // 2),
        http1_settings=HTTP1Settings(header_read_timeout=int(DEADLINE * 1000), max_buffer_size=MAX_HEADER_BYTES),
        respawn_failed_workers=True,
        workers_lifetime=LIFETIME,
        workers_max_rss=MAX_MEMORY,
        rss_samples=4,
        workers_kill_timeout=KILLED,
        log_level=LogLevels.error,
        log_dictconfig=settings.LOGGING,
    )
    server.on_startup(_announce)
    server.serve(target_loader=begin_process, wrap_loader=False)
