"""The full-screen application: its screens, its colours, and what follows a game."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from plyground.session import setup
from plyground.session.saved_games import games_folder, last_unfinished
from plyground.session.session import Session
from plyground.terminal.full.game import GameScreen
from plyground.terminal.full.start import StartScreen
from plyground.terminal.full.themes import LOOKS, NO_COLOUR
from plyground.terminal.glyphs import ASCII, glyphs_for


class PlayApp(App[None]):
    """Plays games on the full screen: the one given, or one that is chosen first."""

    CSS_PATH = "play.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+c", "quit", "quit"),
        ("ctrl+z", "suspend_process", "suspend"),
    ]

    def __init__(
        self,
        session: Session | None = None,
        *,
        folder: Path | None = None,
        encoding: str | None = "utf-8",
        theme: str | None = None,
        pace: float = 0.5,
    ) -> None:
        bare = "NO_COLOR" in os.environ or os.environ.get("TERM") in ("dumb", "vt100", "vt220")
        super().__init__()
        self._session = session
        self._folder = folder or games_folder()
        self._glyphs = glyphs_for(encoding)
        self._pace = pace
        self._game_screen: GameScreen | None = None
        self._leaving: list[threading.Thread] = []
        for look in LOOKS.values():
            self.register_theme(look.theme)
        self.theme = theme or (NO_COLOUR if bare else "dark")
        if self._glyphs is ASCII:
            self.add_class("ascii")

    def on_mount(self) -> None:
        """Opens the requested game, or the choice of games."""
        self._mind_signals()
        if self._session is not None:
            self._open_game(self._session)
        else:
            self.action_new_game()

    def _mind_signals(self) -> None:
        """Ends in good order on a signal from the system, so that the terminal stays usable."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # not every system has both
            if number is not None:
                with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self.exit, None, 128 + number)

    def _fatal_error(self) -> None:
        """Ends after an error without a page about it: `run` raises the error afterwards."""
        self._close_messages_no_wait()

    @property
    def error(self) -> Exception | None:
        """The error that ended the application, if any."""
        return self._exception

    def _open_game(self, session: Session) -> None:
        """Replaces the current game."""
        self._close_game()
        self._game_screen = GameScreen(session, self._glyphs, self._pace)
        self.push_screen(self._game_screen)

    def _close_game(self) -> None:
        """Leaves the game, which is saved, and every page above it."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self._game_screen is not None:
            leaving = threading.Thread(target=self._game_screen.close, daemon=True)
            self._leaving.append(leaving)  # it may take a moment, and must not block the screen
            leaving.start()
            self._game_screen = None

    def action_new_game(self) -> None:
        """Shows the choice of games in front of the current game."""
        current = self._game_screen.session if self._game_screen else None
        found = last_unfinished(self._folder, but=current.path if current else None)
        words = f"{found[1].game.title}, {len(found[1].moves)} moves" if found else None
        name = current.game.name if current else None
        self.push_screen(StartScreen(self._glyphs, words, name))

    def action_leave_start(self) -> None:
        """Returns from the choice to the game."""
        if self._game_screen is not None:
            self.pop_screen()

    def on_start_screen_chosen(self, chosen: StartScreen.Chosen) -> None:
        """Begins the chosen game."""
        self._open_game(setup.open_session(chosen.game, chosen.players, folder=self._folder))

    def action_resume(self) -> None:
        """Continues the last unfinished game other than the current one."""
        current = self._game_screen.session.path if self._game_screen else None
        session = setup.resume_session(self._folder, but=current)
        if session is not None:
            self._open_game(session)

    def action_rematch(self) -> None:
        """Starts the same game again with colours changed."""
        if self._game_screen is not None:
            self._open_game(setup.rematch(self._game_screen.session, self._folder))

    def action_next_theme(self) -> None:
        """Selects the next colour theme."""
        names = list(LOOKS)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        if self._game_screen is not None:
            self._game_screen.redraw()
            self._game_screen.say(f"Colours: {self.theme}.")

    def close(self) -> None:
        """Ends background work after the screen is gone."""
        if self._game_screen is not None:
            self._game_screen.close()
        for thread in self._leaving:
            thread.join()

    def last_words(self) -> str:
        """A message after the screen is gone: where the unfinished game was saved."""
        return self._game_screen.session.last_words() if self._game_screen else ""


def run(session: Session | None = None) -> int:
    """Plays until the person leaves; returns the exit code. Errors inside are raised again."""
    app = PlayApp(session, encoding=sys.stdout.encoding)
    try:
        app.run()
    finally:
        app.close()
    with contextlib.suppress(OSError):  # the terminal may be gone
        if words := app.last_words():
            print(words, flush=True)
    if app.error is not None:
        raise app.error
    return app.return_code or 0
