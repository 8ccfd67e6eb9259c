"""Networks for other programs: worked out by hand, against a naive count, and read by these."""

import hashlib
import json
import re
from datetime import date
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from helpers.commands.typed import Scinet
from helpers.files.read_files import by_id, read_contents
from helpers.networks.build import Paper, load_graph, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from scinet.errors import DataError, NotFoundError, StorageError
from scinet.graph.db.connection import Database
from scinet.graph.export import formats, shared_pairs
from scinet.graph.export.dataset import save_dataset
from scinet.graph.export.formats import NETWORKS
from scinet.graph.export.labelled import network_from_snapshot
from scinet.graph.load.loading import load
from scinet.graph.schema.choices import AnyNetwork, Exported
from scinet.graph.snapshot import Snapshot
from scinet.session.graph import Graph
from scinet.session.snapshot import Snapshot as PublicSnapshot

PAPERS: list[Paper] = [
    ("a", "2000", []),
    ("b", "2001", ["a"]),
    ("c", "2002", ["a", "b"]),
    ("d", "2003", ["a", "b", "c"]),
]
AUTHORS = {"a": ["x"], "b": ["y", "x"], "c": ["x", "y", "z"], "d": ["z"]}
TITLES = {"a": 'A "title" of O\'Neil & <b>', "b": "", "c": "Twi\n ce", "d": "Twice"}
WORLD = snapshot_of(
    PAPERS, AUTHORS, {"b": "V"}, TITLES, [("c", "a", "b"), ("d", "a", "b"), ("d", "b", "c")]
)
EDGES: dict[AnyNetwork, list[tuple[str, str, int, str, str]]] = {
    "coauthor": [
        ("x", "y", 2, "2001-12-31", "2002-12-31"),
        ("x", "z", 1, "2002-12-31", "2002-12-31"),
        ("y", "z", 1, "2002-12-31", "2002-12-31"),
    ],
    "co-citation": [
        ("a", "b", 2, "2002-12-31", "2003-12-31"),
        ("a", "c", 1, "2003-12-31", "2003-12-31"),
        ("b", "c", 1, "2003-12-31", "2003-12-31"),
    ],
    "coupling": [
        ("b", "c", 1, "2002-12-31", "2002-12-31"),
        ("b", "d", 1, "2003-12-31", "2003-12-31"),
        ("c", "d", 2, "2003-12-31", "2003-12-31"),
    ],
    "co-mention": [
        ("a", "b", 2, "2002-12-31", "2003-12-31"),
        ("b", "c", 1, "2003-12-31", "2003-12-31"),
    ],
}


def _edges(past: Snapshot, name: AnyNetwork, **how: Any) -> list[tuple[Any, ...]]:
    result = network_from_snapshot(past, name, **how)
    ids = result.nodes["id"]
    return [(ids[a], ids[b], *map(str, e.values())) for a, b, e in result.edge_rows()]


@pytest.mark.parametrize("name", EDGES)
def test_edges_have_weights_and_days(name: AnyNetwork) -> None:
    expected = [(a, b, str(weight), *days) for a, b, weight, *days in EDGES[name]]
    assert _edges(WORLD, name) == expected
    heavy = network_from_snapshot(WORLD, name, minimum=2)
    assert _edges(WORLD, name, minimum=2) == [row for row in expected if row[2] == "2"]
    assert len(heavy.nodes["id"]) == 2


def test_nodes_are_described_as_of_the_day() -> None:
    past = WORLD.until(date(2003, 1, 1))
    papers = dict(network_from_snapshot(past, "citation").node_rows())
    day = {"date": date(2001, 12, 31), "first_date": date(2001, 1, 1), "year": 2001}
    assert papers["b"] == {"label": "b", **day, "venue": "V", "citations": 1}
    authors = dict(network_from_snapshot(WORLD, "coauthor").node_rows())
    years = {"first": date(2000, 12, 31), "last": date(2002, 12, 31)}
    assert authors["x"] == {"label": "x", "papers": 3, "citations": 3 + 2 + 1, **years}
    # Of some papers: theirs alone are counted, and joined by whatever others cite both.
    two = np.array([WORLD.index("a"), WORLD.index("b")])
    some = dict(network_from_snapshot(WORLD, "coauthor", papers=two).node_rows())
    assert {item: row["papers"] for item, row in some.items()} == {"x": 2, "y": 1}
    assert [row[:3] for row in _edges(WORLD, "co-citation", papers=two)] == [("a", "b", "2")]


