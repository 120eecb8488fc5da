"""The command `play`: on the full screen of a terminal, or at a prompt."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from plyground import registry
from plyground.cli.arguments import Load, Settings, Text, load_games, read_position, read_settings

if TYPE_CHECKING:
    from plyground.terminal.session import Session

app = typer.Typer()


@app.command()
def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    settings: Settings = None,
    black: Annotated[str | None, typer.Option(metavar="person|SPEC")] = None,
    white: Annotated[str | None, typer.Option(metavar="person|SPEC")] = None,
    position: Text = None,
    plain: Annotated[bool, typer.Option("--plain", help="A prompt, not a full screen.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Makes players repeatable.")] = None,
    load: Load = None,
) -> None:
    """Play in the terminal: against the computer, against another person, or watch."""
    load_games(load)
    session = _session(name, settings, black, white, position, seed, resume=resume)
    if not plain and sys.stdin.isatty() and sys.stdout.isatty():
        from plyground.terminal.full import run

        run(session)
    else:
        _at_a_prompt(session, seed)


# What follows imports late, so that the other commands start without what only a game needs.


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
    """The game the arguments mean; None where the person is still to choose one."""
    from plyground.terminal import tables
    from plyground.terminal.shelf import games_folder

    said = bool(settings or black or white or position)
    if resume:
        if said or seed is not None:
            raise ValueError("A game that is resumed keeps its options and players.")
        session = tables.resume_session(games_folder(), name)
        if session is None:
            raise ValueError("There is no unfinished game to go on with.")
        return session
    if name is None:
        if said:
            raise ValueError("Name the game, as in: plyground play othello --white level:3")
        return None
    at = read_position(name, settings, position, None, None)
    players = tables.seats(black, white)
    folder = games_folder()
    return tables.open_session(at.game, players, position=position, seed=seed, folder=folder)


def _at_a_prompt(session: "Session | None", seed: int | None) -> None:
    from plyground.terminal.prompt import Prompt
    from plyground.terminal.shelf import games_folder

    console = Console(highlight=False)
    try:
        chosen = session or _choose(console, seed)
    except EOFError:
        console.print("Goodbye.")
        return
    Prompt(chosen, console, input, games_folder()).run()


def _choose(console: Console, seed: int | None) -> "Session":
    """Asks what to play, how, and against whom."""
    from plyground.terminal import tables
    from plyground.terminal.prompt import choose
    from plyground.terminal.session import PERSON
    from plyground.terminal.shelf import games_folder

    games = {game.name: game.title for game in registry.games().values()}
    name = choose("Which game?", games, console, input)
    values = _choose_options(console, name)
    opponents = {f"level:{level}": words for level, words in tables.LEVELS.items()}
    rest = {PERSON: "two people at this keyboard", "watch": "two computers"}
    opponent = choose("Against whom?", {**opponents, **rest}, console, input, tables.OPPONENT)
    players = tables.seats(PERSON, opponent)
    if opponent == "watch":
        players = {"black": tables.OPPONENT, "white": tables.OPPONENT}
    elif opponent != PERSON:
        sides = {"black": "you begin", "white": "the computer begins"}
        if choose("Which side do you take?", sides, console, input) == "white":
            players = tables.seats(opponent, PERSON)
    game = registry.game(name, **values)
    return tables.open_session(game, players, seed=seed, folder=games_folder())


def _choose_options(console: Console, name: str) -> dict[str, str]:
    """Asks for options until they are all right; a blank answer takes the defaults."""
    for option in registry.game(name).options:
        console.print(f"  {option.name}: {option.allowed}. {option.sentence}", markup=False)
    while True:
        answer = input("options such as size=9, or Enter for the usual game> ")
        try:
            values = read_settings(answer.replace(",", " ").split())
            registry.game(name, **values)
        except ValueError as error:
            console.print(str(error), markup=False)
        else:
            return values
