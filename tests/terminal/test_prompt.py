"""Playing at the line prompt, like a person or through a pipe."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import plyground
from plyground.records.journal import load_records
from plyground.session.session import Session
from plyground.terminal.prompt import Prompt, choose
from tests.terminal.seats import COUNTED, PASSING, First, new_session


def prompt_output(session: Session, *lines: str, folder: Path = Path("nowhere")) -> str:
    """The prompt's output for these lines, after which the input ends."""
    output = io.StringIO()
    console = Console(file=output, highlight=False, width=100)
    rest: Iterator[str] = iter(lines)

    def ask(question: str) -> str:
        console.print(question, end="", markup=False)
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    Prompt(session, console, ask, folder).run()
    return output.getvalue()


def test_the_first_printed_game_of_the_gomoku_lab() -> None:
    moves = ["g7", "j8", "h7", "i9", "i7", "h10", "j7", "k9", "f7"]
    text = prompt_output(new_session("gomoku"), *moves)
    assert text.count("black>") == 5
    assert text.rstrip().endswith("black wins: five in a row.")


def test_bad_input_is_explained_and_asked_again() -> None:
    text = prompt_output(new_session("gomoku"), "h8", "z99", "rubbish", "h8", "h9", "quit")
    assert "z99 is not on this board." in text
    assert "This is not a valid move" in text
    assert "There is already a piece on h8." in text
    assert text.count("white>") == 4
    assert text.rstrip().endswith("Goodbye.")


def test_the_end_of_the_input_ends_the_game() -> None:
    assert prompt_output(new_session("othello"), "f5").rstrip().endswith("Goodbye.")


def test_every_word_of_the_help_is_understood() -> None:
    session = new_session("othello", "f5")
    text = prompt_output(session, "help")
    words = [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line[2:3]]
    words = [word for word in words if word.isalpha() and len(word) > 1]
    assert {"undo", "redo", "hint", "eval", "resign", "pass", "draw", "save", "resume"} <= set(
        words
    )
    for word in words:
        again = prompt_output(new_session("othello", "f5"), word)
        assert "This is not a valid move" not in again, word


def test_undo_redo_and_the_computers_reply() -> None:
    session = new_session("othello", white=First("d6", "f6"))
    text = prompt_output(
        session, "undo", "f5", "undo", "redo", "redo", "moves", "text", "rules", "quit"
    )
    assert "There is no move to take back." in text
    assert "white plays d6" in text
    assert "There is no move to redo." in text
    assert session.record.moves == ("f5", "d6")
    assert "8/8/8/3ox3/3oxx2/3o4/8/8 b" in text
    assert "must enclose" in text


def test_hint_and_evaluation() -> None:
    position = "gl1/1C1/3/ELG[Ce] b"
    text = prompt_output(new_session("dobutsu", position=position), "hint", "eval", "eval", "quit")
    assert "Try b3b4+: it wins at once." in text
    assert "evaluation: black wins in 1" in text
    assert "Evaluation off." in text


def test_a_teacher_warns_and_the_move_is_taken_back_or_not() -> None:
    moves = ("b5", "c5", "e6", "d5", "e7", "e5", "f7", "f5")  # White has four in a row
    session = new_session("gomoku", *moves, white=First("g5"))
    text = prompt_output(session, "teacher", "a9", "y", "a9", "hint", "what", "n")
    assert "g5 is better." in text
    assert "Type y to take it back, n to play on, or hint." in text
    assert text.count("Careful: after a9, White can win in 1 move. White would answer g5.") == 2
    assert session.record.moves == (*moves, "a9", "g5")
    quiet = prompt_output(
        new_session("gomoku", *moves, white=First("g5")), "teacher", "teacher", "a9"
    )
    assert "The teacher is off." in quiet
    assert "Careful" not in quiet
    assert "only against the computer" in prompt_output(new_session("gomoku"), "teacher", "quit")


def test_resigning_and_drawing() -> None:
    assert "You lose: black resigned." in prompt_output(
        new_session("gomoku", white=First()), "resign"
    )
    assert "A draw: both sides agreed." in prompt_output(
        new_session("gomoku", white=First(draws=True)), "draw"
    )
    assert "No draw" in prompt_output(new_session("gomoku", white=First()), "draw", "quit")
    people = prompt_output(new_session("gomoku", "h8"), "draw", "no", "DRAW", "Y")
    assert "black, do you agree to a draw?" in people
    assert "A draw: both sides agreed." in people


def test_a_computer_that_gives_up_or_breaks_down() -> None:
    assert "You win: white resigned." in prompt_output(
        new_session("gomoku", white=First(resigns=True)), "h8"
    )
    assert "You win: white played an illegal move" in prompt_output(
        new_session("gomoku", white=First("h8")), "h8"
    )


