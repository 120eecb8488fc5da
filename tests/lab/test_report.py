"""The numbers and the sentences of reports for each kind, from handwritten records."""

import itertools
import random
import re
from dataclasses import replace

import pytest

from plyground.lab import Written
from plyground.lab.report import report, to_html, to_markdown
from plyground.lab.report.document import Figure, Table
from plyground.lab.report.sequence import way
from plyground.lab.sprt import Sprt
from plyground.matches.stats import estimate
from tests.lab import handmade

ALL, NONE, SPLIT, DRAWN = (1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.5, 0.5)

EVEN = [SPLIT, (0.0, 1.0)]


def tables(study: Written) -> dict[str, dict[str, list[str]]]:
    """The report's tables by their captions, rows by their first cells."""
    blocks = report(study).blocks
    shown = [block.instead if isinstance(block, Figure) else block for block in blocks]
    return {
        table.caption: {row[0]: list(row[1:]) for row in table.rows}
        for table in shown
        if isinstance(table, Table)
    }


def figures(study: Written) -> list[str]:
    """The titles of the charts."""
    blocks = report(study).blocks
    drawn = [block.svg for block in blocks if isinstance(block, Figure)]
    return [re.findall("<title>(.*?)</title>", svg)[0] for svg in drawn]


@pytest.fixture(scope="module")
def robin() -> Written:
    """A is better than B, and both win all games against C."""
    met = {
        ("A", "B"): [ALL] * 6 + [SPLIT] * 3 + [DRAWN],
        ("A", "C"): [ALL] * 10,
        ("B", "C"): [ALL] * 10,
    }
    return handmade.contest("round_robin", met)


def test_report_begins_with_question_and_completeness(robin: Written) -> None:
    text = to_markdown(report(robin))
    assert text.startswith(
        "# A round\\_robin\n\nThe charts are in report.html, which `plyground lab report` writes"
        " beside this file.\n\nWho knows?\n\n"
        "Complete: all 30 tasks were done.\n"
    )
    assert tables(robin)["The study"] == {
        "kind": ["round robin"],
        "game": ["othello"],
        "options": ["size 4"],
        "openings": ["random:4"],
        "time": ["as the specs say"],
        "games": ["60 of 60"],
        "seed": ["7"],
        "version": ["Plyground 1.2.3"],
        "when": ["2026-03-04"],
        "machine": ["Linux x86_64, 2 processors, core plain, Python 3.11.0"],
    }
    assert tables(robin)["Players"]["B"] == ["search:nodes=2"]


def test_openings_that_came_again_are_a_warning(robin: Written) -> None:
    assert "different openings" not in to_markdown(report(robin))
    records = [{**each, "opening": robin.records[0]["opening"]} for each in robin.records]
    again = replace(robin, records=tuple(records))
    assert "There was only 1 different opening for 10 pairs." in to_markdown(report(again))


def test_a_round_robin_has_a_cross_table_and_meetings(robin: Written) -> None:
    found = tables(robin)
    assert found["Points of the row's player, of so many games"] == {
        "1. A": ["", "16/20", "20/20", "36/40"],
        "2. B": ["4/20", "", "20/20", "24/40"],
        "3. C": ["0/20", "0/20", "", "0/40"],
    }
    assert "Cross table: shares of the points" in figures(robin)
    known = estimate([ALL] * 6 + [SPLIT] * 3 + [DRAWN])
    interval = f"{known.low:.1%} to {known.high:.1%}"
    row = f"| A | B | 20 | 15 | 2 | 3 | 80.0% | {interval} | 95.0% | 65.0% | "
    assert row in to_markdown(report(robin))
    assert found["Meetings, seen by the first player"]["B"][:3] == ["C", "20", "20"]


def test_ratings_have_open_ends_where_nothing_was_won(robin: Written) -> None:
    found = tables(robin)["Ratings"]
    assert list(found) == ["A", "B", "C"]
    assert found["C"][0].startswith("≤ -")
    assert found["C"][1] == "open"
    assert found["C"][3:] == ["40", "0", "0", "40", "0.0%"]
    assert "C has no lower end: it won no point." in to_markdown(report(robin))


