"""The server's own promises: a taken port is one sentence, and it ends when told."""

import pytest

from felt.fault import ConfigFault
from hub.web.app import build_app
from hub.web.server import WebServer
from tests.hub.views import pictures
from tests.hub.web.stage import StageFloor


async def test_a_taken_port_is_named() -> None:
    app = build_app(StageFloor(pictures.status(pictures.IDLE)), room=pictures.ROOM)
    first = WebServer(app, 0)
    await first.start()
    port = int(first.url.rpartition(":")[2])
    try:
        with pytest.raises(ConfigFault, match=f"port {port} for the pages is taken"):
            await WebServer(app, port).start()
    finally:
        await first.stop()


async def test_stopping_what_never_started_is_nothing() -> None:
    await WebServer(build_app(StageFloor(), room=pictures.ROOM), 0).stop()
