"""The command `play`: on the full screen of a terminal, or at a prompt."""

import os
import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from plyground.cli.arguments import (
    Load,
    Settings,
    TableFile,
    Text,
    load_games,
    read_position,
    read_settings,
    use_table,
)
from plyground.engine import registry
from plyground.engine.options import Option, show
from plyground.extras import EXTRAS

if TYPE_CHECKING:
    from plyground.session.session import Session

app = typer.Typer()


@app.command()
def play(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game; if you name none, you choose one."),
    ] = None,
    settings: Settings = None,
    black: Annotated[
        str | None, typer.Option(metavar="person|SPEC", help="The player of Black. Default: you.")
    ] = None,
    white: Annotated[
        str | None,
        typer.Option(metavar="person|SPEC", help="The player of White. Default: level:2."),
    ] = None,
    position: Text = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Use a line prompt instead of the full screen.")
    ] = False,
    teacher: Annotated[
        bool, typer.Option("--teacher", help="Warn before large mistakes (prompt only).")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the last unfinished game.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed for players, for repeatable games.")
    ] = None,
    table_file: TableFile = None,
    load: Load = None,
) -> None:
    """Play in the terminal against the computer or a person, or watch two computers."""
    load_games(load)
    use_table(table_file, name)
    session = _session(name, settings, black, white, position, seed, resume=resume)
    if not plain and not teacher and _has_full_screen():
        from plyground.terminal.full import run

        if code := run(session):
            raise typer.Exit(code)
    else:
        _at_a_prompt(session, seed, teaches=teacher)


def _has_full_screen() -> bool:
    """Whether input and output are a terminal that can do more than print lines."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.name != "nt" and os.environ.get("TERM", "") in ("", "dumb"):
        return False
    terminal = EXTRAS["terminal"]
    if terminal.missing():
        print(f"{terminal.purpose} is not installed: {terminal.command}")
    return not terminal.missing()


# The rest imports late, so that other commands start without the modules of a game.


def _session(
    name: str | None,
    settings: list[str] | None,
    black: str | None,
    white: str | None,
    position: str | None,
    seed: int | None,
    *,
    resume: bool,
) -> "Session | None":
    """The game of these arguments; None if the person has yet to choose one."""
    from plyground.session import setup
    from plyground.session.saved_games import games_folder, unloaded_game

    chosen = bool(settings or black or white or position)
    if resume:
        if chosen or seed is not None:
            raise ValueError("--resume keeps the options and players of the game.")
        if missing := unloaded_game(games_folder(), name):
            raise ValueError(
                f"The last unfinished game is of {missing!r}, which is not loaded: add --load"
                " with its file, or name another game to resume."
            )
        session = setup.resume_session(games_folder(), name)
        if session is None:
            raise ValueError("There is no unfinished game to resume.")
        return session
    if name is None:
        if chosen:
            raise ValueError("Name the game, as in: plyground play othello --white level:3")
        return None
    at = read_position(name, settings, position, None, None)
    players = setup.seats(black, white)
    folder = games_folder()
    return setup.open_session(at.game, players, position=position, seed=seed, folder=folder)


def _at_a_prompt(session: "Session | None", seed: int | None, *, teaches: bool) -> None:
    from plyground.session.saved_games import games_folder
    from plyground.terminal.prompt import Prompt

    if sys.stdin.isatty():
        _edit_lines()
    console = Console(highlight=False)
    try:
        chosen = session or _choose(console, seed)
    except (EOFError, KeyboardInterrupt):
        console.print("\nGoodbye.")
        return
    Prompt(chosen, console, input, games_folder(), teaches=teaches).run()


def _edit_lines() -> None:
    """Enables arrow keys in input lines; SIGTERM leaves the terminal usable."""
    try:
        import readline  # noqa: F401 - `input` uses it
    except ImportError:
        return
    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):  # not every system has both
            signal.signal(number, _leave)


def _leave(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def _choose(console: Console, seed: int | None) -> "Session":
    """Asks what to play, how, and against whom."""
    from plyground.session import setup
    from plyground.session.saved_games import games_folder
    from plyground.session.session import PERSON
    from plyground.terminal.prompt import choose

    games = {game.name: game.title for game in registry.all_games().values()}
    name = choose("Which game?", games, console, input)
    values = _choose_options(console, name)
    opponents = {f"level:{level}": setup.level_words(level, name) for level in setup.LEVELS}
    opponents |= setup.network_players(name)
    rest = {PERSON: "two people at this keyboard", "watch": "two computers"}
    opponent = choose("Against whom?", {**opponents, **rest}, console, input, setup.OPPONENT)
    players = setup.seats(PERSON, opponent)
    if opponent == "watch":
        players = {"black": setup.OPPONENT, "white": setup.OPPONENT}
    elif opponent != PERSON:
        sides = {"black": "you begin", "white": "the computer begins"}
        if choose("Which side do you play?", sides, console, input) == "white":
            players = setup.seats(opponent, PERSON)
    game = registry.game(name, **values)
    return setup.open_session(game, players, seed=seed, folder=games_folder())


def _choose_options(console: Console, name: str) -> dict[str, str]:
    """Asks for options until all are valid; a blank answer takes the defaults."""
    options = registry.game(name).options
    if not options:
        return {}
    for option in options:
        console.print(f"  {option.name}: {option.allowed}. {option.sentence}", markup=False)
    while True:
        answer = input(f"options such as {_example(options[0])}, or Enter for the defaults> ")
        try:
            values = read_settings(answer.replace(",", " ").split())
            registry.game(name, **values)
        except ValueError as error:
            console.print(str(error), markup=False)
        else:
            return values


def _example(option: Option) -> str:
    """The option with a value that differs from the default.

    >>> _example(Option("size", "", "int", 19, low=2, high=25))
    'size=13'
    """
    low, high = option.low or 0, option.high or 0
    values = (*option.choices, int((low + high) // 2), low, high)
    other = next((value for value in values if value != option.default), option.default)
    return f"{option.name}={show(other)}"
