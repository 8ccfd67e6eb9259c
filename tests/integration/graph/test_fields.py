"""Fields of a network that can be worked out by hand: trees and sea, twelve papers each.

Paper i of 2000 + i cites paper 1 and the one before it, and up to paper 8 also paper 0. Trees 6
to 8 cite sea 0. Trees are of March, sea of September.
"""

from collections.abc import Iterator

import orjson
import pytest

from scinet.errors import DataError, NotFoundError
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.session.graph import Graph

SEA, TREES = "name:sea", "name:trees"


def _records() -> Iterator[dict[str, object]]:
    for kind, month, words in (("t", 3, "Tree bark"), ("s", 9, "Sea salt")):
        for i in range(12):
            cited = {j for j in (0, 1, i - 1) if 0 <= j < i and (j or i <= 8 or i == 1)}
            references = [f"{kind}{j}" for j in sorted(cited)]
            if kind == "t" and i in {6, 7, 8}:
                references.append("s0")
            name = "cleo" if kind == "s" else ("ann", "bob")[i % 2]
            yield {
                "id": f"{kind}{i}",
                "title": f"{words} number {i}",
                "date": f"{2000 + i}-{month:02d}-01",
                "venue": "Trees" if kind == "t" else "Sea",
                "authors": [{"id": name, "name": name.title()}],
                "references": references,
            }


@pytest.fixture(scope="module")
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    folder = tmp_path_factory.mktemp("fields")
    file = folder / "papers.jsonl"
    file.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in _records()))
    shared_database.rows("admin/wipe")
    load(shared_database, file)
    yield Graph(lambda: shared_database, cache=folder / "cache")
    shared_database.rows("admin/wipe")


def test_fields_hang_together_by_citations(graph: Graph) -> None:
    # 8 + 10 + 9 citations within each; three from trees to sea.
    found = graph.fields("venue")
    assert found.to_dict("records") == [
        {"field_id": SEA, "name": "Sea", "papers": 12, "citations": 30, "recent": 2,
         "mean_year": 2005.5, "centrality": 3, "density": 2.25},
        {"field_id": TREES, "name": "Trees", "papers": 12, "citations": 27, "recent": 2,
         "mean_year": 2005.5, "centrality": 3, "density": 2.25},
    ]  # fmt: skip
    assert found.attrs == {
        "citations": [(TREES, SEA, 3)], "outside": 0, "papers": 24, "before": None,
        "simulated": False,
    }  # fmt: skip
    early = graph.fields("venue", before="2001-06-01")
    assert early[
        ["papers", "citations", "centrality", "density", "recent"]
    ].to_numpy().tolist() == [[2, 1, 0, 0.5, 2], [1, 0, 0, 0.0, 1]]
    with pytest.raises(DataError, match="no topic groups the papers"):
        graph.fields("topic")


def test_communities_are_found_once_for_any_day(graph: Graph) -> None:
    found = graph.fields()
    assert found.papers.tolist() == [12, 12]
    assert sorted(found.name) == ["bark, tree", "salt, sea"]
    [file] = graph.cache.glob("fields/*/all-community.json")
    file.write_text("cut {", encoding="utf-8")
    assert graph.fields().equals(found)
    stored = graph.communities()
    assert stored.community_id.tolist() == found.field_id.tolist()
    sea = found.field_id[found.name.tolist().index("salt, sea")]
    early = graph.leading(sea, before="2011-01-01", limit=1)
    assert early.attrs == {
        "field_id": early.attrs["field_id"], "name": "salt, sea", "papers": 11,
        "before": "2011-01-01", "simulated": False,
    }  # fmt: skip
    assert early.attrs["field_id"].startswith("community:2011-01-01:1:0:")
    with pytest.raises(DataError, match="no community of ten papers before 2005-01-01"):
        graph.leading(sea, before="2005-01-01")
    expected = [["community", sea, "salt, sea"], ["venue", SEA, "Sea"]]
    assert graph.fields_of("s3").values.tolist() == expected
    assert graph.fields_named("SEA").papers.tolist() == [12, 12]
    assert graph.fields_named("sea bark").empty


def test_papers_lead_in_a_field(graph: Graph) -> None:
    def leading(field: str, rank: str, *columns: str) -> list[list[object]]:
        found = graph.leading(field, by="venue", rank=rank, limit=None)  # type: ignore[arg-type]
        return found[["paper_id", *columns]].to_numpy().tolist() if len(found) else []

    assert leading(SEA, "cited", "citations")[:3] == [["s0", 11], ["s1", 10], ["s2", 1]]
    # Since 2009-09-02 papers 10 and 11 cite 1, 9 and 10; in the two years before 8 and 9 cite 1.
    assert leading("sea", "rising", "recent", "before_that") == [["s9", 1, 0], ["s10", 1, 0]]
    # Of ten papers that cite 1 seven cite 0, its reference, too; 0 itself has none.
    assert leading(SEA, "disruptive", "di", "n_i", "n_j") == [["s1", -0.4, 3, 7]]
    named = graph.query("field/most_disruptive", name="sea")
    assert named[["paper_id", "di"]].to_numpy().tolist() == [["s1", -0.4]]
    # Of eleven links of sea 0 three lead to trees: 1 - (8 * 8 + 3 * 3) / 121.
    assert leading(SEA, "bridging", "participation", "links", "fields") == [["s0", 48 / 121, 11, 2]]
    assert leading(TREES, "bridging") == []
    assert leading(SEA, "main-path") == [[one] for one in graph.main_path(venue="Sea").papers]
    for rank, table, column in (
        ("sleeping", graph.sleeping_beauties(), "sleeping_beauty"),
        ("novel", graph.novelty(), "p10"),
    ):
        known = dict(zip(table.paper_id, table[column], strict=True))
        for paper, value in leading(TREES, rank, column):
            assert value == pytest.approx(known[paper])
    with pytest.raises(DataError, match="papers by 'best'"):
        leading(SEA, "best")
    with pytest.raises(NotFoundError, match="no venue 'Air'"):
        leading("Air", "cited")


def test_a_field_by_year_and_by_three(graph: Graph) -> None:
    years = graph.over_time("Sea", by="venue", of="field", before="2002-01-01")
    assert years.to_numpy().tolist() == [[SEA, "Sea", 2000, 1, 1], [SEA, "Sea", 2001, 1, 0]]
    authors = graph.over_time(TREES, by="venue")
    assert authors.groupby("name", sort=False).papers.sum().to_dict() == {"Ann": 6, "Bob": 6}
    assert authors.iloc[0].to_dict() == {
        "id": "ann", "name": "Ann", "year": 2000, "papers": 1, "citations": 8
    }  # fmt: skip
    assert graph.over_time(TREES, by="venue", of="venue", limit=1).papers.sum() == 12
    three = graph.three_fields(TREES, by="venue")
    assert three[["left_name", "right_name", "papers"]].to_numpy().tolist() == [
        ["Ann", "bark", 6], ["Ann", "tree", 6], ["Bob", "bark", 6], ["Bob", "tree", 6],
        ["bark", "Trees", 12], ["tree", "Trees", 12],
    ]  # fmt: skip
    whole = graph.three_fields(by="venue", limit=1)
    expected = [["Cleo", "Sea", 12], ["Sea", "Sea", 12]]
    assert whole[["left_name", "right_name", "papers"]].to_numpy().tolist() == expected
    assert [len(one) for one in whole.attrs["things"]] == [1, 1, 1]
