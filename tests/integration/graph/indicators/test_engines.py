"""Two engines, one answer: the database and the arrays on the same networks."""

import random
from datetime import date
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import GOLDEN, Paper, load_graph, snapshot_of
from helpers.networks.networks import DATES, bylines, networks
from helpers.networks.two_engines import same_disruption
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scinet.errors import NotFoundError, QueryError
from scinet.graph import links, paths
from scinet.graph.db.connection import Database
from scinet.graph.indicators import citations, disruption
from scinet.graph.indicators.novelty import explain_pairs
from scinet.graph.indicators.stale_values import COMPUTED
from scinet.graph.indicators.windows import are_open
from scinet.graph.indicators.write import property_name, write_numbers
from scinet.graph.snapshot import Snapshot, grouping, read_snapshot

WINDOWS = [None, 1, 5]
CUT_OFFS = [None, date(2001, 3, 1), date(2005, 1, 1)]


def test_golden_graph_in_the_database(database: Database) -> None:
    load_graph(database, GOLDEN)
    counts = disruption.compute_in_database(database, ["4"], window_years=None)
    assert (counts.n_i[0], counts.n_j[0], counts.n_k[0]) == (3, 2, 1)
    with pytest.raises(NotFoundError, match="'none'"):
        disruption.compute_in_database(database, ["4", "none"])
    with pytest.raises(NotFoundError, match="'4' before 1995-12-31"):
        disruption.compute_in_database(database, ["4"], before=date(1995, 12, 31))
    with pytest.raises(QueryError, match="too long"):
        paths.most_cited_in_database(database, "0", "7", max_hops=7)


@st.composite
def many(draw: st.DrawFn) -> tuple[list[Paper], dict[str, list[str]]]:
    """Twenty random networks side by side, so that one load serves them all."""
    papers: list[Paper] = []
    for number in range(20):
        for paper, when, references in draw(networks(most=9)):
            cited = [f"{number}-{reference}" for reference in references]
            papers.append((f"{number}-{paper}", when, cited))
    authors = draw(bylines(papers))
    return papers, {p: [p.partition("-")[0] + who for who in authors[p]] for p in authors}


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(network=many(), data=st.data())
def test_engines_agree(
    shared_database: Database,
    network: tuple[list[Paper], dict[str, list[str]]],
    data: st.DataObject,
) -> None:
    papers, authors = network
    shared_database.rows("admin/wipe")
    load_graph(shared_database, papers, authors)
    whole = read_snapshot(shared_database)
    built = snapshot_of(papers, authors)
    assert whole.paper_id.tolist() == built.paper_id.tolist()
    assert whole.author_id.tolist() == built.author_id.tolist()
    for name in ("day", "first_day"):
        np.testing.assert_array_equal(getattr(whole, name), getattr(built, name))
    for name in ("cites", "authored"):
        for part in ("indptr", "indices"):
            first, second = (getattr(getattr(s, name), part) for s in (whole, built))
            np.testing.assert_array_equal(first, second)
    for before in CUT_OFFS:
        snapshot = whole if before is None else whole.until(before)
        if not snapshot.num_papers:
            continue
        ids = [str(paper) for paper in snapshot.paper_id]
        window = data.draw(st.sampled_from(WINDOWS))
        same_disruption(shared_database, snapshot, np.arange(len(ids)), window)
        for since in CUT_OFFS:
            counted, is_open = citations.counts_in_database(
                shared_database, ids, before=before, since=since, window_years=window
            )
            np.testing.assert_array_equal(
                counted, citations.citation_counts(snapshot, since=since, window_years=window)
            )
            np.testing.assert_array_equal(is_open, are_open(snapshot, (window, None)))
        same_links(shared_database, snapshot, data)


def same_links(database: Database, snapshot: Snapshot, data: st.DataObject) -> None:
    for name in links.NETWORKS:
        ids = links.node_ids(snapshot, name)
        adjacency = links.network(snapshot, name)
        for _ in range(5 if len(ids) else 0):
            single = data.draw(st.integers(0, len(ids) - 1))
            near = [single, *adjacency.row(single), *links.two_hop(adjacency, single)[0]]
            pair = (single, int(data.draw(st.sampled_from(near))))
            result = links.pair_features(snapshot, name, np.array([pair]))
            a, b = (str(ids[node]) for node in pair)
            asked = links.features_in_database(database, name, a, b, before=snapshot.before)
            assert tuple(asked) == tuple(result)
            for feature, value in asked.items():
                np.testing.assert_allclose(result[feature], value, rtol=1e-9)
        if name in ("coauthor", "citation") and len(ids):
            same_candidates(database, snapshot, name, data.draw(st.integers(0, len(ids) - 1)))


