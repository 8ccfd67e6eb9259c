"""Surveys: what each writer is given, whether what it cites exists, the form without a model."""

import itertools
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.endings import ending
from helpers.networks.scored_network import BEFORE, load_field
from helpers.networks.scoring import draft_of
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.errors import DataError, NotFoundError
from scinet.eval import run as runs
from scinet.eval.answer import TextAnswer, get_content
from scinet.eval.suites.scinetbench.survey import SurveyTask
from scinet.eval.task import Task, write_task
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base import run
from scinet.models.base.system import Context
from scinet.models.registry import make_system
from scinet.models.survey.checking import Checker
from scinet.models.survey.context_papers import (
    SurveySources,
    gather_by_graph,
    gather_by_list,
    gather_by_text,
    gather_nothing,
)
from scinet.models.survey.review import write_review
from scinet.models.survey.systems import SurveyGraph, first_sentence
from scinet.models.text import dense

SURVEY = SurveyTask()


@dataclass(frozen=True)
class World:
    """The small field with a survey task."""

    database: Database
    past: Snapshot
    task: Task

    def context(self, asker: LLMSession | None = None) -> Context:
        """What systems are given."""
        return Context(self.past, BEFORE, SURVEY, self.database, asker=asker)

    def run(
        self, name: str, out: Path, asker: LLMSession | None = None, **settings: str
    ) -> runs.Run:
        """A system's run, read again from its file."""
        run.run(
            make_system(name, settings),
            SURVEY,
            self.task,
            database=self.database,
            snapshot=self.past,
            out=out,
            asker=asker,
        )
        ids = [query.query_id for query in self.task.queries()]
        return runs.read_run(
            out, fingerprint=self.task.fingerprint, queries=ids, answers=TextAnswer
        )


