"""Papers that are cited by very many are explained within the memory of a small server."""

from collections import Counter

from helpers.networks.build import load_graph

from scinet.graph.connection import Database


def test_disruption_of_a_paper_with_two_thousand_later_ones(database: Database) -> None:
    # Of every four later papers two cite it alone, one a reference too, one only a reference.
    cites = (["f"], ["f"], ["f", "r"], ["r"])
    later = [(f"c{n:04}", f"{2001 + n % 9}", cites[n % 4]) for n in range(2000)]
    load_graph(database, [("r", "1999", []), ("f", "2000", ["r"]), *later])
    rows = database.rows("ego/disruption", paper_id="f", window_years=None, limit=5_000)
    assert Counter(row["counts_as"] for row in rows) == {"n_i": 1000, "n_j": 500, "n_k": 500}
    assert {(row["cd"], row["di"]) for row in rows} == {(0.25, 1 / 3)}
    assert rows == sorted(rows, key=lambda row: (row["counts_as"], row["date"], row["paper_id"]))
    first = database.rows("ego/disruption", paper_id="f", window_years=None, limit=1_500)
    assert first == rows[:1_500]
