"""Runs a command that serves Plyground, and plays a move there: `try_serving.py COMMAND...`.

The home page must answer, a move must be accepted and an occupied point refused. `--lines N` also
fails if the command prints more lines than that before its address. This script is plain Python,
because it runs where nothing is installed yet.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any


def ask(url: str, body: dict[str, Any] | None = None, token: str = "") -> tuple[int, Any]:
    """The status and the answer of a request, parsed if it is JSON."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers)  # noqa: S310 - ours
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - ours
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        status, text = refused.code, refused.read().decode()
    try:
        return status, json.loads(text)
    except ValueError:
        return status, text


def check(asked: str, status: int, expected: int, answer: object) -> None:
    """Stop with a sentence unless the status is as expected."""
    if status != expected:
        raise SystemExit(f"{asked}: status {status} instead of {expected}: {str(answer)[:500]}")


def play(url: str) -> None:
    """Open the home page, play a move in a game for two people, and try an occupied point."""
    status, page = ask(url)
    check("the home page", status, 200, page)
    status, made = ask(f"{url}api/tokens/", {"label": "try"})
    check("a token", status, 201, made)
    token = made["token"]
    status, game = ask(f"{url}api/games/", {"game": "go", "opponent": "person"}, token)
    check("a new game", status, 201, game)
    actions = f"{url}api/games/{game['id']}/actions/"
    for expected in (200, 422):
        move = {"action": "move", "move": "E5", "version": game["version"], "ply": game["ply"]}
        status, answer = ask(actions, move, token)
        check(f"E5 at ply {game['ply']}", status, expected, answer)
        game = answer if status == 200 else game
    print(f"Played at {url} and was refused: {answer['error']['sentence']}")


def main() -> None:
    """Start the command, play, and end it."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--lines", type=int, default=1000)
    reader.add_argument("command", nargs=argparse.REMAINDER)
    asked = reader.parse_args()
    lines = []
    process = subprocess.Popen(
        asked.command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # a signal to the group reaches the processes that make has started
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
            if found := re.search(r"Plyground is at (http://\S+/)", line):
                break
        else:
            sys.exit(f"it ended with {process.wait()} before it printed an address")
        play(found[1])
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)
    if len(lines) > asked.lines:
        sys.exit(f"{len(lines)} lines up to the address; {asked.lines} are allowed")


if __name__ == "__main__":
    main()
