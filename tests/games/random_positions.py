"""Random positions as texts: dense boards that random play from the start seldom reaches."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping

from tests.oracles import boards, connect_four, gomoku, robogo

Options = Mapping[str, object]


def random_board(rng: random.Random, size: int, black: float, white: float) -> str:
    """Rows of stones, each point black or white with the given chances."""
    kinds = "xo."
    chances = (black, white, max(0.0, 1 - black - white))
    rows = ["".join(rng.choices(kinds, chances, k=size)) for _ in range(size)]
    return packed("/".join(rows))


def with_liberties(board: str, size: int) -> str:
    """The board without groups that have no liberty."""
    stones = boards.read_board(board, size)
    for point in list(stones):
        if point in stones and not boards.liberties(stones, point, size):
            stones = boards.without(stones, boards.connected(stones, point, size))
    return boards.board_text(stones, size)


def side(rng: random.Random) -> str:
    return rng.choice("bw")


def othello_text(rng: random.Random, options: Options) -> str:
    black = rng.uniform(0, 0.6)
    board = random_board(rng, size_of(options, 8), black, rng.uniform(0, 0.9 - black))
    return f"{board} {side(rng)}"


def gomoku_text(rng: random.Random, options: Options) -> str:
    """Many black stones, as renju's forbidden moves need; not won by both sides."""
    size = size_of(options, 15)
    while True:
        text = f"{random_board(rng, size, rng.uniform(0, 0.4), rng.uniform(0, 0.25))} {side(rng)}"
        oracle = gomoku.Oracle(text, **options)
        if oracle._has_won("black") and oracle._has_won("white"):
            continue
        # Now and then a finished game is useful; an unfinished one tests more.
        if oracle.result() is None or rng.random() < 0.1:
            return text


def go_text(rng: random.Random, options: Options) -> str:
    """Any board whose groups have liberties, and any of the words that may follow it."""
    size = size_of(options, 19)
    # On a large board the oracle needs long to find the owner of a large empty region.
    least = 0.1 if size < 10 else 0.35
    black = rng.uniform(least, 0.5)
    board = with_liberties(random_board(rng, size, black, rng.uniform(least, 0.9 - black)), size)
    words = [board, side(rng)]
    if rng.random() < 0.2:
        words.append(f"passes={rng.randint(1, 2)}")
    if options.get("scoring") == "territory" and rng.random() < 0.5:
        words.append(f"prisoners={rng.randint(0, 9)},{rng.randint(1, 9)}")
    words += random_ko(rng, board, size)
    if options.get("max_moves") and rng.random() < 0.5:
        words.append(f"stones={rng.randint(1, 9)}")
    return " ".join(words)


def robogo_text(rng: random.Random, options: Options) -> str:
    """A possible board on which at most one side has its line."""
    size = size_of(options, 9)
    captures = options.get("captures", "yes") == "yes"
    while True:
        black = rng.uniform(0.1, 0.5)
        board = random_board(rng, size, black, rng.uniform(0.1, 0.9 - black))
        words = [with_liberties(board, size) if captures else board, side(rng)]
        if options.get("pass", "yes") == "yes" and rng.random() < 0.2:
            words.append(f"passes={rng.randint(1, 2)}")
        if captures:
            words += random_ko(rng, words[0], size)
        oracle = robogo.Oracle(" ".join(words), **options)
        if min(oracle.score()) < oracle.line:
            return oracle.to_text()


def dobutsu_text(rng: random.Random, _options: Options) -> str:
    """All pieces somewhere; sometimes a lion is missing, because its game is over."""
    lions = rng.choices(("Ll", "L", "l"), (96, 2, 2))[0]
    others = [rng.choice((kind, kind.lower())) for kind in "CCEEGG"]
    held = [letter for letter in others if rng.random() < 0.4]
    placed = [*lions, *((Counter(others) - Counter(held)).elements())]
    squares = ["."] * 12
    for square, letter in zip(rng.sample(range(12), len(placed)), placed, strict=True):
        is_hen = letter in "Cc" and rng.random() < 0.4
        squares[square] = "+" + letter if is_hen else letter
    rows = "/".join("".join(squares[at : at + 3]) for at in range(0, 12, 3))
    # Capitals sort first, and C E G is alphabetical order.
    return f"{packed(rows)}[{''.join(sorted(held)) or '-'}] {side(rng)}"


def connect_four_text(rng: random.Random, options: Options) -> str:
    """Columns of any height and any colours, not won by both sides; mostly unfinished."""
    while True:
        oracle = connect_four.Oracle(None, **options)
        share = rng.random()
        for column in oracle.columns:
            column += [rng.choice("xo") for _ in range(oracle.height) if rng.random() < share]
        oracle.turn = rng.choice(("black", "white"))
        if oracle.has_won("black") and oracle.has_won("white"):
            continue
        if oracle.result() is None or rng.random() < 0.1:
            return oracle.to_text()


def packed(rows: str) -> str:
    """Rows with numbers for runs of empty points."""
    return re.sub(r"\.+", lambda run: str(len(run.group())), rows)


def random_ko(rng: random.Random, board: str, size: int) -> list[str]:
    """Sometimes the word that forbids an empty point."""
    stones = boards.read_board(board, size)
    empty = [point for point in boards.all_points(size) if point not in stones]
    return [f"ko={boards.name_of(rng.choice(empty))}"] if empty and rng.random() < 0.2 else []


def size_of(options: Options, default: int) -> int:
    return int(str(options.get("size", default)))


# Optional: without it, all random games begin at the start.
TEXTS: dict[str, Callable[[random.Random, Options], str]] = {
    "othello": othello_text,
    "gomoku": gomoku_text,
    "go": go_text,
    "robogo": robogo_text,
    "dobutsu": dobutsu_text,
    "connect_four": connect_four_text,
}
