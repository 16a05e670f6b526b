"""The page of figures is up to date and lists every remark once."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from bench.charts import CHARTS, draw, number
from bench.measure import Figure, Goal, Spread
from bench.page import by_likeness, grouped, remarks
from bench.report import PAGE, page_files, read_results

REPORT = read_results()


def test_page_and_charts_are_up_to_date() -> None:
    for path, text in page_files(REPORT).items():
        assert path.read_text("utf-8") == text, f"{path.name} is stale; run: locarium bench --report"


def test_page_lists_every_figure_and_no_duplicate_remarks() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"| **{figure.name}**: " in page for figure in REPORT.figures)
    texts = [line.partition(": ")[2] for line in remarks(REPORT.figures)]
    assert len(texts) == len(set(texts))


def test_groups_contain_every_figure() -> None:
    ungrouped = Figure(name="new-thing", what="it", unit="s")
    groups = grouped([*REPORT.figures, ungrouped])
    assert sorted(figure.name for figures in groups.values() for figure in figures) == sorted(
        figure.name for figure in [*REPORT.figures, ungrouped]
    )
    assert groups["Others"] == [ungrouped]


def test_comparisons_with_another_game_come_last_and_are_marked() -> None:
    for figures in grouped(REPORT.figures).values():
        marks = [figure.other_game for figure in figures]
        assert marks == sorted(marks)
    assert grouped(REPORT.figures)["Rules"][0].name == "loco-in-c"
    [row] = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| **locus-steps**")]
    assert "| another game |" in row


def test_charts_list_other_games_below_a_heading() -> None:
    (chart,) = [chart for chart in CHARTS if chart.name == "rules"]
    drawn = ET.fromstring(draw(chart, by_likeness(REPORT.figures)))
    places = {element.text: float(element.get("y", 0)) for element in drawn.iter()}
    assert places["loco-in-c"] < places["compared with another game:"] < places["locus-steps"]


def test_shared_remark_is_listed_once() -> None:
    separate = "Measured separately on 2 May by `some`."
    figures = [Figure(name=name, what="it", unit="s", note=f"Noisy. {separate}") for name in ("a", "b")]
    assert remarks(figures) == ["- **a**, **b**: Noisy."]


@pytest.mark.parametrize(
    ("value", "written"), [(1234.5, "1,234"), (43.72, "43.7"), (0.8564, "0.856"), (100.0, "100"), (0.37, "0.37")]
)
def test_numbers_have_three_significant_digits(value: float, written: str) -> None:
    assert number(value) == written


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_chart_shows_the_available_figures(chart) -> None:
    drawn = ET.fromstring(draw(chart, REPORT.figures))
    names = {element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")}
    shown = [figure.name for figure, _ in chart.shown(REPORT.figures)]
    assert names.issuperset(shown)
    assert (PAGE.with_suffix("") / f"{chart.name}.svg" in page_files(REPORT)) == bool(shown)


def test_missed_goal_is_visible_without_colour() -> None:
    (chart,) = [chart for chart in CHARTS if chart.name == "strength"]
    goal = Goal("ours", "≥", 90)
    drawn = draw(chart, [Figure(name="strength-x", what="", unit="%", ours=Spread(80, 70, 85), goal=goal)])
    assert "80 missed" in drawn
    assert 'class="goal"' in drawn
