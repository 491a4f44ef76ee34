"""The pages' server inside the hub's own event loop; the hub decides when it ends."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Generator
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from felt.fault import ConfigFault

LOCALHOST: Final = "127.0.0.1"


class _Server(uvicorn.Server):
    """Uvicorn without its own signal handlers: the process that constructs it has them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class WebServer:
    """Serves `app` on 127.0.0.1. Port 0 takes a free one; `url` names what was taken."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._port = port
        self._server: _Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self.url = ""
        """`http://127.0.0.1:PORT`, once started."""

    async def start(self) -> None:
        """Return when pages are answered; raises ConfigFault when the port is taken."""
        listener = _bound(self._port)
        self.url = f"http://{LOCALHOST}:{listener.getsockname()[1]}"
        config = uvicorn.Config(
            self._app,
            ws="websockets-sansio",
            ws_max_size=4096,
            ws_ping_interval=5.0,
            ws_ping_timeout=10.0,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        self._server = _Server(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listener]), name="web server")
        while not self._server.started:
            if self._serving.done():
                await self._serving
                raise ConfigFault("the pages' server did not start", where=self.url)
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        """Say goodbye to every page and release the port."""
        if self._server is None or self._serving is None:
            return
        self._server.should_exit = True
        await self._serving
        self._server = self._serving = None


def _bound(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOCALHOST, port))
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise ConfigFault(
                f"port {port} for the pages is taken or not allowed",
                where=f"{LOCALHOST}:{port}",
                remedy="name another port, or 0 for any free one",
            ) from error
        raise
    return listener
