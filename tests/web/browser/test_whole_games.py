"""Whole games of each kind between two people: by mouse, by keyboard alone, by touch on a phone."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.tables import Means, Table, begin
from tests.web.browser.visits import DESKTOP, PHONE, Visits


@dataclass(frozen=True)
class Script:
    """A game with a real end."""

    game: str
    moves: str
    ending: str
    options: dict[str, Any] = field(default_factory=dict)


SCRIPTS = [
    Script("robogo", "C3 C7 D3 D7 E3 E7 F3 F7 G3", "Black wins: 5 in a row."),
    Script("gomoku", "g7 g8 f6 f8 h8 e8 e5 d8 i9", "Black wins: 5 in a row.", {"size": 11}),
    Script(
        "go",
        "C3 D3 C2 D2 C4 D4 C1 D1 C5 D5 pass A3 pass pass",
        "Black wins by 5.5: both passed.",
        {"size": 5, "komi": -0.5},
    ),
    Script(
        "othello",
        "c4 b4 a1 d2 d4 d3 a2 c1 a4 a3 b1 pass d1",
        "Black wins by 12: the board is full.",
        {"size": 4},
    ),
    Script(
        "dobutsu",
        "b2b3 b4c3 b1c2 a4b4 b3b4+ c3b4 G*b2 C*b3 C*b1 b4c3 c2b3 c4b3",
        "Orange wins: the lion was taken.",
    ),
]


# Every input method, on each kind of board; the other pairs are deep.
QUICK = {"gomoku-touch", "go-keys", "dobutsu-mouse"}
PAIRS = [
    pytest.param(script, means, id=name, marks=() if name in QUICK else pytest.mark.deep)
    for script in SCRIPTS
    for means in ("mouse", "keys", "touch")
    for name in [f"{script.game}-{means}"]
]


@pytest.mark.parametrize(("script", "means"), PAIRS)
def test_two_people_play_to_the_end(visits: Visits, script: Script, means: Means) -> None:
    page = visits.open(device=PHONE if means == "touch" else DESKTOP)
    begin(page, script.game, opponent="person", **script.options)
    table = Table(page, script.game, means, **script.options)
    first = "Blue" if script.game == "dobutsu" else "Black"
    expect(table.status).to_have_text(f"{first} to move.")
    table.play(*script.moves.split())
    if script.game == "go":
        expect(table.status).to_contain_text("Mark the dead stones")
        expect(table.cell("A3")).to_have_attribute("aria-label", "A3, white stone, dead")
        table.press(table.button("Agree"))
    expect(table.status).to_have_text(script.ending)
    known = table.state()
    assert (known["stage"], known["ply"]) == ("over", len(script.moves.split()))
