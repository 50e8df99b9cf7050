"""Runs a fleet on this machine until Ctrl-C; scripts/fleet/up starts it."""

import asyncio
import signal
import sys
from pathlib import Path

from engine import EngineError
from fronted import FrontedFleet, running_fronted_fleet
from prometheus import prometheus

FRONT, STORE, PROMETHEUS = 8443, 8444, 8445


def told(fleet: FrontedFleet, watcher: int) -> str:
    engines = "\n".join(
        f"{name:16}http://127.0.0.1:{fleet.member(name).web}/inspector, process {engine.pid}"
        for name, engine in fleet.engines.items())
    return f"""
clients         {fleet.front.address}: gRPC, WebSocket at /v1/interact, Connect, gRPC-Web
                with TLS (--tls-ca {fleet.front.root} --tls-server-name localhost), or without
inspector       http://{fleet.front.address}/inspector
Prometheus      http://127.0.0.1:{watcher}/alerts
Envoy           http://{fleet.front.envoy.admin}/clusters
etcd            --fleet-store {fleet.store.address}
{engines}

Ctrl-C ends all of them."""


async def main(binary: Path, count: int) -> None:
    names = [f"engine-{number}" for number in range(1, count + 1)]
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in [signal.SIGINT, signal.SIGTERM]:
        loop.add_signal_handler(number, stopped.set)
    print(f"starting etcd, {count} engines, Envoy and Prometheus", flush=True)
    async with running_fronted_fleet(
        binary, names, *(f"--{of}web-origin=http://127.0.0.1:{FRONT}" for of in ["", "operator-"]),
        port=FRONT, store_port=STORE) as fleet:  # fmt: skip
        targets = [fleet.monitoring(name).address for name in names]
        async with prometheus(targets, PROMETHEUS):
            print(told(fleet, PROMETHEUS), flush=True)
            await stopped.wait()
    print("ended")


if __name__ == "__main__":
    try:
        asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
    except (AssertionError, EngineError, OSError, TimeoutError) as error:
        sys.exit(f"scripts/fleet/up: {error}")
