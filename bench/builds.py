"""Compares the AVX2 build of the core with the baseline build, alternating within one run."""

import json
import os
import statistics
import subprocess
import sys

ROUNDS = 3
BUILDS = ("baseline", "avx2")


def measure(build: str) -> dict[str, float]:
    """Runs the rules benchmark once in a separate process, which selects that build."""
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "bench", "rules", "--json"],
        env=os.environ | {"PLYGROUND_CPU": build},
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(done.stdout)
    assert report["build"] == build
    return {f"{rate['game']} {rate['work']}": rate["per_second"] for rate in report["rates"]}


def main() -> None:
    """Alternates the builds and prints the median rates and their ratio."""
    runs: dict[str, list[dict[str, float]]] = {build: [] for build in BUILDS}
    for _ in range(ROUNDS):
        for build in BUILDS:
            runs[build].append(measure(build))
    for name in runs["baseline"][0]:
        slow, fast = (statistics.median(run[name] for run in runs[build]) for build in BUILDS)
        print(f"{name:28} {slow / 1e6:9.3f} M/s {fast / 1e6:9.3f} M/s  {fast / slow:.2f}x")


if __name__ == "__main__":
    main()
