"""A slow, plain referee for Dobutsu shogi, for comparison with the fast rules."""

import re
from typing import NamedTuple

Square = tuple[int, int]  # file from the left, rank from the bottom, both counted from 1

OTHER = {"black": "white", "white": "black"}
SIDE = {"b": "black", "w": "white"}
FILES = "abc"
FORWARD = {"black": 1, "white": -1}
FAR_RANK = {"black": 4, "white": 1}
HAND_ORDER = "CEG"
BLANKS = " \t\r\n\v\f"
START = "gle/1c1/1C1/ELG[-] b"
VALUES = {"try": ("official", "entry"), "hand": ("merged", "distinct")}

STRAIGHT = [(0, 1), (-1, 0), (1, 0), (0, -1)]
FORWARD_DIAGONALS = [(-1, 1), (1, 1)]
BACKWARD_DIAGONALS = [(-1, -1), (1, -1)]
# Each step is (files to the right, ranks forward) for its owner.
STEPS: dict[str, list[tuple[int, int]]] = {
    "L": STRAIGHT + FORWARD_DIAGONALS + BACKWARD_DIAGONALS,
    "G": STRAIGHT,
    "E": FORWARD_DIAGONALS + BACKWARD_DIAGONALS,
    "C": [(0, 1)],
    "H": STRAIGHT + FORWARD_DIAGONALS,
}


class Piece(NamedTuple):
    """A piece on the board: its owner and one of L, G, E, C, H (hen)."""

    owner: str
    kind: str


class Move(NamedTuple):
    """A move as it was read, which may be off the board or illegal."""

    target: str
    origin: str = ""  # empty for a drop
    dropped: str = ""  # empty for a move on the board
    plus: bool = False


def read_options(options: dict[str, object]) -> dict[str, str]:
    """Every option with its value; the first value listed is the default."""
    unknown = set(options) - set(VALUES)
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    chosen = {name: str(options.get(name, values[0])) for name, values in VALUES.items()}
    for name, value in chosen.items():
        if value not in VALUES[name]:
            raise ValueError(f"{name} must be one of {VALUES[name]}, not {value!r}")
    return chosen


def name_of(square: Square) -> str:
    """A square as text, `b2`."""
    return f"{FILES[square[0] - 1]}{square[1]}"


SQUARES: list[Square] = [(file, rank) for rank in (4, 3, 2, 1) for file in (1, 2, 3)]
NAMED = {name_of(square): square for square in SQUARES}


def read_move(text: str) -> Move | None:
    """`b2b3`, `b2-b3`, `b3b4+`, `C*b3` or `C@b3` in any case; None if it is none of these."""
    text = text.strip(BLANKS)
    drop = re.fullmatch(r"([CEGLcegl])[*@]([A-Za-z][0-9]+)", text)
    if drop:
        return Move(dropped=drop[1].upper(), target=read_point(drop[2]))
    step = re.fullmatch(r"([A-Za-z][0-9]+)-?([A-Za-z][0-9]+)(\+?)", text)
    if step:
        return Move(origin=read_point(step[1]), target=read_point(step[2]), plus=bool(step[3]))
    return None


def read_point(text: str) -> str:
    """A point's plain name; the rank stays text, so that a number of any length is allowed."""
    return text[0].lower() + (text[1:].lstrip("0") or "0")


def write_piece(piece: Piece) -> str:
    """A piece as in a position's text: capitals for the first player, a plus for a hen."""
    letters = "+C" if piece.kind == "H" else piece.kind
    return letters if piece.owner == "black" else letters.lower()


def read_piece(letters: str) -> Piece:
    """The inverse of write_piece."""
    owner = "black" if letters.isupper() else "white"
    return Piece(owner, "H" if "+" in letters else letters.upper())


def read_row(text: str) -> list[Piece | None]:
    """The three cells of one rank."""
    if not re.fullmatch(r"(\+[Cc]|[LGEClgec]|[1-3])+", text):
        raise ValueError(f"bad row: {text!r}")
    cells: list[Piece | None] = []
    for part in re.findall(r"\+[Cc]|[LGEClgec]|[1-3]", text):
        cells += [None] * int(part) if part.isdigit() else [read_piece(part)]
    if len(cells) != 3:
        raise ValueError(f"not three cells: {text!r}")
    return cells


