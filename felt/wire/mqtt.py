"""MQTT 3.1.1 over paho: one network thread at the edge, everything else in the event loop.

Uses no MQTT 5 feature. Sessions are clean: nothing relies on a broker's memory, since the node's outbox repeats what
the hub has not acknowledged. TCP_NODELAY is set: without it Nagle's wait against delayed acknowledgements costs 20 ms.
"""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import paho.mqtt.client as paho
from msgspec import Meta, Struct
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from felt.fault import LinkLost
from felt.wire.transport import Handler, LinkState, Message, Retention, StateListener, Will, fits

QOS: Final = 1
FIRST_RETRY_S: Final = 1
LONGEST_RETRY_S: Final = 5
KEEPALIVE_S: Final = 15


class BrokerAddress(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a broker listens and how to be let in; `ca`, `certificate` and `key` are PEM files for mutual TLS."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 1883
    username: str | None = None
    password: str | None = None
    ca: str | None = None
    certificate: str | None = None
    key: str | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class MqttTransport:
    """A client of a real broker, under the MQTT client id `client_id`."""

    def __init__(self, address: BrokerAddress, client_id: str, *, will: Will | None = None) -> None:
        self._address = address
        self._state = LinkState.STOPPED
        self._listeners: list[StateListener] = []
        self._handlers: list[tuple[str, Handler]] = []
        self._pending: dict[int, asyncio.Future[None]] = {}
        self._inbox: asyncio.Queue[paho.MQTTMessage] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unanswered: set[int] = set()
        self._connected = False
        self._client = self._make_client(client_id, will)
        self.last_refusal: str | None = None
        """Why the broker last refused or dropped the connection, for health and pages."""
        self._refusals: asyncio.Future[str] | None = None

    def _make_client(self, client_id: str, will: Will | None) -> paho.Client:
        client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=client_id,
            clean_session=True,
            protocol=paho.MQTTv311,
            manual_ack=True,
        )
        address = self._address
        if address.username is not None:
            client.username_pw_set(address.username, address.password)
        if address.ca is not None:
            client.tls_set(ca_certs=address.ca, certfile=address.certificate, keyfile=address.key)
        if will is not None:
            client.will_set(will.topic, will.payload, qos=QOS, retain=True)
        client.reconnect_delay_set(FIRST_RETRY_S, LONGEST_RETRY_S)
        client.on_socket_open = _without_nagle
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        return client

    @property
    def state(self) -> LinkState:
        return self._state

    def on_state(self, listener: StateListener) -> None:
        self._listeners.append(listener)

    async def refusal(self) -> str:
        """Wait for the next refusal or loss of the connection and say why."""
        self._refusals = self._refusals or asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._refusals)

    async def start(self) -> None:
        for name in (self._address.ca, self._address.certificate, self._address.key):
            if name is not None and not Path(name).exists():  # noqa: ASYNC240 - once, at start
                raise LinkLost(f"no file {name}", where=f"broker {self._address}", remedy="a PEM file")
        self._loop = asyncio.get_running_loop()
        self._worker = asyncio.create_task(self._work())
        self._become(LinkState.WAITING)
        self._client.connect_async(self._address.host, self._address.port, keepalive=KEEPALIVE_S)
        self._client.loop_start()

    async def stop(self) -> None:
        self._become(LinkState.STOPPED)
        self._client.disconnect()
        await asyncio.to_thread(self._client.loop_stop)
        self._fail_pending("stopped")
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
            self._worker = None

    async def subscribe(self, pattern: str, handler: Handler) -> None:
        self._handlers.append((pattern, handler))
        if self._connected:
            self._ask_for(pattern)

    async def publish(self, topic: str, payload: bytes, *, retention: Retention = Retention.PASSING) -> None:
        if self._state is not LinkState.UP or self._loop is None:
            raise LinkLost("not connected", where=f"broker {self._address}", remedy="publish again when the link is up")
        info = self._client.publish(topic, payload, qos=QOS, retain=retention is Retention.KEPT)
        if info.rc != paho.MQTT_ERR_SUCCESS:
            raise LinkLost(paho.error_string(info.rc), where=f"broker {self._address}")
        acknowledged: asyncio.Future[None] = self._loop.create_future()
        self._pending[info.mid] = acknowledged
        try:
            await acknowledged
        finally:
            self._pending.pop(info.mid, None)

    # Called in paho's thread; each only hands over to the loop.

    def _on_connect(
        self, _client: paho.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure:
            self._hand_over(lambda: self._refused(str(reason)))
            return
        self._hand_over(self._opened)

    def _on_subscribe(
        self, _client: paho.Client, _data: object, mid: int, reasons: list[ReasonCode], _properties: object
    ) -> None:
        refused = [str(reason) for reason in reasons if reason.is_failure]
        self._hand_over(lambda: self._answered(mid, refused))

    def _on_connect_fail(self, _client: paho.Client, _data: object) -> None:
        self._hand_over(lambda: self._refused(f"no answer from {self._address}"))

    def _on_disconnect(
        self, _client: paho.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        self._hand_over(lambda: self._lost(str(reason)))

    def _on_publish(
        self, _client: paho.Client, _data: object, mid: int, _reason: ReasonCode, _properties: object
    ) -> None:
        self._hand_over(lambda: self._acknowledged(mid))

    def _on_message(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        self._hand_over(lambda: self._inbox.put_nowait(message))

    def _hand_over(self, call: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)

    # Called in the loop. All subscribing is done here, so that none falls between two threads.

    def _opened(self) -> None:
        self._connected = True
        self._unanswered.clear()
        for pattern, _ in self._handlers:
            self._ask_for(pattern)
        self._up_when_answered()

    def _ask_for(self, pattern: str) -> None:
        _, mid = self._client.subscribe(pattern, qos=QOS)
        if mid is not None:
            self._unanswered.add(mid)

    def _answered(self, mid: int, refused: list[str]) -> None:
        if refused:
            self._refused(f"subscription refused: {refused[0]}")
        self._unanswered.discard(mid)
        self._up_when_answered()

    def _up_when_answered(self) -> None:
        """The link is up once the broker has taken every subscription: what is answered from then on is heard."""
        if self._connected and not self._unanswered:
            self._become(LinkState.UP)

    def _acknowledged(self, mid: int) -> None:
        future = self._pending.get(mid)
        if future is not None and not future.done():
            future.set_result(None)

    def _refused(self, why: str) -> None:
        self.last_refusal = why
        if self._refusals is not None:
            self._refusals.set_result(why)
            self._refusals = None

    def _lost(self, why: str) -> None:
        self._connected = False
        if self._state is LinkState.STOPPED:
            return
        self._refused(why)
        self._become(LinkState.WAITING)
        self._fail_pending(why)

    def _fail_pending(self, why: str) -> None:
        for future in self._pending.values():
            if not future.done():
                future.set_exception(LinkLost(why, where=f"broker {self._address}"))

    async def _work(self) -> None:
        while True:
            message = await self._inbox.get()
            heard = Message(message.topic, bytes(message.payload), kept=message.retain)
            try:
                for pattern, handler in tuple(self._handlers):
                    if fits(pattern, heard.topic):
                        await handler(heard)
            except Exception as error:  # a handler's bug must not stop the other messages; the loop reports it
                asyncio.get_running_loop().call_exception_handler(
                    {"message": f"handler of {heard.topic} failed", "exception": error}
                )
            self._client.ack(message.mid, message.qos)

    def _become(self, state: LinkState) -> None:
        if state is self._state or (self._state is LinkState.STOPPED and state is LinkState.UP):
            return
        self._state = state
        for listener in self._listeners:
            listener(state)


def _without_nagle(_client: paho.Client, _data: object, sock: object) -> None:
    if isinstance(sock, socket.socket):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
