"""The last full year, on networks whose citations per year are written out."""

import pytest
from helpers.networks.build import Paper, snapshot_of

from scinet.errors import DataError
from scinet.graph.snapshot.coverage import last_full_year


def network(citations: dict[int, int]) -> list[Paper]:
    """One paper a year that makes so many citations, to papers of 1990."""
    old = [f"old{i}" for i in range(max(citations.values()))]
    papers: list[Paper] = [(name, "1990", []) for name in old]
    return papers + [(f"p{year}", str(year), old[:n]) for year, n in citations.items()]


def test_a_thin_end_is_not_full() -> None:
    # 1998 makes 8 of at most 10, which is enough; 1999 makes 7, which is not.
    made = {1995: 9, 1996: 10, 1997: 10, 1998: 8, 1999: 7, 2000: 3}
    assert last_full_year(snapshot_of(network(made))) == 1998


def test_a_growing_network_is_full_to_its_end() -> None:
    assert last_full_year(snapshot_of(network({1995: 1, 1996: 2, 1997: 3, 1998: 4}))) == 1998


def test_too_few_years_are_refused() -> None:
    with pytest.raises(DataError, match="fewer than four years"):
        last_full_year(snapshot_of([("a", "2000", []), ("b", "2002", ["a"])]))
