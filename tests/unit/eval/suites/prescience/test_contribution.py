"""PreScience's contributions on a network small enough to see what may be known of each paper."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import draft_of, header_of, run_of, score

from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer, get_content
from scinet.eval.results import Metric
from scinet.eval.run import Run
from scinet.eval.run_writer import RunWriter
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.contribution import describe_target
from scinet.eval.task import Task, TaskDraft, write_task
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
    given = {"since": "2011-01-01", **options}
    return draft_of("prescience/contribution", network().until(END), given)


def built(folder: Path, **options: str) -> Task:
    return write_task(build(**options), folder)


def scored(task: Task, records: dict[str, Any], scoring: str = "strict") -> dict[str, Metric]:
    run = run_of(task, [RecordAnswer(metric, record=record) for metric, record in records.items()])
    return {metric.metric: metric for metric in score(task, [run], scoring=scoring)["mine"].metrics}


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
    result = describe_target("parsing", ["parsing", "parsing", "speech", None], [4, 0, 2], 7)
    entropy = result.pop("reference_entropy")
    assert entropy == pytest.approx(0.918296)  # of two thirds and one third, in bits
    assert result == {"subject": "parsing", "citations": 7, "reference_citations": 2.0}
    assert describe_target(None, ["one", "one"], [], None)["reference_entropy"] == 0.0


def test_what_is_left_out() -> None:
    lost = build().left_out
    assert lost["papers_without_an_earlier_reference"] == 1  # alone
    assert lost["papers_without_text"] == 0
    earlier = build(since="2010-01-01")
    assert earlier.left_out["papers_without_text"] == 2  # plain and nameless
    assert earlier.left_out["papers_not_drawn"] == 0
    value = build(since="2010-01-01", targets="1")
    assert value.left_out["papers_not_drawn"] == len(earlier.splits["test"].queries) - 1 > 0
    titles = build(since="2010-01-01", asked="title")
    assert titles.left_out["papers_without_text"] == 1
    assert "plain" in {row["paper_id"] for row in titles.splits["test"].truth}


def test_rouge_of_title_and_abstract(tmp_path: Path) -> None:
    task = built(tmp_path / "task", targets="0")
    place = next(q for q, row in task.truth().items() if row["paper_id"] == "target")
    record = {"title": "Target", "abstract": "words, parsed into a tree"}
    scores = scored(task, {place: record})
    # titl of target pars word into tree / target word pars into a tree: the longest in both is
    # target pars (or word) into tree.
    assert scores["ROUGE-L precision"].mean * 3 == pytest.approx(4 / 6)
    assert scores["ROUGE-L recall"].mean * 3 == pytest.approx(4 / 7)
    assert scores["ROUGE-L F1"].mean * 3 == pytest.approx(8 / 13)
    assert scores["ROUGE-L F1"].answered == pytest.approx(8 / 13)
    official = scored(task, {place: record}, "official")
    assert official["ROUGE-L F1"].mean == pytest.approx(8 / 13)
    assert official["ROUGE-L F1"].n == 1


def test_titles_alone_are_compared_where_they_are_asked_for(tmp_path: Path) -> None:
    task = built(tmp_path / "task", asked="title")
    records = {
        item: {"title": row["title"], "abstract": "and more"} for item, row in task.truth().items()
    }
    assert {item.mean for item in scored(task, records).values()} == {1.0}


def test_controls_stand_in_their_places(tmp_path: Path) -> None:
    scores = score(built(tmp_path / "task"))
    means = {system: result.metrics[2].mean for system, result in scores.items()}
    assert means["oracle"] == 1.0
    assert means["anti-oracle"] == 0.0
    assert 0 < means["random"] < 1


def test_a_run_is_held_to_the_form(tmp_path: Path) -> None:
    task = built(tmp_path / "task")
    first = task.queries()[0].query_id

    def read(record: dict[str, Any]) -> Run:
        writer = RunWriter(tmp_path / "run.jsonl", header_of(task))
        writer.write(RecordAnswer(first, record=record))
        writer.finish()
        return get_task_type(task.id).read_run(tmp_path / "run.jsonl", task)

    assert get_content(read({"title": "A", "abstract": "B", "reasoning": "C"}).answers[first])
    for record, told in (({"abstract": "B"}, "title"), ({"title": "A", "more": 1}, "more")):
        with pytest.raises(DataError, match=told):
            read(record)
