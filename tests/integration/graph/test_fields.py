"""Fields of a network that can be worked out by hand: trees and sea, twelve papers each.

Paper i of 2000 + i cites paper 1 and the one before it, and up to paper 8 also paper 0. Trees 6
to 8 cite sea 0. Trees are of March, sea of September.
"""

import math
from collections.abc import Iterator
from datetime import date
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, load_graph, load_rows, snapshot_of

from scinet.errors import DataError, GraphUnavailableError, NotFoundError
from scinet.graph import communities, snapshot
from scinet.graph.communities import (
    Community,
    characteristic_words,
    detect,
    read_communities,
    write_communities,
)
from scinet.graph.db.connection import Database
from scinet.graph.gds import client, constructed
from scinet.graph.paths.lookup import group_members
from scinet.graph.snapshot import grouping
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
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Graph:
    shared_database.rows("admin/wipe")
    load_rows(shared_database, *_records())
    return Graph(lambda: shared_database, cache=tmp_path_factory.mktemp("fields"))


def test_fields_hang_together_by_citations(graph: Graph) -> None:
    # 8 + 10 + 9 citations within each; three from trees to sea.
    result = graph.fields("venue")
    assert result.rows() == [
        {"field_id": SEA, "name": "Sea", "papers": 12, "citations": 30, "recent": 2,
         "mean_year": 2005.5, "centrality": 3, "density": 2.25},
        {"field_id": TREES, "name": "Trees", "papers": 12, "citations": 27, "recent": 2,
         "mean_year": 2005.5, "centrality": 3, "density": 2.25},
    ]  # fmt: skip
    assert result.attrs == {
        "citations": [(TREES, SEA, 3)], "outside": 0, "papers": 24, "before": None,
        "simulated": False,
    }  # fmt: skip
    early = graph.fields("venue", before="2001-06-01")
    assert [
        [row[name] for name in ("papers", "citations", "centrality", "density", "recent")]
        for row in early
    ] == [[2, 1, 0, 0.5, 2], [1, 0, 0, 0.0, 1]]
    with pytest.raises(DataError, match="no topic groups the papers"):
        graph.fields("topic")


def test_communities_are_found_once_for_any_day(graph: Graph) -> None:
    result = graph.fields()
    assert result["papers"] == [12, 12]
    assert sorted(result["name"]) == ["bark, tree", "salt, sea"]
    [file] = graph.cache.glob("fields/*/all-community.json")
    file.write_text("cut {", encoding="utf-8")
    assert graph.fields().rows() == result.rows()
    stored = graph.communities()
    assert stored["community_id"] == result["field_id"]
    sea = result["field_id"][result["name"].index("salt, sea")]
    early = graph.leading(sea, before="2011-01-01", limit=1)
    assert early.attrs == {
        "field_id": early.attrs["field_id"], "name": "salt, sea", "papers": 11,
        "before": "2011-01-01", "simulated": False, "ranked": 11, "tied": 1,
        "min_citations": 0, "min_references": 0,
    }  # fmt: skip
    assert early.attrs["field_id"].startswith("community:2011-01-01:1:0:")
    with pytest.raises(DataError, match="no community of ten papers before 2005-01-01"):
        graph.leading(sea, before="2005-01-01")
    expected = [["community", sea, "salt, sea"], ["venue", SEA, "Sea"]]
    assert [[*row.values()] for row in graph.fields_of("s3")] == expected
    assert graph.fields_named("SEA")["papers"] == [12, 12]
    assert not graph.fields_named("sea bark")


