"""Tasks about one discipline of a small network, worked by hand.

Chemistry has Catalysis (c1, c2, c3) and Polymers (c4), physics has Optics (x1, x2, x3). Across the
two c1 is cited by x1 and c2 by x3.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from helpers.networks.scoring import draft_of, write_lines

from scinet.errors import NotFoundError
from scinet.eval.suites import named
from scinet.eval.task import Split, TaskDraft
from scinet.graph import snapshot
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.snapshot import Snapshot

PAPERS = {
    "c1": ("2006", "Chemistry", "Catalysis", []),
    "c2": ("2007", "Chemistry", "Catalysis", ["c1"]),
    "c3": ("2008", "Chemistry", "Catalysis", ["c1", "c2"]),
    "c4": ("2009", "Chemistry", "Polymers", ["c2"]),
    "x1": ("2007", "Physics", "Optics", ["c1"]),
    "x2": ("2008", "Physics", "Optics", ["x1"]),
    "x3": ("2010", "Physics", "Optics", ["x1", "c2"]),
}
BEFORE = date(2012, 1, 1)

Built = Callable[..., tuple[Split, TaskDraft]]


def loaded(database: Database, folder: Path, *, with_fields: bool = True) -> Snapshot:
    database.rows("admin/wipe")
    records = [
        {
            "id": paper,
            "title": f"On {paper}",
            "date": when,
            "references": references,
            "fields": [
                {"id": f"F-{field}", "name": field, "level": "field"},
                {"id": f"T-{topic}", "name": topic, "level": "topic"},
            ]
            * with_fields,
        }
        for paper, (when, field, topic, references) in PAPERS.items()
    ]
    load(database, write_lines(folder / "records.jsonl", *records))
    return snapshot.read(database).until(BEFORE)


@pytest.fixture(scope="module")
def built(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Built:
    cut = loaded(shared_database, tmp_path_factory.mktemp("disciplines"))

    def build(task: str, **options: str) -> tuple[Split, TaskDraft]:
        given = {**named(f"scinetbench/{task}").preset("scinet-v2"), **options}
        draft = draft_of(f"scinetbench/{task}", cut, given, database=shared_database)
        return draft.splits["test"], draft

    return build


def test_disruptive_papers_of_a_discipline(built: Built) -> None:
    # c2 is cited by c3 together with c1, and by c4 and x3 without it: (2 - 1) / 3.
    split, draft = built("ego-disruption", discipline="chemistry", min_papers="1")
    assert [query.inputs["subfield"] for query in split.queries] == ["Catalysis"]
    [row] = split.truth
    assert row["items"] == [{"id": "c2", "value": pytest.approx(1 / 3)}]
    # Of all papers, c1 has no references; x1 counts though it is of physics.
    assert (row["n_reference"], row["n_candidates"]) == (2, 1)
    assert draft.left_out["small_subfields"] == 1
    assert draft.left_out["papers_without_subfield"] == 0

    split, _ = built("ego-disruption", discipline="F-Physics", min_papers="1")
    assert [query.inputs["subfield"] for query in split.queries] == ["Optics"]
    assert split.truth[0]["items"] == [{"id": "x1", "value": 1.0}]

    split, _ = built("ego-disruption", min_papers="1")
    assert [query.inputs["subfield"] for query in split.queries] == ["Catalysis", "Optics"]


def test_a_discipline_may_be_a_topic(built: Built) -> None:
    split, draft = built("ego-disruption", discipline="Optics", min_papers="0", subfield_by="field")
    assert [query.inputs["subfield"] for query in split.queries] == ["Physics"]
    assert draft.options["discipline"] == "Optics"


def test_papers_that_cite_one_of_a_discipline(built: Built) -> None:
    split, draft = built("pair-citation", discipline="Chemistry", min_truth="2")
    truth = {
        query.inputs["paper_id"]: {item["id"] for item in row["items"]}
        for query, row in zip(split.queries, split.truth, strict=True)
    }
    # Papers of physics are right answers, but none is asked about.
    assert truth == {"c1": {"c2", "c3", "x1"}, "c2": {"c3", "c4", "x3"}}
    assert draft.left_out["papers_of_other_disciplines"] == 3
    assert draft.left_out["papers_with_few_true_ones"] == 2
    split, _ = built("pair-citation", discipline="Physics", min_truth="2")
    assert [query.inputs["paper_id"] for query in split.queries] == ["x1"]


def test_paths_of_a_discipline(built: Built) -> None:
    # The only emerging paper of 2010 and 2011 is x3; x2 is not cited by it.
    split, draft = built("path", discipline="Physics")
    assert [row["paths"] for row in split.truth] == [[["x1", "x3"]]]
    assert draft.counts["n_paths"] == 1
    # No paper of chemistry is of 2010 or later.
    split, draft = built("path", discipline="Chemistry")
    assert split.queries == []
    assert draft.left_out["subfields_without_a_pair"] == 2


def test_a_table_of_subfields_within_a_discipline(built: Built, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "subfields.jsonl",
        {"name": "all", "papers": [*PAPERS]},
        {"name": "other", "papers": ["x1"]},
    )
    split, draft = built(
        "ego-disruption", discipline="Chemistry", subfields=str(file), min_papers="1"
    )
    assert [item["id"] for item in split.truth[0]["items"]] == ["c2"]
    assert [row["n_papers"] for row in split.tables["subfields"]] == [4, 0]
    assert draft.left_out["small_subfields"] == 0


@pytest.mark.parametrize("task", ["ego-novelty", "ego-disruption", "pair-citation", "path"])
def test_a_discipline_that_the_network_does_not_have(built: Built, task: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        built(task, discipline="Geology")
    assert str(caught.value) == "no paper before 2012-01-01 is of the discipline 'Geology'"
    assert caught.value.hint == "By field the network has Chemistry; Physics."


def test_a_network_without_fields(database: Database, tmp_path: Path) -> None:
    cut = loaded(database, tmp_path, with_fields=False)
    with pytest.raises(NotFoundError) as caught:
        draft_of("scinetbench/pair-citation", cut, {"discipline": "Chemistry"}, database=database)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("No paper names its fields")
