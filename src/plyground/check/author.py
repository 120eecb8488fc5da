"""Checks a game class written in Python: its methods' results, and that they change nothing."""

import inspect
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from plyground.check.report import Broken
from plyground.engine.game import Game
from plyground.engine.planes import plane_names, planes_in_bytes, read_symmetry
from plyground.engine.python_game import GAP, PythonSource

COLORS = ("black", "white")
RESULT = (
    "None, 'black', 'white' or 'draw', or a tuple of one of these, a reason in words and, "
    "where it counts, a number"
)


class Author:
    """An author's class, called directly, to see the values that the core cannot read."""

    def __init__(self, source: PythonSource, game: Game) -> None:
        self.cls = source.cls
        self.first: Callable[[], Any] = lambda: source.first(game.values)
        try:
            self.file: str | None = inspect.getfile(source.cls)
        except (TypeError, OSError):  # defined at a prompt, so it has no file
            self.file = None

    def check(self, own: Any) -> None:
        """Checks the answers that every game needs."""
        before = self._text(own)
        moves = own.moves()
        self._unchanged(own, before, "moves()")
        result = own.result()
        self._unchanged(own, before, "result()")
        if own.turn not in COLORS:
            raise Broken("turn", f"turn is {_short(own.turn)}; it must be 'black' or 'white'.")
        _check_result(result)
        if result is None:
            _check_moves(moves)
            if own.moves() != moves:
                raise Broken("moves", "moves() returns something else when called again.")
        if hasattr(own, "key") and not isinstance(own.key(), int):
            raise Broken("key", f"key() gives {_short(own.key())}; it must be a whole number.")

    def check_closely(self, own: Any) -> None:
        """Checks the answers that front ends need, and every move."""
        before = self._text(own)
        moves = own.moves() if own.result() is None else []
        for move in moves:
            self.play(own, move)
        self._check_board(own.board())
        if hasattr(own, "score"):
            _check_score(own.score())
        if hasattr(own, "hands"):
            _check_hands(own.hands())
        if hasattr(own, "aids") and own.result() is None:
            _check_aids(own.aids())
        if hasattr(own, "target"):
            _check_targets({move: own.target(move) for move in moves if move != "pass"})
        self._check_planes(own)
        self._unchanged(own, before, "board(), score(), hands(), aids(), target() or planes()")

    def _check_planes(self, own: Any) -> None:
        """Checks the answers that a network needs, if the author gives any."""
        try:
            read_symmetry(self.cls)
            planes = hasattr(own, "planes") and planes_in_bytes(own, len(plane_names(self.first())))
        except ValueError as error:
            raise Broken("planes", str(error)) from error
        if planes and own.planes().tobytes() != planes:
            raise Broken("planes", "planes() returns something else when called again.")

    def play(self, own: Any, move: str) -> Any:
        """The author's next position; the previous one must not change."""
        before = self._text(own)
        try:
            after = own.play(move)
        except (Exception, SystemExit) as error:
            sentence = self.describe_error(error)
            raise Broken("refused", f"moves() lists {move!r}, but {sentence}") from error
        self._unchanged(own, before, f"play({move!r})")
        if not isinstance(after, self.cls):
            raise Broken("play", f"play({move!r}) gives {_short(after)}, not the next position.")
        return after

    def describe_error(self, error: BaseException, what: str | None = None) -> str:
        """The error in the author's file and its line; by default, the exception."""
        words = f"{type(error).__name__}: {error}".removesuffix(": ")
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if frame.filename == self.file]
        if not own:
            return f"Plyground {what or f'can not use an answer: {words}'}."
        place = f"{Path(own[-1].filename).name}, line {own[-1].lineno}"
        return f"{own[0].name}() {what or f'raises {words}'} ({place})."

    def _text(self, own: Any) -> str:
        text = own.to_text()
        if not isinstance(text, str) or not text or not text.isprintable():
            raise Broken("text", f"to_text() gives {_short(text)}; it must be one line of text.")
        return text

    def _unchanged(self, own: Any, before: str, method: str) -> None:
        after = self._text(own)
        if after != before:
            raise Broken(
                "changes", f"{method} changes its own position: {before!r} becomes {after!r}."
            )

    def _check_board(self, rows: Any) -> None:
        if not _is_list(rows) or not rows or not all(map(_is_row, rows)):
            raise Broken(
                "board",
                f"board() gives {_short(rows)}; it must be a list of texts, or of lists of cells.",
            )
        if len({len(row) for row in rows}) > 1:
            raise Broken("board", f"board() has rows of different lengths: {_short(rows)}.")
        kinds = {".", GAP, "x", "o", *getattr(self.cls, "kinds", {})}
        for cell in {cell for row in rows for cell in row}:
            if cell[0] not in kinds and cell[0].lower() not in kinds:
                raise Broken(
                    "board", f"board() shows {cell[0]!r}, which is not '.', 'x', 'o' or in kinds."
                )
            if cell[1:] and (cell[0] in (".", GAP) or not cell[1:].isdecimal()):
                raise Broken("board", f"board() shows {cell!r}; only a number can follow a letter.")


