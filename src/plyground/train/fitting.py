"""Trains a network on a window of positions."""

import copy
import io

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from plyground.engine.game import Game
from plyground.engine.network import measured
from plyground.engine.network_file import SCORE_SCALE, NetworkFile, NetworkHeader
from plyground.engine.policy_layout import layout_of
from plyground.train.model import PolicyValueNet, Shape, export_weights
from plyground.train.progress import Losses
from plyground.train.samples import Floats, Sampler, Samples
from plyground.train.settings import TrainSettings, rate_at


class Learner:
    """A network in training with its optimiser, and the average of its weights for playing."""

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
        self.average = copy.deepcopy(self.net).eval()
        self._steps = 0

    def learn(self, samples: Samples, steps: int, seed: int) -> Losses:
        """Does this many steps."""
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
            self._step(losses)
            if 2 * step >= steps:
                counted += 1
                sums += [
                    float(losses[name].detach()) for name in ("policy", "value", "score", "owners")
                ]
        policy, value, score, owners = (sums / max(1, counted)).tolist()
        return Losses(policy, value, score, owners, steps)

    def _step(self, losses: dict[str, Tensor]) -> None:
        for group in self._optimiser.param_groups:
            group["lr"] = rate_at(self.settings, self._steps)
        self._optimiser.zero_grad(set_to_none=True)
        torch.stack(list(losses.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 4.0)
        self._optimiser.step()
        self._steps += 1
        self._take_average()

    def _take_average(self) -> None:
        """Moves the average a little towards the newest weights; at first it is their mean.

        So a single noisy step hardly changes the network that plays.
        """
        part = 1 / max(1, min(self._steps / 2, self.settings.average))
        with torch.no_grad():
            new = self.net.state_dict()
            for name, mean in self.average.state_dict().items():
                if mean.is_floating_point():
                    mean.lerp_(new[name], part)
                else:
                    mean.copy_(new[name])

    def _losses(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        planes = batch["planes"].contiguous(memory_format=torch.channels_last)
        answer = self.net(planes)
        chances = F.softmax(answer["value"], 1)
        share = chances[:, 0] + chances[:, 1] / 2
        nothing = torch.zeros(())
        losses = {
            "policy": F.cross_entropy(answer["policy"], batch["policy"]),
            "value": F.cross_entropy(answer["value"], batch["value"]),
            "share": self.settings.search_value
            * F.binary_cross_entropy(share.clamp(1e-4, 1 - 1e-4), batch["share"]),
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

    def export(self, about: dict[str, object], planes: Floats | None = None) -> NetworkFile:
        """The network in its file format; positions also prepare it for 8-bit integers."""
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
        file = NetworkFile(header, export_weights(self.average))
        return file if planes is None else measured(file, planes)

    def state(self) -> bytes:
        """Everything needed to continue from here."""
        memory = io.BytesIO()
        torch.save(
            {
                "net": self.net.state_dict(),
                "optimiser": self._optimiser.state_dict(),
                "average": self.average.state_dict(),
                "steps": self._steps,
            },
            memory,
        )
        return memory.getvalue()

    def restore(self, state: bytes) -> None:
        """Continues from a state with the same settings; ValueError for other states."""
        try:
            kept = torch.load(io.BytesIO(state), weights_only=True)
            self.net.load_state_dict(kept["net"])
            self._optimiser.load_state_dict(kept["optimiser"])
            self.average.load_state_dict(kept.get("average", kept["net"]))
            self._steps = int(kept.get("steps", 0))
        except Exception as error:  # noqa: BLE001 - PyTorch raises many kinds of errors for damaged files
            reason = (str(error) or type(error).__name__).splitlines()[0][:120]
            raise ValueError(f"it is damaged ({reason})") from None


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
