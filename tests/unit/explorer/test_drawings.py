"""Pictures of paths, co-authors and disruption: what lies where."""

import re
from datetime import date
from itertools import pairwise

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from scinet.explorer import year_charts
from scinet.explorer.charts import citation_years, disruption_chart
from scinet.explorer.cutoff_selector import CutoffSelector
from scinet.explorer.timelines import chain_chart, span_chart


def extents(drawn: str, size: float) -> list[tuple[float, float, float, str]]:
    """Left, right, height and words of each text, in a font with wide letters."""
    results = []
    for x, y, anchor, said in re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>([^<]*)', drawn
    ):
        font = FontProperties(family="DejaVu Sans")
        wide = TextPath((0, 0), said, size=size, prop=font).get_extents().width
        left = float(x) - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        results.append((left, left + wide, float(y), said))
    return results


def test_lines_of_a_path_turn_aside_between_the_labels() -> None:
    papers = [
        {"paper_id": f"P{year}", "title": "A title", "date": date(year, 5, 1), "citations": 3}
        for year in (1990, 2004, 2012)
    ]
    drawn = str(chain_chart(papers))
    lines = re.findall(r'd="M[\d.]+ [\d.]+L[\d.]+ ([\d.]+)C[^"]* ([\d.]+)L[\d.]+ [\d.]+"', drawn)
    labels = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*paint-order', drawn)]
    assert (len(lines), len(labels)) == (2, 6)
    # Two lines of a label each: its base under the second of one, above the first of the next.
    for (start, end), under, over in zip(lines, labels[1::2], labels[2::2], strict=False):
        assert under + 4 < float(start) < float(end) < over - 10


def test_co_authors_of_one_year_stand_near_their_names() -> None:
    drawn = str(span_chart([("Ada Byron", date(2005, 12, 31), date(2005, 12, 31), 1)]))
    label = float(re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="end"', drawn)[0])
    bar = float(re.findall(r'<rect x="([\d.]+)"', drawn)[0])
    assert 0 < bar - label < 130


def test_disruption_draws_the_references_that_there_are() -> None:
    counts = {"n_i": 1, "n_j": 0, "n_k": 0, "cd": 1.0}
    drawn = [str(disruption_chart(counts, references)) for references in range(5)]
    assert [item.count('r="6.5"') for item in drawn] == [0, 1, 2, 3, 3]
    assert "no reference is known" in drawn[0]


@pytest.mark.parametrize("first", [1985, 1992, 2003])
@pytest.mark.parametrize("published", [1993, 2003, 2015])
def test_years_are_read_on_a_phone(first: int, published: int) -> None:
    counts = dict.fromkeys(range(first, 2017), 3)
    of_paper = str(citation_years(counts, {}, date(published, 5, 1), 2016))
    of_field = str(year_charts.years_chart([{"year": y, "papers": n} for y, n in counts.items()]))
    for drawn in (of_paper, of_field):
        written = [item for item in extents(drawn, 18) if len(item[3]) == 4]
        assert len(written) > 2
        written.sort()
        assert written[0][0] > 32  # the numbers of the axis end at 34
        assert written[-1][1] <= 640
        assert all(b[0] - a[1] > 4 for a, b in pairwise(written)), written
        assert str(published) in {item[3] for item in extents(of_paper, 18)}


@pytest.mark.parametrize(
    "name", ["Muhammad Shahzad Kamal", "MMMM WWWW MMMM", "I. Li", "王小明 李大華 王小明"]
)
def test_names_beside_pictures_are_not_cut_off(name: str) -> None:
    row = {"id": "a", "name": name, "year": 2001, "papers": 1, "citations": 0}
    day = date(2001, 1, 1)
    for drawn in (
        span_chart([(name, day, day, 1)]),
        year_charts.production_chart([row], "authors"),
    ):
        [beside] = [item for item in extents(str(drawn), 12) if item[3] == name]
        assert beside[0] >= 0


def test_words_on_missing_references_are_not_cut_off() -> None:
    drawn = str(disruption_chart({"n_i": 1, "n_j": 0, "n_k": 0, "cd": 1.0}, 0))
    assert all(left >= 0 for left, *_ in extents(drawn, 18))


def test_bars_of_a_day_are_as_high_whatever_came_later() -> None:
    years = {2003: 2, 2004: 4, 2005: 1000}
    early = CutoffSelector(date(2005, 1, 1), years).bars
    assert [(bar["y"], bar["height"]) for bar in early] == [(13, 13), (0, 26)]
    whole = CutoffSelector(None, years).bars
    assert [bar["height"] for bar in whole] == [0.8, 0.8, 26]
    # Three years share the width of 100; a bar stands in the middle of its year.
    assert [(bar["x"], bar["width"]) for bar in whole] == [
        (4.0, 25.333), (37.333, 25.333), (70.667, 25.333),
    ]  # fmt: skip
