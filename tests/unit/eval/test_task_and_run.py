"""Task folders and run files: what is written is read again, what is wrong is refused."""

import dataclasses
import math
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from scinet.errors import DataError, NotFoundError, StorageError
from scinet.eval import run
from scinet.eval.answer import Answer, ChoiceAnswer, NoAnswer, NumberAnswer
from scinet.eval.list_task import share_tied
from scinet.eval.ranked_list import AuthorList, PaperList, RankedItem
from scinet.eval.run import Run, RunHeader
from scinet.eval.run_writer import RunWriter
from scinet.eval.task import Query, Split, Task, TaskDraft, write_task

BEFORE = date(2010, 1, 1)
DRAFT = TaskDraft(
    suite="suite",
    name="name",
    options={"k": 5},
    seed=3,
    counts={"queries": 1},
    left_out={"undated": 2},
    graph_fingerprint="f" * 64,
    splits={
        "test": Split(
            before=BEFORE,
            queries=[Query("q1", "papers that cite x", {"paper_id": "x"}, BEFORE, 5)],
            truth=[{"query_id": "q1", "items": [{"id": "a"}]}],
        )
    },
)
HEADER = RunHeader("sys", "1", "f" * 64, "text", {}, 0)
FIRST = (
    '{"system": "sys", "version": "1", "task_fingerprint": "' + "f" * 64 + '", "track": "text"}\n'
)


def read(file: Path, answers: type[Answer] = PaperList, queries: Sequence[str] = ("q1",)) -> Run:
    return run.read_run(file, fingerprint="f" * 64, queries=queries, answers=answers)


def test_a_task_is_read_as_written(tmp_path: Path) -> None:
    task = write_task(DRAFT, tmp_path / "task")
    assert task.queries() == list(DRAFT.splits["test"].queries)
    assert task.truth() == {"q1": {"query_id": "q1", "items": [{"id": "a"}]}}
    assert (task.id, task.left_out, task.seed) == ("suite/name", {"undated": 2}, 3)
    again = write_task(DRAFT, tmp_path / "task")
    other = write_task(dataclasses.replace(DRAFT, seed=4), tmp_path / "other")
    assert again.fingerprint == task.fingerprint != other.fingerprint


def test_changed_files_are_noticed(tmp_path: Path) -> None:
    task = write_task(DRAFT, tmp_path / "task")
    truth = task.folder / "test" / "truth.jsonl"
    truth.write_bytes(truth.read_bytes().replace(b'"a"', b'"b"'))
    with pytest.raises(DataError, match="fingerprint"):
        Task.read(task.folder)


