"""Dobutsu shogi's specialist: forced mates and tries, each one checked by playing it out."""

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled
from tests.search import plain
from tests.search.dobutsu_values import known_values

GAME = plyground.game("dobutsu")
ENTRY = plyground.game("dobutsu", try_="entry")
SPEC = "search:nodes=20000"

# Forced wins by threats, found in random games, with their plies.
MATES = [
    (3, "g1e/1l1/2c/EL1[Cg] w"),
    (3, "3/cg1/lEE/2L[cg] b"),
    (3, "lg1/1e1/1E1/1LG[Cc] b"),
    (3, "g1e/1Cl/L2/E1G[c] b"),
    (5, "eg1/3/lEL/1C1[Cg] w"),
    (5, "El1/2G/LE1/2+c[Cg] b"),
    (5, "1l1/2c/1LG/G2[CEE] b"),
    (7, "Cl1/gec/2G/E1L[-] w"),
    (7, "el1/G1G/1L1/2E[CC] b"),
    (7, "1le/G2/cL1/EG1[C] b"),
    (9, "l2/2g/CE1/2L[CGe] b"),
    (11, "gl1/C1c/GE1/1eL[-] b"),
    (13, "1le/g1C/LEc/2G[-] b"),
]
ENTRY_MATES = [
    (3, "l2/E1G/CC1/Le1[G] b"),
    (5, "1ce/E1l/C2/1LG[G] b"),
    (7, "1Ce/gCl/g2/EL1[-] w"),
    (9, "gl1/C1c/1Le/EG1[-] b"),
]


def winning_move(position: Position) -> str | None:
    for move in position.moves():
        result = position.play(move).result()
        if result is not None and result.winner == position.turn:
            return move
    return None


def wins_by_force(position: Position, plies: int) -> bool:
    """Whether the search's own moves win within this many plies against every defence."""
    if plies < 1 or position.result() is not None:
        return False
    move = winning_move(position)
    if move is not None:
        return True
    move = plyground.search(position, SPEC).move
    assert move is not None
    after = position.play(move)
    if after.result() is not None:
        return False
    return all(wins_by_force(after.play(reply), plies - 2) for reply in after.moves())


@pytest.mark.parametrize(
    ("game", "plies", "text"),
    [(GAME, *mate) for mate in MATES] + [(ENTRY, *mate) for mate in ENTRY_MATES],
)
def test_a_mate_is_found_and_holds(game: plyground.Game, plies: int, text: str) -> None:
    position = game.position(text)
    report = plyground.search(position, SPEC)
    assert report.mate is not None
    assert 0 < report.mate <= plies  # quiet moves may be faster than the forced mate
    assert (report.exact, len(report.pv)) == (True, report.mate)
    last = position.play_all(" ".join(report.pv)).result()
    assert last is not None
    assert last.winner == position.turn
    assert wins_by_force(position, plies)
    if plies == 3:
        assert plain.mate_within(position, 3) == 3


def test_mate_is_not_found_without_the_specialist() -> None:
    """Without the specialist, the same number of nodes does not find it."""
    position = GAME.position("1le/g1C/LEc/2G[-] b")
    spec = "search:nodes=1000"
    assert plyground.search(position, spec).mate == 13
    assert plyground.search(position, f"{spec},specialist=off").mate is None


def test_search_takes_the_lion_or_tries_at_once() -> None:
    takes = plyground.search(GAME.position("1l1/1C1/3/1L1[-] b"), SPEC)
    assert (takes.move, takes.mate) == ("b3b4+", 1)
    tries = plyground.search(GAME.position("3/L2/2l/3[GG] b"), SPEC)
    assert (tries.move in ("a3a4", "a3b4"), tries.mate) == (True, 1)


def test_search_stops_a_try() -> None:
    """The white lion threatens to step to the last rank: only attacking or guarding there helps."""
    position = GAME.position("3/3/L1l/3[CGe] b")
    saving = {
        move
        for move in position.moves()
        if winning_move(position.play(move)) is None and position.play(move).result() is None
    }
    assert 0 < len(saving) < len(position.moves())
    assert plyground.search(position, SPEC).move in saving


@pytest.mark.parametrize("game", [GAME, ENTRY])
def test_specialist_reports_no_false_mates(game: plyground.Game) -> None:
    claims = 0
    for position in plain.random_positions(game, scaled(150), "false mates"):
        report = plyground.search(position, "search:nodes=300")
        if not report.exact or report.mate is None or report.mate < 0:
            continue
        claims += 1
        if report.mate <= 5:
            known = plyground.search(position, "alphabeta:depth=5").mate
            assert known is not None, position
            assert 0 < known <= report.mate, position
        if report.mate <= 7:
            assert wins_by_force(position, report.mate), position
    assert claims > 0


def test_specialist_misses_no_short_win() -> None:
    """If five plies are enough, the search finds the win at some depth."""
    wins = 0
    for position in plain.random_positions(GAME, scaled(60), "short wins"):
        known = plyground.search(position, "alphabeta:depth=5").mate
        if known is None or known < 0:
            continue
        wins += 1
        found = plyground.search(position, "search:nodes=100000").mate
        assert found is not None, position
        assert found >= known, position
    assert wins > 0


def test_search_keeps_wins_and_draws() -> None:
    """With few nodes and without the table, wins stay wins, and draws stay draws."""
    kept = {"decided": [0, 0], "long": [0, 0], "draw": [0, 0]}
    for number, (text, _, keeping) in enumerate(known_values()):
        count = kept[list(kept)[number // 60]]
        report = plyground.search(GAME.position(text), "search:nodes=30000,tablebase=off")
        count[0] += report.move in keeping
        count[1] += 1
    assert kept["decided"] >= [60, 60]
    assert kept["long"] >= [58, 60]
    assert kept["draw"] >= [56, 60]


def test_a_line_that_comes_back_is_a_draw_at_once() -> None:
    """A third occurrence takes eight plies, a second four: six find the draw by the second."""
    spec = "search:depth=6,extensions=off,quiescence=off,tablebase=off"
    drawn = [GAME.position(text) for text, value, _ in known_values() if value == 0]
    seen = [plyground.search(position, spec).score == 0 for position in drawn]
    plain_sight = [plyground.search(each, f"{spec},reductions=off").score == 0 for each in drawn]
    assert sum(seen) > 0
    assert sum(plain_sight) == 0