@settings(max_examples=30)
@given(st.data())
def test_weights_are_those_of_a_naive_count(data: st.DataObject) -> None:
    papers = data.draw(networks())
    authors = data.draw(bylines(papers))
    past = snapshot_of(papers, authors)
    cited = {paper: set(references) for paper, _, references in papers}
    citing = {item: {p for p in cited if item in cited[p]} for item in cited}
    wrote = {item: {p for p in authors if item in authors[p]} for item in "abcdefg"}
    for name, having in (("coupling", cited), ("co-citation", citing), ("coauthor", wrote)):
        naive = {frozenset((a, b)): len(having[a] & having[b]) for a, b in combinations(having, 2)}
        for minimum in (1, 2):
            results = {
                frozenset((a, b)): int(weight)
                for a, b, weight, *_ in _edges(past, name, minimum=minimum)  # type: ignore[arg-type]
            }
            assert results == {ends: n for ends, n in naive.items() if n >= minimum}


def test_a_network_that_is_too_large_is_refused() -> None:
    with pytest.raises(DataError, match=r"has 3 edges, 2 are the most"):
        shared_pairs.shared_pairs(WORLD.cites, 4, WORLD.day, largest=2)
    with pytest.raises(DataError, match="citations have no weight"):
        network_from_snapshot(WORLD, "citation", minimum=2)


@pytest.mark.parametrize("name", get_args(AnyNetwork))
def test_every_format_is_read_by_its_programs(name: AnyNetwork) -> None:
    past = PublicSnapshot.of(WORLD)
    made = past.to_networkx(name)
    files = {end: past.export(name, out=Path(f"net{end}")) for end in NETWORKS}
    for read in (nx.read_graphml(files[".graphml"][0]), nx.read_gexf(files[".gexf"][0])):
        assert set(read.nodes) == set(made.nodes)
        assert {frozenset(ends) for ends in read.edges} == {frozenset(ends) for ends in made.edges}
        for first, second, about in made.edges(data=True):
            assert about.items() <= read.edges[first, second].items()
    assert nx.read_graphml(files[".graphml"][0]).nodes(data=True) == made.nodes(data=True)
    pajek = nx.read_pajek(files[".net"][0])
    assert (pajek.is_directed(), len(pajek), pajek.size()) == (
        name == "citation", len(made), made.size(),
    )  # fmt: skip
    network = json.loads(files[".json"][0].read_bytes())["network"]
    assert [item["id"] for item in network["items"]] == list(range(1, len(made) + 1))
    ids = [None, *made]  # numbered from 1
    assert [
        (ids[link["source_id"]], ids[link["target_id"]], link["strength"])
        for link in network["links"]
    ] == [(first, second, about.get("weight", 1)) for first, second, about in made.edges(data=True)]
    for end, read_table in ((".csv", pd.read_csv), (".parquet", pd.read_parquet)):
        edges, nodes = (read_table(file) for file in files[end])
        assert nodes.iloc[:, 0].tolist() == list(made.nodes)
        ends = list(zip(edges.iloc[:, 0], edges.iloc[:, 1], strict=True))
        assert ends == list(made.edges)


def test_headers_are_those_of_the_importer(tmp_path: Path) -> None:
    edges, nodes = PublicSnapshot.of(WORLD).export("co-citation", out=tmp_path / "some" / "x.csv")
    assert [file.name for file in sorted(tmp_path.glob("*/*"))] == ["x.csv", "x.nodes.csv"]
    assert edges.read_text().splitlines()[:2] == [
        '"source:START_ID(Paper)","target:END_ID(Paper)","weight:int","first:date","last:date",":TYPE"',
        '"a","b",2,2002-12-31,2003-12-31,"CO_CITED"',
    ]
    assert len(nodes.read_text().splitlines()) == 1 + len(PAPERS)  # the importer wants it so
    assert nodes.read_text().splitlines()[0] == (
        '"id:ID(Paper)","label","date:date","first_date:date","year:long","venue","citations:long",":LABEL"'
    )


