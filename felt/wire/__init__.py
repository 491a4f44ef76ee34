"""The one way messages travel and are signed, for both ends: MQTT 3.1.1, or a broker inside the process.

The only part of `felt` that imports an MQTT client and a signature library; nothing else in `felt` imports it.
Refuses to know what a message says.
"""

from felt.wire.inprocess import InProcessBroker, InProcessTransport
from felt.wire.mqtt import BrokerAddress, MqttTransport
from felt.wire.signing import DeviceKey, verified_body
from felt.wire.transport import Handler, LinkState, Message, Retention, Transport, Will

__all__ = [
    "BrokerAddress",
    "DeviceKey",
    "Handler",
    "InProcessBroker",
    "InProcessTransport",
    "LinkState",
    "Message",
    "MqttTransport",
    "Retention",
    "Transport",
    "Will",
    "verified_body",
]