def test_passing_where_one_must_and_where_one_may_not() -> None:
    assert "You may not pass here." in prompt_output(new_session("othello"), "pass", "quit")
    session = new_session("othello", PASSING, size=4)
    text = prompt_output(session, "d1", "pass", "quit")
    assert "You have no legal move, so you must pass: type pass." in text
    assert "You have no legal move, so you must pass.\n" in text
    assert session.position.turn == "black"


def test_counting_in_go() -> None:
    moves = "C3 C4 B4 D4 D3 E3 A1 pass pass"
    session = new_session("go", moves, size=5, komi=0.5)
    text = prompt_output(session, "what", "dead A5", "dead C4", "help", "DEAD c4", "AGREE")
    assert "Dead: C4 D4 E3. The count would be black 25, white 0.5." in text
    assert "Type dead and a point, agree, or continue" in text
    assert "Only stones can be marked dead" in text
    assert "Dead: E3." in text
    assert "black wins: two passes: black by 24.5." in text
    goes_on = new_session("go", moves, size=5)
    assert "white>" in prompt_output(goes_on, "continue", "quit")
    assert "white>" not in prompt_output(new_session("go", moves, size=5), "undo", "quit"), (
        "one pass only"
    )
    against = new_session("go", "C3 C4 pass pass", size=5, white=First())
    assert "black>" in prompt_output(against, "Undo", "quit")
    assert against.position.last_move == "C4"
    assert "white resigned." in prompt_output(new_session("go", moves, size=5), "resign")


def test_two_computers_count_by_themselves() -> None:
    session = new_session("go", size=5, black=First("C3", "pass"), white=First("pass"))
    session.players["white"] = First("pass", "pass")
    assert "black wins: two passes: black by" in prompt_output(session)


def test_saving_and_resuming(tmp_path: Path) -> None:
    new_session("dobutsu", "b2b3", folder=tmp_path)
    session = new_session("go", size=5, folder=tmp_path)
    file = tmp_path / "copy.sgf"
    text = prompt_output(
        session,
        "C3",
        "save",
        f"save {file}",
        f"save {file}",
        "save game.xyz",
        "resume",
        "quit",
        folder=tmp_path,
    )
    assert "Name a file, as in: save game.sgf" in text
    assert f"Saved as {file}" in text.replace("\n", "")
    assert "already a file" in text
    assert "ends in one of" in text
    assert "Dobutsu shogi, after 1 moves." in text
    assert "B[cc]" in file.read_text()
    assert "There is no other unfinished game." in prompt_output(
        new_session("go", size=5), "resume", folder=tmp_path / "nowhere"
    )


def test_leaving_says_whether_the_game_is_saved(tmp_path: Path) -> None:
    kept = prompt_output(new_session("gomoku", folder=tmp_path / "games"), "h8", "help", "quit")
    assert "quit       stop playing; every move is saved" in kept
    assert kept.rstrip().endswith("continue it with `plyground play --resume`. Goodbye.")
    blocked = tmp_path / "file"
    blocked.write_text("")
    lost = prompt_output(new_session("gomoku", folder=blocked / "games"), "h8", "help", "quit")
    assert "quit       stop playing; the game is NOT saved: Not a directory" in lost
    assert lost.rstrip().endswith("The game is NOT saved: Not a directory. Goodbye.")
    assert prompt_output(new_session("gomoku"), "quit").rstrip().endswith("> Goodbye."), (
        "there is nothing to save"
    )


def test_an_interrupt_is_a_way_to_leave(tmp_path: Path) -> None:
    output = io.StringIO()

    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    session = new_session("gomoku", "h8", folder=tmp_path)
    Prompt(session, Console(file=output, width=200), interrupt, tmp_path).run()
    assert output.getvalue().endswith("play --resume`. Goodbye.\n")


def test_the_board_can_be_shown_again_and_help_explains_it() -> None:
    text = prompt_output(new_session("othello"), "BOARD", "help", "quit")
    assert text.count("a b c d e f g h") == 2
    for words in ("( ) the last move", "* here you may play", "~ ko", "# forbidden", "% dead"):
        assert words in text


def test_a_pass_of_the_computer_is_announced() -> None:
    session = new_session("othello", PASSING, size=4, white=First("pass"))
    assert "white passes" in prompt_output(session, "quit")


def test_go_is_not_scored_before_it_is_counted() -> None:
    assert "points" not in prompt_output(new_session("go", "C3", size=5), "quit")
    assert "white 6.5 points" in prompt_output(
        new_session("go", "C3", size=5), "eval", "board", "quit"
    )
    assert "black 2, white 2 discs" in prompt_output(new_session("othello"), "quit")


def test_a_copy_is_saved_while_counting(tmp_path: Path) -> None:
    file = tmp_path / "copy.sgf"
    prompt_output(new_session("go", COUNTED, size=5), "save", f"Save {file}", "quit")
    assert "B[cc]" in file.read_text()


