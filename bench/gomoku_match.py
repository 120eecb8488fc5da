"""Gomoku between two players from balanced openings: the point score and its interval.

    python bench/gomoku_match.py "gomocup:COMMAND"
    python bench/gomoku_match.py "search:nodes=40000,eval=threats" --player search:nodes=40000
    python bench/gomoku_match.py "gomocup:COMMAND" --games 100 --seed 2 --rule exact

An opening has three to five stones within three steps of the centre, drawn by the seed, and a short
search by the heuristic `threats` rates it about even. Each opening is played twice, with colours
exchanged. The score comes with the processor time a move of both players: compare only players
whose times are similar.
"""

import argparse
import random
import tempfile
from pathlib import Path

import plyground
from plyground.engine.game import Game
from plyground.matches import Match, run

_JUDGE = "search:nodes=5000,eval=threats"
_BALANCED = 2.0  # threes
_REACH = 3  # steps from the centre


def opening(game: Game, dice: random.Random) -> list[str]:
    """A few stones near the centre that leave the game open."""
    centre = int(str(game.values["size"])) // 2
    near = range(centre - _REACH, centre + _REACH + 1)
    points = [f"{chr(ord('a') + column)}{row + 1}" for column in near for row in near]
    while True:
        moves = dice.sample(points, dice.choice((3, 4, 5)))
        position = game.start()
        for move in moves:
            if position.explain(move) is not None:
                break
            position = position.play(move)
        else:
            line = plyground.search(position, _JUDGE).lines[0]
            if abs(line.score) < _BALANCED:
                return moves


def main() -> None:
    """Plays the match and prints its result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("opponent", help="a player, such as gomocup:COMMAND")
    parser.add_argument("--player", default="search:seconds=0.1")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rule", default="freestyle")
    given = parser.parse_args()
    game = plyground.game("gomoku", rule=given.rule)
    dice = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        openings = Path(folder, "openings.txt")
        lines = (" ".join(opening(game, dice)) for _ in range((given.games + 1) // 2))
        openings.write_text("\n".join(lines) + "\n", encoding="utf-8")
        match = Match(game, given.player, given.opponent, given.games, str(openings), given.seed)
        summary = run(match)
    found, tally = summary.estimate(), summary.tally()
    cpu = [summary.effort(place).cpu_seconds_a_move for place in (0, 1)]
    print(
        f"{given.player} against {given.opponent}, seed {given.seed}: {tally.share:.1%} of"
        f" {tally.games} games ({tally}), 95 % from {found.low:.1%} to {found.high:.1%};"
        f" CPU-s a move {cpu[0]:.4f} and {cpu[1]:.4f}"
    )
    for failure in summary.failures:
        print(f"  game {failure.number} could not be played: {failure.sentence}")


if __name__ == "__main__":
    main()
