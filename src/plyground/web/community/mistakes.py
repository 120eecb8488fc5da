"""The mistakes that a visitor makes most often, from the reviews that are kept."""

from collections import Counter
from typing import cast

from django.utils.translation import gettext as _

from plyground.engine.view import Turn
from plyground.learn.review import Review
from plyground.web.community.results import side_in
from plyground.web.contract.service import PlainReview
from plyground.web.game_service import directory
from plyground.web.games import kept_reviews, models, repository
from plyground.web.games.models import Game
from plyground.web.learn.summary_views import CAUSES

_LATEST = 8  # reviews, because each is compared with the rules again
_LISTED = 3


def usual(visitor: str) -> dict[str, object] | None:
    """What cost this visitor most, and the accuracy, in the latest reviews; None without any."""
    ids = list(repository.games_of(visitor).values_list("pk", flat=True))
    kept = models.Review.objects.filter(game__in=ids).order_by("-changed")[:_LATEST]
    causes: Counter[str] = Counter()
    accuracies: list[float] = []
    for one in kept.select_related("game"):
        side = side_in(one.game, visitor)
        if side is None:
            continue
        cause, accuracy = _of_game(one.game, side)
        if cause:
            causes[cause] += 1
        if accuracy is not None:
            accuracies.append(accuracy)
    if not accuracies:
        return None
    return {
        "reviews": len(accuracies),
        "accuracy": round(sum(accuracies) / len(accuracies)),
        "causes": [(str(CAUSES[name]), count) for name, count in causes.most_common(_LISTED)],
    }


def _of_game(row: Game, side: Turn) -> tuple[str, float | None]:
    """The costliest kind of mistake in a game, and the accuracy."""
    stored = repository.read(row)
    try:
        found: Review | None = kept_reviews.of(row, stored)
        if found is None:
            return "", None
        data = directory.of(row.name).game_summary(
            kept_reviews.part(stored), cast(PlainReview, found.plain()), side
        )
    except ValueError:  # a game written in Python may be gone
        return "", None
    cause = data["cause"]
    return (cause if cause in CAUSES else ""), data["accuracy"]


def advice() -> str:
    """What to do to get reviews."""
    return _("Review a finished game, and your usual mistakes appear here.")
