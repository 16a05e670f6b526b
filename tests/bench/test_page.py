"""The page of the figures: up to date, and every remark said once."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from bench.charts import CHARTS, draw, number
from bench.measure import Figure, Goal, Spread
from bench.page import by_likeness, grouped, remarks
from bench.report import PAGE, page_files, read_results

REPORT = read_results()


def test_the_page_and_its_charts_are_up_to_date() -> None:
    for path, text in page_files(REPORT).items():
        assert path.read_text("utf-8") == text, f"write {path.name} anew: locarium bench --report"


def test_every_figure_is_in_the_table_and_no_remark_is_said_twice() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"| **{figure.name}**: " in page for figure in REPORT.figures)
    said = [line.partition(": ")[2] for line in remarks(REPORT.figures)]
    assert len(said) == len(set(said))


def test_no_figure_is_lost_in_groups() -> None:
    stranger = Figure(name="new-thing", what="it", unit="s")
    groups = grouped([*REPORT.figures, stranger])
    assert sorted(figure.name for figures in groups.values() for figure in figures) == sorted(
        figure.name for figure in [*REPORT.figures, stranger]
    )
    assert groups["Others"] == [stranger]


def test_comparisons_with_another_game_come_last_and_say_so() -> None:
    for figures in grouped(REPORT.figures).values():
        marks = [figure.other_game for figure in figures]
        assert marks == sorted(marks)
    assert grouped(REPORT.figures)["Rules"][0].name == "loco-in-c"
    [row] = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| **locus-steps**")]
    assert "| another game |" in row


def test_charts_put_another_game_below_a_heading() -> None:
    (chart,) = [chart for chart in CHARTS if chart.name == "rules"]
    drawn = ET.fromstring(draw(chart, by_likeness(REPORT.figures)))
    places = {element.text: float(element.get("y", 0)) for element in drawn.iter()}
    assert places["loco-in-c"] < places["compared with another game:"] < places["locus-steps"]


def test_what_holds_of_several_is_said_once() -> None:
    apart = "Measured separately on 2 May by `some`."
    figures = [Figure(name=name, what="it", unit="s", note=f"Noisy. {apart}") for name in ("a", "b")]
    assert remarks(figures) == ["- **a**, **b**: Noisy."]


@pytest.mark.parametrize(
    ("value", "written"), [(1234.5, "1,234"), (43.72, "43.7"), (0.8564, "0.856"), (100.0, "100"), (0.37, "0.37")]
)
def test_numbers_say_no_more_than_they_know(value: float, written: str) -> None:
    assert number(value) == written


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_charts_are_drawn_of_what_there_is(chart) -> None:
    drawn = ET.fromstring(draw(chart, REPORT.figures))
    names = {element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")}
    shown = [figure.name for figure, _ in chart.shown(REPORT.figures)]
    assert names.issuperset(shown)
    assert (PAGE.with_suffix("") / f"{chart.name}.svg" in page_files(REPORT)) == bool(shown)


def test_a_missed_goal_is_seen_without_colours() -> None:
    (chart,) = [chart for chart in CHARTS if chart.name == "strength"]
    goal = Goal("ours", "≥", 90)
    drawn = draw(chart, [Figure(name="strength-x", what="", unit="%", ours=Spread(80, 70, 85), goal=goal)])
    assert "80 missed" in drawn
    assert 'class="goal"' in drawn
