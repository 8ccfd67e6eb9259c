"""PreScience's contributions on a network small enough to see what may be known of each paper."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.build import Paper, snapshot_of

from scinet.errors import DataError
from scinet.eval.answer import Record, content_of
from scinet.eval.evaluate import evaluate
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites import named
from scinet.eval.suites.prescience.contribution import around
from scinet.eval.task import Task, TaskDraft, write
from scinet.eval.task_type import Material
from scinet.eval.writing import Writer
from scinet.graph.snapshot import Snapshot

END = date(2012, 1, 1)
PAPERS: list[Paper] = [
    ("old", "2009", []),
    ("plain", "2010-03", ["old"]),  # has no abstract
    ("nameless", "2010-05", []),  # has no title
    ("some month", "2011-02", ["old"]),
    ("target", "2011-02-10", ["old", "plain", "nameless", "some month", "same day"]),
    ("same day", "2011-02-10", ["plain"]),
    ("alone", "2011-03", ["nameless"]),
    ("later", "2012-02", ["target"]),
]
AUTHORS = {"old": ["ann"], "target": ["new", "ann"], "plain": ["bob"]}
TEXTS = {"old": "Trees of words.", "target": "Parsing words into trees.", "same day": "On words."}
TEXTS |= {"some month": "Months.", "alone": "Nothing.", "later": "Much later."}


def network() -> Snapshot:
    made = snapshot_of(PAPERS, AUTHORS, titles={"nameless": ""})
    return replace(made, abstract=np.array([TEXTS.get(p) for p in made.paper_id], dtype=object))


def build(**options: str) -> TaskDraft:
    task_type = named("prescience/contribution")
    material = Material(network().until(END), END, 0)
    return task_type.build(material, task_type.read_options({"since": "2011-01-01", **options}))


def built(folder: Path, **options: str) -> Task:
    return write(build(**options), folder)


def scored(task: Task, records: dict[str, Any], scoring: Any = "strict") -> Result:
    answers = {one: Record(one, record=record) for one, record in records.items()}
    run = Run(Header("mine", "1", task.fingerprint, "text", {}, None), answers)
    return evaluate(named(task.id), task, [run], scoring=scoring)[0]


def test_what_is_known_of_a_paper() -> None:
    split = build().splits["test"]
    asked = {row["paper_id"]: (q, row) for q, row in zip(split.queries, split.truth, strict=True)}
    assert asked.keys() == {"target", "same day", "some month"}
    query, truth = asked["target"]
    assert query.before == date(2011, 2, 10)
    assert query.inputs == {
        "author_ids": ["ann"],  # new had not published
        # One of the same day, one of some day of that month, and one without a title are left out.
        "key_references": [
            {"id": "old", "title": "Title of old", "abstract": "Trees of words."},
            {"id": "plain", "title": "Title of plain", "abstract": None},
        ],
    }
    assert query.text == "the next paper of ann, which builds on 2 papers"
    assert (truth["title"], truth["abstract"]) == ("Title of target", "Parsing words into trees.")
    # Before that day plain cites old, and nothing cites plain; a year later 2011 is over.
    around_it = [truth[name] for name in ("reference_citations", "reference_entropy", "citations")]
    assert around_it == [0.5, None, None]
    assert asked["some month"][0].before == date(2011, 2, 1)
    assert asked["same day"][0].text == "the next paper of a new team, which builds on one paper"


def test_what_surrounds_a_target() -> None:
    found = around("parsing", ["parsing", "parsing", "speech", None], [4, 0, 2], 7)
    entropy = found.pop("reference_entropy")
    assert entropy == pytest.approx(0.918296)  # of two thirds and one third, in bits
    assert found == {"subject": "parsing", "citations": 7, "reference_citations": 2.0}
    assert around(None, ["one", "one"], [], None)["reference_entropy"] == 0.0


def test_what_is_left_out() -> None:
    lost = build().left_out
    assert lost["papers_without_an_earlier_reference"] == 1  # alone
    assert lost["papers_without_text"] == 0
    earlier = build(since="2010-01-01")
    assert earlier.left_out["papers_without_text"] == 2  # plain and nameless
    assert earlier.left_out["papers_not_drawn"] == 0
    one = build(since="2010-01-01", targets="1")
    assert one.left_out["papers_not_drawn"] == len(earlier.splits["test"].queries) - 1 > 0
    titles = build(since="2010-01-01", asked="title")
    assert titles.left_out["papers_without_text"] == 1
    assert "plain" in {row["paper_id"] for row in titles.splits["test"].truth}


def test_rouge_of_title_and_abstract(tmp_path: Path) -> None:
    task = built(tmp_path / "task", targets="0")
    place = next(q for q, row in task.truth().items() if row["paper_id"] == "target")
    record = {"title": "Target", "abstract": "words, parsed into a tree"}
    found = {m.metric: m for m in scored(task, {place: record}).metrics}
    # titl of target pars word into tree / target word pars into a tree: the longest in both is
    # target pars (or word) into tree.
    assert found["ROUGE-L precision"].mean * 3 == pytest.approx(4 / 6)
    assert found["ROUGE-L recall"].mean * 3 == pytest.approx(4 / 7)
    assert found["ROUGE-L F1"].mean * 3 == pytest.approx(8 / 13)
    assert found["ROUGE-L F1"].answered == pytest.approx(8 / 13)
    official = {m.metric: m for m in scored(task, {place: record}, "official").metrics}
    assert official["ROUGE-L F1"].mean == pytest.approx(8 / 13)
    assert official["ROUGE-L F1"].n == 1


def test_titles_alone_are_compared_where_they_are_asked_for(tmp_path: Path) -> None:
    task = built(tmp_path / "task", asked="title")
    records = {
        one: {"title": row["title"], "abstract": "and more"} for one, row in task.truth().items()
    }
    assert {m.mean for m in scored(task, records).metrics} == {1.0}


def test_controls_stand_in_their_places(tmp_path: Path) -> None:
    task = built(tmp_path / "task")
    found = evaluate(named(task.id), task, [])
    means = {result.header.system: result.metrics[2].mean for result in found}
    assert means["oracle"] == 1.0
    assert means["anti-oracle"] == 0.0
    assert 0 < means["random"] < 1


def test_a_run_is_held_to_the_form(tmp_path: Path) -> None:
    task = built(tmp_path / "task")
    first = task.queries()[0].query_id
    task_type = named(task.id)

    def read(record: dict[str, Any]) -> Run:
        writer = Writer(
            tmp_path / "run.jsonl", Header("mine", "1", task.fingerprint, "text", {}, 0)
        )
        writer.write(Record(first, record=record))
        writer.finish()
        return task_type.read_run(tmp_path / "run.jsonl", task)

    assert content_of(read({"title": "A", "abstract": "B", "reasoning": "C"}).answers[first])
    for record, told in (({"abstract": "B"}, "title"), ({"title": "A", "more": 1}, "more")):
        with pytest.raises(DataError, match=told):
            read(record)


def test_the_future_moves_nothing() -> None:
    task_type = named("prescience/contribution")
    options = task_type.read_options({"since": "2011-01-01"})
    whole = network()
    before = task_type.build(Material(whole.until(END), END, 0), options)
    also = task_type.build(Material(whole, END, 0), options)
    assert before.splits == also.splits


def test_options_are_checked() -> None:
    with pytest.raises(DataError, match="option asked: Input should be 'abstract' or 'title'"):
        build(asked="both")
