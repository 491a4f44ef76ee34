"""The page's server inside the camera's own event loop, on loopback only; the camera's process decides when it ends."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from felt.fault import ConfigFault

HOST: Final = "127.0.0.1"


class _Server(uvicorn.Server):
    """Without signal handlers of its own: the process has them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


@asynccontextmanager
async def served(app: ASGIApp, port: int) -> AsyncIterator[str]:
    """Serve `app` on this machine while this lasts; its address. Port 0 takes a free one. Raises ConfigFault."""
    if not 0 <= port <= 65_535:
        raise ConfigFault(f"{port} is no port", where="--port", remedy="1 to 65535, or 0 for a free one")
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()  # before the address is told: whoever is quicker than the server waits and is not refused
    except OSError as error:
        listener.close()
        raise ConfigFault(f"port {port}: {error.strerror}", where="--port", remedy="name another port") from error
    server = _Server(
        uvicorn.Config(app, log_level="warning", lifespan="off", ws="none", access_log=False, server_header=False)
    )
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield f"http://{HOST}:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        await asyncio.gather(serving, return_exceptions=True)
        listener.close()
