"""Labels of a map have room of their own."""

from datetime import date, timedelta
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from scinet.explorer.lanes import label, placed


@pytest.mark.parametrize("papers", [41, 600])
def test_labels_do_not_lie_over_one_another(papers: int) -> None:
    rng = np.random.default_rng(papers)
    rows: list[dict[str, Any]] = []
    for number in range(papers):
        day = date(2001, 1, 1) + timedelta(days=int(rng.integers(4_000)))
        paper = {"paper_id": f"p{number}", "authors": ["Ada Lovelace"], "given": number == 7}
        paper |= {"date": day, "first_date": day, "citations": int(rng.pareto(1) * 5)}
        rows.append(paper | {"community": number % 3, "community_name": "parsing"})
    discs = placed(rows, {}).discs
    named = [one for one in discs if one.is_named]
    assert next(one for one in discs if one.row["given"]).is_named
    assert len(named) > (0.9 * papers if papers < 100 else 60)
    boxes = [
        (one.x - wide, one.x + wide, one.y + one.radius + 2, one.y + one.radius + 13)
        for one in named
        for wide in [3.0 * len(label(one.row))]  # 11 pixels high, six wide
    ]
    for (left, right, top, bottom), (west, east, north, south) in combinations(boxes, 2):
        assert right <= west or east <= left or bottom <= north or south <= top