def test_many_comparisons_are_described_plainly(robin: Written) -> None:
    text = to_markdown(report(robin))
    assert "3 differences were tested." in text
    assert "After Holm's correction for testing 3, 3 of 3 are significant." in text
    rows = tables(robin)["The clearest difference first; its likelihood of superiority"]
    assert all(row[-1] == "yes" for row in rows.values())
    likely = tables(robin)["Likelihood that the row's player is stronger, one by one"]
    assert likely["3. C"] == ["< 0.1%", "< 0.1%", ""]


def test_the_clearest_of_many_differences_get_a_sentence() -> None:
    names = [f"p{place}" for place in range(7)]
    pairs = [ALL] * 12 + EVEN * 2
    met = dict.fromkeys(itertools.combinations(names, 2), pairs)
    text = to_markdown(report(handmade.contest("round_robin", met)))
    standing = int(re.findall(r"for testing 21, (\d+) of 21 are significant", text)[0])
    assert text.count(" is stronger than ") == 10
    assert f"- {standing - 10} more differences are significant; " in text


def test_share_of_black_is_sampled_by_opening() -> None:
    """Black wins from half of them, whoever plays; 4 meetings give no more information than one."""

    def summary(*names: str) -> str:
        study = handmade.contest(
            "gauntlet", {("hero", name): [(1, 0), (0, 1)] * 10 for name in names}
        )
        return next(line for line in to_markdown(report(study)).splitlines() if "Black got" in line)

    def width(line: str) -> float:
        low, high = re.findall(r"([\d.]+)%", line)[-2:]
        return float(high) - float(low)

    assert width(summary("A", "B", "C", "D")) == pytest.approx(width(summary("A")), rel=0.1)


def test_report_describes_the_games(robin: Written) -> None:
    text, found = to_markdown(report(robin)), tables(robin)
    assert "- Black got 55.0% (95% interval: " in text
    assert "- 2 of 60 games (3.3%) were drawn." in text
    assert "- A game had 10.0 plies on average, from 10 to 10." in text
    assert found["How games ended"] == {"full board": ["60", "100.0%"]}
    margins = found["Margins, in pairs whose games were both counted"]
    assert margins["B"] == ["C", "+6.0, spread unknown (all 10 pairs alike)", "10 of 10"]
    assert found["Resources of the players"]["A"] == ["20", "0.1", "200"]


def test_openings_are_a_heat_map(robin: Written) -> None:
    assert "Results by opening" in figures(robin)
    found = tables(robin)["Points of the first player by opening"]
    assert found["1. c4 d1"] == ["2", "2", "2", "50%"]
    assert found["7. c4 d7"] == ["1", "2", "2", "67%"]
    many = handmade.contest("sprt", {("A", "B"): [SPLIT] * 60}, test=TEST)
    assert "Results by opening" not in figures(many)


def test_a_gauntlet_is_seen_from_its_champion() -> None:
    met = {("hero", "weak"): [ALL] * 9 + [SPLIT], ("hero", "strong"): [SPLIT] * 9 + [NONE]}
    found = tables(handmade.contest("gauntlet", met))["Ratings"]
    assert list(found) == ["strong", "hero", "weak"]
    assert found["hero"][:3] == ["+0", "+0", "+0"]


def test_a_ladder_is_shown_from_the_top() -> None:
    met = {("two", "one"): [ALL, SPLIT] * 5, ("three", "two"): [ALL, SPLIT] * 5}
    study = handmade.contest("ladder", met, players={"one": "a", "two": "b", "three": "c"})
    found = tables(study)["Ratings"]
    assert list(found) == ["three", "two", "one"]
    assert found["one"][0] == "+0"


