"""Charts: the positions of their parts, for any numbers."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.lab.report.charts import Axis, Cell, Curve, Mark, curves, dots, heat_map
from plyground.lab.report.scales import Scale, scale_of

NUMBERS = st.floats(min_value=-1e9, max_value=1e9, allow_nan=False)
POSITIVE = st.floats(min_value=1e-6, max_value=1e15)


@given(st.lists(NUMBERS, max_size=6), st.booleans())
def test_a_scale_has_a_place_for_all_and_some_round_ticks(values: list[float], log: bool) -> None:
    values = [abs(value) + 1e-6 for value in values] if log else values
    scale = scale_of(values, 10, 110, is_log=log)
    places = [scale.at(value) for value in sorted(values)]
    assert places == sorted(places)
    assert all(10 <= place <= 110 for place in places)
    ticks = scale.ticks()
    assert 1 <= len(ticks) <= 14
    assert ticks == sorted(set(ticks))
    assert all(scale.low * (1 - 1e-6) <= t or not log for t in ticks)


@given(POSITIVE, st.floats(min_value=10, max_value=1e20))
def test_a_log_scale_has_powers_of_ten(low: float, times: float) -> None:
    ticks = Scale(low, low * times, 0, 1, is_log=True).ticks()
    assert all(math.isclose(float(f"{tick:.0e}"), tick) for tick in ticks)
    assert 1 <= len(ticks) <= 12


def test_error_bars_and_open_ends() -> None:
    svg = dots(
        "t",
        "about",
        [Mark("a", 5, 0, 10), Mark("b", None, 5, None), Mark("c", None, None, None)],
        Axis("Elo"),
        0,
    )
    assert svg.count("v10") == 3  # the ends of a, and the lower one of b
    assert len(re.findall(r'd="M[\d.]+ [\d.]+L[\d.]+ [\d.]+L', svg)) == 3  # arrows
    assert svg.count('class="f0"') == 1  # only a has a value
    assert svg.count("stroke-dasharray") == 1  # c is unknown


def test_a_point_at_zero_has_no_place_on_a_log_axis() -> None:
    axes = (Axis("depth"), Axis("nodes", is_log=True))
    svg = curves("t", "about", [Curve("x", [(1, 0), (2, 10), (3, 100)])], axes)
    assert svg.count('class="f0"') == 3  # two points, and the legend
    assert curves("t", "about", [Curve("x", [(1, 0)])], axes).count('class="f0"') == 1


def test_lines_differ_in_colour_shape_and_dashes() -> None:
    lines = [Curve(str(n), [(0, n), (1, n)]) for n in range(30)]
    svg = curves("t", "about", lines, (Axis("x"), Axis("y")))
    looks = re.findall(r'<path class="(f\d)" d="M[\d.]+ [\d.]+(m[^"]+)"', svg)
    assert len(set(looks)) == 30


@pytest.mark.parametrize(("heat", "kind"), [(0.7, "hi"), (-0.7, "lo"), (-9, "lo")])
def test_heat_has_two_colours(heat: float, kind: str) -> None:
    svg = heat_map("t", "about", ["row"], ["column", "none"], [[Cell(heat, "x"), None]])
    assert f'class="cell {kind}" fill-opacity="{min(1, abs(heat)):.2f}"' in svg
    assert svg.count("cell none") == 2


def test_long_labels_are_cut_and_can_be_read_whole() -> None:
    name = "x" * 300
    svg = dots("t", "about", [Mark(name, 1, 0, 2)], Axis("Elo"))
    assert f"<title>{name}</title>" in svg
    assert "x…</text>" in svg
