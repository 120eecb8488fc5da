"""The strength of levels in the form of a new game."""

import pytest
from django.test import Client

from plyground.web.play import game_choices


@pytest.mark.usefixtures("small_ladder")
def test_levels_have_plain_names_and_their_strength_beside_them() -> None:
    assert game_choices.level(1) == "Level 1 - Friendly beginner"
    points = game_choices.level_points("go")
    assert "Level 7: +1010 ± 60" in points
    assert "Level 8: as strong as level 7" in points
    assert "Elo points above level 1" in points
    assert points.endswith("Measured on 9\N{MULTIPLICATION SIGN}9.")
    assert game_choices.level_points("othello") == ""


@pytest.mark.usefixtures("small_ladder")
def test_new_game_form_shows_level_points(client: Client) -> None:
    go, gomoku = (client.get(f"/new/{name}/").content.decode() for name in ("go", "gomoku"))
    assert "Level 7 - Very strong player</option>" in go
    assert game_choices.level_points("go") in go
    assert "Level 7 - Very strong player</option>" in gomoku
    assert "Elo" not in gomoku
