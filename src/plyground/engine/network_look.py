"""What a network says about one position, in shares of moves and chances of the sides."""

import math
from dataclasses import dataclass

from plyground.engine.game import Position
from plyground.engine.network import Network
from plyground.engine.policy_layout import layout_of


@dataclass(frozen=True)
class NetworkLook:
    """Policy and value of a position; the chances are those of the side to move."""

    policy: dict[str, float]  # every legal move with its share, the best first
    win: float
    draw: float
    loss: float


def look(network: Network, position: Position) -> NetworkLook:
    """Asks a network about a position that is not over: one forward pass. Needs numpy.

    A ValueError says so if the network knows another game, or another board.
    """
    network.judge(position)  # refuses what does not fit
    values, policies, _, _ = network.evaluate([position])
    slots = layout_of(position.game).slots
    logits = {move: float(policies[0][slots[move]]) for move in position.moves()}
    win, draw, loss = (float(chance) for chance in values[0])
    return NetworkLook(_shares(logits), win, draw, loss)


def _shares(logits: dict[str, float]) -> dict[str, float]:
    """The softmax of some logits, the largest first.

    >>> _shares({"a": 0.0, "b": math.log(3)})
    {'b': 0.75, 'a': 0.25}
    """
    most = max(logits.values(), default=0.0)
    powers = {move: math.exp(logit - most) for move, logit in logits.items()}
    whole = sum(powers.values())
    ordered = sorted(powers.items(), key=lambda row: -row[1])
    return {move: round(power / whole, 5) for move, power in ordered}