def test_papers_lead_in_a_field(graph: Graph) -> None:
    def leading(field: str, rank: str, *columns: str, **floors: int) -> list[list[object]]:
        result = graph.leading(field, by="venue", rank=rank, limit=None, **floors)  # type: ignore[arg-type]
        return [[row[name] for name in ("paper_id", *columns)] for row in result]

    assert leading(SEA, "cited", "citations")[:3] == [["s0", 11], ["s1", 10], ["s2", 1]]
    # Since 2009-09-02 papers 10 and 11 cite 1, 9 and 10; in the two years before 8 and 9 cite 1.
    assert leading("sea", "rising", "recent", "before_that") == [["s9", 1, 0], ["s10", 1, 0]]
    # Of ten papers that cite 1 seven cite 0, its reference, too; 0 itself has none.
    columns = ("di", "n_i", "n_j", "references")
    assert leading(SEA, "disruptive", *columns, min_references=1) == [["s1", -0.4, 3, 7, 1]]
    named = graph.query("field/most_disruptive", name="sea", min_references=1)
    assert [[row["paper_id"], row["di"]] for row in named] == [["s1", -0.4]]
    # Of eleven links of sea 0 three lead to trees: 1 - (8 * 8 + 3 * 3) / 121.
    assert leading(SEA, "bridging", "participation", "links", "fields") == [["s0", 48 / 121, 11, 2]]
    assert leading(TREES, "bridging") == []
    assert leading(SEA, "main-path") == [[item] for item in graph.main_path(venue="Sea").papers]
    tied = graph.leading("sea", by="venue", rank="rising", limit=1)
    names = ("ranked", "tied", "min_citations", "min_references")
    assert [tied.attrs[name] for name in names] == [2, 2, 0, 0]
    # Only 0 and 1 are cited by two later papers; no paper has twelve references.
    cited = graph.leading("sea", by="venue", min_citations=2)
    assert cited["paper_id"] == ["s0", "s1"]
    strict = graph.leading("sea", by="venue", rank="disruptive", min_references=12)
    assert (strict.rows(), strict.attrs["ranked"], strict.attrs["tied"]) == ([], 0, 0)
    assert leading(SEA, "disruptive") == []  # by default from five references on
    for rank, table, column in (
        ("sleeping", graph.sleeping_beauties(), "sleeping_beauty"),
        ("novel", graph.novelty(), "p10"),
    ):
        known = dict(zip(table["paper_id"], table[column], strict=True))
        for paper, value in leading(TREES, rank, column, min_references=0):
            assert value == pytest.approx(known[paper])
    with pytest.raises(DataError, match="papers by 'best'"):
        leading(SEA, "best")
    with pytest.raises(NotFoundError, match="no venue 'Air'"):
        leading("Air", "cited")


def test_a_field_by_year_and_by_three(graph: Graph) -> None:
    years = graph.over_time("Sea", by="venue", of="field", before="2002-01-01")
    assert [[*row.values()] for row in years] == [
        [SEA, "Sea", 2000, 1, 1],
        [SEA, "Sea", 2001, 1, 0],
    ]
    authors = graph.over_time(TREES, by="venue")
    assert authors.to_pandas().groupby("name", sort=False).papers.sum().to_dict() == {
        "Ann": 6,
        "Bob": 6,
    }
    assert authors[0] == {
        "id": "ann", "name": "Ann", "year": 2000, "papers": 1, "citations": 8
    }  # fmt: skip
    assert sum(graph.over_time(TREES, by="venue", of="venue", limit=1)["papers"]) == 12
    three, names = graph.three_fields(TREES, by="venue"), ("left_name", "right_name", "papers")
    assert [[row[name] for name in names] for row in three] == [
        ["Ann", "bark", 6], ["Ann", "tree", 6], ["Bob", "bark", 6], ["Bob", "tree", 6],
        ["bark", "Trees", 12], ["tree", "Trees", 12],
    ]  # fmt: skip
    whole = graph.three_fields(by="venue", limit=1)
    expected = [["Cleo", "Sea", 12], ["Sea", "Sea", 12]]
    assert [[row[name] for name in names] for row in whole] == expected
    assert [len(item) for item in whole.attrs["things"]] == [1, 1, 1]


PAPERS: list[Paper] = [
    ("a", "2000", []),
    ("b", "2001", ["a"]),
    ("c", "2002", []),
    ("d", "2003", []),
]
VENUES = {"a": "Letters", "b": "Notes", "c": "Letters", "d": "Later"}


