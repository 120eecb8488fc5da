"""Lets a network learn from a window of positions."""

import io
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from plyground.engine.game import Game
from plyground.engine.network_file import SCORE_SCALE, NetworkFile, NetworkHeader
from plyground.engine.policy_layout import layout_of
from plyground.train.model import PolicyValueNet, Shape, export_weights
from plyground.train.samples import Sampler, Samples
from plyground.train.settings import TrainSettings


@dataclass(frozen=True)
class Losses:
    """What a generation's learning came to, on average over its second half."""

    policy: float
    value: float
    score: float
    owners: float
    steps: int


class Learner:
    """A network in training with its optimiser."""

    def __init__(self, settings: TrainSettings, *, threads: int = 1) -> None:
        self.settings = settings
        torch.set_num_threads(threads)
        self.game = settings.rules
        torch.manual_seed(settings.seed)
        self.net = PolicyValueNet(shape_for(self.game, settings)).to(
            memory_format=torch.channels_last
        )
        self._optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=settings.rate, weight_decay=1e-4
        )

    def learn(self, samples: Samples, steps: int, seed: int) -> Losses:
        """So many steps; the rate falls to a tenth towards the end of each."""
        sampler = Sampler(self.settings, self.game, samples, seed)
        self.net.train()
        sums = np.zeros(4)
        counted = 0
        for step in range(steps):
            batch = {
                name: torch.from_numpy(each)
                for name, each in sampler.batch(self.settings.batch).items()
            }
            losses = self._losses(batch)
            self._optimiser.zero_grad(set_to_none=True)
            total = (
                losses["policy"]
                + losses["value"]
                + losses["share"]
                + losses["score"]
                + losses["owners"]
            )
            total.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 4.0)
            self._optimiser.step()
            if 2 * step >= steps:
                counted += 1
                sums += [
                    float(losses[name].detach()) for name in ("policy", "value", "score", "owners")
                ]
        policy, value, score, owners = (sums / max(1, counted)).tolist()
        return Losses(policy, value, score, owners, steps)

    def _losses(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        planes = batch["planes"].contiguous(memory_format=torch.channels_last)
        answer = self.net(planes)
        chances = F.softmax(answer["value"], 1)
        share = chances[:, 0] + chances[:, 1] / 2
        nothing = torch.zeros(())
        losses = {
            "policy": F.cross_entropy(answer["policy"], batch["policy"]),
            "value": F.cross_entropy(answer["value"], batch["value"]),
            "share": self.settings.search_value * F.mse_loss(share, batch["share"]),
            "score": nothing,
            "owners": nothing,
        }
        if "score" in answer:
            losses["score"] = 0.1 * F.smooth_l1_loss(answer["score"], batch["score"] / SCORE_SCALE)
        if "owners" in answer and "owners" in batch:
            owned = (batch["owners"] + 1) / 2
            losses["owners"] = 0.15 * F.binary_cross_entropy_with_logits(
                2 * answer["owners"], owned
            )
        return losses

    def export(self, about: dict[str, object]) -> NetworkFile:
        """The network as a file has it."""
        self.net.eval()
        shape = self.net.shape
        header = NetworkHeader(
            game=self.game.name,
            options=dict(self.game.values),
            planes=tuple(self.game.start().plane_names),
            blocks=shape.blocks,
            channels=shape.channels,
            policy_planes=shape.policy_planes,
            policy_extras=shape.policy_extras,
            head_channels=shape.head_channels,
            hidden=shape.hidden,
            has_score=shape.has_score,
            has_ownership=shape.has_ownership,
            numbers="float16",
            about=about,
        )
        return NetworkFile(header, export_weights(self.net))

    def state(self) -> bytes:
        """Everything needed to go on from here."""
        memory = io.BytesIO()
        torch.save(
            {"net": self.net.state_dict(), "optimiser": self._optimiser.state_dict()}, memory
        )
        return memory.getvalue()

    def restore(self, state: bytes) -> None:
        """Goes on from a state of the same settings."""
        kept = torch.load(io.BytesIO(state), weights_only=True)
        self.net.load_state_dict(kept["net"])
        self._optimiser.load_state_dict(kept["optimiser"])


def shape_for(game: Game, settings: TrainSettings) -> Shape:
    """The shape of a network for a game."""
    start, layout = game.start(), layout_of(game)
    return Shape(
        planes=len(start.plane_names),
        blocks=settings.blocks,
        channels=settings.channels,
        policy_planes=layout.planes,
        policy_extras=layout.extras,
        has_score="score" in start.extra_targets,
        has_ownership="ownership" in start.extra_targets,
    )
