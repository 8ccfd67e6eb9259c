"""Studies in a database: nobody's data are touched, and every answer is compared."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import (
    crossover,
    gds,
    loading,
    statements,
)
from benchmarks.page import page
from benchmarks.study import Ground, Place, load, measure
from benchmarks.table import STUDIES
from scinet.errors import DataError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.db.graph_counts import node_blocks
from scinet.graph.load.loading import load as loading_of_files
from scinet.graph.load.report import LoadReport
from scinet.graph.synthetic import generate
from scinet.settings import Neo4jSettings


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("networks")


@pytest.fixture(scope="module")
def place(shared_database: Database, uri: str, networks: Path) -> Place:
    folder = networks / "records-120-1"
    generate(120, 1, folder)
    shared_database.rows("admin/wipe")
    place = Place(
        shared_database, Neo4jSettings.model_construct(uri=uri), folder / "papers.jsonl.gz", seed=1
    )
    load(place)
    return place


def test_a_database_that_holds_anything_is_refused_and_left_alone(place: Place) -> None:
    ground = Ground(place.settings)
    held = place.database.rows("export/counts")
    with pytest.raises(DataError, match="the database is not empty") as refused:
        measure(STUDIES["B17"], 120, ground, networks=place.papers.parents[1])
    assert "unset NEO4J_URI" in refused.value.hint
    ground.clear()
    assert place.database.rows("export/counts") == held
    assert held[0]["papers"] == 120


def test_citations_are_read_in_two_ways(place: Place) -> None:
    found = statements.exports(place)
    assert [row["citations"] for row in found["rows"]] == [found["citations"]] * 3
    assert found["citations"] == place.database.rows("export/counts")[0]["citations"]


def test_own_statements_are_timed_beside_conditions_by_hand(place: Place) -> None:
    found = statements.beside_conditions(place)
    assert len(found["rows"]) == len(statements.STATEMENTS)
    assert all(row["ratio"] > 0 for row in found["rows"])


def test_both_engines_are_asked_about_more_and_more(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_items(do: Callable[[], Sequence[float]], **_: float) -> tuple[float, Sequence[float]]:
        """A second for each item."""
        value = do()
        return float(len(value)), value

    monkeypatch.setattr(crossover, "timed", by_items)
    for name, value in (("_WARM", 2), ("_FEW", 1), ("_LIMIT_S", 10.0)):
        monkeypatch.setattr(crossover, name, value)
    found = crossover.crossovers(place)
    rows = [row for row in found["rows"] if row["indicator"] == "disruption"]
    assert [row["items"] for row in rows] == [1, 10, 100, 120]
    assert {one["indicator"] for one in found["crossings"]} >= {"citations", "disruption"}
    assert all(row["arrays_s"] > found["export_s"] for row in found["rows"])
    # What was not asked is carried on from what was.
    assert [row["estimated"] for row in rows] == [False, False, True, True]
    assert all(row["database_s"] == row["items"] for row in found["rows"])


def test_gds_agrees_with_arrays(place: Place) -> None:
    found = gds.versus_arrays(place)
    for row in found["rows"]:
        assert row["arrays_s"] == found["export_s"] + row["without_export_s"]
        assert row["ratio"] == row["database_s"] / row["arrays_s"]
    assert found["summary"].startswith(f"export {found['export_s']:.3g} s; with it, PageRank")


def test_the_bulk_load_is_timed_until_it_is_complete(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[LoadReport] = []
    before = place.database.rows("export/counts")

    def recorded(*given: Any, **options: Any) -> LoadReport:
        reports.append(loading_of_files(*given, **options))
        return reports[-1]

    monkeypatch.setattr(loading, "load_files", recorded)
    whole, importer = loading._bulk(place, before[0]["citations"])
    assert len(reports) == 2
    assert "next" in reports[0].details
    assert reports[1].read == 120
    assert "next" not in reports[1].details
    assert whole["seconds"] > importer["seconds"] > 0
    assert place.database.rows("export/counts") == before


def test_crossing_lies_between_the_numbers_that_were_timed() -> None:
    def rows(*seconds: tuple[int, float, float]) -> list[dict[str, float]]:
        return [{"items": n, "database_s": d, "arrays_s": a} for n, d, a in seconds]

    # Cypher takes 10 ms each, the arrays one second whatever the number.
    assert crossover.crossing(rows((10, 0.1, 1), (1_000, 10, 1))) == pytest.approx(100)
    assert crossover.crossing(rows((1, 2, 1), (10, 20, 1))) == 1
    assert crossover.crossing(rows((1, 0.1, 1), (10, 0.5, 1))) is None


@pytest.fixture
def empty(database: Database, uri: str, networks: Path) -> Place:
    return Place(database, Neo4jSettings.model_construct(uri=uri), networks / "none", seed=1)


def test_the_second_time_of_a_way_counts_and_nothing_around_it(
    empty: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed_s, takes_s = [0.0], [500.0, 7.0]
    monkeypatch.setattr(loading, "time", SimpleNamespace(perf_counter=lambda: passed_s[0]))

    @contextmanager
    def slow_at_first(place: Place, citations: Sequence[loading.Citation]) -> Iterator[Any]:
        passed_s[0] += 1_000.0
        with loading.unwind(place, citations) as do:

            def late() -> int:
                passed_s[0] += takes_s.pop(0)
                return do()

            yield late
        passed_s[0] += 1_000.0

    found = loading.measured(empty, [("a", "b", 1), ("c", "b", 2)], slow_at_first)
    assert takes_s == []
    assert found == {"citations": 2, "seconds": 7.0, "all_s": 7.0, "estimated": False}


def test_a_part_in_random_order_is_carried_on(
    empty: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count()
    monkeypatch.setattr(loading, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    monkeypatch.setattr(loading, "_LIMIT_S", 0.0)
    citations = [(f"a{number}", "b", 1) for number in range(4)]
    found = loading.measured(empty, citations, loading.row_wise)
    # It looks at the clock before, as it begins, after the first citation and after all.
    assert found == {"citations": 1, "seconds": 3, "all_s": 12, "estimated": True}


def test_the_limit_of_a_load_stores_what_the_load_stores(place: Place) -> None:
    place.database.rows("admin/wipe")
    load(place)
    loaded = fingerprint.compute_fingerprint(place.database)
    assert loading.created(place) > 0
    assert fingerprint.compute_fingerprint(place.database) == loaded


def test_loading_leaves_a_clean_database(database: Database, uri: str, networks: Path) -> None:
    ground = Ground(Neo4jSettings.model_construct(uri=uri))
    found = measure(STUDIES["B16"], 120, ground, networks=networks)
    assert found["missing"] == []
    first = [row["way"].split()[0].strip(",") for row in found["rows"]]
    others = ["UNWIND", "UNWIND", "MERGE", "LOAD", "py2neo"]
    assert first == ["scinet", "scinet", "Neo4j's", *others]
    assert all(row["citations_per_s"] > 0 for row in found["rows"])
    assert [row["papers_per_s"] > 0 for row in found["rows"][:4]] == [True] * 4
    assert not [row for row in found["rows"] if "error" in row]
    assert "## B16: load a network: scinet all of it" in page([found], "the command")
    assert database.rows("export/counts")[0]["papers"] == 120
    ground.clear()
    assert node_blocks(database) == []