@pytest.fixture(scope="module")
def world(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> World:
    load_field(shared_database, later=True)
    past = snapshot.read_snapshot(shared_database).until(BEFORE)
    options = {"queries": "3", "subfield_by": "venue"}
    draft = draft_of("scinetbench/survey", past, options, database=shared_database)
    return World(
        shared_database, past, write_task(draft, tmp_path_factory.mktemp("tasks") / "survey")
    )


@pytest.fixture(autouse=True)
def small_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors at no cost: how often each letter comes."""

    def embed(lines: list[str]) -> Any:
        counts = [[line.count(letter) + 0.1 for letter in "abcdefghij"] for line in lines]
        result = np.array(counts, dtype=np.float32).reshape(-1, 10)
        return result / np.linalg.norm(result, axis=1, keepdims=True)

    monkeypatch.setattr(dense, "embed", embed)


def ids(result: SurveySources, past: Snapshot) -> list[str]:
    return [str(past.paper_id[i]) for i in result.papers]


def test_what_each_writer_is_given(world: World) -> None:
    queries, context = world.task.queries(), world.context()
    told = SURVEY.add_truth(world.task, split="test")
    for number, query in enumerate(queries):
        ends = {query.inputs["source_id"], query.inputs["target_id"]}
        first, last = sorted(world.past.index(end) for end in ends)
        assert next(gather_nothing([query], context, 8)).papers == []
        assert next(gather_nothing([query], context, 8)).ends == (first, last)
        for gather in (gather_by_text, gather_by_graph):
            result = list(gather(queries, context, 8))[number]
            assert ends <= set(ids(result, world.past))
            assert len(result.papers) == len(set(result.papers)) <= 8
            assert result.papers[0] == first
            assert result.papers[-1] == last
        steps = [
            world.past.index(paper) for paper in ids(SurveySources(line=result.line), world.past)
        ]
        assert (steps[0], steps[-1]) == (first, last)
        for earlier, later in itertools.pairwise(steps):
            assert earlier in world.past.ordered.row(later)
        truth = world.task.truth()[query.query_id]["path"]
        assert ids(next(gather_by_list([told[number]], context, 8)), world.past) == truth


def test_neighbours_are_counted_by_hand(world: World) -> None:
    query = world.task.queries()[0]
    (result,) = gather_by_graph([query], world.context(), 90)
    past, core = world.past, set(result.line)
    pairs = [
        (set(map(int, pair)), int(citing))
        for pair, citing in zip(past.co_mention, past.co_mention_citing, strict=True)
    ]
    assert result.others
    for paper in result.others:
        citing = {by for pair, by in pairs if paper in pair and (pair - {paper}) & core}
        linked = sum(paper in past.ordered.row(i) or i in past.ordered.row(paper) for i in core)
        expected = f"by {len(citing)} papers" if citing else f"by {linked} of the papers before"
        assert result.relation[paper].endswith(expected)


def test_citations_with_an_opinion_come_before_others(world: World) -> None:
    query = world.task.queries()[0]
    (result,) = gather_by_graph([query], world.context(), 90)
    plain = [i for i in result.others if "cites or is cited" in result.relation[i]]
    pairs = [(i, core) for i in plain for core in result.line if core in world.past.ordered.row(i)]
    citing, cited = (str(world.past.paper_id[i]) for i in pairs[-1])
    label = {"citing_id": citing, "cited_id": cited, "label": "negative", "sentence": "No."}
    counts = {"positive": 0, "neutral": 0, "negative": 1}
    with world.database.rolled_back() as labelled:
        labelled.write(lambda tx: tx.rows("label/human_sentiment", rows=[label | counts]))
        context = replace(world.context(), database=labelled)
        (result,) = gather_by_graph([query], context, 90)
    assert result.relation[world.past.index(citing)] == f"cites [{cited}] with criticism"


def test_a_topic_has_a_main_path_and_what_its_papers_cite(world: World) -> None:
    query = replace(world.task.queries()[0], text="speech", inputs={})
    (result,) = gather_by_graph([query], world.context(), 12)
    assert len(result.papers) == 12
    assert len(result.line) > 2
    cited = sum("papers on the subject" in result.relation[i] for i in result.others)
    assert cited == (12 - len(result.line)) // 2
    assert not any(str(world.past.paper_id[i]).startswith("later") for i in result.papers)


def test_citations_are_looked_up(world: World) -> None:
    title = str(world.past.title[world.past.index("p7")])
    text = (
        f'First [p3], then [p3; p90x] and ["{title.upper()}", 2000] with [later1], '
        '["No such title"], ["On", 1999] and [as said].'
    )
    checked = Checker(world.past).check(text, ["p3"])
    assert checked.cited == ("p3", "p7")
    assert checked.foreign == ("p7",)
    assert checked.unresolved == ("No such title", "On", "p90x", "later1")
    assert checked.text == (
        "First [p3], then [p3; p90x?] and [p7] with [later1?], "
        "[No-such-title?], [On?] and [as said]."
    )
    cut = Checker(world.past).check(text, ["p3"], keeps_marks=False)
    assert cut.cited == checked.cited
    assert cut.unresolved == checked.unresolved
    assert cut.text == "First [p3], then [p3] and [p7] with,, and [as said]."


def test_an_id_without_its_source_is_enough_where_it_was_given(world: World) -> None:
    past = replace(world.past, paper_id=np.array([f"acl:{p}" for p in world.past.paper_id]))
    checked = Checker(past).check("[p3] and [p4]", ["acl:p3", "acl:p5"])
    assert checked.text == "[acl:p3] and [p4?]"


@pytest.mark.parametrize("name", ["survey-none", "survey-text", "survey-graph", "survey-truth"])
def test_writers_are_shown_nothing_later(
    world: World, endpoint: Endpoint, open_asker: OpenAsker, tmp_path: Path, name: str
) -> None:
    endpoint.answer = lambda *_: "# Survey\nIt began with [p1; later0]."
    result = world.run(name, tmp_path / "run.jsonl", open_asker(), papers="10")
    expected = "# Survey\nIt began with [p1; later0?]."
    assert [get_content(answer) for answer in result.answers.values()] == [expected] * 3
    for query, answer in zip(world.task.queries(), result.answers.values(), strict=True):
        assert answer.explanation["unresolved"] == ["later0"]
        assert answer.usage is not None
        assert answer.usage["calls"] == 1
        (shown,) = [
            body["messages"][-1]["content"]
            for body in endpoint.requests
            if query.text in body["messages"][-1]["content"]
        ]
        assert f"[{query.inputs['source_id']}]" in shown
        assert "later" not in shown
        assert ("retrieved" in shown) == (name != "survey-none")
        if name == "survey-truth":
            assert all(f"[{p}]" in shown for p in world.task.truth()[query.query_id]["path"])


def test_a_failed_survey_keeps_its_status(
    world: World, endpoint: Endpoint, open_asker: OpenAsker, tmp_path: Path
) -> None:
    query = world.task.queries()[1]
    endpoint.faults = {json.dumps(query.text)[1:-1]: ["refusal"]}
    endpoint.answer = lambda *_: "A survey of nothing."
    result = world.run("survey-none", tmp_path / "run.jsonl", open_asker())
    assert [ending(answer) for answer in result.answers.values()] == ["ok", "refused", "ok"]


def test_writers_need_a_model(world: World, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="survey-graph needs a language model"):
        world.run("survey-graph", tmp_path / "run.jsonl")
    with pytest.raises(DataError, match="needs a language model"):
        next(SurveyGraph().answer(world.task.queries(), world.context()))
    with pytest.raises(DataError, match=r"setting papers: .* 2"):
        make_system("survey-graph", {"papers": "1"})


@pytest.mark.parametrize("name", ["extract-text", "extract-graph"])
def test_the_floor_needs_none(world: World, tmp_path: Path, name: str) -> None:
    result = world.run(name, tmp_path / "run.jsonl", papers="6")
    for query, answer in zip(world.task.queries(), result.answers.values(), strict=True):
        assert get_content(answer) is not None
        assert get_content(answer).startswith(f"# {query.text}")
        lines = [line for line in get_content(answer).splitlines() if line.startswith("- ")]
        assert 3 <= len(lines) <= 6
        assert f"[{query.inputs['target_id']}]" in get_content(answer)


def test_first_sentences() -> None:
    assert first_sentence("We parse. It works.") == "We parse."
    assert first_sentence("It is 3.5 percent better [1]. So.") == "It is 3.5 percent better (1)."
    assert first_sentence("no end\nof it") == "no end of it"
    assert first_sentence(None) == ""
    assert len(first_sentence("word " * 100)) <= 302


def test_a_review_lists_its_papers(world: World, endpoint: Endpoint, open_asker: OpenAsker) -> None:
    extract = write_review("speech", world.context(), papers=8)
    assert extract.is_extract
    assert extract.dropped == ()
    assert len(extract.cited) == extract.given == 8
    listed = extract.text.partition("## References\n\n")[2].splitlines()
    assert sorted(extract.cited) == sorted(line[3:].partition("]")[0] for line in listed)
    assert all("Author p" in line and "Venue" in line for line in listed)

    endpoint.answer = lambda *_: "# Speech\n[p3] and [later3]; then [p1]."
    written = write_review("speech", world.context(open_asker()), source="text", papers=8)
    assert not written.is_extract
    assert written.dropped == ("later3",)
    assert written.text.startswith("# Speech\n[p3] and; then [p1].\n\n## References\n\n- [p3] Auth")
    assert "later" not in written.text


def test_a_review_cannot_be_written(
    world: World, endpoint: Endpoint, open_asker: OpenAsker
) -> None:
    with pytest.raises(NotFoundError, match="no title or abstract before 2012-01-01 has a word of"):
        write_review("zebrafish", world.context())
    with pytest.raises(DataError, match="a review needs papers or a model"):
        write_review("speech", world.context(), source="none")
    endpoint.faults = {"speech": ["refusal"]}
    with pytest.raises(DataError, match="no review was written: refused"):
        write_review("speech", world.context(open_asker()))
    endpoint.faults = {"speech": ["content without an end"]}
    with pytest.raises(DataError, match="no review was written: invalid, cut_off") as raised:
        write_review("speech", world.context(open_asker(graph_fingerprint="another")))
    assert "SCINET_LLM_THINKING_TOKENS" in raised.value.hint
