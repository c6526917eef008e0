"""What a question costs, in ratios from one run: `make bench`.

Nothing here passes or fails: how fast a machine is says nothing about the code, and the ratios
waver from run to run. Those of processor time waver less where others use the machine as well.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from tests.bench.client import Connection, get, post, requests_per_second
from tests.bench.questions import questions
from tests.bench.server import Server, environment, report, serving

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "bench"
SIZES = (5, 1_000, 10_000)

ROUNDS = 7
REQUESTS_PER_ROUND = 800
BATCHES = 12


def main(sizes: Sequence[int] = SIZES) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        database = FOLDER / f"{size}.sqlite3"
        if not database.exists():
            make_database(database, size)
        measure_server(database, size)
        subprocess.run(
            [sys.executable, "-m", "tests.bench.in_process", str(size)],
            env=environment(database),
            cwd=ROOT,
            check=True,
        )


def make_database(database: Path, size: int) -> None:
    """Fill a database beside its place, and put it there whole."""
    unfinished = database.with_suffix(".unfinished")
    for leftover in FOLDER.glob(f"{unfinished.name}*"):
        leftover.unlink()
    subprocess.run(
        [sys.executable, "-m", "tests.bench.fill", str(size)],
        env=environment(unfinished),
        cwd=ROOT,
        check=True,
    )
    unfinished.rename(database)


def measure_server(database: Path, size: int) -> None:
    """Print how the check compares with the empty view, asked in turns."""
    asked = questions(size, REQUESTS_PER_ROUND)
    kinds = {
        kind: [get(f"/api/v1/{kind}/?{urlencode(one)}") for one in asked]
        for kind in ("empty", "check")
    }
    speeds: dict[str, list[float]] = {kind: [] for kind in kinds}
    costs: dict[str, list[float]] = {kind: [] for kind in kinds}
    with serving(database) as server:
        requests_per_second(server.port, kinds["check"] + kinds["empty"])  # warm
        for _ in range(ROUNDS):
            for kind, requests in kinds.items():
                before = server.processor_seconds()
                speeds[kind].append(requests_per_second(server.port, requests))
                costs[kind].append((server.processor_seconds() - before) / len(requests))
        item, item_cost, length = batch_item_costs(server, questions(size, 1_000))
    speed = {kind: statistics.median(found) for kind, found in speeds.items()}
    cost = {kind: statistics.median(found) for kind, found in costs.items()}
    ratio = statistics.median(
        one / other for one, other in zip(speeds["check"], speeds["empty"], strict=True)
    )
    report(f"{size:6,} incidents")
    report(f"  empty view           {speed['empty']:8,.0f} requests/s")
    report(f"  check                {speed['check']:8,.0f} requests/s")
    report("                           time  processor time")
    report(
        f"  check / empty view   {ratio:8.2f}{cost['empty'] / cost['check']:8.2f}  (at least 0.8)"
    )
    of_single = item * speed["check"], item_cost / cost["check"]
    report(f"  batch item / check   {of_single[0]:8.3f}{of_single[1]:8.3f}  (at most 0.125)")
    report(f"  answer of a batch    {length:8,} bytes")


def batch_item_costs(server: Server, asked: list[dict[str, str]]) -> tuple[float, float, int]:
    """Seconds and processor seconds per item of a batch, and the bytes of the answer."""
    request = post("/api/v1/check/batch/", json.dumps({"items": asked}).encode())
    connection = Connection(server.port)
    connection.ask(request)  # warm
    durations, costs = [], []
    body = b""
    for _ in range(BATCHES):
        before, begin = server.processor_seconds(), time.perf_counter()
        status, body = connection.ask(request)
        durations.append(time.perf_counter() - begin)
        costs.append(server.processor_seconds() - before)
        if status != 200:
            raise RuntimeError(f"The server answered {status} to a batch.")
    connection.close()
    return statistics.median(durations) / len(asked), statistics.mean(costs) / len(asked), len(body)


if __name__ == "__main__":
    os.chdir(ROOT)
    main([int(size) for size in sys.argv[1:]] or SIZES)