def test_folders_that_are_no_task(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for taken in (tmp_path, tmp_path / "file"):
        with pytest.raises(StorageError, match="holds something else"):
            write_task(DRAFT, taken)
    assert (tmp_path / "file").read_text() == "mine"
    with pytest.raises(NotFoundError, match="no task in"):
        Task.read(tmp_path)
    with pytest.raises(NotFoundError, match="no queries of split 'val'"):
        write_task(DRAFT, tmp_path / "task").queries("val")
    empty = dataclasses.replace(DRAFT.splits["test"], queries=[], truth=[])
    nothing = dataclasses.replace(DRAFT, splits={"test": empty})
    with pytest.raises(DataError, match=r"no query can be made .*undated 2"):
        write_task(nothing, tmp_path / "none")
    train = dataclasses.replace(DRAFT.splits["test"], before=date(2009, 1, 1))
    untested = dataclasses.replace(DRAFT, splits={"train": train, "test": empty})
    with pytest.raises(DataError, match=r"no query can be made"):
        write_task(untested, tmp_path / "none")
    unvalidated = write_task(
        dataclasses.replace(DRAFT, splits={**DRAFT.splits, "val": empty}), tmp_path / "no-val"
    )
    assert unvalidated.require_queries() == unvalidated.queries()
    with pytest.raises(DataError, match="no query in split 'val'"):
        unvalidated.require_queries("val")


def test_a_run_is_read_as_written(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    answer = PaperList(
        "q1",
        (RankedItem("a", None, 2.0), RankedItem(None, "A title", 2.0, 2001)),
        explanation={"why": "so"},
    )
    writer = RunWriter(file, HEADER)
    writer.write(answer)
    assert not file.exists()
    writer.finish()
    result = read(file)
    assert result.header == HEADER
    assert result.answers == {"q1": answer}
    assert share_tied(result) == 1.0


@pytest.mark.parametrize(
    ("answer", "row"),
    [
        (NumberAnswer("q1", value=0.0), b'{"query_id":"q1","value":0.0}'),
        (NumberAnswer("q1", -2.5, explanation="why"), b'"value":-2.5,"explanation":"why"}'),
        (ChoiceAnswer("q1", choice="A", score=-0.5), b'"choice":"A","score":-0.5}'),
        (ChoiceAnswer("q1", choice=""), b'{"query_id":"q1","choice":""}'),
        (AuthorList("q1", ()), b'{"query_id":"q1","items":[]}'),
    ],
)
def test_each_answer_type_is_read_as_written(tmp_path: Path, answer: Answer, row: bytes) -> None:
    file = tmp_path / "run.jsonl"
    writer = RunWriter(file, HEADER)
    writer.write(answer)
    writer.finish()
    assert file.read_bytes().splitlines()[1].endswith(row)
    assert read(file, type(answer)).answers == {"q1": answer}


@pytest.mark.parametrize(
    "answer",
    [
        NumberAnswer("q1", value=math.nan),
        NumberAnswer("q1", value=math.inf),
        ChoiceAnswer("q1", choice="A", score=-math.inf),
        PaperList("q1", (RankedItem("a", None, math.nan),)),
    ],
)
def test_a_system_that_returns_no_number_is_stopped(tmp_path: Path, answer: Answer) -> None:
    writer = RunWriter(tmp_path / "run.jsonl", HEADER)
    with pytest.raises(DataError, match=r"answer to q1 holds a number that is not finite"):
        writer.write(answer)
    writer.close()


@pytest.mark.parametrize(
    ("answers", "row", "complaint"),
    [
        (NumberAnswer, '"items": []', r"value: Field required, query q1 .*run\.jsonl, line 2"),
        (NumberAnswer, '"value": null', "value: Input should be a valid number"),
        (NumberAnswer, '"value": "3"', "value: Input should be a valid number"),
        (NumberAnswer, '"value": true', "value: Input should be a valid number"),
        (NumberAnswer, '"value": [3]', "value: Input should be a valid number"),
        (NumberAnswer, '"value": NaN', "a value that is NaN"),
        (NumberAnswer, '"value": -1e999', "value: Input should be a finite number"),
        (NumberAnswer, '"value": 1' + 400 * "0", "an integer of more than 63 bits"),
        (ChoiceAnswer, '"value": 1', "choice: Field required"),
        (ChoiceAnswer, '"choice": "C"', "choice: Input should be 'A', 'B' or '"),
        (ChoiceAnswer, '"choice": ["A"]', "choice: Input should be"),
        (ChoiceAnswer, '"choice": "A", "score": "x"', "score: Input should be a valid number"),
        (ChoiceAnswer, '"choice": "A", "score": Infinity', "a value that is Infinity"),
        (PaperList, '"value": 1', "items: Field required"),
    ],
)
def test_answers_of_another_type_are_refused(
    tmp_path: Path, answers: type[Answer], row: str, complaint: str
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(FIRST + '{"query_id": "q1", ' + row + "}\n")
    with pytest.raises(DataError, match=complaint):
        read(file, answers)


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    writer = RunWriter(file, HEADER)
    writer.write(PaperList("q1", (RankedItem("a"),)))
    writer.close()
    partial = tmp_path / "run.jsonl.partial"
    partial.write_bytes(partial.read_bytes() + b'{"query_id": "q2", "it')  # killed while writing
    again = RunWriter(file, HEADER)
    assert again.done == {"q1"}
    again.write(PaperList("q2", (RankedItem("b"),)))
    again.finish()
    assert list(read(file, queries=["q1", "q2"]).answers) == ["q1", "q2"]
    # Another setting is another run: nothing of the old one is kept.
    other = RunWriter(file, dataclasses.replace(HEADER, settings={"k1": 2}))
    assert other.done == set()
    other.close()


def test_no_part_takes_the_place_of_a_whole_run(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"

    def written(*answers: Answer) -> list[bytes]:
        writer = RunWriter(file, HEADER)
        for answer in answers:
            if answer.query_id not in writer.done:
                writer.write(answer)
        writer.finish()
        return file.read_bytes().splitlines()[1:]

    first, second = PaperList("q1", (RankedItem("a"),)), PaperList("q2", (RankedItem("b"),))
    unpaid = NoAnswer("q2", status="budget", reason="calls")
    assert len(written(first, unpaid)) == 2  # nothing stood there yet
    assert len(written(NoAnswer("q1", status="budget", reason="calls"), unpaid)) == 2
    whole = written(first, second)
    assert written(first, unpaid) == whole
    assert written(first, PaperList("q2", ())) != whole  # what was kept of it goes on


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "the first line: system: Field required"),
        ("[]\n", "the line is not an object"),
        ('{"system": "s"}\n', "version: Field required; task_fingerprint: Field .*; track: Field"),
        (FIRST.replace('"text"', '"magic"'), "be 'text' or 'graph' or 'indicators'"),
        *(
            (FIRST.replace("}", f", {extra}}}"), "the first line: ")
            for extra in ('"settings": [1]', '"seed": "x"', '"split": 7', '"seed": 1e999')
        ),
        (FIRST + "[" * 5_000 + "]" * 5_000 + "\n", r"the line is nested.*line 2"),
        (FIRST + '{"query_id": "\\ud800"}\n', r"the line has text.*line 2"),
        (FIRST.replace("}", ', "ties": "mine"}'), "ties: Input should be 'shuffled' or 'listed'"),
        (FIRST.replace('"sys"', '"../sys"'), "not a valid system name"),
        (FIRST.replace("f" * 64, "0" * 64), "another task"),
        (FIRST.replace("}", ', "split": "val"}'), "answers split 'val'"),
        (FIRST + "{\n", r"the line is not JSON .*line 2"),
        (FIRST + '{"items": []}\n', "query_id: Field required"),
        (FIRST + '{"query_id": "q1"}\n', "items: Field required"),
        (FIRST + '{"query_id": "q1", "items": [{}]}\n', "neither id nor title"),
        (FIRST + '{"query_id": "q1", "items": ["a"]}\n', "items.0: Input should be a dictionary"),
        (FIRST + '{"query_id": "q9", "items": []}\n', "unknown query 'q9'"),
        (FIRST.replace("}", ', "trak": "text"}'), r"field 'trak' .*line 1.*\n.*mean track\?"),
        (
            FIRST + '{"query_id": "q1", "items": [], "explantion": 1}\n',
            r"'explantion' .*\nDid you mean expl",
        ),
        (
            FIRST + '{"query_id": "q1", "items": [{"id": "a", "rank": 1}]}\n',
            r"'rank' .*\nThere are id, ",
        ),
        (FIRST + '{"query_id": "q1", "items": []}\n' * 2, r"answered twice .*line 3"),
        *(
            (FIRST + '{"query_id": "q1", "items": [' + items + "]}\n", complaint)
            for items, complaint in (
                ('{"id": "a", "score": NaN}', "a value that is NaN"),
                ('{"id": "a", "score": -Infinity}', "-Infinity"),
                ('{"id": "a", "score": 1e999}', "a finite number"),
                ('{"id": "a", "score": "x"}', "items.0.score: Input should be a valid number"),
                ('{"title": "A", "year": "x"}', "items.0.year: Input should be a valid integer"),
                ('{"id": "a", "score": 1}, {"id": "b", "score": 2}', "scores increase"),
            )
        ),
    ],
)
def test_bad_runs_are_refused_in_one_line(tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(content)
    with pytest.raises(DataError, match=complaint) as caught:
        read(file)
    assert "run.jsonl" in str(caught.value)
    assert caught.value.hint


def test_a_missing_run(tmp_path: Path) -> None:
    for file in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(NotFoundError, match="no run file"):
            read(file)


@pytest.mark.parametrize("content", [FIRST.replace("f" * 64, "0" * 64), "notes\n", "[]\n", ""])
def test_a_file_of_something_else_is_not_replaced(tmp_path: Path, content: str) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(content)
    with pytest.raises(DataError, match="exists and is not a run of this task") as caught:
        RunWriter(file, HEADER)
    assert caught.value.hint == "Choose another --out, or delete that file."
    assert file.read_text() == content
    assert list(tmp_path.iterdir()) == [file]


def test_a_run_of_the_same_task_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text(FIRST)
    RunWriter(file, HEADER).finish()
    assert read(file).header == HEADER


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("queries", "[]"),
        ("queries", "7"),
        ("queries", "{"),
        ("queries", '{"query_id": "q1"}'),
        ("queries", '{"query_id":"q1","text":"t","inputs":{},"before":"2010-13-01","k":5}'),
        ("queries", '{"query_id":"q1","text":"t","inputs":{},"before":7,"k":5}'),
        ("truth", '{"items": []}'),
        ("truth", "null"),
        ("candidates", '{"query_id": "q1", "ids": 7}'),
        ("candidates", '{"query_id": "q1"}'),
    ],
)
def test_a_task_with_its_fingerprint_and_other_rows_is_refused(
    tmp_path: Path, name: str, content: str
) -> None:
    task = write_task(DRAFT, tmp_path / "task")
    file = task.folder / "test" / f"{name}.jsonl"
    file.write_text(content + "\n")
    with pytest.raises(DataError, match=f"not a task description .*{name}"):
        task.truth() if name == "truth" else task.queries()
