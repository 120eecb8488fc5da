"""A GTP program that misbehaves in the way its argument says. Run by the tests."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer_until_genmove() -> None:
    """Answers everything in good order, up to the first genmove."""
    for line in sys.stdin:
        if line.startswith("genmove"):
            return
        if line.strip():
            say("= \n\n")
    sys.exit(0)


def crashes_once(mark: str) -> None:
    """Dies at the first genmove of its life; its second life plays."""
    answer_until_genmove()
    if not Path(mark).exists():
        Path(mark).write_text("was here", encoding="ascii")
        os.kill(os.getpid(), signal.SIGKILL)
    say("= E5\n\n")
    time.sleep(60)


def exits() -> None:
    sys.exit(3)


def slow_to_start() -> None:
    """Reads nothing for a while, then plays."""
    time.sleep(2)
    answer_until_genmove()
    say("= E5\n\n")
    time.sleep(60)


def deaf() -> None:
    """To end it takes force."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(60)


def family(mark: str) -> None:
    """Leaves a child behind that holds our pipe and does not care that its parent is gone."""
    child = subprocess.Popen([sys.executable, __file__, "deaf"])
    Path(mark).write_text(str(child.pid), encoding="ascii")
    os._exit(0)


def cheats() -> None:
    """Plays nonsense again and again."""
    while True:
        answer_until_genmove()
        say("= Z99\n\n")


def floods() -> None:
    while True:
        say("nonsense\n" * 1000)


def one_endless_line() -> None:
    while True:
        say("nonsense" * 10_000)


def endless_answer() -> None:
    answer_until_genmove()
    say("= E5\n")
    while True:
        say("and more\n")


def killed() -> None:
    answer_until_genmove()
    os.kill(os.getpid(), signal.SIGKILL)


def silent() -> None:
    time.sleep(60)


# Those that answer the first genmove so, and then nothing any more.
ANSWERS = {
    "hangs": "",
    "illegal": "= Z99\n\n",
    "occupied": "= D4\n\n",
    "garbage": "\x00\xff = what?\n\n= \x07\u00e4\n\n",
    "refuses": "? I do not want to\n\n",
    "resigns": "= RESIGN\n\n",
    "chatters": "thinking...\n\nstill thinking\n= pass\n\n",
    "windows": "= pass\r\n\r\n",
}


def main() -> None:
    how, *rest = sys.argv[1:]
    if how not in ANSWERS:
        globals()[how](*rest)
    answer_until_genmove()
    say(ANSWERS[how])
    time.sleep(60)


if __name__ == "__main__":
    main()
