"""Pictures of paths, co-authors and disruption: what lies where."""

import re
from datetime import date

from scinet.explorer.charts import disruption
from scinet.explorer.timelines import chain, spans


def test_lines_of_a_path_turn_aside_between_the_labels() -> None:
    papers = [
        {"paper_id": f"P{year}", "title": "A title", "date": date(year, 5, 1), "citations": 3}
        for year in (1990, 2004, 2012)
    ]
    drawn = str(chain(papers))
    lines = re.findall(r'd="M[\d.]+ [\d.]+L[\d.]+ ([\d.]+)C[^"]* ([\d.]+)L[\d.]+ [\d.]+"', drawn)
    labels = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*paint-order', drawn)]
    assert (len(lines), len(labels)) == (2, 6)
    # Two lines of a label each: its base under the second of one, above the first of the next.
    for (start, end), under, over in zip(lines, labels[1::2], labels[2::2], strict=False):
        assert under + 4 < float(start) < float(end) < over - 10


def test_co_authors_of_one_year_stand_near_their_names() -> None:
    drawn = str(spans([("Ada Byron", date(2005, 12, 31), date(2005, 12, 31), 1)]))
    label = float(re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="end"', drawn)[0])
    bar = float(re.findall(r'<rect x="([\d.]+)"', drawn)[0])
    assert 0 < bar - label < 130


def test_disruption_draws_the_references_that_there_are() -> None:
    counts = {"n_i": 1, "n_j": 0, "n_k": 0, "cd": 1.0}
    drawn = [str(disruption(counts, references)) for references in range(5)]
    assert [one.count('r="6.5"') for one in drawn] == [0, 1, 2, 3, 3]
    assert "no reference is known" in drawn[0]
