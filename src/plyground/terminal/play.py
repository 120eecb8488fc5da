"""A game at the prompt: two people, or a person against the computer."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rich.console import Console

from plyground.game import Game, Position
from plyground.search import Memory, search
from plyground.terminal.board import GLYPHS, draw
from plyground.verdicts import IllegalMove
from plyground.view import Turn

PERSON = "person"
RANDOM = "random"

_HELP = """Type a move, such as {example}, or one of these words:
  moves   list the legal moves        undo    take your last move back
  rules   how this game goes          text    the position as one line
  resign  give the game up            quit    stop playing"""


def _can_draw(console: Console) -> bool:
    """Whether the output's encoding has the characters of a drawn board."""
    try:
        GLYPHS.encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True


class _Stop(Exception):  # noqa: N818 - it is no error
    """The person wants to leave."""


@dataclass
class Table:
    """A game being played: who sits where, and every position so far."""

    game: Game
    players: Mapping[Turn, str]
    console: Console
    ask: Callable[[str], str]
    dice: random.Random
    positions: list[Position] = field(default_factory=list)
    _memories: dict[Turn, Memory] = field(default_factory=dict, init=False)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1]

    def play(self) -> None:
        """Plays to the end, or until the person leaves."""
        self.positions = self.positions or [self.game.start()]
        self.console.print(f"[bold]{self.game.title}[/bold]. Type help for help.")
        try:
            while self.position.result() is None:
                self._turn()
        except (_Stop, EOFError):
            self.console.print("Goodbye.")
            return
        self._show()
        self._tell_result()

    def _turn(self) -> None:
        player = self.players[self.position.turn]
        if player != PERSON:
            move = self._computer_move(player)
            self.console.print(f"{self.position.turn} plays {move}")
            self.positions.append(self.position.play(move))
            return
        self._show()
        shown = self.position
        while self.position is shown:
            self._answer(self.ask(f"{self.position.turn}> ").strip())

    def _computer_move(self, player: str) -> str:
        if player != RANDOM:
            with self.console.status("thinking"):
                memory = self._memories.setdefault(self.position.turn, Memory())
                found = search(self.position, player, memory=memory).move
            if found is not None:
                return found
        return self.dice.choice(self.position.moves())

    def _answer(self, word: str) -> None:
        command = self._commands().get(word.lower())
        if command is not None:
            command()
        elif word:
            try:
                self.positions.append(self.position.play(word))
            except IllegalMove as refused:
                self.console.print(refused.sentence, markup=False)

    def _commands(self) -> dict[str, Callable[[], None]]:
        position = self.position
        return {
            "help": lambda: self.console.print(_HELP.format(example=position.moves()[0])),
            "moves": lambda: self.console.print(" ".join(position.moves()), markup=False),
            "rules": lambda: self.console.print(self.game.rules, markup=False),
            "text": lambda: self.console.print(position.to_text(), markup=False, soft_wrap=True),
            "undo": self._undo,
            "resign": self._resign,
            "quit": self._quit,
        }

    def _undo(self) -> None:
        """Back to this person's last decision: two plies against the computer, else one."""
        turn = self.position.turn
        earlier = [
            ply
            for ply, position in enumerate(self.positions[:-1])
            if self.players[position.turn] == PERSON
            and (position.turn == turn or set(self.players.values()) == {PERSON})
        ]
        if not earlier:
            self.console.print("There is nothing to take back.")
            return
        del self.positions[earlier[-1] + 1 :]

    def _resign(self) -> None:
        winner = "white" if self.position.turn == "black" else "black"
        self.console.print(f"{self.position.turn} resigns: {winner} wins.")
        raise _Stop

    def _quit(self) -> None:
        raise _Stop

    def _show(self) -> None:
        self.console.print()
        self.console.print(draw(self.position.view(), plain=not _can_draw(self.console)))

    def _tell_result(self) -> None:
        result = self.position.result()
        people = [side for side, player in self.players.items() if player == PERSON]
        if result is None:
            return
        if result.winner and len(people) == 1:
            told = "You win" if result.winner == people[0] else "You lose"
            self.console.print(f"[bold]{told}[/bold]: {result.reason}.")
        else:
            self.console.print(f"[bold]{result}[/bold].")


def choose(
    title: str, choices: Mapping[str, str], console: Console, ask: Callable[[str], str]
) -> str:
    """Asks for one of several choices, by number or by name, until the answer is one of them."""
    names = list(choices)
    console.print(f"[bold]{title}[/bold]")
    for number, (name, words) in enumerate(choices.items(), 1):
        console.print(f"  {number}  {name}: {words}" if words else f"  {number}  {name}")
    while True:
        answer = ask(f"1-{len(names)} [1]> ").strip().lower() or "1"
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        console.print(f"Please answer with a number from 1 to {len(names)}, or a name.")