def ladder(**head: object) -> Written:
    """Four steps: in the band, above it, below it, and one undecided."""
    met = {
        ("two", "one"): [ALL, SPLIT] * 100,
        ("three", "two"): [ALL] * 50,
        ("four", "three"): EVEN * 100,
        ("five", "four"): [ALL, SPLIT] * 5,
    }
    names = dict.fromkeys(("one", "two", "three", "four", "five"), "x")
    return handmade.contest("ladder", met, players=names, **head)


def test_a_ladder_shows_its_steps_and_the_band() -> None:
    study = ladder(band=[65, 85])
    assert figures(study)[0] == "Shares of the points, step by step"
    assert to_html(report(study)).count('class="band"') == 1
    found = tables(study)["Steps and the band"]
    assert list(found) == ["five", "four", "three", "two"]
    assert [row[-2:] for row in found.values()] == [
        ["in", "undecided"],
        ["below", "below"],
        ["above", "above"],
        ["in", "in"],
    ]
    text = to_markdown(report(study))
    assert "- A step should bring 65% to 85% of the points." in text
    assert "- In the band: two over one (75.0%)." in text
    assert "- Below it: four over three (50.0%)." in text
    assert "- Above it: three over two (100.0%)." in text
    assert "- Undecided by these games: five over four (75.0%)." in text


def test_a_ladder_has_a_band_only_where_one_is_asked_for() -> None:
    study = ladder()
    assert figures(study)[0] == "Shares of the points, step by step"
    assert 'class="band"' not in to_html(report(study))
    assert "Steps and the band" not in tables(study)
    assert "band" not in to_markdown(report(study))
    narrow = to_markdown(report(ladder(band=[50, 72.5])))
    assert "- A step should bring 50% to 72.5% of the points." in narrow


def test_an_ablation_shows_first_what_is_missed_most() -> None:
    met = {
        ("everything", "without coins"): EVEN * 5,
        ("everything", "without corners"): [ALL] * 6 + EVEN * 2,
    }
    study = handmade.contest("ablation", met)
    found = tables(study)["Differences to everything"]
    assert list(found) == ["without corners", "without coins"]
    assert found["without coins"][0] == "+0"
    assert "Differences to everything" in figures(study)


def test_a_grid_of_two_weights_is_a_heat_map() -> None:
    names = ["a+b", "a+b*2", "a*3+b", "a*3+b*2"]
    met = {(name, "judge"): EVEN * 5 + [ALL] * place for place, name in enumerate(names, 1)}
    players = {name: f"alphabeta:depth=1,eval={name}" for name in names}
    study = handmade.contest("grid", met, players={**players, "judge": "search:nodes=9"})
    found = tables(study)
    assert "Ratings by a and b" in figures(study)
    low, high = found["Ratings by a and b"]["a 1"][0], found["Ratings by a and b"]["a 3"][1]
    assert (low, high) == (found["Ratings"]["a+b"][0], found["Ratings"]["a*3+b*2"][0])
    compared = [block for block in to_markdown(report(study)).splitlines() if "tested." in block]
    assert compared[0].startswith("- 6 differences were tested.")  # weightings, not the judge


def test_long_names_of_weightings_are_their_weights_in_charts() -> None:
    names = ["corners+mobility*2+stability", "corners+mobility*2.5+stability*10"]
    met = {(name, "judge"): EVEN * 3 for name in names}
    players = {name: f"alphabeta:eval={name}" for name in names}
    study = handmade.contest("grid", met, players={**players, "judge": "search:nodes=9"})
    page = to_html(report(study))
    assert ">1 : 2.5 : 10</text>" in page
    assert ">1 : 2 : 1 v. judge</text>" in page
    assert "Names are the weights of corners : mobility : stability." in page


