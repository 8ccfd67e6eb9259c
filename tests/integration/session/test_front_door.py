"""What a new user tries first: the library as ``import scinet`` offers it, on a real graph."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from helpers.files.read_files import write_lines
from helpers.networks.build import GOLDEN, load_graph
from helpers.networks.scored_network import field, load_field

import scinet
from scinet.eval.ranked_list import get_items
from scinet.graph.db.connection import Database


@pytest.fixture
def graph(
    database: Database, uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[scinet.Graph]:
    """An empty graph, as ``scinet.connect()`` opens it in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))
    del database  # emptied
    with scinet.connect() as opened:
        yield opened


def _task(graph: scinet.Graph) -> scinet.Task:
    load_field(graph.database)
    return graph.build(
        "scinetbench/pair-citation", before="2012-01-01", queries=6, min_truth=3, k=10
    )


def test_import_is_fast_and_light() -> None:
    code = (
        "import sys, time; begun = time.process_time(); import scinet;"
        "print(time.process_time() - begun, *(m for m in "
        "('numpy', 'pandas', 'neo4j', 'torch', 'scipy') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, *heavy = done.stdout.split()
    assert float(seconds) < 0.1
    assert heavy == []


def test_everything_public_is_there() -> None:
    for name in scinet.__all__:
        assert getattr(scinet, name).__doc__, name
    assert set(scinet.__all__) <= set(dir(scinet))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = scinet.nothing


def test_one_text_is_one_path(graph: scinet.Graph) -> None:
    records, _ = field()
    mine = write_lines("m.jsonl", *records[:3])
    write_lines("other.jsonl", *records[3:6])
    # It was walked sign by sign, and "." loaded every file of the folder.
    assert graph.load("m.jsonl", source="mine").loaded == 3
    assert graph.load(mine, source="mine").merged == 3
    report = graph.load([mine, "other.jsonl"], source="mine")
    assert (report.merged, report.loaded) == (3, 3)
    papers = graph.cypher("MATCH (p:Paper) RETURN count(p) AS papers")
    assert papers["papers"] == [6]
    assert repr(graph).startswith("<Graph: ")
    assert "6 Paper" in repr(graph)


def test_a_load_can_be_undone_and_replaced(graph: scinet.Graph) -> None:
    records, _ = field()
    graph.load(write_lines("mine.jsonl", *records[:3]), source="mine")
    before = graph.status()["graph_fingerprint"]
    graph.load(write_lines("stray.jsonl", *records[3:5]), source="stray")
    graph.remove("stray")
    assert graph.status()["graph_fingerprint"] == before
    graph.load(write_lines("newer.jsonl", *records[:2]), source="mine", replace=True)
    assert graph.status()["nodes"]["Paper"] == 2
    with pytest.raises(scinet.NotFoundError):
        graph.remove("nobody")


def test_a_survey_cites_what_is_there(graph: scinet.Graph) -> None:
    load_field(graph.database)
    survey_written = graph.survey("grammar", before="2012-01-01", papers=5, out="review.md")
    assert survey_written.about()["papers_given"] == 5
    assert Path("review.md").read_text("utf-8").strip() == survey_written.text.strip()
    assert repr(survey_written).startswith("<Survey of 'grammar' before 2012-01-01: ")


def test_a_parameter_of_ones_own_may_be_called_before(graph: scinet.Graph) -> None:
    day = "2010-05-01"
    for given in (2010, "2010", None, day, date(2010, 5, 1)):
        result = graph.cypher("RETURN 1 AS one, $before AS before", {"before": given})
        assert result["one"] == [1]
        assert result.attrs["before"] == (day if str(given) == day else None)


def test_an_unknown_paper_is_an_error_and_a_known_one_has_many_names(graph: scinet.Graph) -> None:
    load_field(graph.database)
    with pytest.raises(scinet.NotFoundError, match="nonsense"):
        graph.query("ego/citations", paper_id="nonsense")
    by_id = graph.query("ego/citations", paper="p3", before="2012-01-01")
    assert len(by_id) > 0
    title = graph.cypher("MATCH (p:Paper {id: 'p3'}) RETURN p.title AS title")["title"][0]
    by_title = graph.query("ego/citations", paper=title.upper(), before="2012-01-01")
    assert by_title.rows() == by_id.rows()
    none = graph.query("ego/citations", paper="p89", before="2012-01-01")
    assert (len(none), none.columns) == (0, by_id.columns)


def test_a_day_is_a_day_everywhere(graph: scinet.Graph) -> None:
    load_graph(graph.database, GOLDEN)
    verbs: tuple[Callable[[str], object], ...] = (
        lambda before: graph.query("ego/citations", paper="4", before=before),
        graph.snapshot,
        lambda before: graph.disruption(before=before),
        lambda before: graph.path("9", "1", before=before),
        lambda before: graph.build("scinetbench/path", before=before),
    )
    for verb in verbs:
        for before in ("2012-1", "2012-1-1", "20120101"):
            with pytest.raises(scinet.DataError, match="is not a day"):
                verb(before)


def test_dates_and_texts_mean_the_same(graph: scinet.Graph) -> None:
    load_graph(graph.database, GOLDEN)
    days = (
        "1996-01-01",
        date(1996, 1, 1),
        datetime(1996, 1, 1, 9, tzinfo=UTC),
        "1996",
        1996,
        "1996-01",
    )
    as_text, *others = (graph.snapshot(day) for day in days)
    for other in others:
        assert as_text.paper_id.tolist() == other.paper_id.tolist()
    assert repr(as_text) == repr(graph.snapshot().until("1996-01-01"))
    assert len(repr(as_text).splitlines()) == 1
    assert repr(as_text).startswith("<Snapshot before 1996-01-01: 5 papers, ")
    as_text.save("arrays")
    assert scinet.open_snapshot("arrays").paper_id.tolist() == as_text.paper_id.tolist()


def test_a_path_shows_its_papers(graph: scinet.Graph) -> None:
    load_graph(graph.database, GOLDEN)
    result = graph.path("9", "1")
    assert result.papers == ["1", "4", "9"]
    assert result.table["citations"] == [2, 5, 0]
    assert repr(result).splitlines()[0] == "<FoundPath of 3 papers>"
    assert len(repr(result).splitlines()) == 4
    assert repr(graph.path("5", "10")) == "<FoundPath: no chain of references>"
    every = graph.paths("9", "1", limit=1)
    assert (every["papers"][0], every.attrs["truncated"]) == (["1", "9"], True)
    whole = graph.main_path()
    assert all(0 <= share <= 1 for share in whole.table["spc"][1:])


def test_tasks_runs_and_results_by_name(graph: scinet.Graph) -> None:
    task = _task(graph)
    assert repr(task).startswith("<Task scinetbench/pair-citation: 6 queries, ")
    assert scinet.Task.read(str(task.folder)).fingerprint == task.fingerprint
    runs = [graph.run(name, task) for name in ("bm25", "graph")]
    assert all(len(repr(run)) < 200 for run in runs)
    table = scinet.evaluate(task, runs, out="results").table
    assert table["Cite-Acc"][["graph", "oracle"]].tolist() == [1.0, 1.0]
    assert graph.evaluate(task, runs).table.equals(table)
    assert scinet.evaluate(task, runs[0]).table.index[0] == "bm25"  # one run needs no list
    assert graph.report("report.html", before="2012-01-01", results="results").is_file()
    refused: dict[str, Callable[[], object]] = {
        "bm26": lambda: graph.run("bm26", task),
        "bm27": lambda: scinet.systems("bm27"),
        "no setting 'k3'": lambda: graph.run("bm25", task, k3=2),
        "'tasks/one' is not a task": lambda: scinet.evaluate("tasks/one", runs),  # type: ignore[arg-type]
        "scinetbench/pth": lambda: graph.build("scinetbench/pth", before="2012-01-01"),
    }
    for said, verb in refused.items():
        with pytest.raises((scinet.NotFoundError, scinet.DataError), match=said):
            verb()
    assert all(graph.audit(task, "bm25", days=1, queries=2)["equal"])


def test_a_run_and_a_system_of_ones_own(
    graph: scinet.Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = _task(graph)
    best = graph.run("graph", task).answers
    true = {query: [item.id for item in get_items(answer)] for query, answer in best.items()}
    mine = scinet.make_run(task, "mine", true)
    table = scinet.evaluate(task, [mine], seed=1).table
    assert table["Cite-Acc"]["mine"] == table["Cite-Acc"]["oracle"]
    with pytest.raises(scinet.DataError, match="no query 'q'"):
        scinet.make_run(task, "mine", {"q": []})
    with pytest.raises(scinet.DataError, match="does not match the task"):
        scinet.make_run(task, "mine", dict.fromkeys(true, 3.0))
    # Each setting of a system with dots in its name has a run of its own.
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "systems.py").write_text(
        "from scinet.models.text.search import Bm25\n\n\nclass Own(Bm25):\n    pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    runs = [graph.run("own.systems:Own", task, k1=k1) for k1 in (1.2, 1.5)]
    assert len({run.file for run in runs}) == 2


def test_a_trained_model_predicts(graph: scinet.Graph) -> None:
    load_field(graph.database)
    task = graph.build(
        "prescience/impact", before="2012-01-01", train_years=4, validation_years=1, targets=20
    )
    model = graph.train("impact-boosted", task, seed=1)
    assert "impact-boosted" in repr(model)
    answers = [graph.run(item, task).answers for item in (model, model.folder, str(model.folder))]
    assert answers[0] == answers[1] == answers[2]
    assert graph.train("impact-boosted", task, seed=1).about == model.about  # not again


def test_arrays_are_read_again_only_once_the_graph_has_changed(graph: scinet.Graph) -> None:
    load_graph(graph.database, GOLDEN)
    first = graph._access()
    assert first.snapshot.num_papers == len(GOLDEN)
    assert graph._access() is first
    load_graph(graph.database, [("new", "2019", [])])
    assert graph._access().snapshot.num_papers == len(GOLDEN) + 1


def test_every_verb_asks_the_connection_that_there_is(graph: scinet.Graph) -> None:
    def asked() -> tuple[str, list[dict[str, Any]]]:
        task = graph.build("prescience/impact", before="2012-01-01", targets=20)
        return task.fingerprint, graph.tool("search_authors", {"text": "a"}).rows()

    load_field(graph.database)
    first = asked()
    graph.database.close()
    graph.reconnect()
    assert asked() == first
