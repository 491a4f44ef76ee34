"""One way to get at a broker, whichever kind it is."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from felt.clock import Clock
from felt.fault import Unsupported
from felt.wire import BrokerAddress, InProcessBroker, MqttTransport, Transport, Will
from hub.broker.child import NatsChild, find_server
from hub.broker.plan import BrokerKind, BrokerPlan

_log = logging.getLogger(__name__)


class Broker:
    """A broker that clients of this process can reach. `address` is None when only this process can reach it.

    `note` is a sentence for people when it is not what was asked for.
    """

    def __init__(
        self,
        *,
        address: BrokerAddress | None,
        inside: InProcessBroker | None = None,
        child: NatsChild | None = None,
        note: str = "",
    ) -> None:
        self.address = address
        self.note = note
        self._inside = inside
        self._child = child

    @property
    def pid(self) -> int | None:
        """The process id of the hub's own broker, where it has one."""
        return None if self._child is None else self._child.pid

    def client(self, client_id: str, *, will: Will | None = None) -> Transport:
        """A new transport under the MQTT client id `client_id`."""
        if self._inside is not None:
            return self._inside.client(will=will)
        assert self.address is not None
        return MqttTransport(self.address, client_id, will=will)


@asynccontextmanager
async def open_broker(plan: BrokerPlan, clock: Clock) -> AsyncIterator[Broker]:
    """Run the broker that `plan` names for as long as the context lasts.

    Raises LinkLost for a taken port, StorageFault for a taken store, ConfigFault for a server that is not there. A
    child for which this platform has no server becomes a broker inside the process, and says so.
    """
    if plan.kind is BrokerKind.INSIDE:
        yield Broker(address=None, inside=InProcessBroker())
        return
    if plan.kind is BrokerKind.SITE:
        yield Broker(address=_address(plan))
        return
    try:
        server = find_server(plan.server)
    except Unsupported as fault:
        note = f"{fault}; only tables inside this process can be heard"
        _log.warning("no broker: %s", note)
        yield Broker(address=None, inside=InProcessBroker(), note=note)
        return
    child = NatsChild(server, plan, clock)
    await child.start()
    try:
        yield Broker(address=_address(plan), child=child)
    finally:
        await child.stop()


def _address(plan: BrokerPlan) -> BrokerAddress:
    def text(path: object) -> str | None:
        return None if path is None else str(path)

    return BrokerAddress(
        host="127.0.0.1" if plan.kind is BrokerKind.CHILD and plan.host == "0.0.0.0" else plan.host,
        port=plan.port,
        username=plan.username,
        password=plan.password,
        ca=text(plan.ca),
        certificate=text(plan.certificate),
        key=text(plan.key),
    )