def test_papers_of_a_venue_are_a_group() -> None:
    arrays = snapshot_of(PAPERS, venues=VENUES).until(date(2003, 1, 1))
    found = grouping.group_papers(arrays, "venue")
    assert found.code.tolist() == [0, 1, 0]
    assert found.id.tolist() == found.name.tolist() == ["Letters", "Notes"]
    assert found.ungrouped == 0


def test_papers_are_grouped_by_their_main_field() -> None:
    about = {
        "a": [("F2", "field"), ("F1", "field")],
        "b": [("F1", "field")],
        "d": [("F0", "field")],
    }
    arrays = snapshot_of(PAPERS, fields=about).until(date(2003, 1, 1))
    found = grouping.group_papers(arrays, "field")
    assert (found.by, found.code.tolist(), found.id.tolist()) == ("field", [1, 0, -1], ["F1", "F2"])
    assert found.ungrouped == 1
    with pytest.raises(DataError, match="no topic groups"):
        grouping.group_papers(arrays, "topic")


def test_groups_are_found_by_name_and_id_in_any_case() -> None:
    arrays = snapshot_of(PAPERS, venues=VENUES | {"b": "Later Notes", "c": "LATER"})
    found = grouping.group_papers(arrays, "venue")
    assert found.id.tolist() == ["LATER", "Later", "Later Notes", "Letters"]
    assert (found.find("letters"), found.find("Later"), found.find("LATER notes")) == (3, 1, 2)
    with pytest.raises(NotFoundError, match="'later' names 2 groups by venue") as several:
        found.find("later")
    assert "LATER, Later" in several.value.hint
    with pytest.raises(NotFoundError, match="no venue 'Leters'") as misspelt:
        found.find("Leters")
    assert "Did you mean Letters" in misspelt.value.hint


def test_each_paper_is_a_group() -> None:
    found = grouping.group_papers(snapshot_of(PAPERS), "paper")
    assert found.code.tolist() == [0, 1, 2, 3]
    assert found.id.tolist() == ["a", "b", "c", "d"]


def test_venues_are_called_by_their_names(database: Database) -> None:
    load_graph(database, PAPERS, venues={"a": "Letters A", "b": "letters a", "c": "Notes"})
    arrays = snapshot.read_snapshot(database)
    found = grouping.group_papers(arrays, "venue", database=database)
    assert found.name.tolist() == ["Letters A", "Notes"]
    assert found.code.tolist() == [0, 0, 1, -1]
    assert found.ungrouped == 1


def test_names_that_two_groups_share_carry_their_ids() -> None:
    ids = np.array(["x", "y", "z"], dtype=object)
    told = grouping._disambiguate_names(["one", "two", "one"], ids)
    assert told.tolist() == ["one (x)", "two", "one (z)"]


def test_communities_of_another_day_or_graph_group_nothing(database: Database) -> None:
    load_graph(database, PAPERS)
    arrays = snapshot.read_snapshot(database)
    cut = arrays.until(date(2002, 1, 1))
    found = [communities.Community("c1", "words", ("a",))]
    name = arrays.graph_fingerprint
    communities.write_communities(
        database, found, graph_fingerprint=name, before=cut.before, resolution=1.0, seed=0
    )
    grouped = grouping.group_papers(cut, "community", database=database)
    assert (grouped.code.tolist(), grouped.id.tolist()) == ([0, -1], ["c1"])
    for other in (arrays, arrays.until(date(2002, 1, 2))):
        with pytest.raises(DataError, match="no community groups"):
            grouping.group_papers(other, "community", database=database)
    with pytest.raises(DataError, match="no community"):
        grouping.group_papers(cut, "community", database=database, seed=1)


def test_an_unknown_grouping_is_refused() -> None:
    with pytest.raises(DataError, match="not grouped by 'colour'"):
        grouping.group_papers(snapshot_of(PAPERS), "colour")
    with pytest.raises(DataError, match="no venue groups the papers of all days"):
        grouping.group_papers(snapshot_of(PAPERS), "venue")


CUT = date(2005, 1, 1)


