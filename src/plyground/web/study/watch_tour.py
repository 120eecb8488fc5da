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
                "This is tic-tac-toe near its end: three squares are free, and black is to move."
                " Each box of the tree is a position. The one at the top is on the board now, and"
                " below it are those that one more move leads to."
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
                " is: black takes the largest value below, white the smallest. All values are from"
                " Black's point of view."
            ),
            _(
                "Here white has just answered: it can draw or win, so it takes the win. So black's"
                " move b3 is worth no more than that. Step on until the first box has its value."
            ),
        ),
        {**_LAST, "a": "minimax:depth=3", "at": "7"},
    ),
    Step(
        _("Alpha-beta: leave out what can't matter"),
        (
            _(
                "The same position. Black knows from a3 that it can win. After b3 white has a reply"
                " that draws: whatever else white finds there, black will not play b3. So the rest"
                " is cut off, and hatched in the tree."
            ),
            _(
                "That is all there is to alpha-beta: each node knows the value that Black has"
                " secured elsewhere, and the one that White has. This is its window. When the two"
                " meet, one of the sides would not come here."
            ),
        ),
        {**_LAST, "a": "alphabeta:depth=3", "at": "6"},
    ),
    Step(
        _("Side by side"),
        (
            _(
                "Two moves earlier, both searches three moves deep. Play them: they visit their"
                " nodes in step, and alpha-beta is done first. The sentence above the trees counts"
                " the nodes."
            ),
            _("Both find the same move and the same value. Nothing that was cut could change it."),
        ),
        {**_MIDDLE, "a": "minimax:depth=3", "b": "alphabeta:depth=3"},
    ),
    Step(
        _("Good moves first"),
        (
            _(
                "A cut needs something to compare with: the sooner a good move is found, the more"
                " is cut after it. The second search asks the game for a promising order of moves"
                " before it begins at a node; the first takes them as they are listed."
            ),
            _("Press c, or the button, to go from cut to cut in either tree."),
        ),
        {**_MIDDLE, "a": "alphabeta:depth=3", "b": "alphabeta:depth=3,order=on"},
    ),
    Step(
        _("Deeper and deeper"),
        (
            _(
                "How deep should a search look when it has a minute? It can't know. So it looks one"
                " move deep, then two, then three, and always has an answer. The trees stand side"
                " by side here."
            ),
            _(
                "It seems a waste to begin anew each time, but all the earlier trees together are"
                " small beside the last one."
            ),
        ),
        {**_MIDDLE, "a": "deepening:depth=4,order=on"},
    ),
    Step(
        _("Monte Carlo: try it out"),
        (
            _(
                "A quite different idea: no values, but many games. Each playout goes down the tree"
                " to a place that promises much, plays on from there at random to the end, and"
                " carries the result back up. A box counts how often it was visited, and how that"
                " went for the side that moved there."
            ),
            _(
                "The table shows why a playout went where it went: a move promises much because"
                " its results are good, or because it was seldom tried."
            ),
        ),
        {**_SMALL, "moves": "b2 b1", "a": f"mcts:playouts=40,{_PLAIN},eval=shapes*0", "at": "1"},
    ),
    Step(
        _("Where the results are good, the tree grows"),
        (
            _(
                "After 400 playouts most of them have gone into few moves, and the tree is deep"
                " there and shallow elsewhere. The most visited move is played."
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
        _("Robogo: nobody can see the end"),
        (
            _(
                "A position of Robogo has more than seventy moves, and the end is far away. A"
                " search has to stop somewhere and judge what it sees: an evaluation gives black's"
                " lead as a number."
            ),
            _(
                "This one looks a single move ahead. At every leaf the table adds up what the"
                " evaluation sees: a term, its weight, and what it counts."
            ),
        ),
        {**_ROBOGO, "a": "minimax:depth=1", "at": "1"},
    ),
    Step(
        _("Two moves deep, with and without cuts"),
        (
            _(
                "One more move makes it more than five thousand positions. Alpha-beta needs less"
                " than half of them. Most boxes are too small to be drawn: zoom in, by the buttons,"
                " with two fingers, or with Ctrl and the wheel, and they open."
            ),
        ),
        {**_ROBOGO, "a": "minimax:depth=2", "b": "alphabeta:depth=2"},
    ),
    Step(
        _("The order of moves decides"),
        (
            _(
                "The same depth, in the order of the board and in the game's own order, which"
                " begins near the stones and leaves out points that are far from all of them. That"
                " is a third of the work, for the same value."
            ),
        ),
        {**_ROBOGO, "a": "alphabeta:depth=2", "b": "alphabeta:depth=2,order=on"},
    ),
    Step(
        _("Three trees in a row"),
        (
            _(
                "Deeper and deeper, up to three moves, in more than twenty thousand nodes. Choose"
                " full speed and press play; then find the best move, and zoom into its branch."
            ),
        ),
        {**_ROBOGO, "a": "deepening:depth=3,order=on"},
    ),
    Step(
        _("Monte Carlo with all that is known"),
        (
            _(
                "Here a playout is helped: the evaluation has a say in its result, moves share in"
                " the results of games in which they came later, and what is proven is never tried"
                " again."
            ),
            _(
                "Beside it the textbook's way, with as many playouts. Compare which moves they"
                " visit most."
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
