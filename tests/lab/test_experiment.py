"""Experiments as files: the meaning of each kind, and the errors for wrong files."""

import re
from pathlib import Path

import pytest

from plyground.lab import Experiment, Plan
from plyground.lab.toml_reader import Source
from plyground.matches import Agreement
from tests.lab.studies import LADDER, NODES, RANDOM, ROUND_ROBIN, TIMING

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAYED = 'name = "x"\ngame = "othello"\ngames = 4\n'
ABLATION = PLAYED + 'kind = "ablation"\nbase = "alphabeta:depth=2"\n'
GRID = PLAYED + 'kind = "grid"\nbase = "alphabeta:depth=2"\n'


def meetings(experiment: Experiment) -> list[tuple[str, str, int]]:
    return [(each.first, each.second, each.pairs) for each in experiment.meetings]


def test_a_round_robin_is_everybody_against_everybody() -> None:
    experiment = Experiment.of(ROUND_ROBIN)
    assert (experiment.name, experiment.title, experiment.seed) == ("small", "Who is best?", 5)
    assert experiment.game.values["size"] == 4
    assert meetings(experiment) == [
        ("greedy", "deeper", 2),
        ("greedy", "dice", 2),
        ("deeper", "dice", 2),
    ]


def test_a_gauntlet_has_a_champion() -> None:
    text = ROUND_ROBIN.replace("round_robin", "gauntlet")
    assert [each[:2] for each in meetings(Experiment.of(text))] == [
        ("greedy", "deeper"),
        ("greedy", "dice"),
    ]
    chosen = text.replace("games = 4", 'games = 4\nchampion = "dice"')
    assert [each[:2] for each in meetings(Experiment.of(chosen))] == [
        ("dice", "greedy"),
        ("dice", "deeper"),
    ]


def test_an_ablation_leaves_one_heuristic_out_at_a_time() -> None:
    experiment = Experiment.of(ABLATION + "[terms]\ncorners = 10\ncoins = 1\nmobility = 0.5\n")
    assert experiment.players == {
        "everything": "alphabeta:depth=2,eval=corners*10+coins+mobility*0.5",
        "without corners": "alphabeta:depth=2,eval=coins+mobility*0.5",
        "without coins": "alphabeta:depth=2,eval=corners*10+mobility*0.5",
        "without mobility": "alphabeta:depth=2,eval=corners*10+coins",
    }
    assert [each.first for each in experiment.meetings] == ["everything"] * 3


def test_an_ablation_switches_one_technique_off_at_a_time() -> None:
    text = ABLATION.replace("alphabeta:depth=2", "search:nodes=500,eval=corners")
    experiment = Experiment.of(text + 'switches = ["killers", "reductions"]\n')
    assert list(experiment.players.values()) == [
        "search:nodes=500,eval=corners",
        "search:nodes=500,eval=corners,killers=off",
        "search:nodes=500,eval=corners,reductions=off",
    ]


def test_a_grid_is_every_combination_of_weights() -> None:
    experiment = Experiment.of(GRID + "[grid]\ncorners = [1, 10]\ncoins = [0, 1]\n")
    assert list(experiment.players) == [
        "corners+coins*0",
        "corners+coins",
        "corners*10+coins*0",
        "corners*10+coins",
    ]
    assert len(experiment.meetings) == 6


def test_weightings_can_meet_an_opponent_only() -> None:
    text = GRID + "weightings = [{corners = 6, coins = 1}, {corners = 10, coins = 4}]\n"
    experiment = Experiment.of(text + '[players]\nstatic = "alphabeta:depth=2,eval=coins"\n')
    assert meetings(experiment) == [
        ("corners*6+coins", "static", 2),
        ("corners*10+coins*4", "static", 2),
    ]


def test_a_ladder_is_each_against_the_one_before() -> None:
    assert meetings(Experiment.of(LADDER)) == [("level:2", "level:1", 2), ("level:3", "level:2", 1)]
    even = LADDER.replace("[4, 2]", "6")
    assert meetings(Experiment.of(even)) == [("level:2", "level:1", 3), ("level:3", "level:2", 3)]


def test_limits_reach_the_games() -> None:
    limits = '[limits]\ntime = "5+0.1"\nmax_plies = 9\nat_limit = "score"\n'
    text = f"{ROUND_ROBIN}{limits}win = {{ chance = 0.99, plies = 6 }}\n"
    experiment = Experiment.of(text)
    assert str(experiment.time) == "5+0.1"
    assert (experiment.rules.max_plies, experiment.rules.at_limit) == (9, "score")
    assert experiment.rules.win == Agreement(0.99, 6)
    task = next(Plan(experiment).missing())
    assert task.data["match"]["rules"]["max_plies"] == 9


