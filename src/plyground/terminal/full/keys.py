"""The keys, which of them apply now, and the help page about them."""

from textual.binding import Binding, BindingType

from plyground.terminal.full.panel import Key
from plyground.terminal.full.scene import Scene
from plyground.terminal.tablebase_text import SIGNS, is_solved

BINDINGS: list[BindingType] = [
    Binding("up", "move(0,-1)"),
    Binding("down", "move(0,1)"),
    Binding("left", "move(-1,0)"),
    Binding("right", "move(1,0)"),
    Binding("enter", "touch"),
    Binding("space", "touch"),
    Binding("escape", "let_go"),
    *(Binding(str(number), f"pick({number})") for number in range(1, 10)),
    Binding("p", "pass"),
    Binding("u,backspace", "undo"),
    Binding("r", "redo"),
    Binding("h", "hint"),
    Binding("e", "evaluation"),
    Binding("v", "exact_values"),
    Binding("l", "legal"),
    Binding("m,colon", "type"),
    Binding("d", "draw"),
    Binding("g", "resign"),
    Binding("a", "agree"),
    Binding("c", "play_on"),
    Binding("s", "save"),
    Binding("f", "flip"),
    Binding("t", "app.next_theme"),
    Binding("i", "rules"),
    Binding("n", "new"),
    Binding("b", "rematch"),
    Binding("question_mark", "help"),
    Binding("q", "app.quit"),
]

_ALWAYS = [Key("?", "help", "screen.help"), Key("q", "quit", "app.quit")]
_PAGES = [
    Key("i", "rules", "screen.rules"),
    Key("s", "save as", "screen.save"),
    Key("f", "turn board", "screen.flip"),
    Key("t", "colours", "app.next_theme"),
    Key("n", "new game", "screen.new"),
]
_BACK = [Key("u", "undo", "screen.undo"), Key("r", "redo", "screen.redo")]
_RESIGN = Key("g", "resign", "screen.resign")
_EVALUATION = Key("e", "evaluation", "screen.evaluation")
_EXACT_VALUES = Key("v", "exact values", "screen.exact_values")
_YOURS = [
    Key("p", "pass", "screen.pass"),
    *_BACK,
    Key("h", "hint", "screen.hint"),
    _EVALUATION,
    _EXACT_VALUES,
    Key("l", "legal moves", "screen.legal"),
    Key("m", "type a move", "screen.type"),
    Key("d", "offer draw", "screen.draw"),
    _RESIGN,
]
_COUNTING = [
    Key("Enter", "dead or alive", "screen.touch"),
    Key("a", "agree, count", "screen.agree"),
    Key("c", "continue to play", "screen.play_on"),
    *_BACK,
    _RESIGN,
]
_ARROWS = Key("Arrows", "move", "screen.help")
_LONGEST = "why not a10"  # possible labels of Enter


def keys_now(scene: Scene) -> list[Key]:
    """The keys that are active here, the most useful first."""
    word = scene.touch_word() if scene.is_yours else ""
    return [key for key in _keys(scene, word) if _works(scene, key.key)]


def keys_at_most(scene: Scene) -> list[Key]:
    """All keys of this stage, so that the board's size does not change with the active keys."""
    return [key for key in _keys(scene, _LONGEST) if key.key != "v" or _works(scene, "v")]


def _keys(scene: Scene, touch: str) -> list[Key]:
    session = scene.session
    if session.stage == "over":
        own = [Key("b", "rematch with colours swapped", "screen.rematch")]
        return [*_ALWAYS, _PAGES[-1], *own, *_BACK, *_PAGES[:-1]]
    if session.stage == "counting":
        return [*_ALWAYS, *_COUNTING, *_PAGES]
    if not session.people:
        own = [Key("Space", "go on" if scene.paused else "pause", "screen.touch")]
        return [*_ALWAYS, *own, *_BACK, _EVALUATION, _EXACT_VALUES, *_PAGES]
    return [*_ALWAYS, _ARROWS, Key("Enter", touch, "screen.touch"), *_YOURS, *_PAGES]


def _works(scene: Scene, key: str) -> bool:
    """Whether a key of this stage has an effect now."""
    session = scene.session
    if key == "v":
        return is_solved(session.game)
    if key == "u":
        return session.can_undo
    if key == "r":
        return session.can_redo
    if key == "p":
        return scene.is_yours and session.position.explain("pass") is None
    if key in ("Enter", "h", "l", "m", "d") and session.stage == "playing":
        return scene.is_yours
    return True


HELP = """\
Arrow keys    move the cursor; you can also click with the mouse
Enter, Space  place a stone; or pick up a piece and put it down
1 to 9        choose a piece in your hand;   Esc  deselect it
m or :        type a move, such as {example}

p  pass                          u  undo (also the computer's reply)
r  redo                          h  hint: a good move and the reason
e  evaluation on or off          l  legal moves on or off
d  offer a draw                  g  resign
s  save a copy (.sgf and more)   f  flip the board
t  change colours                i  the rules of this game
n  new game, or resume one       b  rematch with colours swapped
v  exact values, in Dobutsu      q  quit; {kept}
After two passes in Go: Enter marks a group dead or alive, a agrees and
counts, c plays on. Two computers: Space pauses. Ctrl+Z suspends.
On the board: {marks}"""


def help_page(scene: Scene) -> str:
    """Explains all keys and all marks."""
    g, reason = scene.glyphs, scene.session.unsaved
    kept = "every move is saved already" if reason is None else f"the game is NOT saved: {reason}"
    marks = (
        f"[ ] the cursor; ( ) or {g.last} the last move; {g.place} legal move; {g.capture}"
        f" capture; {g.drop} legal drop; < > picked up;"
    )
    if is_solved(scene.session.game):
        marks += f" {SIGNS}."
    else:
        marks += (
            f" {g.ko} ko; {g.forbidden} forbidden; {{ }} or {g.dead} dead;"
            f" = = or {g.line} the winning line."
        )
    example = next(iter(scene.session.position.moves()), "pass")
    return HELP.format(example=example, kept=kept, marks=marks)
