"""The strength of levels in the form of a new game."""

import pytest
from django.test import Client

from plyground.web.play import game_choices


@pytest.mark.usefixtures("small_ladder")
def test_level_names_show_their_strength() -> None:
    assert game_choices.level(1, "go") == "Level 1: a friendly beginner"
    assert game_choices.level(7, "go") == "Level 7: a very strong player, +1010 ± 60"
    assert game_choices.level(8, "go") == "Level 8: the strongest, as strong as level 7"
    assert game_choices.level(7, "othello") == "Level 7: a very strong player"
    assert "Elo points above level 1" in game_choices.level_points("go")
    assert game_choices.level_points("go").endswith("Measured on 9\N{MULTIPLICATION SIGN}9.")
    assert game_choices.level_points("othello") == ""


@pytest.mark.usefixtures("small_ladder")
def test_new_game_form_shows_level_points(client: Client) -> None:
    go, gomoku = (client.get(f"/new/{name}/").content.decode() for name in ("go", "gomoku"))
    assert "Level 7: a very strong player, +1010 ± 60</option>" in go
    assert game_choices.level_points("go") in go
    assert "Level 7: a very strong player</option>" in gomoku
    assert "Elo" not in gomoku