def test_cases_have_options_moves_and_depths_of_their_own() -> None:
    first, second = Experiment.of(TIMING).cases
    assert (first.game.values["size"], first.depths, first.title) == (4, (2, 3), "4x4, line 3")
    assert first.opening.moves == ("D1", "C2", "B3")
    assert (second.game.values["line"], second.depths) == (4, (2,))


def test_openings_and_games_are_found_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("f5 d6\nf5 f6\n")
    file = tmp_path / "study.toml"
    players = 'kind = "round_robin"\n[players]\na = "random"\nb = "alphabeta:depth=1"\n'
    file.write_text(f'openings = "book.txt"\n{PLAYED}{players}')
    experiment = Experiment.read(file)
    assert [Plan(experiment).opening(pair).moves for pair in (0, 1, 2)] == [
        ("f5", "d6"),
        ("f5", "f6"),
        ("f5", "d6"),
    ]
    before = experiment.settings()
    assert before["openings"] == "book.txt"
    (tmp_path / "book.txt").write_text("f5 d6\n")
    assert Experiment.read(file).settings() != before


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.name)
def test_the_examples_can_be_run(file: Path) -> None:
    experiment = Experiment.read(file)
    assert experiment.question
    assert experiment.name == file.stem
    assert Plan(experiment).ids


