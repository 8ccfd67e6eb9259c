"""Triplets found in a network: windows, chains, claims, and nothing from the future."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.files.sciencemeter_rows import file_of, task_of, triplet
from helpers.networks.build import snapshot_of
from helpers.networks.scoring import draft_of, write_lines

from scinet.errors import DataError
from scinet.eval.suites.sciencemeter.options import KnowledgeOptions
from scinet.eval.suites.sciencemeter.triplets import Triplet, make_triplets
from scinet.eval.task import write_task
from scinet.eval.task_type import BuildContext
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.snapshot import Snapshot, read_snapshot

END = date(2025, 2, 2)
# a is cited by two new and two later papers, of which f2 also cites n2; b by a new one alone.
PAPERS = [
    ("a", "2023-01-10", []),
    ("b", "2023-03-01", []),
    ("between", "2023-12-01", ["a"]),
    ("n1", "2024-04-01", ["a"]),
    ("n2", "2024-06-01", ["a", "b"]),
    ("f1", "2024-12-10", ["a"]),
    ("f2", "2025-01-05", ["a", "n2"]),
    ("year", "2024", ["a"]),
]


def network() -> Snapshot:
    snapshot = snapshot_of(PAPERS)
    texts = np.array([f"About {paper}." for paper in snapshot.paper_id], dtype=object)
    return replace(snapshot, abstract=texts)


def found(snapshot: Snapshot, **options: Any) -> tuple[list[Triplet], dict[str, int]]:
    # Without claims and reviews the database is not asked.
    seed = options.pop("seed", 0)
    context = BuildContext(snapshot.until(END), END, seed)
    return make_triplets(context, KnowledgeOptions(**options), needs_claims=False)


def ids(triplets: list[Triplet]) -> list[tuple[str, ...]]:
    return [tuple(member.paper_id for member in each.members.values()) for each in triplets]


def test_the_published_windows_are_the_default() -> None:
    windows = KnowledgeOptions().windows(END)
    assert {name: (str(item.first), str(item.end)) for name, item in windows.items()} == {
        "prior": ("2022-10-01", "2023-10-01"),
        "new": ("2024-03-01", "2024-12-01"),
        "future": ("2024-12-01", "2025-02-02"),
    }


def test_stars_and_paths() -> None:
    triplets, left_out = found(network(), pick="earliest")
    assert ids(triplets) == [("a", "n1", "f1")]
    assert left_out["prior_without_future"] == 1
    assert left_out["papers_of_unsure_day"] > 0
    chained, _ = found(network(), pick="earliest", chain="path")
    assert ids(chained) == [("a", "n2", "f2"), ("b", "n2", "f2")]
    # By chance any of the two new and the two future papers is taken.
    drawn = {ids(found(network(), seed=seed)[0])[0] for seed in range(40)}
    assert drawn == {("a", new, future) for new in ("n1", "n2") for future in ("f1", "f2")}


def test_papers_without_abstract_are_left_out() -> None:
    snapshot = network()
    bare = snapshot.abstract.copy()
    bare[snapshot.index("n1")] = None
    triplets, left_out = found(replace(snapshot, abstract=bare), pick="earliest")
    assert ids(triplets) == [("a", "n2", "f1")]
    assert left_out["new_without_abstract"] == 1
    kept, _ = found(replace(snapshot, abstract=bare), pick="earliest", abstracts="any")
    assert ids(kept) == [("a", "n1", "f1")]


def test_the_graph_gives_the_published_triplets_back(database: Database, tmp_path: Path) -> None:
    rows = [triplet(number) for number in range(1, 6)]
    file = file_of(tmp_path / "education.jsonl", rows)
    load(database, [file], kind="sciencemeter")
    load(database, [file], source="s2", kind="claims")
    snapshot = read_snapshot(database, None)
    imported = task_of(tmp_path, [file], snapshot=snapshot)
    name, cut = "sciencemeter/judgment", snapshot.until(END)
    built = write_task(draft_of(name, cut, database=database), tmp_path / "built")
    asked = [
        {query.inputs["claim"]: query.inputs["update"]["paper_id"] for query in task.queries()}
        for task in (imported, built)
    ]
    assert asked[0] == asked[1]
    assert built.truth().keys() == imported.truth().keys()
    assert {query.before for query in built.queries()} == {date(2024, 12, 1)}
    # Claims that the authors of one triplet wrote make a task of that triplet alone.
    rows = [
        {"paper_id": f"s2:{paper}", "stance": stance, "text": f"{paper}.", "origin": "author"}
        for paper in ("p2", "n2", "f2")
        for stance in ("support", "refute")
    ]
    load(database, [write_lines(tmp_path / "authors.jsonl", *rows)], kind="claims")
    theirs = {"origin": "author", "test_share": "1.0"}
    draft = draft_of(name, cut, theirs, database=database)
    claims = {query.inputs["claim"] for query in draft.splits["test"].queries}
    assert claims == {"p2.", "n2.", "f2."}
    # In windows without papers there is nothing to ask.
    empty = draft_of(name, snapshot.until(date(2030, 1, 1)), database=database)
    with pytest.raises(DataError, match="no query"):
        write_task(empty, tmp_path / "empty")
    with pytest.raises(DataError, match="no dated paper"):
        task_of(tmp_path, [file_of(tmp_path / "other.jsonl", [triplet(9)])], snapshot=snapshot)
    assert json.loads((tmp_path / "built/task.json").read_text())["counts"]["triplets"] == 5
