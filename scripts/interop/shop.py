"""An engine of one's own, with an experience that has everything a backend can act on."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import grpc

from checks import Lab, expect
from engine import Engine

SHOP = """
name: shop
sources: [{id: list, tab: 0}]
tab_bar:
  transition: {}
  items:
    - {title: {text: Home}}
    - {title: {text: News}, badge: {content: {count: {count: 3}}}}
    - {title: {text: Me}, login_required: true, badge: {}}
    - {title: {text: Soon}, disabled: true}
toggles:
  - {id: top, source: list, threshold: 300, below_name: down, above_name: up}
  - {id: bar, source: list, threshold: 50, below_name: shown, above_name: gone}
second_floor: {source: list}
navigation: {style: NAVIGATION_STYLE_SPRING}
"""


@asynccontextmanager
async def shop(lab: Lab, *options: str) -> AsyncIterator[Lab]:
    """The laboratory with another engine, which has to survive."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "shop.yaml").write_text(SHOP)
        engine = await Engine.start(lab.binary, "--experiences", folder, *options)
        try:
            async with grpc.aio.insecure_channel(engine.address) as channel:
                with replace(lab, engine=engine, channel=channel).own_conversations() as own:
                    yield own
            expect("the shop's engine runs", engine.is_running, True)
        finally:
            await engine.stop()
