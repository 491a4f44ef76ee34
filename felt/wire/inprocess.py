"""A broker inside the process: the same interface where no broker can run, and for tests.

Does not imitate: persistence, access control, TLS, message size limits. Messages of one client arrive in order.
"""

import asyncio
from collections.abc import Callable

from felt.fault import LinkLost
from felt.wire.transport import Handler, LinkState, Message, Retention, StateListener, Will, fits


class InProcessBroker:
    """Carries messages between its transports and keeps the retained ones."""

    def __init__(self) -> None:
        self._kept: dict[str, Message] = {}
        self._clients: list[InProcessTransport] = []

    def client(self, *, will: Will | None = None) -> "InProcessTransport":
        """A new transport of this broker."""
        return InProcessTransport(self, will=will)

    def attach(self, client: "InProcessTransport") -> None:
        """Let `client` hear what is published from now on."""
        self._clients.append(client)

    def detach(self, client: "InProcessTransport", *, will: Will | None) -> None:
        """Let `client` go; with a will, publish it retained."""
        if client in self._clients:
            self._clients.remove(client)
            if will is not None:
                self.route(will.topic, will.payload, Retention.KEPT)

    def route(self, topic: str, payload: bytes, retention: Retention) -> None:
        """Deliver to every attached client whose filter fits; an empty retained payload clears the kept one."""
        if retention is Retention.KEPT:
            if payload:
                self._kept[topic] = Message(topic, payload, kept=True)
            else:
                self._kept.pop(topic, None)
        for client in tuple(self._clients):
            client.hear(Message(topic, payload))

    def kept_for(self, pattern: str) -> list[Message]:
        """The retained messages that fit a filter."""
        return [message for topic, message in self._kept.items() if fits(pattern, topic)]


class InProcessTransport:
    """One client of an in-process broker; `cut` and `restore` play a lost link."""

    def __init__(self, broker: InProcessBroker, *, will: Will | None = None) -> None:
        self._broker = broker
        self._will = will
        self._state = LinkState.STOPPED
        self._listeners: list[StateListener] = []
        self._handlers: list[tuple[str, Handler]] = []
        self._queue: asyncio.Queue[tuple[Handler, Message]] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None
        self.last_refusal: str | None = None
        """Always None: this broker refuses nobody."""

    @property
    def state(self) -> LinkState:
        return self._state

    def on_state(self, listener: StateListener) -> None:
        self._listeners.append(listener)

    async def start(self) -> None:
        self._worker = asyncio.create_task(self._work())
        self.restore()

    async def stop(self) -> None:
        self._broker.detach(self, will=None)
        self._become(LinkState.STOPPED)
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
            self._worker = None

    def cut(self) -> None:
        """The link breaks: the will is published and nothing passes until `restore`."""
        self._broker.detach(self, will=self._will)
        self._become(LinkState.WAITING)

    def restore(self) -> None:
        """The link is back; retained messages come again, as after a reconnect."""
        self._broker.attach(self)
        for pattern, handler in self._handlers:
            self._send_kept(pattern, handler)
        self._become(LinkState.UP)

    async def subscribe(self, pattern: str, handler: Handler) -> None:
        self._handlers.append((pattern, handler))
        if self._state is LinkState.UP:
            self._send_kept(pattern, handler)

    async def publish(self, topic: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        if self._state is not LinkState.UP:
            raise LinkLost("not connected", where="in-process broker", remedy="publish again when the link is up")
        self._broker.route(topic, payload, retention)
        await asyncio.sleep(0)

    def hear(self, message: Message) -> None:
        """Queue a message for each handler whose filter fits."""
        for pattern, handler in self._handlers:
            if fits(pattern, message.topic):
                self._queue.put_nowait((handler, message))

    async def settled(self) -> None:
        """Return when every message heard so far has been handled."""
        await self._queue.join()

    def _send_kept(self, pattern: str, handler: Handler) -> None:
        for message in self._broker.kept_for(pattern):
            self._queue.put_nowait((handler, message))

    async def _work(self) -> None:
        while True:
            handler, message = await self._queue.get()
            try:
                await handler(message)
            except Exception as error:  # a handler's bug must not stop the other messages; the loop reports it
                _report(asyncio.get_running_loop().call_exception_handler, message, error)
            finally:
                self._queue.task_done()

    def _become(self, state: LinkState) -> None:
        if state is not self._state:
            self._state = state
            for listener in self._listeners:
                listener(state)


def _report(handler: Callable[[dict[str, object]], None], message: Message, error: Exception) -> None:
    handler({"message": f"handler of {message.topic} failed", "exception": error})
