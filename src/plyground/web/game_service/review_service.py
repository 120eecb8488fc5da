"""Makes reviews for the game service."""

from collections.abc import Callable
from typing import cast

from plyground.engine.spec import LEVELS
from plyground.engine.stop import Stop
from plyground.learn.review import Review, Stopped, annotate, review
from plyground.records import notation
from plyground.records.record import Record
from plyground.web.contract.jobs import Progress
from plyground.web.contract.service import PlainReview
from plyground.web.game_service.commands import refuse

MOST = 20.0  # seconds of a typical machine for a whole game
MOST_DEEP = 60.0  # with the largest effort


def reviewed(
    record: Record, effort: int, on_report: Callable[[Progress], None], stop: Stop
) -> PlainReview:
    """The values of every move of a game; Refused if it was stopped."""

    def tell(done: int, total: int) -> None:
        on_report({"done": done, "of": total})

    most = MOST_DEEP if effort == LEVELS else MOST
    try:
        found = review(record, effort=effort, most=most, on_progress=tell, stop=stop)
    except Stopped:
        raise refuse("stopped") from None
    return cast(PlainReview, found.plain())


def write_reviewed(record: Record, format_name: str, found: PlainReview, remarks: list[str]) -> str:
    """The game in a notation, with its review and a remark for every move."""
    annotate(record, Review.of(found), remarks)
    return notation.write([record], format_name)