def test_captured_stones_and_hands_are_shown() -> None:
    assert "white has captured 1" in prompt_output(new_session("go", "A1 B1 E5 A2", size=5), "quit")
    assert "black holds chick x1" in prompt_output(new_session("dobutsu", "b2b3"), "quit")


def test_games_are_chosen_by_number_name_or_default() -> None:
    console = Console(file=io.StringIO())
    answers = iter(["0", "7", "blue", "", "2", "red"])

    def ask(_: str) -> str:
        return next(answers)

    choices = {"red": "", "green": "", "grey": ""}
    assert choose("Which?", choices, console, ask, usual="grey") == "grey"
    assert choose("Which?", choices, console, ask) == "green"
    assert choose("Which?", choices, console, ask) == "red"


def pipe(
    folder: Path, *arguments: str, text: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "plyground", "play", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PLYGROUND_HOME": str(folder)} | environment,
    )


def moves_of(game: str, seed: int, **options: object) -> list[str]:
    """A short random game, so that a pipe can play it."""
    return list(plyground.random_game(plyground.game(game, **options).start(), seed).played)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("robogo", {"size": 3, "line": 3}),
        ("gomoku", {"size": 5, "line": 4}),
        ("othello", {"size": 4}),
        ("dobutsu", {}),
        ("go", {"size": 3}),
    ],
)
def test_a_whole_game_through_a_pipe(tmp_path: Path, game: str, options: dict[str, int]) -> None:
    moves = moves_of(game, 5, **options)
    settings = [f"--set={name}={value}" for name, value in options.items()]
    text = "\n".join([*moves, "agree", ""])
    done = pipe(tmp_path, game, *settings, "--black=person", "--white=person", text=text)
    assert done.returncode == 0, done.stderr
    last = done.stdout.splitlines()[-1]
    assert " wins: " in last or last.startswith("A draw: ")
    (file,) = (tmp_path / "games").glob("*.jsonl")
    record = load_records(file)[0]
    assert record.moves == tuple(moves)
    assert record.result is not None


def test_a_game_left_by_a_pipe_is_resumed_by_the_next(tmp_path: Path) -> None:
    pipe(tmp_path, "othello", "--white=random:seed=3", text="f5\nquit\n")
    done = pipe(tmp_path, "--resume", text="text\nquit\n")
    assert done.returncode == 0, done.stderr
    (file,) = (tmp_path / "games").glob("*.jsonl")
    assert load_records(file)[0].position.to_text() in done.stdout


def test_options_are_asked_for_with_an_example_of_the_games_own(tmp_path: Path) -> None:
    done = pipe(tmp_path, text="dobutsu\n\n\n\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "options such as try=entry, or Enter" in done.stdout
    assert "options such as size=13, or Enter" in pipe(tmp_path, text="go\n").stdout


def test_the_end_of_the_input_ends_the_choice_too(tmp_path: Path) -> None:
    done = pipe(tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Goodbye.")


def test_resuming_says_which_game_must_be_loaded_first(tmp_path: Path) -> None:
    file = str(Path(__file__).parents[2] / "examples" / "tictactoe.py")
    both = ["--black=person", "--white=person"]
    pipe(tmp_path, "tictactoe", f"--load={file}", *both, text="b2\n")
    done = pipe(tmp_path, "--resume")
    assert done.returncode == 2
    assert "'tictactoe', which is not loaded: add --load with its file" in done.stderr
    again = pipe(tmp_path, "--resume", f"--load={file}", text="quit\n")
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--resume"], "no unfinished game"),
        (["--resume", "--white", "level:3"], "--resume keeps the options and players"),
        (["--white", "level:3"], "Name the game"),
        (["othello", "--white", "martian"], "A player is a person or a spec."),
        (["othello", "--white", "level:9"], "A player is a person or a spec."),
        (["othello", "--seed", "-1"], "--seed"),
    ],
)
def test_unplayable_moves_are_explained_in_one_sentence(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    done = pipe(tmp_path, *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr


def test_other_commands_do_not_load_the_full_screen() -> None:
    code = (
        "import sys, plyground.cli, plyground.terminal.prompt;"
        "assert not any(name.startswith('textual') for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_opening_book_is_listed() -> None:
    text = prompt_output(new_session("othello"), "book", "f5", "book", "quit")
    moves = re.findall(r"(\w\d) +\d+\.\d%  \w\d", text)
    assert moves[0] in ("c4", "d3", "e6", "f5")  # of the first moves only one is listed
    answers = set(new_session("othello").position.play("f5").moves())
    assert moves[1:]
    assert set(moves[1:]) <= answers
    assert "There is no opening book" in prompt_output(new_session("dobutsu"), "book", "quit")
