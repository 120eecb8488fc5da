"""Our games as OpenSpiel games, so that OpenSpiel's algorithms run on them.

Importing this module registers every game, as `plyground_othello` and so on, with the game's own
options as parameters and two more:

    max_plies   the game is a draw after this many plies; 0: four for each square, at least 512
    margin      whether a win is worth its margin, if the game counts one, instead of 1

    import pyspiel
    from plyground.adapters import openspiel
    game = pyspiel.load_game("plyground_go(size=9,komi=7.0)")
"""

from typing import Any

from plyground.engine.actions import Actions, squares_of
from plyground.engine.game import Game, Position
from plyground.engine.options import Option, Value
from plyground.engine.registry import all_games
from plyground.engine.registry import game as find_game
from plyground.extras import needed_for

with needed_for("openspiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

from plyground.adapters.bounds import ply_bound
from plyground.adapters.planes import Planes

NONE = -1  # stands for None in an option that may be none, because a parameter has only one type


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its options set, as an OpenSpiel game. Player 0 is Black."""

    name: str  # each subclass sets this to its game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rest = dict(params or {})
        wanted, margin = rest.pop("max_plies", 0), rest.pop("margin", False)
        self.game = _with_options(self.name, rest)
        self.actions = Actions(self.game)
        self.planes = Planes(self.game)
        self.max_plies = ply_bound(self.game, wanted or None)
        self.most = _largest_margin(self.game) if margin else 1.0
        super().__init__(self.kind, self._info(), params or {})

    def _info(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-self.most,
            max_utility=self.most,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )

    def new_initial_state(self) -> "SpielState":
        """The first position."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """An observer of states: of the board or, for perfect recall, of the moves so far."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return PlanesObserver(self.planes, params)
        return IIGObserverForPublicInfoGame(kind, params)

    def value(self, position: Position) -> float:
        """The value of a position for Black: nonzero only at the end of a game."""
        result = position.result()
        if result is None or result.winner is None:
            return 0.0
        size = result.margin if self.most > 1 and result.margin is not None else 1.0
        return min(abs(size), self.most) * (1 if result.winner == "black" else -1)

    def __reduce__(self) -> tuple[object, tuple[str, dict[str, Any]]]:
        return _restore, (self.name, self.get_parameters())


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One of our positions with its history, as an OpenSpiel state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._kept = _Kept(game, game.game.start())

    @property
    def position(self) -> Position:
        """The position itself.

        >>> pyspiel.load_game("plyground_dobutsu").new_initial_state().position.turn
        'black'
        """
        return self._kept.position

    def current_player(self) -> Any:
        """0 for Black, 1 for White; or a constant if the game is over."""
        if self._kept.is_over:
            return pyspiel.PlayerId.TERMINAL
        return 0 if self.position.turn == "black" else 1

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only the side to move matters
        return self._kept.game.actions.legal(self.position)

    def _apply_action(self, action: int) -> None:
        game = self._kept.game
        self._kept = _Kept(game, self.position.play(game.actions.move(action)))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self._kept.game.actions.move(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, by the rules or by the limit on plies."""
        return self._kept.is_over

    def returns(self) -> list[float]:
        """The returns of Black and White."""
        value = self._kept.game.value(self.position)
        return [value, 0.0 - value]

    def __str__(self) -> str:
        return self.position.ascii()


class _Kept:
    """What all clones of a state share, because neither the game nor a position ever changes."""

    __slots__ = ("game", "is_over", "position")

    def __init__(self, game: SpielGame, position: Position) -> None:
        self.game = game
        self.position = position
        self.is_over = position.result() is not None or position.ply >= game.max_plies

    def __deepcopy__(self, memo: dict[int, object]) -> "_Kept":
        return self


class PlanesObserver:
    """Observes a state as `Planes` does, but with the planes first, as OpenSpiel expects."""

    def __init__(self, planes: Planes, params: Any) -> None:
        if params:
            raise ValueError(f"An observer takes no parameters, not {params}.")
        self._planes = planes
        rows, columns, count = planes.shape
        self.tensor = np.zeros(rows * columns * count, np.float32)
        self.dict = {"observation": self.tensor.reshape(count, rows, columns)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with a player's view."""
        seen = self._planes.of(state.position, "black" if player == 0 else "white")
        self.dict["observation"][:] = np.moveaxis(seen, 2, 0)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002
        """The position as text; both players see everything."""
        return state.position.to_text()


def register(name: str) -> str:
    """Registers a game with OpenSpiel, and returns its name there.

    Only games loaded after the import of this module need it.

    >>> register("othello")
    'plyground_othello'
    """
    game = find_game(name)
    kind = pyspiel.GameType(
        short_name=f"plyground_{name}",
        long_name=f"{game.title} (Plyground)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            **{option.name: _as_parameter(option.default) for option in game.options},
            "max_plies": 0,
            "margin": False,
        },
    )
    # OpenSpiel releases it after the interpreter has exited. A function would be freed at that
    # time, which crashes; a class is never freed.
    pyspiel.register_game(kind, type("SpielGame", (SpielGame,), {"name": name, "kind": kind}))
    return f"plyground_{name}"


def _restore(name: str, params: dict[str, Any]) -> SpielGame:
    """A game from a pickle, which may not be loaded yet in this process."""
    short_name = f"plyground_{name}"
    if short_name not in pyspiel.registered_names():
        register(name)
    game: SpielGame = pyspiel.load_game(short_name, params)
    return game


def _as_parameter(value: Value) -> str | int | float:
    return NONE if value is None else value


def _with_options(name: str, params: dict[str, Any]) -> Game:
    def is_none(option: Option) -> bool:
        return option.may_be_none and params.get(option.name) == NONE

    nones = {option.name: None for option in find_game(name).options if is_none(option)}
    return find_game(name, **params | nones)


def _largest_margin(game: Game) -> float:
    """An upper bound on margins: each square, a prisoner for each, and numbers such as komi."""
    numbers = [abs(value) for value in game.values.values() if isinstance(value, float)]
    return 2.0 * len(squares_of(game)) + sum(numbers)


for _name in all_games():
    register(_name)