def test_igraph() -> None:
    pytest.importorskip("igraph")
    made = PublicSnapshot.of(WORLD).to_igraph("coauthor")
    assert made.vs["name"] == ["x", "y", "z"]
    assert made.get_edgelist() == [(0, 1), (0, 2), (1, 2)]
    assert made.es["weight"] == [2, 1, 1]
    assert made.es["last"] == ["2002-12-31"] * 3
    cites = PublicSnapshot.of(WORLD).to_igraph()
    assert (cites.is_directed(), cites.get_edgelist()[:2]) == (True, [(1, 0), (2, 0)])
    assert cites.vs["date"][0] == "2000-12-31"


def test_any_part_of_the_graph_is_exported(graph: Graph, scinet: Scinet) -> None:
    fields = {"b": [("F1", "field"), ("T1", "topic")], "c": [("T1", "topic")]}
    load_graph(graph.database, PAPERS, AUTHORS, {"b": "V", "c": "V"}, TITLES, fields)

    def export(what: Exported, out: str, **how: Any) -> dict[str, Any]:
        return graph.export(what, out=out, before="2003-06-01", **how)

    result = export("citation", "all.graphml")
    assert (result["nodes"], result["edges"], result["before"]) == (3, 3, date(2003, 6, 1))
    assert export("citation", "v.gexf", venue="v")["edges"] == 1
    assert export("co-citation", "f.json", field="T1")["nodes"] == 2
    assert export("coauthor", "late.net", since="2002-01-01")["nodes"] == 3
    export("papers", "some.bib", papers=["b", "a"])
    library = parse_string(Path("some.bib").read_text())
    assert [entry["scinet-id"] for entry in library.entries] == ["a", "b"]
    export("papers", "all.ris")
    assert [load_row["id"] for load_row in rispy.loads(Path("all.ris").read_text())] == [
        "a",
        "b",
        "c",
    ]
    export("papers", "all.csv")
    assert pd.read_csv("all.csv").authors.tolist()[1:] == ["y; x", "x; y; z"]
    assert export("dataset", "all")["papers"] == 3
    with pytest.raises(DataError, match="unsupported extension for papers"):
        export("papers", "net.graphml")
    assert scinet("export", "citation", "--venue", "V", "--out", "typed.gexf").code == 0
    assert nx.read_gexf("typed.gexf").size() == 1


def test_every_paper_leaves_or_is_counted(database: Database, graph: Graph) -> None:
    records = [
        {"id": "a", "title": "A", "date": "2001-03", "references": ["b", "x 9"]},
        {"id": "b", "title": "B", "date": "1955-07/1955-09", "venue": "V"},
        {"id": "c", "title": "C"},
    ]
    Path("papers.jsonl").write_text("\n".join(map(json.dumps, records)))
    load(database, Path("papers.jsonl"))
    for end in formats.PAPERS:
        answer = graph.export("papers", out=f"all{end}")
        assert (answer["papers"], "undated_papers_left_out" in answer) == (3, False)
        if end != ".parquet":
            again = by_id(read_contents(Path(f"all{end}").read_bytes()))
            dates = {paper: (p.date, p.date_precision) for paper, p in again.items()}
            assert dates == {
                "a": (date(2001, 3, 31), "month"),
                "b": (date(1955, 9, 30), "period"),
                "c": (None, None),
            }
    table = pd.read_csv("all.csv").set_index("paper_id")
    assert table.references["a"] == '["b","x 9"]'
    whole = pd.read_parquet("all.parquet").set_index("paper_id")
    assert whole.references["a"].tolist() == ["b", "x 9"]
    assert [str(whole[name]["b"]) for name in ("first_date", "date")] == [
        "1955-07-01", "1955-09-30",
    ]  # fmt: skip
    assert graph.export("papers", out="c.ris", papers=["c"])["papers"] == 1
    for how in ({"before": "2010-01-01"}, {"venue": "V"}, {"since": "1900-01-01"}):
        assert graph.export("papers", out="some.bib", **how)["undated_papers_left_out"] == 1  # type: ignore[arg-type]
    assert graph.export("citation", out="all.gexf")["undated_papers_left_out"] == 1
    nodes = nx.read_gexf("all.gexf").nodes
    assert (nodes["b"]["first_date"], nodes["b"]["date"]) == ("1955-07-01", "1955-09-30")