def two_fields() -> tuple[list[Paper], dict[str, str]]:
    """Two groups where everybody cites everybody earlier, and one future link between all."""
    papers: list[Paper] = []
    titles = {}
    for field, word in (("a", "parsing"), ("b", "speech")):
        for i in range(6):
            cited = [f"{field}{j}" for j in range(i)]
            papers.append((f"{field}{i}", f"200{i % 5}-0{i + 1}", cited))
            titles[f"{field}{i}"] = f"On {word} with common models {i}"
    papers.append(("late", "2006", [p[0] for p in papers]))
    return papers, titles


def test_communities_are_found_named_and_stored(database: Database) -> None:
    papers, titles = two_fields()
    load_graph(database, papers, titles=titles)
    snapshot = snapshot_of(papers, titles=titles).until(CUT)
    found = detect(database, snapshot, min_size=3)
    assert [set(c.papers) for c in found] == [{f"{f}{i}" for i in range(6)} for f in "ab"]
    assert ["parsing" in c.name for c in found] == [True, False]
    for _ in range(2):  # the second time replaces the first
        write_communities(
            database, found, before=CUT, resolution=1.0, seed=0, graph_fingerprint="this"
        )
        rows = database.rows("community/members", before=CUT, graph_fingerprint="this")
        sizes = {row["community_id"]: row["size"] for row in rows}
        assert sizes == {one.id: len(one.papers) for one in found}
    others: list[dict[str, Any]] = [{"before": date(2006, 1, 1)}, {"graph_fingerprint": "older"}]
    for other in (*others, {"seed": 1}, {"mix": "coupling"}):
        asked = {"before": CUT, "graph_fingerprint": "this", **other}
        assert database.rows("community/members", **asked) == []


def three_by_three() -> list[Paper]:
    """On each of two sides four papers cite the same three; later everything is cited together."""
    papers: list[Paper] = []
    for side, roots in (("a", "rst"), ("b", "xyz")):
        papers += [(root, "2000", []) for root in roots]
        papers += [(f"{side}{i}", f"200{i}", list(roots)) for i in range(1, 5)]
    return [*papers, ("late", "2005-01-01", [p[0] for p in papers])]


SIDES = {
    "citation": ["r s t a1 a2 a3 a4", "x y z b1 b2 b3 b4"],
    "co-citation": ["r s t", "x y z"],
    "coupling": ["a1 a2 a3 a4", "b1 b2 b3 b4"],
    "citation=1,co-citation=1,coupling=1": ["r s t a1 a2 a3 a4", "x y z b1 b2 b3 b4"],
}


def test_each_kind_joins_other_papers_and_none_sees_the_future(database: Database) -> None:
    papers = three_by_three()
    load_graph(database, papers)
    snapshot = snapshot_of(papers).until(CUT)
    how: dict[str, Any] = {"resolution": 1.0, "seed": 0}
    how["graph_fingerprint"] = snapshot.graph_fingerprint
    for name, expected in SIDES.items():
        mix = {kind: float(name == kind or "=" in name) for kind in SIDES if "=" not in kind}
        found = detect(database, snapshot, mix=mix, min_size=2)
        assert [set(c.papers) for c in found] == [set(side.split()) for side in expected], name
        assert {c.mix for c in found} == {name}
        assert found == detect(database, snapshot, mix=mix, min_size=2)
        write_communities(database, found, before=CUT, mix=name, **how)
    # Each mix keeps its own communities beside those of the others.
    for name, expected in SIDES.items():
        grouped = grouping.group_papers(snapshot, "community", database=database, mix=name)
        assert grouped.ungrouped == len(snapshot.paper_id) - len(" ".join(expected).split())
        for identifier, side in zip(grouped.id, expected, strict=True):
            known, places = group_members(database, snapshot, "community", identifier)
            assert known == identifier
            assert set(snapshot.paper_id[places]) == set(side.split())
    with pytest.raises(DataError, match="no community") as refused:
        grouping.group_papers(snapshot, "community", database=database, mix="coupling", seed=1)
    assert "--mix coupling" in refused.value.hint
    # Lone papers are there too when they are asked for.
    assert len(detect(database, snapshot, mix={"coupling": 1.0}, min_size=1)) == 2 + 6


