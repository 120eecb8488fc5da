"""The tour of the watch page: its steps and their searches.

It begins with tic-tac-toe, which is Gomoku on a small board, and repeats the same five ideas with a
real position of Robogo.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True)
class Step:
    """One page of the tour: its query is the link to what it shows."""

    title: Words
    words: tuple[Words, ...]
    query: dict[str, str]


_SMALL = {"game": "gomoku", "size": "3", "line": "3"}
_LAST = {**_SMALL, "moves": "b2 b1 a2 c2 a1 c3"}  # three squares are free, and Black wins on one
_MIDDLE = {**_SMALL, "moves": "a2 a1 c1 b1"}
_ROBOGO = {"game": "robogo", "moves": "F4 E5 D6 D5 F5 F6 E4 G4"}
# Only playouts count if the evaluation has nothing to add.
_PLAIN = "rave=off,priors=off,bias=off,policy=off,solver=off"

STEPS: tuple[Step, ...] = (
    Step(
        _("A tree of positions"),
        (
            _(
                "This is tic-tac-toe near its end: three squares are free, and Black is to move."
                " Each box of the tree is a position. The box at the top is the board now. The"
                " boxes below it are the positions after one more move."
            ),
            _(
                "Step on with the arrow key or the button, and watch the board: the search tries a"
                " move, then a reply, until the game is over. Then it goes back and tries the next."
            ),
        ),
        {**_LAST, "a": "minimax:depth=3"},
    ),
    Step(
        _("Minimax: values go up"),
        (
            _(
                "Where the game is over, its value is known. Above, it depends on whose turn it"
                " is: Black takes the largest value below, White the smallest. All values are from"
                " Black's point of view."
            ),
            _(
                "Here White has just answered. White can draw or win, and takes the win, so"
                " Black's move b3 is a loss. Step on until the first box has its value."
            ),
        ),
        {**_LAST, "a": "minimax:depth=3", "at": "7"},
    ),
    Step(
        _("Alpha-beta: leave out what can't matter"),
        (
            _(
                "The same position. Black can already win with a3. After b3, White has a reply"
                " that draws. Whatever else White finds there, Black will not play b3. So the"
                " search skips the rest, which is hatched in the tree."
            ),
            _(
                "This is the whole idea of alpha-beta: each node knows the value that Black has"
                " secured elsewhere, and the value that White has secured. These two values are"
                " its window. When they meet, one of the sides would not come here."
            ),
        ),
        {**_LAST, "a": "alphabeta:depth=3", "at": "6"},
    ),
    Step(
        _("Side by side"),
        (
            _(
                "The position two moves earlier. Both searches look three moves ahead. Play them:"
                " they visit their nodes in step, and alpha-beta finishes first. The sentence"
                " above the trees counts the nodes."
            ),
            _("Both find the same move and the same value. The skipped moves could not change it."),
        ),
        {**_MIDDLE, "a": "minimax:depth=3", "b": "alphabeta:depth=3"},
    ),
    Step(
        _("Good moves first"),
        (
            _(
                "A cutoff needs a good move to compare with: the sooner the search finds one, the"
                " more it can skip. At each node, the second search asks the game for a promising"
                " order of moves. The first search takes the moves in the order of the board."
            ),
            _("Press c, or the button, to go from cutoff to cutoff in either tree."),
        ),
        {**_MIDDLE, "a": "alphabeta:depth=3", "b": "alphabeta:depth=3,order=on"},
    ),
    Step(
        _("Iterative deepening"),
        (
            _(
                "How deep should a search look when it has a minute? It can't know in advance. So"
                " it looks one move ahead, then two, then three, and always has an answer. Here"
                " the trees are side by side."
            ),
            _(
                "It seems wasteful to start again each time, but all the earlier trees together"
                " are small compared with the last one."
            ),
        ),
        {**_MIDDLE, "a": "deepening:depth=4,order=on"},
    ),
    Step(
        _("Monte Carlo: try it out"),
        (
            _(
                "A very different idea: many games instead of an evaluation. Each playout goes"
                " down the tree to a promising position, plays random moves from there to the end"
                " of the game, and carries the result back up. A box shows how often it was"
                " visited, and the results for the side that moved there."
            ),
            _(
                "The table shows why a playout chose its moves: a move is promising because its"
                " results are good, or because it was seldom tried."
            ),
        ),
        {**_SMALL, "moves": "b2 b1", "a": f"mcts:playouts=40,{_PLAIN},eval=shapes*0", "at": "1"},
    ),
    Step(
        _("The tree grows where the results are good"),
        (
            _(
                "Most of these 400 playouts went to a few moves. The tree is deep there and"
                " shallow elsewhere. The search plays the most visited move."
            ),
            _("Drag the slider to see it grow."),
        ),
        {
            **_SMALL,
            "moves": "b2 b1",
            "a": f"mcts:playouts=400,{_PLAIN},eval=shapes*0",
            "at": "400",
        },
    ),
    Step(
        _("Robogo: the end is too far away to see"),
        (
            _(
                "A position of Robogo has more than seventy moves, and the end is far away. A"
                " search has to stop somewhere and judge the board: an evaluation gives Black's"
                " lead as a number."
            ),
            _(
                "This search looks one move ahead. At every leaf, the table shows the terms of"
                " the evaluation, their weights, and their sum."
            ),
        ),
        {**_ROBOGO, "a": "minimax:depth=1", "at": "1"},
    ),
    Step(
        _("Two moves deep, with and without cuts"),
        (
            _(
                "With one more move there are more than five thousand positions. Alpha-beta needs"
                " less than half of them. Most boxes are too small to draw. To see them, zoom in"
                " with the buttons, with two fingers, or with Ctrl and the wheel."
            ),
        ),
        {**_ROBOGO, "a": "minimax:depth=2", "b": "alphabeta:depth=2"},
    ),
    Step(
        _("The order of moves decides"),
        (
            _(
                "Both searches have the same depth. One takes the moves in the order of the"
                " board, the other in the game's own order, which begins near the stones and"
                " leaves out points that are far from all of them. It finds the same value with a"
                " third of the work."
            ),
        ),
        {**_ROBOGO, "a": "alphabeta:depth=2", "b": "alphabeta:depth=2,order=on"},
    ),
    Step(
        _("Three trees, one after another"),
        (
            _(
                "Iterative deepening up to three moves, in more than twenty thousand nodes."
                " Choose full speed and press play. Then find the best move, and zoom into its"
                " branch."
            ),
        ),
        {**_ROBOGO, "a": "deepening:depth=3,order=on"},
    ),
    Step(
        _("Monte Carlo with all techniques"),
        (
            _(
                "Here the playouts have help. The evaluation is part of each result, a move also"
                " counts the results of games in which it came later, and proven moves are not"
                " tried again."
            ),
            _(
                "Beside it is the textbook version, with as many playouts. Compare the moves that"
                " they visit most."
            ),
        ),
        {
            **_ROBOGO,
            "a": "mcts:playouts=1500",
            "b": f"mcts:playouts=1500,{_PLAIN},eval=stones*0",
            "at": "1500",
        },
    ),
)
