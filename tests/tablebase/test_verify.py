"""Verifying: right values pass, and one wrong byte is found."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

import plyground
from plyground import Position, _core
from plyground.engine.tablebase import Tablebase
from plyground.engine.tablebase.verify import Mismatch, Verified, verify

GAME = "dobutsu"
SIZE = _core.tablebase_size(GAME)
STEP = 1_234_577  # positions of all kinds


@pytest.fixture(scope="module")
def values() -> bytearray:
    return bytearray(SIZE)


@pytest.fixture
def table(values: bytearray) -> Iterator[Tablebase]:
    """A tablebase of draws with bytes that the test may change."""
    yield Tablebase(GAME, Path("nowhere"), values)
    for number in range(SIZE % STEP, SIZE, STEP):
        values[number] = 0


def numbers(table: Tablebase, kind: Callable[[Position], bool]) -> Iterator[int]:
    """Numbers of positions of one kind."""
    game = plyground.game(GAME)
    return (
        number
        for number in range(SIZE % STEP, SIZE, STEP)
        if kind(game.position(table.text(number)))
    )


def mate(depth: int) -> Callable[[Position], bool]:
    def ends(position: Position) -> bool:
        found = plyground.search(position, f"alphabeta:depth={abs(depth)}").mate
        return found == depth

    return ends


def loses_its_lion(table: Tablebase, position: Position) -> bool:
    """After any move; no value of the tablebase is needed to see that."""
    return all(value == -2 for _, value in table.moves(position))


def quiet(position: Position) -> bool:
    """Neither side wins within five plies, or after any move."""
    return all(
        plyground.search(at, "alphabeta:depth=5,order=on").mate is None
        for at in (position, *(position.play(move) for move in position.moves()))
    )


def test_right_values_pass(table: Tablebase, values: bytearray) -> None:
    wins = list(islice(numbers(table, mate(1)), 5))
    losses = list(islice(numbers(table, lambda at: loses_its_lion(table, at)), 5))
    others = list(islice(numbers(table, quiet), 2))
    for number in wins:
        values[number] = 1
    for number in losses:
        values[number] = 2
    progress: list[int] = []
    found = verify(table, numbers=wins + losses + others, threads=2, on_progress=progress.append)
    assert found == Verified(12, 10, 2)
    assert progress == [12]


def test_a_wrong_value_does_not_follow_from_those_after_it(
    table: Tablebase, values: bytearray
) -> None:
    number = next(numbers(table, mate(1)))
    values[number] = 1
    verify(table, numbers=[number])
    for wrong in (0, 2, 3):
        values[number] = wrong
        with pytest.raises(Mismatch, match=f"number {number}") as found:
            verify(table, numbers=[number], depth=0)
        assert table.text(number) in str(found.value)


def test_a_value_that_follows_is_also_compared_with_a_search(table: Tablebase) -> None:
    """All draws, by the tablebase; but a search finds a win in three."""
    number = next(numbers(table, mate(3)))
    assert verify(table, numbers=[number], depth=0) == Verified(1, 0, 0)
    with pytest.raises(Mismatch, match="but a search finds 3"):
        verify(table, numbers=[number])


def test_samples_are_random_and_repeatable(
    table: Tablebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def text(_: object, number: int) -> str:
        asked.append(number)
        return "gle/1c1/1C1/ELG[-] b"

    monkeypatch.setattr(Tablebase, "text", text)
    for seed in (1, 1, 2):
        verify(table, samples=5, seed=seed, depth=0)
    assert asked[:5] == asked[5:10] != asked[10:]
    assert len(set(asked)) == 10
