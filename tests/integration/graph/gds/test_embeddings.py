"""Embeddings by GDS: rows of the snapshot, the same again, refused; see also ``faults/time``."""

from datetime import date

import numpy as np
import pytest
from helpers.networks.build import load_graph
from helpers.networks.two_sides import two_communities

from scinet.errors import GraphUnavailableError
from scinet.graph.db.connection import Database
from scinet.graph.gds.constructed import EMBEDDINGS
from scinet.graph.gds.embeddings import embed
from scinet.graph.snapshot import read_snapshot

NOW = date(2003, 1, 1)


def test_embeddings_are_seeded_and_aligned(database: Database) -> None:
    papers, authors, titles = two_communities(1, last=2003)
    load_graph(database, papers, authors, titles=titles)
    past = read_snapshot(database, NOW)
    side = np.array([int(paper[-2:]) % 2 for paper in past.paper_id])
    for method in EMBEDDINGS:
        rows = embed(database, past, method, dimensions=16, seed=3)
        assert rows.shape == (past.num_papers, 16)
        again = embed(database, past, method, dimensions=16, seed=3)
        np.testing.assert_array_equal(again, rows)
        assert not np.array_equal(embed(database, past, method, dimensions=16, seed=4), rows)
        # Two papers of one community lie closer: the rows are those of the papers.
        unit = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        cosine = unit @ unit.T
        same = side[:, None] == side[None, :]
        assert cosine[same].mean() > cosine[~same].mean() + 0.1

        with pytest.raises(GraphUnavailableError, match=f"{method} needs up to"):
            embed(database, past, method, dimensions=100_000_000)
    assert database.rows("export/counts")[0]["papers"]  # it still answers


def test_wrong_arguments_are_refused(database: Database) -> None:
    load_graph(database, [("a", "2000", [])])
    empty = read_snapshot(database).until(date(1990, 1, 1))
    with pytest.raises(ValueError, match="'word2vec'"):
        embed(database, empty, "word2vec", dimensions=4)
    with pytest.raises(ValueError, match="0 dimensions"):
        embed(database, empty, "fastrp", dimensions=0)
    assert embed(database, empty, "fastrp", dimensions=4).shape == (0, 4)