class Oracle:
    """A position, the two hands, and the texts of all positions since the start."""

    def __init__(self, text: str | None = None, **options: object) -> None:
        self.options = read_options(options)
        self.turn = "black"
        self.board: dict[Square, Piece] = {}  # only the squares with a piece on them
        self.hands: dict[str, list[str]] = {"black": [], "white": []}
        self.entered = False  # try=entry: the last move won by the try
        self._read_text(START if text is None else text)
        self.seen = [self.to_text()]

    def _read_text(self, text: str) -> None:
        whole = re.fullmatch(r"([^ \[]+)\[(-|[CEGceg]+)\] ([bw])( entered=1)?", text)
        if whole is None:
            raise ValueError(f"bad position: {text!r}")
        rows = [read_row(row) for row in whole[1].split("/")]
        if len(rows) != 4:
            raise ValueError(f"not four rows: {text!r}")
        for file, rank in SQUARES:
            piece = rows[4 - rank][file - 1]
            if piece:
                self.board[file, rank] = piece
        for letter in whole[2].strip("-"):
            self.hands["black" if letter.isupper() else "white"].append(letter.upper())
        self.turn = SIDE[whole[3]]
        self.entered = whole[4] is not None
        if self.entered and self.options["try"] != "entry":
            raise ValueError("entered=1 belongs to try=entry only")

    def copy(self) -> "Oracle":
        """A copy that can be played on without changing this position."""
        other = Oracle(**self.options)
        other.turn = self.turn
        other.board = dict(self.board)
        other.hands = {side: list(hand) for side, hand in self.hands.items()}
        other.entered = self.entered
        other.seen = list(self.seen)
        return other

    def moves(self) -> list[str]:
        """All legal moves; hand=distinct lists a drop once for each equal piece in hand."""
        return [] if self.result() else self._moves_on_rules()

    def refusal(self, move: str) -> str | None:
        """Why the move is refused, or None if it is legal."""
        is_pass = re.fullmatch(r"[Pp][Aa][Ss][Ss]", move.strip(BLANKS)) is not None
        wanted = read_move(move)
        if wanted is None and not is_pass:
            return "unreadable"
        if self.result():
            return "game_over"
        if wanted is None:
            return "must_not_pass"
        if wanted.dropped:
            return self._refuse_drop(wanted)
        return self._refuse_step(wanted)

    def _refuse_drop(self, move: Move) -> str | None:
        if move.target not in NAMED:
            return "off_board"
        if NAMED[move.target] in self.board:
            return "occupied"
        return None if move.dropped in self.hands[self.turn] else "not_in_hand"

    def _refuse_step(self, move: Move) -> str | None:
        if move.origin not in NAMED or move.target not in NAMED:
            return "off_board"
        origin, target = NAMED[move.origin], NAMED[move.target]
        if self._owner(target) == self.turn:
            return "occupied"
        if self._owner(origin) != self.turn:
            return "not_your_piece"
        if target not in self._reach(origin):
            return "cannot_reach"
        if move.plus and not self._promotes(origin, target):
            return "cannot_reach"
        return None

    def play(self, move: str) -> None:
        """Play a legal move in place."""
        wanted = read_move(move)
        if wanted is None:
            raise ValueError(f"unreadable: {move!r}")
        self.entered = False
        if wanted.dropped:
            self.hands[self.turn].remove(wanted.dropped)
            self.board[NAMED[wanted.target]] = Piece(self.turn, wanted.dropped)
        else:
            self._step(NAMED[wanted.origin], NAMED[wanted.target])
        self.turn = OTHER[self.turn]
        self.seen.append(self.to_text())

    def _step(self, origin: Square, target: Square) -> None:
        """Move a piece, capture, promote, and judge a try under try=entry."""
        promotes = self._promotes(origin, target)
        piece = self.board.pop(origin)
        taken = self.board.get(target)
        self.board[target] = Piece(piece.owner, "H") if promotes else piece
        if taken and taken.kind != "L":  # a captured lion goes to no hand: the game is over
            self.hands[piece.owner].append("C" if taken.kind == "H" else taken.kind)
        if self.options["try"] == "entry" and piece.kind == "L":
            won_by_lion = taken is not None and taken.kind == "L"
            # A lion that moves along its far rank enters again: otherwise perft 8 and 9 would not
            # agree.
            safe = target[1] == FAR_RANK[self.turn] and not self._attacked(target)
            self.entered = safe and not won_by_lion

    def result(self) -> tuple[str | None, float | None, str] | None:
        """Winner (None for a draw), no margin, and the code; None while the game goes on."""
        for side in ("black", "white"):
            if self._lion(side) is None:
                return OTHER[side], None, "lion_captured"
        winner = self._won_try()
        if winner:
            return winner, None, "try"
        if not self._moves_on_rules():
            return OTHER[self.turn], None, "no_moves"
        if self.seen.count(self.to_text()) >= 3:
            return None, None, "repetition"
        return None

    def _won_try(self) -> str | None:
        """The side that has won by a try, if any."""
        mover, waiting = self.turn, OTHER[self.turn]
        if self.options["try"] == "entry":
            return waiting if self.entered else None
        # The side that just moved counts first: a reply that is itself a win has won.
        if self._on_far_rank(waiting) and not self._lion_attacked(waiting):
            return waiting
        # The other lion was there before the reply, and the reply did not capture it.
        return mover if self._on_far_rank(mover) else None

    def score(self) -> tuple[float, float] | None:
        """This game has no running score."""
        return None

    def to_text(self) -> str:
        """The position as one line."""
        rows = [self._row_text(rank) for rank in (4, 3, 2, 1)]
        black = "".join(sorted(self.hands["black"]))
        white = "".join(sorted(self.hands["white"])).lower()
        entered = " entered=1" if self.entered else ""
        return f"{'/'.join(rows)}[{black + white or '-'}] {self.turn[0]}{entered}"

    def _row_text(self, rank: int) -> str:
        pieces = [self.board.get((file, rank)) for file in (1, 2, 3)]
        cells = "".join(write_piece(piece) if piece else "." for piece in pieces)
        return re.sub(r"\.+", lambda run: str(len(run.group())), cells)

    def _moves_on_rules(self) -> list[str]:
        """The moves that the pieces allow, even if the game is over."""
        return self._steps() + self._drops()

    def _steps(self) -> list[str]:
        found: list[str] = []
        for origin in SQUARES:
            if self._owner(origin) != self.turn:
                continue
            for target in self._reach(origin):
                if self._owner(target) != self.turn:
                    plus = "+" if self._promotes(origin, target) else ""
                    found.append(name_of(origin) + name_of(target) + plus)
        return found

    def _drops(self) -> list[str]:
        hand = sorted(self.hands[self.turn])
        if self.options["hand"] == "merged":
            hand = [kind for kind in HAND_ORDER if kind in hand]
        empty = [square for square in SQUARES if square not in self.board]
        return [f"{kind}*{name_of(square)}" for kind in hand for square in empty]

    def _owner(self, square: Square) -> str | None:
        return self.board[square].owner if square in self.board else None

    def _reach(self, origin: Square) -> list[Square]:
        """The squares one step away for the piece on this square, whatever is on them."""
        piece = self.board[origin]
        ahead = FORWARD[piece.owner]
        steps = [(origin[0] + right, origin[1] + up * ahead) for right, up in STEPS[piece.kind]]
        return [square for square in steps if square in SQUARES]

    def _promotes(self, origin: Square, target: Square) -> bool:
        """Whether a move between these squares makes a hen; promotion is mandatory."""
        piece = self.board[origin]
        return piece.kind == "C" and target[1] == FAR_RANK[piece.owner]

    def _lion(self, side: str) -> Square | None:
        for square, piece in self.board.items():
            if piece == Piece(side, "L"):
                return square
        return None

    def _on_far_rank(self, side: str) -> bool:
        lion = self._lion(side)
        return lion is not None and lion[1] == FAR_RANK[side]

    def _lion_attacked(self, side: str) -> bool:
        lion = self._lion(side)
        return lion is not None and self._attacked(lion)

    def _attacked(self, square: Square) -> bool:
        """Whether an enemy of the piece on this square can capture it."""
        owner = self.board[square].owner
        enemies = [origin for origin, piece in self.board.items() if piece.owner != owner]
        return any(square in self._reach(origin) for origin in enemies)
