"""The message broker beside the hub: a child process, one that runs elsewhere, or one inside this process.

Knows how a broker is started, watched and stopped. Refuses to know what is said through it.
"""

from hub.broker.broker import Broker, open_broker
from hub.broker.child import NatsChild, find_server
from hub.broker.plan import BrokerKind, BrokerPlan

__all__ = ["Broker", "BrokerKind", "BrokerPlan", "NatsChild", "find_server", "open_broker"]
