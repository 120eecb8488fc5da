"""The command line: arguments only. `plyground --help` lists the commands."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, NoReturn

from plyground import __version__, _core, extras
from plyground.engine import registry

if TYPE_CHECKING:
    from typer import Typer

# The modules of this folder in the order of the help, and their commands. Only the module of the
# requested command is imported, because importing all takes longer than most commands.
MODULES = {
    "positions": ("games", "show", "perft", "signature", "check"),
    "new": ("new",),
    "play": ("play",),
    "serve": ("serve",),
    "doctor": ("doctor",),
    "analysis": ("analyse", "solve", "trace"),
    "review": ("review",),
    "tablebase": ("verify",),
    "book": ("book",),
    "match": ("match",),
    "convert": ("convert",),
    "protocols": ("gtp", "gomocup", "uci", "usi", "nboard"),
    "admin": ("engine-worker", "backup", "restore", "new-key", "manage"),
    "bench": ("bench",),
    "lab": ("lab",),
    "train": ("train",),
    "nets": ("nets",),
    "lessons": ("lessons",),
    "puzzles": ("puzzles",),
    "solved": ("solved",),
}
BUILD = {"baseline": "baseline", "avx2": "AVX2"}[_core.BUILD]
VERSION = f"plyground {__version__} ({BUILD} build)"
GROUPS = (
    "bench",
    "lab",
    "lessons",
    "nets",
    "puzzles",
    "solved",
)  # groups: commands that have subcommands


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command. Wrong input gets one sentence and exit code 2."""
    words = sys.argv[1:] if arguments is None else arguments
    if words == ["--version"]:  # scripts call it, so it avoids the time that Typer takes
        print(VERSION)
        sys.exit(0)
    import typer

    try:
        code = make_app(words)(args=words, prog_name="plyground", standalone_mode=False)
    except typer.Exit as done:
        sys.exit(done.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(141)
    except MemoryError:
        print("plyground: There is not enough memory; use fewer megabytes.", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        sentence = _error_sentence(error)
        if sentence is None:
            raise
        if sentence:  # without a command the help was printed already
            print(f"plyground: {' '.join(sentence.split())}", file=sys.stderr)
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def make_app(arguments: Sequence[str] = ()) -> "Typer":
    """The command line with the module that these arguments need, or with all of them."""
    import typer

    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

    def show_version(asked: bool) -> None:
        if asked:
            print(VERSION)
            raise typer.Exit

    @app.callback()
    def plyground(
        version: Annotated[
            bool,
            typer.Option(
                "--version", callback=show_version, is_eager=True, help="Show the version and exit."
            ),
        ] = False,
    ) -> None:
        """Play, study and solve two-player board games."""

    command = next(iter(arguments), "")
    needed = [module for module, commands in MODULES.items() if command in commands]
    for name in needed or MODULES:
        commands = import_module(f"plyground.cli.{name}").app
        app.add_typer(commands, name=name if name in GROUPS else None)
    return app


def _error_sentence(error: Exception) -> str | None:
    """The sentence for an error in the input or in a loaded game; None for our own errors."""
    if hasattr(error, "format_message"):  # a wrong argument
        return str(error.format_message())
    if (where := registry.blame(error)) is not None:
        return where
    if isinstance(error, ModuleNotFoundError):
        return extras.explain(error) or None
    return str(error) if isinstance(error, ValueError | OSError) else None


if __name__ == "__main__":
    main()
