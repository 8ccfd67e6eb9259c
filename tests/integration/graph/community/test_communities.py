"""Communities: two cliques are two groups, named by their words, as of a day only."""

import math
from datetime import date
from typing import Any

import pytest
from helpers.networks.build import Paper, load_graph, snapshot_of

from scinet.errors import DataError, GraphUnavailableError
from scinet.graph import grouping
from scinet.graph.communities import Community, detect, stored, telling_words, write
from scinet.graph.connection import Database
from scinet.graph.gds import client, constructed
from scinet.graph.paths.finding import members

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
        write(database, found, before=CUT, resolution=1.0, seed=0, graph_fingerprint="this")
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
        write(database, found, before=CUT, mix=name, **how)
    # Each mix keeps its own communities beside those of the others.
    for name, expected in SIDES.items():
        grouped = grouping.of(snapshot, "community", database=database, mix=name)
        assert grouped.ungrouped == len(snapshot.paper_id) - len(" ".join(expected).split())
        for identifier, side in zip(grouped.id, expected, strict=True):
            known, places = members(database, snapshot, "community", identifier)
            assert known == identifier
            assert set(snapshot.paper_id[places]) == set(side.split())
    with pytest.raises(DataError, match="no community") as refused:
        grouping.of(snapshot, "community", database=database, mix="coupling", seed=1)
    assert "--mix coupling" in refused.value.hint
    # Lone papers are there too when they are asked for.
    assert len(detect(database, snapshot, mix={"coupling": 1.0}, min_size=1)) == 2 + 6


def test_lines_are_stored_and_older_communities_still_read(database: Database) -> None:
    load_graph(database, three_by_three())
    options: dict[str, Any] = {"before": CUT, "graph_fingerprint": "this"}
    found = [Community("two", "words", ("a1", "r"), lineage_id="one")]
    write(database, found, resolution=1.0, seed=0, **options)
    assert stored(database, **options) == found
    for other in ({"mix": "coupling"}, {"graph_fingerprint": "older"}, {"seed": 1}):
        with pytest.raises(DataError, match="no communities as of 2005-01-01"):
            stored(database, **{**options, **other})
    # As written when there was neither mix nor lineage.
    database.driver.execute_query("MATCH (c:Community) REMOVE c.mix, c.lineage_id")
    [old] = stored(database, **options)
    assert (old.mix, old.lineage_id) == ("citation", "two")


def test_a_community_is_found_by_its_id_whatever_its_options(database: Database) -> None:
    papers = three_by_three()
    load_graph(database, papers)
    snapshot = snapshot_of(papers).until(CUT)
    found = [Community("two", "words", ("a1", "r"), lineage_id="one")]
    options: dict[str, Any] = {"before": CUT, "graph_fingerprint": snapshot.graph_fingerprint}
    write(database, found, resolution=2.0, seed=7, **options)
    known, places = members(database, snapshot, "community", "two")
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
    joins = telling_words([["parsing with trees", "trees using rules"], ["words from the sea"]])
    assert joins == ["trees, parsing, rules", "sea, words"]
    names = telling_words([["the tree", "a tree of the"], ["the sea", "sea of the"], []], words=1)
    assert names == ["tree", "sea", "untitled"]
    assert telling_words([["tree"], ["tree"], ["tree"]]) == ["tree", "tree (2)", "tree (3)"]
    assert telling_words([[], [""]]) == ["untitled", "untitled (2)"]
    titles = [["Étude des forêts", "Une e\u0301tude"], ["Обучение языку", "Обучение"]]
    assert telling_words(titles, words=1) == ["étude", "обучение"]


def test_log_odds_by_hand() -> None:
    # tree: 2 of 3 words inside, 0 of 3 outside, prior 2 of 6.
    names = telling_words([["tree", "tree bark"], ["sea", "sea salt"]], words=2)
    z_tree = (math.log(4 / 5) - math.log(2 / 7)) / math.sqrt(1 / 4 + 1 / 2)
    z_bark = (math.log(2 / 7) - math.log(1 / 8)) / math.sqrt(1 / 2 + 1 / 1)
    assert z_tree > z_bark > 0
    assert names == ["tree, bark", "sea, salt"]
