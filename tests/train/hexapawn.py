"""Hexapawn: a game as a newcomer writes it, with only the required methods."""

import plyground


@plyground.register
class Hexapawn:
    """Pawns step forward or take diagonally. Reach the other side, or leave no move, to win."""

    name = "hexapawn"
    title = "Hexapawn"
    symmetries = "mirror"
    symmetric = False  # the sides move in opposite directions

    def __init__(self, rows: tuple[str, ...] = ("ooo", "...", "xxx"), turn: str = "black") -> None:
        self.rows, self.turn = rows, turn

    def moves(self) -> list[str]:
        own, other, step = ("x", "o", -1) if self.turn == "black" else ("o", "x", 1)
        found = []
        for y in range(3):
            for x in range(3):
                if self.rows[y][x] != own or not 0 <= y + step < 3:
                    continue
                for to in (x - 1, x, x + 1):
                    wanted = "." if to == x else other
                    if 0 <= to < 3 and self.rows[y + step][to] == wanted:
                        found.append(f"{'abc'[x]}{3 - y}{'abc'[to]}{3 - y - step}")
        return found

    def play(self, move: str) -> "Hexapawn":
        board = [list(row) for row in self.rows]
        (x, y), (to_x, to_y) = (("abc".index(at[0]), 3 - int(at[1])) for at in (move[:2], move[2:]))
        board[to_y][to_x], board[y][x] = board[y][x], "."
        turn = "white" if self.turn == "black" else "black"
        return Hexapawn(tuple("".join(row) for row in board), turn)

    def result(self) -> tuple[str, str] | None:
        if "x" in self.rows[0]:
            return "black", "a pawn has arrived"
        if "o" in self.rows[2]:
            return "white", "a pawn has arrived"
        other = "white" if self.turn == "black" else "black"
        return None if self.moves() else (other, "no move is left")

    def board(self) -> list[str]:
        return list(self.rows)

    def to_text(self) -> str:
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str) -> "Hexapawn":
        rows, turn = plyground.read_board(text, rows=3, columns=3)
        return cls(tuple(rows), turn)
