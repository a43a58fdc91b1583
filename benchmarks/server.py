"""Measure the play server under load: `python3 run.py python benchmarks/server.py`.

Many clients request an analysis at the same time while another one reloads the page.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from statistics import median

POSITION = {"start": "warfare/raid/Smolensk", "moves": [], "values": True}


def ask(url: str, body: dict[str, object] | None = None) -> tuple[int, str]:
    """Return the status and the text of a response."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def memory_mib(pid: int) -> float:
    """Return the resident memory of a process (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) / 1024 if match else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=2.0, help="analysis time per client")
    options = parser.parse_args()
    command = [sys.executable, "-m", "outply", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = re.search(r"http://\S+", server.stdout.readline())
        assert url is not None
        try:
            measure(url[0].rstrip("/"), server.pid, options.clients, options.seconds)
        finally:
            server.terminate()


def measure(url: str, pid: int, clients: int, seconds: float) -> None:
    ask(url)
    before = memory_mib(pid)
    outcomes: Counter[str] = Counter()

    def analyse() -> None:
        status, text = ask(f"{url}/api/analyse", POSITION | {"seconds": seconds})
        done = text.rstrip().rsplit("event: ", 1)[-1].startswith("done")
        outcomes["answered" if status == 200 and done else f"refused ({status})"] += 1

    threads = [threading.Thread(target=analyse) for _ in range(clients)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    loads, peak = [], before
    while any(thread.is_alive() for thread in threads):
        began = time.perf_counter()
        ask(url)
        loads.append(time.perf_counter() - began)
        peak = max(peak, memory_mib(pid))
        time.sleep(0.05)
    took = time.perf_counter() - started
    loads.sort()
    print(f"{clients} clients, {seconds:g} s of analysis each: {dict(outcomes)} in {took:.1f} s")
    middle, worst = 1000 * median(loads), 1000 * loads[-1]
    print(f"page load meanwhile: median {middle:.1f} ms, worst {worst:.1f} ms of {len(loads)}")
    print(f"memory: {before:.0f} MiB before, {peak:.0f} MiB peak")


if __name__ == "__main__":
    main()
