"""Systems on a small field: forms of their answers, what they know, resume."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from helpers.networks import scored_network
from helpers.networks.field_tasks import OPTIONS, cut_of
from helpers.networks.scored_network import BEFORE

from scinet.errors import DataError, NotFoundError, SplitError
from scinet.eval.answer import Answer
from scinet.eval.ranked_list import PaperList, get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Task
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.models.base import run
from scinet.models.base.system import Context
from scinet.models.registry import SYSTEMS, make_system

# The index has no use for so few papers as it is.
SMALL = {"dense-index": {"cells": "4", "parts": "8", "bits": "2"}}
SEARCHES = [
    name
    for name, one in SYSTEMS.items()
    if one.answers is PaperList and not one.needs and not one.asks_model
    if name != "dense-index" or find_spec("faiss")
]
EGO, CITING, PATH = "ego-disruption", "pair-citation", "path"


@dataclass(frozen=True)
class Field:
    """A small field before a day, and tasks of it by name."""

    database: Database
    past: Snapshot
    tasks: dict[str, Task]
    cache: Path

    def run(self, name: str, system: str, out: Path) -> list[list[str]]:
        """Run a system on a task; its answers as they are read again."""
        task, kind = self.tasks[name], get_task_type(f"scinetbench/{name}")
        run.run(
            make_system(system, SMALL.get(system)), kind, task,
            database=self.database, snapshot=self.past, out=out, cache=self.cache,
        )  # fmt: skip
        ids = [query.query_id for query in task.queries()]
        result = kind.read_run(out, task)
        assert list(result.answers) == ids
        return [[str(item.id) for item in get_items(result.answers[q])] for q in ids]

    def answer(self, system: str, name: str, queries: Sequence[Query]) -> list[Answer]:
        """Answer queries of one's own as those of a task."""
        kind = get_task_type(f"scinetbench/{name}")
        return list(
            make_system(system).answer(queries, Context(self.past, BEFORE, kind, self.database))
        )


@pytest.fixture(scope="module")
def field(
    shared_database: Database, tasks: dict[str, Task], tmp_path_factory: pytest.TempPathFactory
) -> Field:
    cache = tmp_path_factory.mktemp("cache")
    return Field(shared_database, cut_of(shared_database), tasks, cache)


@pytest.mark.parametrize("system", SEARCHES)
@pytest.mark.parametrize("name", OPTIONS)
def test_systems_answer_every_task(field: Field, tmp_path: Path, name: str, system: str) -> None:
    given = field.run(name, system, tmp_path / "run.jsonl")
    for query, papers in zip(field.tasks[name].queries(), given, strict=True):
        # No title holds the words of a venue's name.
        assert papers or (system == "bm25" and "subfield" in query.inputs), query.text
        assert len(papers) == len(set(papers)) <= query.k
        assert query.inputs.get("paper_id") not in papers
        if name == PATH:
            assert (papers[0], papers[-1]) == (query.inputs["source_id"], query.inputs["target_id"])


def test_graph_finds_the_truth_by_words_alone(field: Field, tmp_path: Path) -> None:
    for name in (CITING, "pair-co-mention", PATH):
        given = field.run(name, "graph", tmp_path / name)
        for papers, truth in zip(given, field.tasks[name].truth().values(), strict=True):
            if name == PATH:
                assert papers == truth["paths"][0]
            else:
                assert set(papers) <= {item["id"] for item in truth["items"]}
                assert len(papers) == min(20, len(truth["items"]))


def asked(*texts: str) -> list[Query]:
    return [Query(str(number), text, {}, BEFORE, 50) for number, text in enumerate(texts)]


def test_graph_reads_only_the_text(field: Field) -> None:
    past = field.past
    title = past.title[past.index("p4")]
    queries = asked(
        f"who cites {title}?",
        f"Please show me papers citing “{title.upper()}”.",
        f"papers that cite {title[:-2]}-{title[-2:]}",  # nearly the title
        "who cites A Paper That Nobody Wrote?",
        "what is the weather like",
    )
    result = field.answer("graph", CITING, queries)
    citing = {str(past.paper_id[i]) for i in past.cited_by.row(past.index("p4"))}
    assert [{item.id for item in get_items(entry)} for entry in result] == [citing] * 3 + [
        set()
    ] * 2
    assert result[0].explanation["statement"] == "pair/citing"
    assert "reason" in result[4].explanation


def test_popularity_is_one_list(field: Field) -> None:
    counts = field.past.cited_by.lengths()
    for entry in field.answer("popularity", EGO, field.tasks[EGO].queries()):
        positions = [field.past.index(str(item.id)) for item in get_items(entry)]
        assert positions == list(np.lexsort((np.arange(len(counts)), -counts))[:5])


def test_bm25_ranks_by_words(field: Field) -> None:
    query = Query("q", "", {"subfield": "parsing speech"}, BEFORE, 200)
    past = field.past
    (entry,) = field.answer("bm25", EGO, [query])
    titles = [str(past.title[past.index(str(item.id))]) for item in get_items(entry)]
    both = ["parsing" in title and "speech" in title for title in titles]
    assert both == sorted(both, reverse=True)
    assert len(titles) == sum("parsing" in t or "speech" in t for t in past.title)


def test_a_run_that_was_stopped(field: Field, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    field.run(CITING, "bm25", whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    part.with_name("part.jsonl.partial").write_bytes(b"".join(lines[:3]))
    field.run(CITING, "bm25", part)
    assert part.read_bytes() == whole.read_bytes()
    assert not part.with_name("part.jsonl.partial").exists()


def test_runs_on_the_wrong_graph(field: Field, tmp_path: Path) -> None:
    whole = replace(field, past=snapshot.read_snapshot(field.database))
    with pytest.raises(SplitError, match="the snapshot ends at None"):
        whole.run(PATH, "popularity", tmp_path / "run.jsonl")


def test_unknown_systems_and_settings() -> None:
    with pytest.raises(NotFoundError, match="no system named 'gpt'"):
        make_system("gpt")
    with pytest.raises(DataError, match="bm25 has no setting 'k2'"):
        make_system("bm25", {"k2": "1"})
    with pytest.raises(DataError, match="'x' is not a value of setting b"):
        make_system("bm25", {"b": "x"})
    with pytest.raises(DataError, match="'nan' is not a value of setting b"):
        make_system("bm25", {"b": "nan"})
    with pytest.raises(NotFoundError) as unknown:
        make_system("collaborators-walks")
    assert unknown.value.hint.startswith("Did you mean collaborators-walk")
    assert make_system("bm25", {"k1": "2"}).settings == {"k1": 2.0, "b": 0.75}


def test_graph_answers_every_relation(field: Field) -> None:
    past = field.past
    place = past.index("p80")
    queries = asked(
        f'what does "{past.title[place]}" cite?',
        f'papers from 2004 to 2008 that "{past.title[place]}" cites',
        "titles with speech and lexicon",
    )
    result = field.answer("graph", CITING, queries)
    cited = {str(past.paper_id[i]) for i in past.cites.row(place)}
    years = {record["id"]: int(record["date"][:4]) for record in scored_network.field()[0]}
    some = {paper for paper in cited if 2004 <= years[paper] <= 2008}
    assert 0 < len(some) < len(cited)
    assert [{item.id for item in get_items(entry)} for entry in result[:2]] == [cited, some]
    # No relation: searched by its words, and it says so.
    words = [str(past.title[past.index(str(item.id))]) for item in get_items(result[2])]
    assert words
    assert all("speech" in title or "lexicon" in title for title in words)
    assert "searched by its words" in result[2].explanation["reason"]
