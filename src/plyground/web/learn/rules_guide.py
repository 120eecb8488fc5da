"""The rules guides: the rules in pictures of real positions."""

import functools
from typing import TypedDict

from django.utils.translation import gettext

from plyground.engine.game_guide import Figure, Frame, guide_of
from plyground.web.contract.boards import PackedHint
from plyground.web.contract.rules import Description
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.pages.pictures import packed


class ShownFrame(TypedDict):
    """A picture of a board, and the text beside it."""

    picture: str
    label: str


class ShownFigure(TypedDict):
    """A rule in pictures."""

    title: str
    sentence: str
    frames: list[ShownFrame]


def rules(game: Description) -> list[str]:
    """The rules as paragraphs."""
    return [part.strip() for part in gettext(game["rules"]).split("\n\n") if part.strip()]


def of(game: Description) -> list[ShownFigure]:
    """The figures of a game, ready to draw; without figures, its first board."""
    figures = guide_of(game["name"]).figures
    if not figures:
        frame: ShownFrame = {"picture": packed(game["view"]), "label": ""}
        return [{"title": "", "sentence": gettext("The board at the start."), "frames": [frame]}]
    return [
        {
            "title": gettext(figure.title),
            "sentence": gettext(figure.sentence),
            "frames": [
                {"picture": picture, "label": gettext(frame.label) if frame.label else ""}
                for frame, picture in zip(figure.frames, pictures, strict=True)
            ],
        }
        for figure, pictures in zip(figures, _pictures(game["name"]), strict=True)
    ]


@functools.lru_cache(maxsize=16)
def _pictures(name: str) -> list[list[str]]:
    figures = guide_of(name).figures
    return [[_picture(name, figure, frame) for frame in figure.frames] for figure in figures]


def _picture(name: str, figure: Figure, frame: Frame) -> str:
    steps = tuple(Step(move) for move in frame.moves.split())
    stored = StoredGame(name, dict(figure.options), frame.start, moves=steps, at=len(steps))
    view = directory.of(name).picture(stored)["view"]
    if not frame.area and not frame.to:
        return packed(view)
    hint: PackedHint = {"area": frame.area.split()}
    if frame.to:
        hint["to"], hint["from"] = frame.to, frame.came or None
    return packed(view, hint=hint)