def test_lines_are_stored_and_older_communities_still_read(database: Database) -> None:
    load_graph(database, three_by_three())
    options: dict[str, Any] = {"before": CUT, "graph_fingerprint": "this"}
    found = [Community("two", "words", ("a1", "r"), lineage_id="one")]
    write_communities(database, found, resolution=1.0, seed=0, **options)
    assert read_communities(database, **options) == found
    for other in ({"mix": "coupling"}, {"graph_fingerprint": "older"}, {"seed": 1}):
        with pytest.raises(DataError, match="no communities as of 2005-01-01"):
            read_communities(database, **{**options, **other})
    # As written when there was neither mix nor lineage.
    database.driver.execute_query("MATCH (c:Community) REMOVE c.mix, c.lineage_id")
    [old] = read_communities(database, **options)
    assert (old.mix, old.lineage_id) == ("citation", "two")


def test_a_community_is_found_by_its_id_whatever_its_options(database: Database) -> None:
    papers = three_by_three()
    load_graph(database, papers)
    snapshot = snapshot_of(papers).until(CUT)
    found = [Community("two", "words", ("a1", "r"), lineage_id="one")]
    options: dict[str, Any] = {"before": CUT, "graph_fingerprint": snapshot.graph_fingerprint}
    write_communities(database, found, resolution=2.0, seed=7, **options)
    known, places = group_members(database, snapshot, "community", "two")
    assert (known, set(snapshot.paper_id[places])) == ("two", {"a1", "r"})


def test_a_mix_that_does_not_fit_is_never_sent(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constructed, "_BYTES_A_ROW", 2**40)
    snapshot = snapshot_of(three_by_three())
    with pytest.raises(GraphUnavailableError, match="a network from arrays needs up to"):
        detect(database, snapshot, mix={"coupling": 1.0})
    assert list(database.read_text("CALL gds.graph.list() YIELD graphName RETURN graphName")) == []


def test_nothing_is_found_before_the_first_paper(database: Database) -> None:
    papers, titles = two_fields()
    load_graph(database, papers, titles=titles)
    nothing = snapshot_of(papers).until(date(1990, 1, 1))
    assert detect(database, nothing) == []
    assert detect(database, nothing, mix={"coupling": 1.0}) == []
    # Two papers, but nothing that joins them.
    lone = snapshot_of([("x", "2000", []), ("y", "2001", [])])
    alone = detect(database, lone, mix={"coupling": 1.0}, min_size=1)
    assert [one.papers for one in alone] == [("x",), ("y",)]
    with pytest.raises(GraphUnavailableError, match="it needs up to 1,048,576 MiB"):
        client.refuse_if_too_large(database, "it", 2**40)


def test_telling_words_set_apart_in_any_script_and_are_never_alike() -> None:
    joins = characteristic_words(
        [["parsing with trees", "trees using rules"], ["words from the sea"]]
    )
    assert joins == ["trees, parsing, rules", "sea, words"]
    names = characteristic_words(
        [["the tree", "a tree of the"], ["the sea", "sea of the"], []], words=1
    )
    assert names == ["tree", "sea", "untitled"]
    assert characteristic_words([["tree"], ["tree"], ["tree"]]) == ["tree", "tree (2)", "tree (3)"]
    assert characteristic_words([[], [""]]) == ["untitled", "untitled (2)"]
    titles = [["Étude des forêts", "Une e\u0301tude"], ["Обучение языку", "Обучение"]]
    assert characteristic_words(titles, words=1) == ["étude", "обучение"]


def test_log_odds_by_hand() -> None:
    # tree: 2 of 3 words inside, 0 of 3 outside, prior 2 of 6.
    names = characteristic_words([["tree", "tree bark"], ["sea", "sea salt"]], words=2)
    z_tree = (math.log(4 / 5) - math.log(2 / 7)) / math.sqrt(1 / 4 + 1 / 2)
    z_bark = (math.log(2 / 7) - math.log(1 / 8)) / math.sqrt(1 / 2 + 1 / 1)
    assert z_tree > z_bark > 0
    assert names == ["tree, bark", "sea, salt"]
