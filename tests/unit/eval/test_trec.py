"""Truth and runs in files of TREC score with ir_measures what they score here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import lists_of, run_of, task_of

import scinet
from scinet.errors import DataError
from scinet.eval import trec
from scinet.eval.metrics import retrieval
from scinet.eval.ranked_list import PaperList, RankedItem, get_items
from scinet.eval.run import Run
from scinet.eval.suites.scinetbench.path import PathTask as PathTask
from scinet.eval.suites.scipaths.grounding import GroundingTask
from scinet.eval.task import Query, Task
from scinet.eval.task_type import ScoringContext
from scinet.graph.db.connection import Database

DAY = date(2010, 1, 1)
# q1 answers with a repeat and a tie, q2 with its own paper and beyond k = 6, q3 not at all.
LISTS: Mapping[str, Sequence[tuple[str, float]]] = {
    "q1": [("a", 5), ("b", 4), ("b", 3), ("c", 2), ("d", 2), ("e", 1)],
    "q2": [("own", 9), *((one, 1.0) for one in "xyzuvwab")],
}
TRUE = {"q1": [["b"], ["d", "late"]], "q2": [["w"], ["x", "b"]], "q3": [["a"]]}


@pytest.fixture
def task(tmp_path: Path) -> Task:
    queries = [Query(name, "which?", {"paper_id": "own"}, DAY, 6) for name in TRUE]
    # What is true of any day is not what is true before it.
    rows = [
        {"query_id": name, "groups": groups, "published": [*groups, ["after"]]}
        for name, groups in TRUE.items()
    ]
    return task_of("scipaths/grounding", queries, rows, tmp_path / "task", before=DAY)


def _run(task: Task, lists: Mapping[str, Sequence[tuple[str, float]]] = LISTS) -> Run:
    return run_of(
        task,
        lists_of(
            {q: [RankedItem(item, None, score) for item, score in ids] for q, ids in lists.items()}
        ),
    )


def _nobody() -> Database:
    raise AssertionError("nothing is asked of a graph")


def test_files_score_what_the_run_scores(task: Task, tmp_path: Path) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    graph = scinet.Graph(_nobody)
    run = _run(task)
    truth, listed = tmp_path / "truth.qrels", tmp_path / "mine.run"
    assert graph.export_task(task, truth) == 7
    told = graph.export_predictions(task, run, listed)
    assert told == {"system": "mine", "records": 2, "file": listed}
    assert truth.read_text().splitlines()[:3] == ["q1 0 b 1", "q1 0 d 1", "q1 0 late 1"]
    assert listed.read_text().startswith("q1 Q0 a 1 5 mine\nq1 Q0 b 2 4 mine\n")
    [resolved] = GroundingTask().resolve([run], task.queries(), ScoringContext(task))
    measures = [ir_measures.parse_measure(name) for name in ("R@5", "nDCG@6", "AP", "RR")]
    theirs = {
        (entry.query_id, str(entry.measure)): entry.value
        for entry in ir_measures.iter_calc(
            measures,
            list(ir_measures.read_trec_qrels(str(truth))),
            list(ir_measures.read_trec_run(str(listed))),
        )
    }
    for query, groups in TRUE.items():
        gains = dict.fromkeys([item for group in groups for item in group], 1.0)
        items = resolved.answers.get(query, ())
        ours = {
            "R@5": retrieval.recall_at(items, gains, 5),
            "nDCG@6": retrieval.ndcg_at(items, gains, 6),
            "AP": retrieval.average_precision(items, gains),
            "RR": retrieval.reciprocal_rank(items, gains),
        }
        for name, value in ours.items():
            assert theirs.get((query, name), 0.0) == pytest.approx(value), (query, name)


def test_what_is_no_ranking_or_has_blanks_is_refused(task: Task, tmp_path: Path) -> None:
    out = tmp_path / "truth.qrels"
    with pytest.raises(DataError, match="are no rankings"):
        trec.write_truth(PathTask(), task, out)
    with pytest.raises(DataError, match="'a b' has a blank"):
        trec.write_run(GroundingTask(), task, _run(task, {"q1": [("a b", 1.0)]}), out)
    titled = run_of(task, [PaperList("q1", (RankedItem(None, "A title", 1.0),))])
    with pytest.raises(DataError, match="by title"):
        trec.write_run(GroundingTask(), task, titled, out)
    assert not out.exists()


def test_a_run_that_was_written_is_read_again(task: Task, tmp_path: Path) -> None:
    graph = scinet.Graph(_nobody)
    listed = tmp_path / "mine.run"
    graph.export_predictions(task, _run(task), listed)
    told = graph.import_predictions(task, listed, out=tmp_path / "mine.jsonl")
    assert told == {"system": "mine", "records": 2, "run": tmp_path / "mine.jsonl"}
    again = tmp_path / "again.run"
    graph.export_predictions(task, tmp_path / "mine.jsonl", again)
    assert again.read_text() == listed.read_text()


def test_lists_are_in_the_order_of_their_scores(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "other.run"
    # As trec_eval does, whatever the ranks and the order of lines say.
    file.write_bytes(b"\xef\xbb\xbfq1 Q0 a 1 0.5 x\nq2 Q0 b 2 -1 x\n\nq1\tQ0\tb\t9\t7e1\tx\r\n")
    header = _run(task).header
    answers = trec.read_run(GroundingTask(), task, file, header).run.answers
    lists = {name: [(item.id, item.score) for item in get_items(answers[name])] for name in answers}
    assert lists == {"q1": [("b", 70.0), ("a", 0.5)], "q2": [("b", -1.0)]}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("q1 Q0 a 1 x", "5 columns where a run has six"),
        ("q1 Q0 a 1 high x", "the score 'high' is not a number"),
        ("q1 Q0 a 1 nan x", "the score 'nan' is not a number"),
        ("q9 Q0 a 1 2 x", "the task does not ask 'q9'"),
        ("q1 Q0 b 1 2 x", "q1 lists 'b' twice"),
    ],
)
def test_a_bad_line_is_named(task: Task, tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "bad.run"
    file.write_text(f"q1 Q0 b 1 3 x\n{line}\n")
    with pytest.raises(DataError, match=rf"{fault} \(.*bad.run, line 2\)"):
        trec.read_run(GroundingTask(), task, file, _run(task).header)
    with pytest.raises(DataError, match="are no rankings"):
        trec.read_run(PathTask(), task, file, _run(task).header)


def test_ids_that_nothing_has_are_said_with_what_was_meant(
    task: Task, caplog: pytest.LogCaptureFixture
) -> None:
    papers: list[Paper] = [(f"acl:{item}", "2005", []) for item in "abcde"]
    papers.append(("b", "2004", []))
    context = ScoringContext(task, snapshot=snapshot_of(papers).until(DAY))
    GroundingTask().resolve([_run(task)], task.queries(), context)
    # b is there; a, c, d and e are without their source; own and u to z are nothing.
    assert caplog.messages == [
        "mine: 11 of 12 ids name nothing before the day: 'a', 'c', 'd', …; "
        "4 of them lack their source: 'a' is 'acl:a'"
    ]


@pytest.mark.parametrize(
    ("papers", "ids", "message"),
    [
        ("acl:a acl:b", "a b", "the ids of mine lack their source"),
        (
            "openalex:W1 openalex:W2",
            "openalex:A5001 openalex:A6001",
            "the ids of mine are not those of papers: 'openalex:A5001', 'openalex:A6001'",
        ),
    ],
)
def test_a_run_with_ids_of_another_kind_is_refused(
    task: Task, papers: str, ids: str, message: str
) -> None:
    known: list[Paper] = [(item, "2005", []) for item in papers.split()]
    context = ScoringContext(task, snapshot=snapshot_of(known).until(DAY))
    run = replace(_run(task), answers={"q1": PaperList("q1", tuple(map(RankedItem, ids.split())))})
    with pytest.raises(DataError, match=f"^{message}"):
        GroundingTask().resolve([run], task.queries(), context)