def test_the_documents_show_experiments_that_can_be_run() -> None:
    text = (EXAMPLES.parent / "docs" / "how-to" / "lab.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```toml\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    assert [Experiment.of(each).kind for each in shown] == ["ablation", "nodes", "tuning"]


# ---- errors, and their places ----

WRONG = [
    # not TOML, not text
    ("name = \n", "x.toml, line 1: This is not TOML: Invalid value."),
    ("a = 1\nb = 'x\n", "line 2: This is not TOML: "),
    ("a = [1,\n2", "line 2: This is not TOML: "),
    ("a = 1\na = 2\n", "line 2: This is not TOML: Cannot overwrite a value."),
    ("", "x.toml: name is missing; it is a text in quotes."),
    # the common keys
    ("name = 3\n", "line 1: name can be a text in quotes, not 3."),
    ("name = ''\n", "line 1: name can be a text in quotes, not ''."),
    ("name = 'a/b'\n", "line 1: name can be up to 80 letters, digits, dots, dashes"),
    ("name = '../b'\n", "line 1: name can be up to 80 letters"),
    ("name = 'a'\n", "x.toml: kind is missing; it is round_robin, gauntlet, ablation, grid,"),
    ("name = 'a'\n\nkind = 'duel'\n", "line 3: kind can be round_robin, gauntlet, ablation, grid,"),
    ("name = 'a'\nkind = 'nodes'\n", "x.toml: game is missing; it is a text in quotes."),
    ("name = 'a'\nkind = 'nodes'\ngame = 'chess'\n", "line 3: There is no game called 'chess';"),
    (ROUND_ROBIN.replace("size = 4", "size = 5"), "line 10: size can be 8, 4 or 6, not 5."),
    (ROUND_ROBIN.replace("size = 4", "sise = 4"), "line 10: othello has no option 'sise'; its"),
    (ROUND_ROBIN.replace("seed = 5", "seed = -1"), "line 6: seed can be a whole number from 0 to"),
    (ROUND_ROBIN.replace("seed = 5", "seed = 1.5"), "line 6: seed can be a whole number from 0 to"),
    (ROUND_ROBIN.replace("seed = 5", "speed = 5"), "line 6: There is no key 'speed' in an"),
    (ROUND_ROBIN.replace("seed = 5", "depths = [1]"), "kind round_robin; it takes: name, title,"),
    (ROUND_ROBIN.replace("seed = 5", "load = ['no.py']"), "line 6: There is no file 'no.py' to"),
    (ROUND_ROBIN.replace("seed = 5", "load = 'no.py'"), "line 6: load can be a list of different"),
    # players and games
    (
        ROUND_ROBIN.replace("games = 4", "games = 3"),
        "line 5: games can be an even number from 2 to",
    ),
    (ROUND_ROBIN.replace("games = 4", "games = '4'"), "line 5: games can be an even number"),
    (ROUND_ROBIN.replace("games = 4\n", ""), "x.toml: games is missing; it is an even number from"),
    (ROUND_ROBIN.replace('"random"', '"randm"'), "line 15: In 'randm' there is no player 'randm';"),
    (ROUND_ROBIN.replace('"random"', "7"), "line 15: dice can be a player in quotes, such as"),
    (
        ROUND_ROBIN.replace("eval=coins", "eval=coin"),
        "line 13: othello has no heuristic 'coin'; its",
    ),
    (
        ROUND_ROBIN.replace("dice =", '"a|b" ='),
        "line 15: A name has from 1 to 200 characters, none",
    ),
    (ROUND_ROBIN.replace("dice =", '"" ='), "line 15: A name has from 1 to 200 characters"),
    (ROUND_ROBIN.partition("[players]")[0], "[players] has from 2 to 200 lines such as"),
    (ROUND_ROBIN.partition("greedy")[0] + "a = 'random'\n", "line 12: [players] has from 2 to 200"),
    (ROUND_ROBIN.replace("random:2", "random:x"), "line 7: Random openings are random:PLIES with"),
    (ROUND_ROBIN.replace("random:2", "book.txt"), "line 7: Openings are none, random:PLIES, or a"),
    (
        ROUND_ROBIN.replace("random:2", "random:90"),
        "line 7: After 90 random plies the game is over",
    ),
    (f"{ROUND_ROBIN}[limits]\ntime = 5\n", "x.toml, line 17: time can be a text in quotes, not 5."),
    (f"{ROUND_ROBIN}[limits]\ntime = '1m'\n", "line 17: A time is seconds a move, such as 0.5, or"),
    (f"{ROUND_ROBIN}[limits]\nplies = 3\n", "line 17: There is no key 'plies' in [limits]; it"),
    (f"{ROUND_ROBIN}[limits]\nat_limit = 'win'\n", "line 17: at_limit can be draw or score, not"),
    (f"{ROUND_ROBIN}[limits.win]\nchance = 0.3\n", "line 17: chance can be a number from 0.5 to 1"),
    (f"{ROUND_ROBIN}[limits.win]\nchance = 0.9\n", "line 16: plies is missing; it is a whole"),
    # each kind
    (
        ROUND_ROBIN.replace("round_robin", "gauntlet").replace("seed = 5", "champion = 'me'"),
        "line 6: champion can be greedy, deeper or dice, not 'me'.",
    ),
    (ABLATION, "x.toml: An ablation has either [terms], heuristics and weights, or switches."),
    (ABLATION + "[terms]\ncorners = 1\n", "line 6: At least 2 heuristics with weights are needed"),
    (ABLATION + "[terms]\ncorners = 1\ncoins = 'x'\n", "line 8: coins can be a weight, such as 1"),
    (ABLATION + "[terms]\ncorners = 1\ncoins = nan\n", "line 8: coins can be a weight, such as 1"),
    (ABLATION + "[terms]\ncorners = 1\ncoin = 1\n", "line 8: There is no heuristic 'coin' here;"),
    (ABLATION + "[terms]\ncorners = 1\ncoins = 0\n", "line 8: coins has the weight 0, so"),
    (ABLATION + "switches = ['killers']\n", "line 6: In 'alphabeta:depth=2,killers=off' alphabeta"),
    (ABLATION.replace("alphabeta:depth=2", "alpha"), "line 5: In 'alpha' there is no player"),
    (ABLATION.replace("=2", "=2,eval=coins") + "[terms]\ncoins = 1\n", "line 5: base has no eval"),
    (GRID, "x.toml: A grid has either [[weightings]] or [grid], weights of each term."),
    (GRID + "[grid]\ncorners = 1\n", "line 7: corners can be a list of weights, not 1."),
    (GRID + "[grid]\ncorners = [1, 1]\n", "line 7: corners can be a list of different weights"),
    (GRID + "[grid]\ncorners = [1]\n", "x.toml: A single weighting needs opponents, in [players]."),
    (GRID + "[grid]\ncorners = [1]\ncoin = [1]\n", "line 8: There is no heuristic 'coin' here;"),
    (GRID + "[[weightings]]\ncoins = 1\n[[weightings]]\ncoin = 1\n", "line 9: There is no heurist"),
    (GRID + "[grid]\n", "line 6: At least one key with a list of weights is needed."),
    (
        GRID + "[grid]\ncorners = [1, 2]\n[players]\n'corners*2' = 'random'\n",
        "line 9: 'corners*2' is the name of a weighting; call this player something else.",
    ),
    (
        ROUND_ROBIN.replace("games = 4", "games = 1_000_000"),
        "line 5: This makes 1500000 tasks, and a study has at most 1000000.",
    ),
    (GRID + "[[weightings]]\n", "line 6: At least 1 heuristic with a weight is needed"),
    (LADDER.replace("[4, 2]", "[4, 2, 2]"), "line 4: games can be an even number, or a list of 2"),
    (LADDER.replace("[4, 2]", "[4, 3]"), "line 4: games can be an even number, or a list of 2"),
    (
        ROUND_ROBIN.replace("round_robin", "sprt"),
        "line 12: A sequential test has 2 players, not 3.",
    ),
    (
        ROUND_ROBIN.replace("round_robin", "sprt")
        .replace("seed = 5", "elo1 = -5")
        .replace('dice = "random"\n', ""),
        "line 6: elo1 can be such that elo0 is below elo1, not -5.",
    ),
    (
        NODES.replace("[3, 5]", "[0]"),
        "line 4: depths can be a list of different whole numbers from",
    ),
    (NODES.replace("[3, 5]", "[]"), "line 4: depths can be a list of different whole numbers from"),
    (NODES.replace("[3, 5]", "[3, 3]"), "line 4: depths can be a list of different whole numbers"),
    (
        NODES.replace("depths = [3, 5]\n", ""),
        "line 10: The search 'minimax:eval=pieces,list=original",
    ),
    (
        NODES + 'dice = "random"\n',
        "line 13: 'random' does not search; minimax, alphabeta, search or",
    ),
    (NODES + 'tree = "mcts:playouts=9"\n', "line 13: 'mcts:playouts=9' has no depth; leave out"),
    (NODES.replace("depths", "repeats = 2\ndepths"), "line 4: There is no key 'repeats' in an"),
    (TIMING.replace("C3", "C9"), "line 17: "),
    (TIMING.replace("line = 4", "line = 99"), "line 16: line can be a whole number from"),
    (
        TIMING.replace('moves = "C3"', 'move = "C3"'),
        "line 17: There is no key 'move' in [[cases]];",
    ),
    (TIMING.replace('moves = "C3"', 'position = "xo"'), "line 17: "),
    (TIMING.replace('moves = "C3"', "moves = 3"), "x.toml, line 17: moves can be a text in quotes"),
    (RANDOM.replace("games = 120", "games = 0"), "line 4: games can be a whole number from 1 to"),
    (
        RANDOM.replace("[3, 5]", "[3, 99]"),
        "line 7: size can be a whole number from 2 to 25, not 99.",
    ),
    (RANDOM.replace("[3, 5]", "3"), "line 7: size can be a list of values, not 3."),
    (RANDOM.replace("size =", "sise ="), "line 7: go has no option 'sise'; its options"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=range(len(WRONG)))
def test_mistakes_are_reported_with_their_line(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the message is checked below
        Experiment.of(text, "x.toml")
    sentence = str(refused.value)
    assert message in sentence
    assert sentence.startswith(("x.toml: ", "x.toml, line "))
    assert "\n" not in sentence.strip()
    assert sentence.count("x.toml") == 1


def test_a_mark_before_the_first_letter_is_no_mistake(tmp_path: Path) -> None:
    """Some editors write a byte order mark."""
    file = tmp_path / "marked.toml"
    file.write_text(ROUND_ROBIN, encoding="utf-8-sig")
    assert Experiment.read(file).text == ROUND_ROBIN


def test_unreadable_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"gone\.toml can't be read: no such file"):
        Experiment.read(tmp_path / "gone.toml")
    with pytest.raises(ValueError, match="can't be read: is a directory"):
        Experiment.read(tmp_path)
    file = tmp_path / "latin.toml"
    file.write_bytes(b"name = 'a'\ntitle = 'caf\xe9'\n")
    with pytest.raises(ValueError, match=r"latin\.toml, line 2: This is not text in UTF-8"):
        Experiment.read(file)
    file.write_bytes(b"#" * 300_000)
    with pytest.raises(ValueError, match="at most 200000 bytes"):
        Experiment.read(file)


def test_lines_are_found_in_the_middle_of_everything() -> None:
    text = '''\
# a = 1
text = """
b = 2
[c]
"""
list = [
  1, # c = 3

  2,
]

"quoted key" = { x = 1 }
[a.b]
deep = 1
[[many]]
x = 1
[[many]]

x = 2
'''
    source = Source(text, "x.toml")
    assert source.line(("text",)) == 2
    assert source.line(("list", 1)) == 6
    assert source.line(("quoted key", "x")) == 12
    assert source.line(("a", "b")) == 13
    assert source.line(("a", "b", "deep")) == 14
    assert source.line(("many", 0, "x")) == 16
    assert source.line(("many", 1)) == 17
    assert source.line(("many", 1, "x")) == 19
    assert source.line(("many", 1, "y")) == 17  # a missing key is reported where it is missing
    assert source.line(("c",)) is None
