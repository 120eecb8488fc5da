"""A GTP server in this process, and its answers: shared by the server's tests."""

import io

import plyground
from plyground.players.player import EnginePlayer, Player
from plyground.players.protocols.gtp.server import GtpServer


class Talk:
    """A server in this process, and its answers."""

    def __init__(self, game: plyground.Game, player: Player | str = "alphabeta:depth=1") -> None:
        self.out = io.StringIO()
        who = EnginePlayer(player) if isinstance(player, str) else player
        self.server = GtpServer(who, game, io.BytesIO(), self.out)

    def raw(self, line: str) -> str:
        self.out.seek(0)
        self.out.truncate()
        self.server.obey(line)
        return self.out.getvalue()

    def ask(self, line: str) -> str:
        answer = self.raw(line)
        assert answer.startswith("="), (line, answer)
        assert answer.endswith("\n\n")
        return answer[1:].strip()

    def refused(self, line: str) -> str:
        answer = self.raw(line)
        assert answer.startswith("?"), (line, answer)
        return answer[1:].strip()

    @property
    def played(self) -> list[str]:
        return list(self.server.session.board.position.played)

    @property
    def text(self) -> str:
        return self.server.session.board.position.to_text()


def go(size: int = 5, **options: object) -> Talk:
    return Talk(plyground.game("go", size=size, **options))
