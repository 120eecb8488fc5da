"""The texts beside and below the board, with their styles."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from plyground.engine.report import Report
from plyground.engine.view import Turn, other
from plyground.records.record import Node
from plyground.session.advice import black_chance
from plyground.session.session import SIDES, Session
from plyground.terminal.full.scene import Scene
from plyground.terminal.glyphs import Glyphs
from plyground.terminal.prompt_board import amount
from plyground.terminal.tablebase_text import TablebaseEntry, sentence, sign, word

_SPINNER = "|/-\\"
_VALUES = {"win": "bold $success", "draw": "bold $warning", "loss": "bold $error"}


class Key(NamedTuple):
    """A key, its action in a word, and the action's name."""

    key: str
    word: str
    action: str


def key_bar(keys: Sequence[Key], width: int) -> Content:
    """All keys, which can also be clicked; a line never breaks between a key and its word."""
    lines: list[list[Content]] = [[]]
    used = 0
    for key in keys:
        length = len(key.key) + len(key.word) + 3
        if used + length > width + 2 and lines[-1]:
            lines.append([])
            used = 0
        used += length
        lines[-1].append(
            Content.from_markup(
                f"[@click={key.action}][bold $accent]$key[/] $word[/]", key=key.key, word=key.word
            )
        )
    return Content("\n").join([Content("  ").join(line) for line in lines])


def players_block(scene: Scene, width: int) -> Content:
    """The players, the side to move, hands and captured stones, and the running score."""
    session = scene.session
    parts: list[Content] = []
    captured = session.captured()
    for side in SIDES if scene.flipped else SIDES[::-1]:
        parts.append(_player_line(scene, side, width))
        parts += _hand_lines(scene, side)
        if captured[side] or session.counts:
            parts.append(Content(f"    captured {captured[side]} {other(side)}"))
    return Content("\n").join(parts)


def _player_line(scene: Scene, side: Turn, width: int) -> Content:
    session, view, glyphs = scene.session, scene.view, scene.glyphs
    to_move = session.stage == "playing" and view["turn"] == side
    named = any(piece["kind"] not in ("stone", "disc") for piece in view["pieces"])
    sign = getattr(glyphs, side)
    if named:
        sign = glyphs.up_arrow if side == "black" else glyphs.down_arrow
    arrow = f"{glyphs.next} " if to_move else "  "
    text = f"{arrow}{sign} {side}: {session.who(side)}"
    scores = view["scores"]
    if scores and session.shows_score(evaluates=scene.evaluates):
        score = amount(scores[side], scores["unit"])
        text += f", {score}" if len(text) + len(score) + 2 <= width else f"\n    {score}"
    return Content.styled(text, "bold $accent" if to_move else "")


def _hand_lines(scene: Scene, side: Turn) -> list[Content]:
    session, view = scene.session, scene.view
    held = [hand for hand in view["hands"] if hand["owner"] == side]
    if not held:
        return []
    mine = session.stage == "playing" and view["turn"] == side and session.thinker is None
    values = scene.hand_values() if view["turn"] == side else {}
    words: list[Content] = [Content("    hand:")]
    for number, hand in enumerate(held, 1):
        count = f" x{hand['count']}" if hand["count"] > 1 else ""
        if not mine:
            words += [Content(f" {hand['kind']}{count}"), *_value(values.get(hand["kind"]))]
            continue
        chosen = hand["kind"] == scene.pointer.piece
        piece = f"{hand['kind']}{count}"
        text = f"[{number} {piece}]" if chosen else f"[{number}] {piece}"
        style = "bold reverse" if chosen else "bold"
        words.append(
            Content.from_markup(f" [@click=screen.pick({number})][{style}]$text[/][/]", text=text)
        )
        words += _value(values.get(hand["kind"]))
    return [Content("").join(words)]


def _value(value: int | None) -> list[Content]:
    """An exact value after its subject, if it is known."""
    if value is None:
        return []
    return [Content("  "), Content.styled(sign(value), _VALUES[word(value)])]


def exact_values_block(turn: Turn, entry: TablebaseEntry) -> Content:
    """The exact value of the position, and of all moves: wins, draws and losses."""
    lines = [Content(sentence(turn, entry))]
    for kind, name in (("win", "wins"), ("draw", "draws"), ("loss", "losses")):
        moves = [one for one in entry.moves if word(one[1]) == kind]
        words = [f"{move} {sign(value)}" if value else move for move, value in moves]
        if words:
            lines.append(Content.styled(f"{name}: ", _VALUES[kind]) + Content(", ".join(words)))
    return Content("\n").join(lines)


def thinking_block(name: str, report: Report | None, seconds: float, tick: int) -> Content:
    """A running search: its time, its depth, and the best line so far."""
    spinner = _SPINNER[tick % len(_SPINNER)]
    first = f"{spinner} {name} is thinking, {seconds:.1f} s"
    if report is None or not report.lines:
        return Content(first)
    line = " ".join(report.pv[:8])
    return Content(f"{first}\n  depth {report.depth}: {line}")


def evaluation_block(chance: float, words: str, glyphs: Glyphs, width: int) -> Content:
    """Black's winning chance as a bar, with text below."""
    room = max(8, min(30, width - 4))
    filled = round(chance * room)
    bar = glyphs.bar * filled + glyphs.bar_rest * (room - filled)
    return Content(f"{glyphs.black} {bar} {glyphs.white}\n{words}")


def chance_of(node: Node) -> float | None:
    """Black's chance by the last mover's report; None if it gave none."""
    if node.evaluation is None or node.parent is None:
        return None
    chance = node.evaluation.win_chance
    return chance if node.parent.position.turn == "black" else 1 - chance


def move_list(session: Session, width: int, height: int) -> Content:
    """The last moves, numbered in pairs, as many as fit."""
    nodes = [node for node in session.record.current.line() if node.move is not None]
    if not nodes:
        return Content("")
    first = session.record.root.position.turn
    moves = ([".."] if first == "white" else []) + [str(node.move) for node in nodes]
    pairs = [moves[at : at + 2] for at in range(0, len(moves), 2)]
    wide = max(len(move) for move in moves)
    digits = len(str(len(pairs)))
    cell = digits + 2 + 2 * (wide + 1) + 1
    across = max(1, width // cell)
    rows = -(-len(pairs) // across)
    shown = max(1, min(rows, height))
    begin = max(0, len(pairs) - shown * across)
    texts = [
        f"{number + 1:>{digits}}. " + " ".join(f"{move:<{wide}}" for move in pair)
        for number, pair in enumerate(pairs)
        if number >= begin
    ]
    lines = [
        " ".join(f"{text:<{cell - 1}}" for text in texts[at : at + across]).rstrip()
        for at in range(0, len(texts), across)
    ]
    return Content("\n".join(lines[-height:] if height > 0 else []))


def report_bar(scene: Scene, report: Report, words: str, width: int) -> Content:
    """An evaluation of the current position."""
    chance = black_chance(scene.session.record.current.position, report)
    return evaluation_block(chance, words, scene.glyphs, width)
