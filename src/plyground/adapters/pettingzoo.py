"""Our games as PettingZoo environments, for reinforcement learning.

from plyground.adapters import pettingzoo
env = pettingzoo.env("go", size=9)
"""

from typing import Any, TypedDict

from plyground.engine.actions import Actions
from plyground.engine.game import Position
from plyground.engine.registry import game as find_game
from plyground.engine.view import Turn
from plyground.extras import needed_for

with needed_for("pettingzoo"):
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

from plyground.adapters.bounds import ply_bound
from plyground.adapters.planes import Board, Planes

SIDES: tuple[str, str] = ("black", "white")
RENDER_MODES = ("human", "ansi")


class Observation(TypedDict):
    """An agent's observation: the planes, and a 1 for the number of each of its legal moves."""

    observation: Board
    action_mask: npt.NDArray[np.int8]


class Environment(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game with the agents "black" and "white", which act in turn.

    Actions are the numbers of `engine.actions.Actions`. The rewards are 1 for the winner, -1 for
    the loser, and 0 for a draw. After `max_plies` plies the game is truncated.
    """

    def __init__(
        self,
        game: str = "othello",
        *,
        render_mode: str | None = None,
        max_plies: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode can be human, ansi or None, not {render_mode!r}.")
        self.game = find_game(game, **options)
        self.actions = Actions(self.game)
        self.planes = Planes(self.game)
        self.max_plies = ply_bound(self.game, max_plies)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"plyground_{self.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents: list[str] = list(SIDES)
        self.agents: list[str] = []
        self.action_spaces = {side: spaces.Discrete(self.actions.count) for side in SIDES}
        self.observation_spaces = {side: self._space() for side in SIDES}
        self.position: Position = self.game.start()

    def _space(self) -> spaces.Dict:
        most = self.planes.most
        mask = spaces.Box(0, 1, (self.actions.count,), np.int8)
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(most), most, dtype=np.int8),
                "action_mask": mask,
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,  # noqa: ARG002 - nothing here is random
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> None:
        """Begins a new game."""
        self.position = self.game.start()
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in SIDES}
        self.agent_selection: str = self.position.turn
        self._skip_agent_selection = None  # agents of an earlier game that did not end

    def observe(self, agent: str) -> Observation:
        """The board as the agent sees it; an agent that is not on turn has no legal actions."""
        mask = np.zeros(self.actions.count, np.int8)
        going_on = not (self._is_over() or self._is_too_long())
        if going_on and agent == self.position.turn:
            mask[self.actions.legal(self.position)] = 1
        side: Turn = "black" if agent == "black" else "white"
        return {"observation": self.planes.of(self.position, side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the move with this number for the agent on turn; None removes an agent at the end.

        An illegal move raises IllegalMove, a ValueError, and changes nothing.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"The game is not over, and {agent} must move; None is not an action.")
        self.position = self.position.play(self.actions.move(action))
        self._cumulative_rewards[agent] = 0.0
        self._end_if_over()
        self.agent_selection = self.position.turn
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end_if_over(self) -> None:
        result = self.position.result()
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {side: {"result": str(result)} for side in self.agents}
            if result.winner:
                self.rewards = {s: 1.0 if s == result.winner else -1.0 for s in self.agents}
        elif self._is_too_long():
            self.truncations = dict.fromkeys(self.agents, True)

    def _is_over(self) -> bool:
        return self.position.result() is not None

    def _is_too_long(self) -> bool:
        return self.position.ply >= self.max_plies

    def render(self) -> str | None:
        """The board in ASCII: returned in the mode ansi, printed in the mode human."""
        if self.render_mode == "ansi":
            return self.position.ascii()
        if self.render_mode == "human":
            print(self.position.ascii(), end="\n\n")
        return None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def raw_env(game: str = "othello", **settings: Any) -> Environment:
    """The plain environment: an illegal move raises, and the order of calls is not checked.

    >>> env = raw_env("othello", size=4)
    >>> env.reset()
    >>> env.step(5)
    Traceback (most recent call last):
        ...
    plyground.engine.results.IllegalMove: There is already a piece on b2.
    """
    return Environment(game, **settings)


def env(game: str = "othello", **settings: Any) -> AECEnv[str, Observation, int]:
    """One of our games in the form of PettingZoo's classic games: an illegal move loses.

    The settings are the game's options, `render_mode` ("human", "ansi" or None) and `max_plies`.

    >>> env = env("go", size=5, komi=0.5, render_mode="ansi")
    >>> env.reset()
    >>> env.agent_selection, int(env.action_space("black").n)
    ('black', 26)
    >>> env.step(12)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.agent_selection, int(observation["action_mask"][12]), reward
    ('white', 0, 0.0)
    >>> print(env.render())
       A B C D E
    5  . . . . .
    4  . . . . .
    3  . .(x). .
    2  . . . . .
    1  . . . . .
    white to move
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