def test_a_grid_of_one_weight_is_a_line() -> None:
    met = {("a", "a*2"): EVEN * 5, ("a", "a*3"): [*EVEN * 5, ALL]}
    players = {name: f"alphabeta:eval={name}" for name in ("a", "a*2", "a*3")}
    study = handmade.contest("grid", met, players=players)
    assert "Ratings by the weight of a" in figures(study)
    assert list(tables(study)["Elo by the weight of a"]) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("sizes", "maps"), [((2, 2, 2), 2), ((2, 2, 2, 2), 4), ((2, 2, 7), 6)], ids=str
)
def test_a_grid_of_many_weights_is_several_maps(sizes: tuple[int, ...], maps: int) -> None:
    terms = "abcd"[: len(sizes)]
    chosen = itertools.product(*(range(1, size + 1) for size in sizes))
    names = [
        "+".join(t if w == 1 else f"{t}*{w}" for t, w in zip(terms, each, strict=True))
        for each in chosen
    ]
    met = {(name, "judge"): [ALL if "a*2" in name else SPLIT, *EVEN] for name in names}
    players = {name: f"alphabeta:depth=1,eval={name}" for name in names}
    made = report(handmade.contest("grid", met, players={**players, "judge": "search:nodes=9"}))
    svgs = [block.svg for block in made.blocks if isinstance(block, Figure)]
    titles = [title for svg in svgs for title in re.findall("<title>(Ratings by.*?)</title>", svg)]
    others = ", ".join(f"{term} 1" for term in terms[2:])
    assert (len(titles), titles[0]) == (maps, f"Ratings by a and b for {others}")
    tables = [block for block in made.blocks if isinstance(block, Table)]
    (single,) = [table for table in tables if table.caption.startswith("The mean share expected")]
    assert len(single.rows) == sum(sizes)
    shares = {(term, weight): share for term, weight, _, share in single.rows}
    assert float(shares["a", "2"][:-1]) > float(shares["a", "1"][:-1])
    assert shares["b", "1"] == shares["b", "2"]
    few = "The first 6 of 7 maps are shown; the table of ratings has all weightings."
    assert (few in to_markdown(made)) == (sizes[-1] == 7)


TEST = {"elo0": 0.0, "elo1": 100.0, "alpha": 0.05, "beta": 0.05}


def test_a_sequential_test_says_its_verdict() -> None:
    study = handmade.contest("sprt", {("new", "old"): [ALL] * 14}, test=TEST, tasks=500)
    text = to_markdown(report(study))
    assert "Complete: the test has decided, after 14 of at most 500 pairs." in text
    assert "accepted after 12 pairs: more than +0 Elo." in text
    assert "The test has not heard 2 pairs that were played" in text
    row = tables(study)["Pairs by the points of new"]["0"]
    assert row[:5] == ["0", "0", "0", "12", "12"]
    assert row[6:] == ["-2.94", "2.94"]
    assert figures(study)[0] == "The course of the test"


def test_sequential_test_uses_pairs_in_the_order_of_the_plan() -> None:
    whole = handmade.contest("sprt", {("new", "old"): [ALL] * 12}, test=TEST, tasks=500)
    gap = Written(whole.folder, whole.head, whole.records[:5] + whole.records[6:], whole.versions)
    text = to_markdown(report(gap))
    assert "Not complete: 11 of 500 tasks were done." in text
    assert "undecided after 5 pairs" in text


def test_report_shows_the_path_of_the_test() -> None:
    dice = random.Random(3)
    for _ in range(20):
        pairs = [(float(dice.random() < 0.6), dice.choice((0.0, 0.5, 1.0))) for _ in range(150)]
        study = handmade.contest("sprt", {("new", "old"): pairs}, test=TEST)
        state, heights = way(study)
        assert state == Sprt(**TEST).run(pairs)
        assert len(heights) == state.pairs + 1
        assert heights[-1] == pytest.approx(state.llr)


def test_a_test_that_never_decided_has_shown_nothing() -> None:
    study = handmade.contest("sprt", {("new", "old"): [SPLIT] * 3}, test=TEST)
    text = to_markdown(report(study))
    assert (
        "All games were played and the test has not decided: neither hypothesis is shown." in text
    )


