"""Which keys there are, which of them matter now, and the page that explains them all."""

from textual.binding import Binding, BindingType

from plyground.terminal.full.panel import Key
from plyground.terminal.session import Session

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


def keys_now(session: Session, touch: str, *, paused: bool) -> list[Key]:
    """The keys that do something here, the most useful first."""
    if session.stage == "over":
        own = [Key("b", "rematch, colours changed", "screen.rematch")]
        return [*_ALWAYS, _PAGES[-1], *own, *_BACK, *_PAGES[:-1]]
    if session.stage == "counting":
        own = [
            Key("Enter", "dead or alive", "screen.touch"),
            Key("a", "agree, count", "screen.agree"),
            Key("c", "continue to play", "screen.play_on"),
        ]
        return [*_ALWAYS, *own, *_BACK, Key("g", "resign", "screen.resign"), *_PAGES]
    if not session.people:
        own = [Key("Space", "go on" if paused else "pause", "screen.touch")]
        return [*_ALWAYS, *own, *_BACK, Key("e", "evaluation", "screen.evaluation"), *_PAGES]
    own = [Key("Arrows", "move", "screen.help"), Key("Enter", touch, "screen.touch")]
    if session.position.explain("pass") is None:
        own.append(Key("p", "pass", "screen.pass"))
    playing = [
        Key("h", "hint", "screen.hint"),
        Key("e", "evaluation", "screen.evaluation"),
        Key("l", "legal moves", "screen.legal"),
        Key("m", "type a move", "screen.type"),
        Key("d", "offer draw", "screen.draw"),
        Key("g", "resign", "screen.resign"),
    ]
    return [*_ALWAYS, *own, *_BACK, *playing, *_PAGES]


HELP = """\
Arrow keys    move the cursor; or click with the mouse
Enter, Space  place a stone; or pick a piece up, and put it down
1 to 9        take a piece from your hand;   Esc  let go of it
m or :        type a move, such as {example}

p  pass                          u  undo (also the computer's reply)
r  redo                          h  hint: a good move, and why
e  evaluation on or off          l  legal moves on or off
d  offer a draw                  g  give the game up
s  save a copy (.sgf and more)   f  turn the board around
t  other colours                 i  the rules of this game
n  new game, or resume one       b  rematch, colours changed
q  quit; every move is saved already

After two passes in Go: Enter marks a group dead or alive, a agrees
and counts, c continues to play. Two computers: Space pauses.
On the board: {marks}"""
