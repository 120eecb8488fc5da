"""Checks that the positions of every game must pass, native or written in Python."""

import json
import random
from collections.abc import Callable

from plyground.check.effects import places_its_own_stone, plays_alike
from plyground.check.report import Broken
from plyground.engine.game import Game, Position
from plyground.engine.messages import REFUSALS
from plyground.engine.results import IllegalMove, Result
from plyground.engine.view import FullMoveView, View, other

REMEMBERED = 50_000  # positions whose keys are compared
MOVE_KINDS = ("place", "move", "capture", "drop", "pass")
NONSENSE = ("", "?", "pass", "zz9", "a0", "a1a1a1", "-1", "\N{SNOWMAN}", "x" * 99)
# endings that depend on the past, which a text does not contain
BY_THE_PAST = ("repetition", "no_moves")

Path = list[str]


class Laws:
    """The laws, and the earlier positions that they need."""

    def __init__(
        self,
        game: Game,
        describe_error: Callable[[BaseException], str],
        *,
        forbids_by_past: bool,
        symmetric: bool,
    ) -> None:
        self.game = game
        self.describe_error = describe_error  # describes an error of the game in words
        self.forbids_by_past = forbids_by_past  # whether the past may make a move illegal
        self.symmetric = symmetric
        self.positions = 0
        self.colors_compared = self.colors_refused = False
        self.known: dict[str, None] = {}  # moves of any position, in the order they were seen
        self._keys: dict[str, tuple[int, Path, int]] = {}
        self._texts: dict[int, str] = {}
        self._looked: set[str] = set()
        self._shape: tuple[list[str], list[str]] | None = None

    def remember(self, position: Position, path: Path) -> None:
        """Equal positions must have equal keys, and different positions different keys."""
        text, key = position.to_text(), position.key
        if text in self._keys:
            earlier, other_path, length = self._keys[text]
            if earlier != key:
                way = " ".join(other_path[:length]) or "no moves"
                raise Broken(
                    "key", f"key() is {key} here, but {earlier} for the same text after: {way}."
                )
            return
        self.positions += 1
        if len(self._keys) >= REMEMBERED:
            return
        # the list only grows, so its length identifies the path
        self._keys[text] = (key, path, len(path))
        if self._texts.setdefault(key, text) != text:
            raise Broken("key", f"{text!r} and {self._texts[key]!r} have the same key, {key}.")

    def all(self, position: Position, dice: random.Random) -> list[Callable[[], None]]:
        """The laws to check on a position; none if an equal position was already checked."""
        text = position.to_text()
        if text in self._looked:
            return []
        if len(self._looked) < REMEMBERED:
            self._looked.add(text)
        return [
            lambda: self.reads_back(position),
            lambda: self.plays_what_it_lists(position),
            lambda: self.refuses_the_rest(position, dice),
            lambda: self.can_be_shown(position),
            lambda: places_its_own_stone(position),
            lambda: self.treats_colors_alike(position),
            lambda: self.survives_garbage(text, dice),
        ]

    def forget(self) -> None:
        """Checks all positions anew."""
        self._looked.clear()

    def reads_back(self, position: Position) -> None:
        """The text must give the position back."""
        text = position.to_text()
        try:
            again = self.game.position(text)
        except ValueError as error:
            raise Broken("text", f"from_text() refuses the text {text!r}: {error}") from error
        try:
            read_back, turn, result, moves = (
                again.to_text(),
                again.turn,
                again.result(),
                again.moves(),
            )
        except (Exception, SystemExit) as error:
            then = self.describe_error(error)
            raise Broken("text", f"When the text {text!r} is read, {then}") from error
        if read_back != text:
            raise Broken("text", f"The text {text!r} is read back as {read_back!r}.")
        if turn != position.turn:
            raise Broken("text", f"{position.turn} is to move, but {turn} by the text {text!r}.")
        self._same_future(position, result, moves)

    def _same_future(self, position: Position, read: Result | None, moves: list[str]) -> None:
        """The result and the moves must not depend on what the text leaves out."""
        text, result = position.to_text(), position.result()
        if result is not None and result.code in BY_THE_PAST:
            return
        if result != read:
            both = f"{_result_text(read)}, but here {_result_text(result)}"
            raise Broken("text", f"When the text {text!r} is read back, {both}.")
        differ = set(position.moves()) ^ set(moves)
        if self.forbids_by_past:
            differ &= set(position.moves())
        if differ:
            move = min(differ)
            raise Broken("text", f"{move!r} is legal here or by the text {text!r}, but not both.")

    def plays_what_it_lists(self, position: Position) -> None:
        """Every listed move must be playable, and playing it must not change the position."""
        before, moves = position.to_text(), position.moves()
        for move in moves:
            refusal = position.explain(move)
            if refusal is not None:
                raise Broken("refused", f"moves() lists {move!r}, but it is refused: {refusal}")
            after = position.play(move)
            if (after.last_move, after.ply) != (move, position.ply + 1):
                raise Broken("play", f"play({move!r}) says that {after.last_move!r} was played.")
            if position.to_text() != before:
                changed = f"{before!r} becomes {position.to_text()!r}"
                raise Broken("changes", f"play({move!r}) changes its own position: {changed}.")
        if position.moves() != moves:
            raise Broken("moves", "moves() returns something else when called again.")

    def refuses_the_rest(self, position: Position, dice: random.Random) -> None:
        """A move that is not listed must be refused with a known code; so must nonsense."""
        moves = position.moves()
        others = [move for move in self.known if move not in moves]
        for word in [*dice.sample(others, min(4, len(others))), *dice.sample(NONSENSE, 2)]:
            refusal = position.explain(word)
            if refusal is None:
                played = position.play(word).last_move
                if played not in moves:
                    raise Broken("unlisted", f"moves() does not list {word!r}, but it is played.")
                continue
            if refusal.code not in REFUSALS:
                raise Broken("unlisted", f"{word!r} is refused with the code {refusal.code!r}.")
            try:
                position.play(word)
            except IllegalMove:
                continue
            raise Broken("unlisted", f"{word!r} is called illegal ({refusal}), but it is played.")

    def can_be_shown(self, position: Position) -> None:
        """The view must be complete and plain, and use the squares of a board of constant shape."""
        view = position.view()
        missing = sorted(set(View.__annotations__) ^ set(view))
        if missing:
            raise Broken("view", f"view() has extra or missing fields: {', '.join(missing)}.")
        try:
            json.dumps(view, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise Broken("view", f"view() can't be written as JSON: {error}.") from error
        shape = (view["columns"], view["rows"])
        self._shape = self._shape or shape
        if shape != self._shape:
            old, new = _size(self._shape), _size(shape)
            raise Broken("board", f"board() changes its shape from {old} to {new}.")
        labels = {column + row for row in view["rows"] for column in view["columns"]}
        for move in view["moves"]:
            _check_move(move, labels)
        for mark in view["marks"]:
            strange = set(mark["at"]) - labels
            if strange:
                raise Broken("view", f"marks() names {min(strange)!r}, which is not on the board.")
        for aid in position.aids():
            strange = {*aid["at"], *aid["points"]} - labels
            if strange:
                raise Broken("view", f"aids() names {min(strange)!r}, which is not on the board.")
        if not position.ascii().isascii():
            raise Broken("view", "ascii() shows characters that are not ASCII; check kinds.")

    def treats_colors_alike(self, position: Position) -> None:
        """With all colours exchanged, the other side must win, with the same number of moves."""
        if not self.symmetric:
            return
        text = position.to_text()
        mirror = swapped(text)
        try:
            here, there = self._outlook(text), self._outlook(mirror)
        except ValueError:
            self.colors_refused = True  # an author may refuse it if it cannot occur in a game
            return
        self.colors_compared = True
        if _exchanged(here[0]) != _outcome(there[0]):
            now, then = _result_text(here[0]), _result_text(there[0])
            raise Broken("symmetry", f"{text!r}: {now}; with colours swapped, {mirror!r}: {then}.")
        if here[1] != there[1]:
            counts = f"{here[1]} moves, but {mirror!r} {there[1]}"
            raise Broken("symmetry", f"{text!r} has {counts}, with only the colours swapped.")
        plays_alike(self.game, position, mirror, swapped)

    def _outlook(self, text: str) -> tuple[Result | None, int]:
        """The result and the number of moves, from the text alone."""
        position = self.game.position(text)
        try:
            return position.result(), len(position.moves())
        except (Exception, SystemExit) as error:
            then = self.describe_error(error)
            raise Broken("text", f"When the text {text!r} is read, {then}") from error

    def survives_garbage(self, text: str, dice: random.Random) -> None:
        """A damaged text must be refused with a ValueError, or be a position that works."""
        for bad in [worse for worse in damaged(text, dice) if worse != text]:
            try:
                position = self.game.position(bad)
            except ValueError:
                continue
            except (Exception, SystemExit) as error:
                sentence = self.describe_error(error)
                raise Broken(
                    "garbage", f"The text {bad!r} must be refused with a ValueError, but {sentence}"
                ) from error
            self._is_sound(position, bad)

    def _is_sound(self, position: Position, bad: str) -> None:
        try:
            again = self.game.position(position.to_text()).to_text()
            if position.result() is None:
                position.moves()
        except (Exception, SystemExit) as error:
            sentence = self.describe_error(error)
            raise Broken("garbage", f"The text {bad!r} is read, but then {sentence}") from error
        if again != position.to_text():
            both = f"{position.to_text()!r}, and that as {again!r}"
            raise Broken("garbage", f"The text {bad!r} is read as {both}.")


def swapped(text: str) -> str:
    """The text with the colours exchanged: x and o, capitals and small letters, b and w.

    >>> swapped("xK1/o2 b")
    'ok1/x2 w'
    """
    board, blank, rest = text.partition(" ")
    turn, other_blank, words = rest.partition(" ")
    letters = {"x": "o", "o": "x"}
    board = "".join(letters.get(letter, letter.swapcase()) for letter in board)
    return board + blank + {"b": "w", "w": "b"}.get(turn, turn) + other_blank + words


def damaged(text: str, dice: random.Random) -> list[str]:
    """Texts that are almost valid, and texts that are far from valid.

    >>> len(damaged("x8 b", random.Random(1)))
    8
    """
    at = dice.randrange(len(text))
    letter = dice.choice("xob/ 0139-\x00\N{SNOWMAN}")
    return [
        "",
        "?",
        text[:at],
        text[at:],
        text[:at] + text[at + 1 :],
        text[:at] + letter + text[at + 1 :],
        text[:at] + letter + text[at:],
        text + " " + text,
    ]


def _check_move(move: FullMoveView, labels: set[str]) -> None:
    text = move["text"]
    if move["kind"] not in MOVE_KINDS:
        raise Broken("view", f"The move {text!r} is of the unknown kind {move['kind']!r}.")
    if move["to"] is None and move["kind"] != "pass":
        raise Broken("view", f"The text of the move {text!r} names no square: add target(move).")
    for end in (move["from"], move["to"]):
        if end is not None and end not in labels:
            raise Broken("view", f"The move {text!r} touches {end!r}, which is not on the board.")


def _outcome(result: Result | None) -> tuple[str | None, float | None] | None:
    return None if result is None else (result.winner, result.margin)


def _exchanged(result: Result | None) -> tuple[str | None, float | None] | None:
    if result is None or result.winner is None:
        return _outcome(result)
    return other(result.winner), result.margin


def _result_text(result: Result | None) -> str:
    return "the game goes on" if result is None else str(result)


def _size(shape: tuple[list[str], list[str]]) -> str:
    return f"{len(shape[1])} rows of {len(shape[0])}"
