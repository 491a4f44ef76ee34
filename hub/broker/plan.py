"""Which broker the hub uses, as its configuration says."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct


class BrokerKind(StrEnum):
    """`child`: the hub runs nats-server itself. `site`: one that runs already, such as mosquitto. `inside`: none."""

    CHILD = "child"
    SITE = "site"
    INSIDE = "inside"


class BrokerPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """The `[broker]` section.

    A child listens for MQTT on `host` and `port` and keeps its files in `store`; `server` is another nats-server than
    the installed one. `username` and `password` are what clients need, of a child and at a site; `ca`, `certificate`
    and `key` are PEM files for mutual TLS with a site's broker.
    """

    kind: BrokerKind = BrokerKind.CHILD
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 1883
    store: Path = Path("feltwire-broker")
    server: Path | None = None
    username: str | None = None
    password: str | None = None
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