def searched(kind: str = "nodes") -> Written:
    counts = {"plain": [10, 90, 810], "pruned": [10, 40, 160]}
    records = [
        handmade.count(player, 0, depth, nodes, repeat=repeat)
        for repeat in range(3 if kind == "timing" else 1)
        for player, all_nodes in counts.items()
        for depth, nodes in zip((2, 4, 6), all_nodes, strict=True)
    ]
    players = dict.fromkeys(counts, "minimax")
    return handmade.study(kind, records, players=players, cases=[handmade.case(depths=[2, 4, 6])])


def test_nodes_have_branching_factors_and_savings() -> None:
    found = tables(searched())
    assert found["Nodes by depth"]["6"] == ["810", "160"]
    assert found["Effective branching factors, in nodes"] == {
        "2 to 4": ["3", "2"],
        "4 to 6": ["3", "2"],
        "2 to 6": ["3", "2"],
    }
    assert found["Share of the nodes that plain takes"] == {
        "2": ["100.0%"],
        "4": ["44.4%"],
        "6": ["19.8%"],
    }
    factors = "Effective branching factors by depth, in nodes"
    assert figures(searched()) == ["Nodes by depth", factors]


def test_times_are_medians_of_the_repeats() -> None:
    found = tables(searched("timing"))
    assert found["CPU seconds by depth"]["4"] == ["0.09", "0.04"]
    assert found["Medians of the repeats; seconds belong to the machine"]["the start"][-1] == "3"


def test_times_say_how_far_repeats_are_apart() -> None:
    records = [
        handmade.count("plain", 0, depth, nodes * (1 + factor * repeat), repeat=repeat)
        for depth, nodes, factor in ((2, 10, 1), (4, 100, 1), (6, 1000, 3))
        for repeat in (0, 1)
    ]
    cases, players = [handmade.case(depths=[2, 4, 6])], {"plain": "minimax"}
    study = handmade.study("timing", records, players=players, cases=cases)
    text = to_markdown(report(study))
    assert "the slowest took 2 times as long as the fastest, in the median of all" in text
    assert "and 4 times at most." in text
    assert "slowest" not in to_markdown(report(searched()))


def test_cases_are_added_up_and_compared() -> None:
    cases = [handmade.case("small", [2, 3]), handmade.case(depths=[2], size=8)]
    counted = [(0, 2, 100), (0, 3, 700), (1, 2, 11)]
    records = [handmade.count("plain", *each) for each in counted]
    study = handmade.study("nodes", records, players={"plain": "minimax"}, cases=cases)
    assert tables(study)["Nodes of all 2 cases by depth"] == {"2": ["111"]}
    assert figures(study) == ["Nodes by case", "Nodes by depth"]
    assert "## small\n" in to_markdown(report(study))


SIZES = [(5, 4), (7, 4), (9, 4), (9, 3)]


def test_growth_over_an_option_is_a_chart_of_its_own() -> None:
    cases = [handmade.case(f"{size}", [2], size=size, line=line) for size, line in SIZES]
    records = [
        handmade.count("plain", place, 2, 10 * size) for place, (size, _) in enumerate(SIZES)
    ]
    study = handmade.study("nodes", records, players={"plain": "minimax"}, cases=cases)
    assert figures(study) == ["Nodes by case", "Nodes by size (line 4, depth 2)"]
    page = to_html(report(study))
    assert "plain: size 5 50, size 7 70, size 9 90</desc>" in page
    assert "Each case at its greatest depth. 1: 5; 2: 7; 3: 9; 4: 9." in page


def test_large_ratios_are_shown_as_factors() -> None:
    records = [handmade.count("quick", 0, 3, 100), handmade.count("slow", 0, 3, 2250)]
    players = dict.fromkeys(("quick", "slow"), "minimax")
    study = handmade.study("nodes", records, players=players, cases=[handmade.case(depths=[3])])
    assert tables(study)["Share of the nodes that quick takes"] == {"3": ["22.5 times"]}