def _is_row(row: Any) -> bool:
    cells = row if isinstance(row, list | tuple) else [row]
    return bool(row) and all(isinstance(cell, str) and cell for cell in cells)


def _check_moves(moves: Any) -> None:
    if not _is_list(moves):
        raise Broken("moves", f"moves() gives {_short(moves)}; it must be a list of texts.")
    if not moves:
        raise Broken(
            "no_moves",
            "moves() is empty while result() is None: the game has neither a move nor a result.",
        )
    seen: set[str] = set()
    for move in moves:
        if not isinstance(move, str):
            raise Broken("moves", f"moves() lists {_short(move)}, which is not a string.")
        if not move.isprintable() or not move or set(move) & {" ", ","}:
            raise Broken("moves", f"moves() lists {_short(move)}; a move has no spaces or commas.")
        if move in seen:
            raise Broken("moves", f"moves() lists {move!r} twice.")
        seen.add(move)


def _check_result(result: Any) -> None:
    parts = result if isinstance(result, tuple) else (result,)
    good = result is None or (
        1 <= len(parts) <= 3
        and parts[0] in (*COLORS, "draw")
        and all(isinstance(part, str) for part in parts[1:2])
        and all(_is_number(part) for part in parts[2:])
    )
    if not good:
        raise Broken("result", f"result() gives {_short(result)}; it must be {RESULT}.")


def _check_score(score: Any) -> None:
    parts = tuple(score) if isinstance(score, Iterable) and not isinstance(score, str) else ()
    good = len(parts) in (2, 3) and all(map(_is_number, parts[:2])) and _all_texts(parts[2:])
    if score is not None and not good:
        raise Broken(
            "score", f"score() gives {_short(score)}; it must be two numbers and perhaps a unit."
        )


def _check_hands(hands: Any) -> None:
    rows = list(hands) if isinstance(hands, Iterable) else [hands]
    for row in rows:
        good = _is_list(row) and len(row) == 3 and row[0] in COLORS and _all_texts(row[1:2])
        if not good or not isinstance(row[2], int):
            raise Broken("hands", f"hands() lists {_short(row)}; it must be (owner, kind, count).")


def _check_aids(aids: Any) -> None:
    rows = list(aids) if isinstance(aids, Iterable) else [aids]
    for row in rows:
        good = _is_list(row) and len(row) == 5 and isinstance(row[0], str)
        good = good and row[1] in (*COLORS, None) and isinstance(row[4], int)
        if not good or not all(_is_list(labels) and _all_texts(labels) for labels in row[2:4]):
            raise Broken(
                "aids",
                f"aids() lists {_short(row)}; "
                "it must be (kind, owner or None, labels, labels, count).",
            )


def _check_targets(targets: dict[str, Any]) -> None:
    for move, target in targets.items():
        if not isinstance(target, str):
            raise Broken("view", f"target({move!r}) gives {_short(target)}; it must be a square.")


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _all_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _short(value: object) -> str:
    """A value as Python writes it, cut to a short length."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - an author's __repr__ may be broken too
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
