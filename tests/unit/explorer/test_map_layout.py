"""Labels of a map have room of their own."""

from datetime import date, timedelta
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from scinet.explorer.map_layout import paper_label, place_papers


@pytest.mark.parametrize("papers", [41, 600])
def test_labels_do_not_lie_over_one_another(papers: int) -> None:
    rng = np.random.default_rng(papers)
    rows: list[dict[str, Any]] = []
    for number in range(papers):
        day = date(2001, 1, 1) + timedelta(days=int(rng.integers(4_000)))
        paper = {"paper_id": f"p{number}", "authors": ["Ada Lovelace"], "given": number == 7}
        paper |= {"date": day, "first_date": day, "citations": int(rng.pareto(1) * 5)}
        rows.append(paper | {"community": number % 3, "community_name": "parsing"})
    discs = place_papers(rows, {}).discs
    named = [item for item in discs if item.is_named]
    assert next(item for item in discs if item.row["given"]).is_named
    assert len(named) > (0.9 * papers if papers < 100 else 60)
    boxes = [
        (item.x - wide, item.x + wide, item.y + item.radius + 2, item.y + item.radius + 13)
        for item in named
        for wide in [3.0 * len(paper_label(item.row))]  # 11 pixels high, six wide
    ]
    for (left, right, top, bottom), (west, east, north, south) in combinations(boxes, 2):
        assert right <= west or east <= left or bottom <= north or south <= top