def test_many_cases_of_random_games_are_summarised() -> None:
    cases = [handmade.case(size=size) for size in range(3, 13)]
    records = [
        handmade.chance(place, (40, 0, 0) if place < 7 else (20, 20, 0), [9] * 40, None)
        for place in range(10)
    ]
    text = to_markdown(report(handmade.study("random", records, cases=cases, games=40)))
    assert "- In 7 of 10 cases black seems better off: size 3; size 4; size 5; " in text
    assert "- In 3 of 10 cases neither colour is shown to be better off: size 10; " in text


def test_searches_without_depths_or_nodes() -> None:
    records = [handmade.count("proof", 0, None, 0), handmade.count("mcts", 0, None, 50)]
    players = {"proof": "proof", "mcts": "mcts"}
    study = handmade.study("nodes", records, players=players, cases=[handmade.case()])
    assert tables(study)["Nodes by depth"] == {"the spec's": ["0", "50"]}
    assert tables(study)["Share of the nodes that proof takes"] == {"the spec's": ["—"]}


def test_random_games_by_size_and_komi() -> None:
    cases = [handmade.case(size=size, komi=komi) for size in (3, 5) for komi in (0.5, 6.5)]
    records = [
        handmade.chance(0, (30, 10, 0), [10, 20] * 20, [1, 3] * 20),
        handmade.chance(1, (0, 40, 0), [10] * 40, [2] * 40),
        handmade.chance(2, (20, 15, 4), [30] * 40, [5] * 40),
        handmade.chance(3, (40, 0, 0), [32] * 40, [6] * 40),
    ]
    study = handmade.study("random", records, cases=cases, games=40, game="go")
    found, text = tables(study), to_markdown(report(study))
    known = estimate([(1.0,)] * 30 + [(0.0,)] * 10)
    share = f"{known.low:.1%} to {known.high:.1%}"
    assert found["Who won"]["size 3, komi 0.5"] == ["40", "30", "10", "0", "0", "75.0%", share]
    assert found["Who won"]["size 5, komi 0.5"][3:6] == ["4", "1", "56.4%"]
    assert found["Length of random games"]["size 3, komi 0.5"][:2] == ["15.0", "13.4 to 16.6"]
    assert found["Captures of random games"]["size 5, komi 6.5"][0] == "6.0"
    assert f"size 3, komi 0.5: black seems better off ({share} for black)." in text
    assert "1 game did not end and count for neither side." in text
    assert "Mean plies by size" in figures(study)


def test_report_of_one_random_game_without_captures() -> None:
    records = [handmade.chance(0, (1, 0, 0), [9], None)]
    study = handmade.study("random", records, cases=[handmade.case(size=3)], games=1)
    assert tables(study)["Length of random games"]["all games"][:2] == ["9.0", "—"]
    assert "Captures" not in to_markdown(report(study))


@pytest.mark.parametrize("points", [ALL, NONE, SPLIT, DRAWN])
@pytest.mark.parametrize("kind", ["round_robin", "gauntlet", "ladder", "ablation", "grid", "sprt"])
def test_a_single_pair_is_enough_for_a_report(kind: str, points: handmade.Points) -> None:
    test = TEST if kind == "sprt" else None
    study = handmade.contest(kind, {("A", "B"): [points]}, test=test)
    assert tables(study)["Meetings, seen by the first player"]["A"][5] == f"{sum(points) / 2:.1%}"
    assert "nan" not in to_html(report(study))


@pytest.mark.parametrize("kind", ["round_robin", "sprt", "nodes", "timing", "random"])
def test_a_study_without_records_says_so(kind: str) -> None:
    study = handmade.study(kind, [], tasks=5, test=TEST if kind == "sprt" else None)
    text = to_markdown(report(study))
    assert "**Not complete: 0 of 5 tasks were done." in text
    assert text.endswith("There are no records yet.\n")
