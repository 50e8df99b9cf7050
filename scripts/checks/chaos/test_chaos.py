"""Connections that are cut, and engines that are killed and drained under running sessions.

Nothing is lost, repeated or out of order. The long tests, for a release build on an otherwise idle
machine, take more than an hour; they also require that sessions resume in time.
"""

from pathlib import Path

import pytest

from load_tool import run_load

SHORT = {
    "connections cut": "--sessions 20 --cuts 10 --engines 2 --rate 60 --slo cuts>=200",
    "engines killed": "--sessions 8 --cuts 2 --engines 3 --kill-every 1 --times 4 --rate 60",
    "engines drained": "--sessions 8 --cuts 0 --engines 3 --drain-every 1 --times 4 --rate 60"
    " --slo failures==0",
    "over WebSockets, connections cut and engines killed": "--websocket --sessions 8 --cuts 10"
    " --cut-bytes 3000 --engines 3 --kill-every 1 --times 4 --rate 60",
    "a slow link": "--sessions 6 --cuts 0 --engines 2 --rate 60 --link 256kbit,300ms,2%"
    " --duration 10 --slo failures==0",
}
LONG = {
    "1000 sessions, 100 cuts each": "--sessions 1000 --cuts 100 --cut-bytes 3000 --engines 2"
    " --rate 10 --slo gap:p99<=500ms --slo cuts>=100000",
    "150 sessions, 60 cuts each": "--sessions 150 --cuts 60 --engines 2 --rate 60"
    " --slo gap:p99<=250ms --slo cuts>=9000",
    "one of three engines killed again and again": "--sessions 300 --cuts 0 --engines 3"
    " --kill-every 3 --times 30 --rate 60 --slo gap:p99<=2s",
    "three engines drained in turn, ten times": "--sessions 300 --cuts 0 --engines 3"
    " --drain-every 5 --times 30 --rate 60 --slo gap:p99<=500ms --slo exit_time:max<=60s"
    " --slo failures==0",
    "over WebSockets, 300 sessions, 30 cuts each": "--websocket --sessions 300 --cuts 30"
    " --cut-bytes 3000 --engines 2 --rate 10 --slo gap:p99<=500ms --slo cuts>=9000",
    "over WebSockets, one of three engines killed again and again": "--websocket --sessions 100"
    " --cuts 0 --engines 3 --kill-every 3 --times 10 --rate 60 --slo gap:p99<=2s",
    "a slow link, 100 sessions": "--sessions 100 --cuts 0 --engines 2 --rate 60"
    " --link 256kbit,300ms,2% --duration 300 --slo failures==0",
    "a slow link, 100 sessions, 5 cuts each": "--sessions 100 --cuts 5 --cut-bytes 30000"
    " --engines 2 --rate 60 --link 256kbit,300ms,2% --slo gap:p99<=5s --slo cuts>=500",
}


@pytest.mark.timeout(4900)
@pytest.mark.parametrize("options", [
    *[pytest.param(options, id=name) for name, options in SHORT.items()],
    *[pytest.param(options, id=name, marks=pytest.mark.long) for name, options in LONG.items()]])
def test_nothing_is_lost(options: str, binary: Path) -> None:
    ran = run_load(binary, "chaos", "--engine", binary, *options.split(), seconds=2400)
    assert ran.returncode == 0
