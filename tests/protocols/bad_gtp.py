"""A GTP program that misbehaves as its argument says. Run by the tests."""

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
    """Answers everything correctly, up to the first genmove."""
    for line in sys.stdin:
        if line.startswith("genmove"):
            return
        if line.strip():
            say("= \n\n")
    sys.exit(0)


def crashes_once(mark: str) -> None:
    """Crashes at its first genmove ever; after a restart it plays."""
    answer_until_genmove()
    if not Path(mark).exists():
        Path(mark).write_text("was here", encoding="ascii")
        os.kill(os.getpid(), signal.SIGKILL)
    say("= E5\n\n")
    time.sleep(60)


def exits() -> None:
    sys.exit(3)


def plays_once(mark: str) -> None:
    """Plays one move in its first life, and none later."""
    if Path(mark).exists():
        sys.exit(1)
    Path(mark).write_text("was here", encoding="ascii")
    answer_until_genmove()
    say("= E5\n\n")
    sys.exit(1)


def plain() -> None:
    """A correct program: it supports the required commands, and always plays on E5."""
    for line in sys.stdin:
        if line.startswith("list_commands"):
            say("= list_commands\nboardsize\nclear_board\nkomi\nplay\ngenmove\nundo\nquit\n\n")
        else:
            say("= E5\n\n" if line.startswith("genmove") else "= \n\n")


def refuses_boards() -> None:
    for line in sys.stdin:
        say("? unacceptable size\n\n" if line.startswith("boardsize") else "= \n\n")


def refuses_the_third_move() -> None:
    moves = 0
    for line in sys.stdin:
        moves += line.startswith(("play", "genmove"))
        if moves == 2 and line.startswith("play"):
            say("? that is ko\n\n")
        else:
            say("= E5\n\n" if line.startswith("genmove") else "= \n\n")


def complains() -> None:
    """Writes the reason of its end to standard error, after much other output."""
    for number in range(100):
        sys.stderr.write(f"line {number} of the flood\n" * 100)
    sys.stderr.write("model file missing: \x1b[31mx\n\n")
    sys.stderr.flush()
    os._exit(5)


def floods_errors() -> None:
    answer_until_genmove()
    sys.stderr.write("nonsense\n" * 100_000)
    sys.stderr.flush()
    say("= E5\n\n")
    time.sleep(60)


def slow_to_start() -> None:
    """Reads nothing for a while, then plays."""
    time.sleep(2)
    answer_until_genmove()
    say("= E5\n\n")
    time.sleep(60)


def deaf() -> None:
    """Only a kill ends it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say("deaf\n")
    while True:
        time.sleep(60)


def family(mark: str) -> None:
    """Leaves a child behind that holds our pipe and survives its parent."""
    child = subprocess.Popen([sys.executable, __file__, "deaf"])
    Path(mark).write_text(str(child.pid), encoding="ascii")
    os._exit(0)


def cheats() -> None:
    """Plays illegal moves again and again."""
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


# Programs that give this answer to the first genmove, and then no more.
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
