"""Simulations as nodes of their graph and as official files, of PreScience's own rows as well."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.typed import Ask
from helpers.files import prescience_rows
from helpers.networks.build import load_rows, records_of
from helpers.networks.scoring import write_lines
from helpers.networks.two_sides import two_communities
from helpers.official.prescience_corpora import world
from helpers.servers.endpoint import Endpoint, Messages
from helpers.servers.endpoint_answers import KEY

from scinet.errors import DataError, StorageError
from scinet.experiments.simulated_year.folder import Simulation
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph

SINCE = "2001-06-01"


@pytest.fixture(scope="module")
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Graph:
    shared_database.rows("admin/wipe")
    papers, authors, titles = two_communities(0)
    load_rows(shared_database, *records_of(papers, authors, titles=titles), source="real")
    return Graph(lambda: shared_database, cache=tmp_path_factory.mktemp("graph"))


@pytest.fixture(scope="module")
def simulation(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Simulation:
    out = tmp_path_factory.mktemp("simulation")
    gold = {"arrivals": "gold", "contributions": "gold"}
    return graph.simulate(out=out, since=SINCE, days=365, seed=1, **gold)  # type: ignore[arg-type]


def test_a_run_is_stored_as_it_was_simulated(graph: Graph, simulation: Simulation) -> None:
    before = graph.status()
    with pytest.raises(DataError, match="the simulation has no run 1"):
        graph.store_simulation(simulation.folder, run=1)
    assert graph.status() == before
    size = graph.store_simulation(simulation.folder, source="second")
    papers = simulation.papers()
    places = [place["id"] for byline in papers.authors for place in byline]
    new = {place for place in places if place.startswith("synthetic:")}
    assert size == {
        "source": "second",
        "run": 0,
        "papers": len(papers),
        "authors": len(new),
        "citations": papers.references.map(len).sum(),
        "authorships": len(places),
        "left_out": {"citations": 0, "authorships": 0},
    }
    last = papers.iloc[-1]
    result = graph.query("simulation/references", simulated=last.id.replace("synthetic", "second"))
    assert {place.replace("second", "synthetic") for place in result["cited_id"]} == set(
        last.references
    )
    assert result["is_simulated"] == [place.startswith("second:") for place in result["cited_id"]]
    real = graph.query("simulation/cited_works", source="second", limit=1000)
    cited = papers.references.explode()
    assert sum(real["citations"]) == (~cited.dropna().str.startswith("synthetic:")).sum()
    listed = graph.query("simulation/papers", source="second", limit=1000)
    assert sorted(listed["references"]) == sorted(papers.references.map(len))
    stands = graph.cypher(
        "MATCH (p:SimulatedPaper)-[:STANDS_FOR]->(r:Paper) RETURN p.title = r.title AS same"
    )
    assert all(stands["same"]) and len(stands) == len(papers)  # noqa: PT018
    after = graph.status()
    [stored] = after.pop("simulations")
    assert stored["parts"]["contribution"] == "gold"
    assert (stored["seed"], stored["since"]) == (1, SINCE)
    assert stored["graph_fingerprint"] == before["graph_fingerprint"]
    graph.remove("second")
    assert {**after, "simulations": []} == graph.status() == before


def test_official_files_say_the_same(graph: Graph, simulation: Simulation, tmp_path: Path) -> None:
    result = graph.export_simulation(simulation.folder, out=tmp_path / "official", source="real")
    papers = simulation.written(0)
    rows = json.loads((tmp_path / "official" / "all_papers.json").read_text("utf-8"))["data"]
    earlier = [row for row in rows if "synthetic" not in row["roles"]]
    new = [row for row in rows if "synthetic" in row["roles"]]
    assert (result["papers"], result["simulated"]) == (len(rows), len(papers))
    assert len(new) == len(papers) > 10
    assert max(row["date"] for row in earlier) < SINCE <= min(row["date"] for row in new)
    assert [row["corpus_id"] for row in new] == [f"S{n:08d}" for n in range(1, len(papers) + 1)]
    assert [row["title"] for row in new] == [item.title for item in papers]
    name = dict(zip((item.id for item in papers), (row["corpus_id"] for row in new), strict=True))
    for row, own in zip(new, papers, strict=True):
        cited = {name.get(item) or item.removeprefix("real:") for item in own.references}
        assert {item["corpus_id"] for item in row["key_references"]} == cited
        assert len(row["authors"]) == len(own.authors)
        for author, real in zip(row["authors"], own.authors, strict=True):
            is_new = real["id"].startswith("synthetic:")
            assert author["author_id"].startswith("SYNTH_" if is_new else "a")
            assert is_new or author["publication_history"]
    assert any(a["author_id"] == "SYNTH_00000001" for row in new for a in row["authors"])
    by_id = {row["corpus_id"]: row for row in rows}
    cited = {item["corpus_id"] for row in new for item in row["key_references"]}
    histories = (a["publication_history"] for row in new for a in row["authors"])
    for role, listed in (
        ("synthetic.key_reference", cited),
        ("synthetic.author.publication_history", set().union(*histories)),
    ):
        assert {item for item, row in by_id.items() if role in row["roles"]} == listed
    published = json.loads((tmp_path / "official" / "sd2publications.json").read_text("utf-8"))
    for author, listed in published.items():
        ids = [a["author_id"] for item in listed for a in by_id[item]["authors"]]
        assert ids.count(author) == len(listed)
        days = [by_id[item]["date"] for item in listed]
        assert days == sorted(days)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(StorageError, match="holds something else"):
        graph.export_simulation(simulation.folder, out=tmp_path / "mine")


def test_a_simulation_of_another_network_is_not_exported(
    graph: Graph, simulation: Simulation, tmp_path: Path
) -> None:
    header = json.loads((simulation.folder / "simulation.json").read_text("utf-8"))
    (tmp_path / "simulation.json").write_text(json.dumps({**header, "graph_fingerprint": "x"}))
    with pytest.raises(DataError, match="another network than this one was simulated"):
        graph.export_simulation(tmp_path, out=tmp_path / "out")


def test_what_the_graph_does_not_have_is_left_out_and_counted(
    graph: Graph, simulation: Simulation, tmp_path: Path
) -> None:
    folder = tmp_path / "s"
    shutil.copytree(simulation.folder, folder)
    file = next(item for item in sorted(folder.glob("run-0/*")) if item.stat().st_size)
    first, *others = map(json.loads, file.read_text("utf-8").splitlines())
    first["references"] = ["real:unknown", *first["references"]]
    first["authors"] = [{"id": "real:nobody", "name": "Nobody"}, *first["authors"]]
    write_lines(file, first, *others)
    size = graph.store_simulation(folder)
    assert size["left_out"] == {"citations": 1, "authorships": 1}
    assert size["citations"] == simulation.papers().references.map(len).sum()
    graph.remove("synthetic")


OCTOBER = "2024-10-01"
SEED = 3


def _written(messages: Messages, body: dict[str, Any]) -> str:
    """What it was shown, in a title."""
    del body
    shown = str(messages[-1]["content"])
    number = sum(map(ord, shown)) % 1000
    return json.dumps({"reasoning": "so", "title": f"Beyond {number}", "abstract": "It goes on."})


@pytest.mark.usefixtures("database")
def test_a_year_of_rows_goes_round(
    ask: Ask, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    endpoint.answer = _written
    loaded: dict[str, str] = {}
    for period, file in ((prescience_rows.TRAIN, "train"), (prescience_rows.TEST, "test")):
        listed = prescience_rows.rows(period, world(SEED))
        prescience_rows.as_parquet(Path(f"{file}.parquet"), listed)
        loaded |= {row["corpus_id"]: row["date"] for row in listed}
    [report] = ask("load", "train.parquet", "test.parquet")
    assert report["loaded"] == len(loaded)
    command = ["simulate", "--from", OCTOBER, "--days", "250"]
    command += ["--contributions", "contribution-llm", "--model", "tiny"]
    command += ["--ledger", "ledger.sqlite"]
    ask(*command, "--out", "one")
    papers = Simulation.read("one").written(0)
    assert len(papers) > 2
    assert {paper.title.rpartition(" ")[0] for paper in papers if paper.title} == {"Beyond"}
    assert all(paper.authors for paper in papers)
    sent = [json.dumps(body["messages"]) for body in endpoint.requests]
    assert len(sent) == len(papers)
    for paper in papers:
        titles = [f"Title of {one.removeprefix('prescience:')}" for one in paper.references]
        real = [one for one in titles if "synthetic" not in one]
        assert any(all(one in text for one in real) for text in sent)
    later = [one for one, day in loaded.items() if day >= OCTOBER]
    assert not [one for one in later for text in sent if f"Title of {one}" in text]
    # What the ledger has is never asked again, wherever days are written.
    ask(*command, "--out", "again")
    assert len(endpoint.requests) == len(sent)
    assert Simulation.read("again").written(0) == papers
    [stored] = ask("simulation", "store", "one")
    assert stored["papers"] == len(papers)
    [made] = ask("simulation", "export", "one", "--out", "official", "--source", "prescience")
    rows = json.loads(Path(made["files"][0]).read_text("utf-8"))["data"]
    earlier = {row["corpus_id"] for row in rows if "synthetic" not in row["roles"]}
    assert earlier == {one for one, day in loaded.items() if day < OCTOBER}
    cited = {one["corpus_id"] for row in rows for one in row["key_references"]}
    assert cited <= {row["corpus_id"] for row in rows}
