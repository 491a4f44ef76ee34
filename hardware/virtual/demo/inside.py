"""The demo in one process, for a platform without a broker's wheel: the same pieces over the transport inside."""

import asyncio
from contextlib import AsyncExitStack

from felt.clock import SystemClock
from felt.wire import Transport
from hardware.virtual.demo.folder import ROOM, TRACKER, DemoPlan, DemoTable, write_configs
from hardware.virtual.demo.pit import Pit
from hardware.virtual.demo.say import Say
from hardware.virtual.demo.tracker import tracker_will
from hardware.virtual.robot import Rates
from hub.__main__ import Hub, open_hub, tell_rulings
from hub.config import read_hub_config
from table_node.config import load_config
from table_node.node import identity_of, run_node
from table_node.uplink import last_will


async def run_inside(plan: DemoPlan, rates: Rates, say: Say) -> None:
    """Run hub, nodes and tables here until cancelled."""
    async with AsyncExitStack() as stack:
        pits = [Pit(plan, table, rates) for table in plan.tables]
        write_configs(plan, {pit.table.id: pit.devices.ports for pit in pits})
        hub = await stack.enter_async_context(open_hub(read_hub_config(plan.hub_config), SystemClock()))
        for line in hub.addresses():
            say(line)
        async with asyncio.TaskGroup() as group:
            group.create_task(tell_rulings(hub.floor, say))
            for pit in pits:
                config = load_config(pit.table.config)
                transport = hub.broker.client(config.device, will=last_will(identity_of(config)))
                group.create_task(run_node(config, transport=transport))
                group.create_task(pit.run(_tracker_wire(hub, pit.table)))
            say("dealing, all in this process; Ctrl-C stops everything")


def _tracker_wire(hub: Hub, table: DemoTable) -> Transport:
    return hub.broker.client(f"{table.id}-{TRACKER}", will=tracker_will(ROOM, table.id, TRACKER))