def test_a_dataset_describes_its_tables() -> None:
    past = WORLD.until(date(2003, 1, 1))
    files = save_dataset(past, np.array([1, 2]), Path("set"))
    card = json.loads(files[-1].read_bytes())
    tables = {}
    for file, records in zip(card["distribution"], card["recordSet"], strict=True):
        content = (Path("set") / file["contentUrl"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file["sha256"]
        table = pd.read_parquet(Path("set") / file["contentUrl"])
        tables[records["name"]] = table
        assert [field["name"] for field in records["field"]] == list(table.columns)
    assert tables["papers"].id.tolist() == ["b", "c"]
    assert tables["papers"].venue.tolist()[0] == "V"
    assert tables["citations"][["citing", "cited"]].to_numpy().tolist() == [["c", "b"]]
    authors = tables["authorships"].groupby("paper").author.agg(list).to_dict()
    assert authors == {"b": ["y", "x"], "c": ["x", "y", "z"]}
    assert tables["authorships"].position.tolist() == [1, 2, 1, 2, 3]
    assert tables["authors"].id.tolist() == ["x", "y", "z"]
    save_dataset(past, np.array([1]), Path("set"))  # its own is replaced
    Path("other").mkdir()
    (Path("other") / "croissant.json").write_text("{}")
    with pytest.raises(StorageError, match="holds something else"):
        save_dataset(past, np.array([1]), Path("other"))


@pytest.mark.parametrize("is_first", [True, False])
def test_a_dataset_that_was_stopped_is_begun_anew(
    monkeypatch: pytest.MonkeyPatch, *, is_first: bool
) -> None:
    past, folder = WORLD.until(date(2003, 1, 1)), Path("set")
    if not is_first:
        save_dataset(past, np.array([1]), folder)

    def stopped(table: pa.Table, file: Path) -> None:
        if file.name.startswith("citations"):
            raise KeyboardInterrupt
        parquet.write_table(table, file)

    with monkeypatch.context() as patch:
        patch.setattr("scinet.graph.export.dataset.parquet", SimpleNamespace(write_table=stopped))
        with pytest.raises(KeyboardInterrupt):
            save_dataset(past, np.array([1, 2]), folder)
    # No card gives hashes of tables that another export wrote.
    card = json.loads((folder / "croissant.json").read_bytes())
    assert "distribution" not in card
    assert card["description"].startswith("Not whole")
    assert [file.name for file in folder.iterdir() if file.suffix == ".partial"] == []
    again = save_dataset(past, np.array([1, 2]), folder)
    alone = save_dataset(past, np.array([1, 2]), Path("alone"))
    assert [file.read_bytes() for file in again] == [file.read_bytes() for file in alone]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what the library is built on
def test_croissants_own_library_validates_and_reads_a_dataset() -> None:
    import mlcroissant  # type: ignore[import-untyped]

    save_dataset(WORLD.until(date(2003, 1, 1)), np.array([1, 2]), Path("set"))
    dataset = mlcroissant.Dataset(jsonld=str(Path("set/croissant.json")))
    issues = dataset.metadata.ctx.issues
    assert not issues.errors
    # What only the publisher of the data can say.
    missing = {re.findall(r"/(\w+)\"", item)[0] for item in issues.warnings}
    assert missing == {"citeAs", "datePublished", "license", "version"}
    [citation] = dataset.records("citations")
    assert citation["citations/citing"] == b"c"
    assert citation["citations/date"] == pd.Timestamp("2002-12-31")


def test_a_paper_that_is_not_there_yet_is_refused(tmp_path: Path) -> None:
    past = PublicSnapshot.of(WORLD.until(date(2003, 1, 1)))
    with pytest.raises(NotFoundError, match="'d' before 2003-01-01"):
        past.export("citation", out=tmp_path / "net.net", papers=["d"])
    assert not list(tmp_path.iterdir())