def same_candidates(
    database: Database, snapshot: Snapshot, name: links.Network, source: int
) -> None:
    ids = links.node_ids(snapshot, name)
    adjacency = links.network(snapshot, name)
    result, features = links.two_hop(adjacency, source)
    rows = database.rows(
        f"link/{name}_candidates", a=str(ids[source]), before=snapshot.before, limit=1000
    )
    key = "author_id" if name == "coauthor" else "paper_id"
    asked = {row.pop(key): row for row in rows}
    assert sorted(asked) == sorted(ids[result])
    for place, node in enumerate(result):
        row = asked[ids[node]]
        assert row.pop("linked") == (node in adjacency.row(source))
        for feature, value in row.items():
            np.testing.assert_allclose(features[feature][place], value, rtol=1e-9)


def test_written_values_are_those_counted_and_undefined_ones_are_absent(database: Database) -> None:
    load_graph(database, GOLDEN)
    snapshot = read_snapshot(database)
    fingerprint = snapshot.graph_fingerprint
    ids = snapshot.paper_id.tolist()
    for window in (None, 5):
        columns = disruption.compute_disruption(snapshot, window_years=window).columns()
        assert columns.keys() <= COMPUTED.keys()
        count = write_numbers(
            database, ids, columns, graph_fingerprint=fingerprint, window_years=window
        )
        assert count == len(ids)
        stored = {
            row["p"]["id"]: row["p"]
            for row in database.read_text("MATCH (p:Paper) RETURN properties(p) AS p")
        }
        assert property_name("cd", window_years=window) == ("cd" if window is None else "cd_5")
        for stem, column in columns.items():
            for paper, value in zip(ids, column, strict=True):
                name = property_name(stem, window_years=window)
                if np.isnan(value):
                    assert name not in stored[paper]
                else:
                    assert stored[paper][name] == value
    with pytest.raises(ValueError, match="'title'"):
        write_numbers(database, ids, {"title": np.zeros(len(ids))}, graph_fingerprint=fingerprint)
    from scinet.graph.db.fingerprint import compute_fingerprint

    assert compute_fingerprint(database).hex == fingerprint


@pytest.mark.parametrize(
    ("by", "statement", "given"),
    [("venue", "novelty/pairs", {}), ("topic", "novelty/field_pairs", {"level": "topic"})],
)
def test_database_and_arrays_count_the_same_pairs(
    database: Database, by: str, statement: str, given: dict[str, Any]
) -> None:
    # Dense and with few dates, so that references of the same day and forward in time are common.
    chance = random.Random(3)  # noqa: S311 - a network, no secret
    names = [f"p{number:02}" for number in range(40)]
    papers: list[Paper] = [
        (
            paper,
            chance.choice(DATES),
            [other for other in chance.sample(names, 12) if other != paper],
        )
        for paper in names
    ]
    venues = {paper: chance.choice("ABC") for paper in names if chance.random() < 0.8}
    # Up to three fields of falling score on each level, so the main one must be told from others.
    fields = {
        paper: [(f"{level}-{one}", level) for level in ("field", "topic") for one in held]
        for paper in names
        for held in [chance.sample("UVW", chance.randrange(4))]
    }
    load_graph(database, papers, venues=venues, fields=fields)
    whole = read_snapshot(database)
    seen = shared = 0
    for before in CUT_OFFS:
        snapshot = whole if before is None else whole.until(before)
        items = grouping.group_papers(snapshot, by)
        for place, paper in enumerate(snapshot.paper_id):
            table = explain_pairs(snapshot, items.code, place)
            ids = zip(items.id[table.first], items.id[table.second], strict=True)
            counts = zip(table.times.tolist(), table.count.tolist(), strict=True)
            rows = database.rows(statement, paper_id=paper, before=before, **given)
            asked = {
                (one, other): (times, count)
                for one, other, times, count in (row.values() for row in rows)
            }
            assert asked == dict(zip(ids, counts, strict=True)), (paper, before)
            seen += len(rows)
            shared += sum(row["year_count"] > row["times"] for row in rows)
    assert seen > 100
    assert shared > 50


def test_a_field_has_the_level_that_a_paper_states(database: Database) -> None:
    """A later paper that calls topic F a subfield changes nothing for the papers before it."""
    load_graph(
        database,
        [("a", "2000", []), ("b", "2000", []), ("c", "2005", ["a", "b"]), ("z", "2020", [])],
        fields={"a": [("F", "topic")], "b": [("F", "topic")], "z": [("F", "subfield")]},
    )
    asked = {"paper_id": "c", "before": date(2010, 1, 1)}
    [row] = database.rows("novelty/field_pairs", level="topic", **asked)
    assert (row["field_id"], row["times"], row["year_count"]) == ("F", 1, 1)
    assert not database.rows("novelty/field_pairs", level="subfield", **asked)
