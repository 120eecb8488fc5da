"""Draws the pictures of docs/explanation/how-searches-work.md from recorded searches.

`python tools/trace_pictures.py` writes them into docs/images; a test compares them with the files.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import plyground

FOLDER = Path(__file__).parents[1] / "docs" / "images"
MONTE_CARLO = "mcts:playouts=40,seed=1,policy=off,bias=off,rave=off,eval=static"
WIDTH, HEIGHT = 66, 84  # of a leaf's column and of a row
START = plyground.game("othello", size=4).start().play_all("b1 a1")
STYLE = """
text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #1b1f24 }
.move { font-size: 11px; fill: #57606a; paint-order: stroke; stroke: #fff; stroke-width: 4px }
line { stroke: #8c959f } .best { stroke: #0969da; stroke-width: 3 }
rect { stroke: #57606a; rx: 4px } .black { fill: #d0d7de } .white { fill: #ffffff }
.left-out { stroke: #cf222e; stroke-dasharray: 3 3 } .cut { fill: #cf222e; font-size: 11px }
"""


@dataclass
class Node:
    """A node of the picture: its text, and the move that leads to it."""

    label: str
    black: bool  # who moves here
    move: str = ""
    best: bool = False
    left_out: int = 0  # moves that a cut skipped
    children: list["Node"] = field(default_factory=list)
    x: float = 0


def main() -> None:
    """Write every picture."""
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")


def pictures() -> dict[str, str]:
    """Each picture by its file name."""
    trees = {
        "minimax.svg": searched("minimax:depth=2,eval=static"),
        "alphabeta.svg": searched("alphabeta:depth=2,eval=static"),
        "mcts.svg": played(MONTE_CARLO, at_least=2),
    }
    return {name: draw(tree) for name, tree in trees.items()}


def searched(spec: str) -> Node:
    """The tree of a depth-first search. Values are Black's lead."""
    recorded = plyground.trace(START, spec)
    nodes: list[Node] = []
    for row in recorded["nodes"]:
        node = Node(f"{row['value']:+.0f}", black=row["black"] is not False, move=row["move"] or "")
        if row["parent"] is not None:
            parent = nodes[row["parent"]]
            node.best = row["parent"] == 0 and row["move"] == recorded["move"]
            parent.children.append(node)
        nodes.append(node)
    for node, row in zip(nodes, recorded["nodes"], strict=True):
        node.left_out = row["moves"] - len(node.children) if row["cut"] else 0
        if row["kind"] == "leaf":
            node.black = row["parent"] is not None and not nodes[row["parent"]].black
    return nodes[0]


def played(spec: str, at_least: int) -> Node:
    """The tree of a Monte Carlo search: visits, and Black's share of the points."""
    recorded = plyground.trace(START, spec)
    visits = [0] * len(recorded["nodes"])
    points = [0.0] * len(recorded["nodes"])
    for playout in recorded["playouts"]:
        for place in playout["path"]:
            visits[place] += 1
            points[place] += playout["black"]
    nodes: dict[int, Node] = {}
    for place, row in enumerate(recorded["nodes"]):
        if visits[place] < at_least:
            continue
        label = f"{visits[place]}: {points[place] / visits[place]:.0%}"
        # A row says who moved to it; the picture shows who moves there.
        node = Node(label, black=row["black"] is not True, move=row["move"] or "")
        if row["parent"] is not None:
            node.best = row["parent"] == 0 and row["move"] == recorded["move"]
            nodes[row["parent"]].children.append(node)
        nodes[place] = node
    return nodes[0]


def draw(root: Node) -> str:
    """The tree as SVG: the root on top, a row for each depth."""
    leaves = place(root, 0)
    parts = list(shapes(root, 0))
    width, height = leaves * WIDTH + 20, (depth(root) - 1) * HEIGHT + 48
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    ground = f'<rect width="{width}" height="{height}" style="fill: #fff; stroke: none"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", ground, *parts, "</svg>", ""])


def place(node: Node, column: int) -> int:
    """Set the places of a node and of all below it; return the next free column."""
    first = column
    for child in node.children:
        column = place(child, column)
    column = max(column + (1 if node.left_out else 0), first + 1)
    node.x = 10 + (first + column) / 2 * WIDTH
    return column


def depth(node: Node) -> int:
    """The number of rows of a tree."""
    return 1 + max(map(depth, node.children), default=0)


def shapes(node: Node, row: int) -> Iterator[str]:
    """The lines, boxes and texts of a node and of all below it."""
    y = 24 + row * HEIGHT
    for child in node.children:
        best = ' class="best"' if child.best else ""
        yield f'<line x1="{node.x}" y1="{y}" x2="{child.x}" y2="{y + HEIGHT}"{best}/>'
    for child in node.children:
        middle = node.x + (child.x - node.x) * 0.58
        yield f'<text class="move" x="{middle}" y="{y + HEIGHT * 0.58}">{child.move}</text>'
        yield from shapes(child, row + 1)
    if node.left_out:
        end = max(child.x for child in node.children) + WIDTH
        yield f'<line class="left-out" x1="{node.x}" y1="{y}" x2="{end}" y2="{y + HEIGHT - 14}"/>'
        yield f'<text class="cut" x="{end}" y="{y + HEIGHT}">{node.left_out} skipped</text>'
    half = 4 + 4 * len(node.label)
    side, left, wide = "black" if node.black else "white", node.x - half, 2 * half
    yield f'<rect class="{side}" x="{left}" y="{y - 11}" width="{wide}" height="22"/>'
    yield f'<text x="{node.x}" y="{y + 4}">{node.label}</text>'


def summary(tree: Node) -> dict[str, Any]:
    """The page's summary of a tree: its nodes and the skipped moves."""
    rows = [summary(child) for child in tree.children]
    return {
        "nodes": 1 + sum(row["nodes"] for row in rows),
        "skipped": tree.left_out + sum(row["skipped"] for row in rows),
    }


if __name__ == "__main__":
    main()
