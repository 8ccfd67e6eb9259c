"""ScienceMeter's files: triplets to tasks, replies to runs and back, faults and all."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.files.sciencemeter_rows import file_of, judgment, run_of, task_of, triplet
from helpers.networks.scoring import header_of, write_lines

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import get_content
from scinet.eval.official_files import get_official
from scinet.eval.suites import get_task_type
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.suites.sciencemeter.metrics import SIGNALS, Reading

SUITE = get_official("sciencemeter")


def test_a_list_and_lines_become_one_task(tmp_path: Path) -> None:
    rows = [triplet(number) for number in range(1, 6)]
    task = task_of(tmp_path / "list", [file_of(tmp_path / "list/education.jsonl", rows)])
    lines = file_of(tmp_path / "lines/education.jsonl", rows, lines=True)
    assert task_of(tmp_path / "lines", [lines]).fingerprint == task.fingerprint
    # Four of five triplets test, each with two claims about each of three papers.
    assert len(task.queries("test")) == 24
    assert len(task.queries("train")) == 6
    counts = {"triplets": 5, "train_triplets": 1, "test_triplets": 4, "recurring_papers": 0}
    assert task.counts == counts
    assert {query.before for query in task.queries()} == {date(2024, 12, 20)}


def test_future_papers_are_not_named_and_stances_not_told(tmp_path: Path) -> None:
    file = file_of(tmp_path / "education.jsonl", [triplet(n) for n in range(1, 6)])
    task = task_of(tmp_path, [file])
    first: set[str] = set()
    for query in task.queries():
        truth = task.truth()[query.query_id]
        assert {"stance", "answer"}.isdisjoint(query.inputs)
        seen = json.dumps([query.text, dict(query.inputs)])
        if truth["set"] == "future":
            assert truth["paper_id"] not in seen
            assert f"Study {truth['paper_id'][3:]}" not in seen
        if query.query_id.endswith("-1"):
            first.add(truth["stance"])
    assert first == {"support", "refute"}


def test_reviews_go_on_request_and_dates_must_be_in_order(tmp_path: Path) -> None:
    review, turned = triplet(1), triplet(2)
    review["prior_paper"]["publicationTypes"] = ["JournalArticle", "Review"]
    turned["new_paper"]["publicationDate"] = "2022-01-01"
    file = file_of(tmp_path / "education.jsonl", [review, turned, triplet(3), triplet(4)])
    kept = task_of(tmp_path / "keep", [file], test_share="1.0")
    assert kept.left_out["dates_out_of_order"] == 1
    assert len(kept.queries()) == 18
    dropped = task_of(tmp_path / "drop", [file], test_share="1.0", reviews="drop")
    assert dropped.left_out["prior_reviews"] == 1
    assert len(dropped.queries()) == 12


def test_a_tested_paper_is_not_learned_from(tmp_path: Path) -> None:
    rows = [*(triplet(n) for n in range(1, 9)), triplet(9, new="n1"), triplet(10)]
    task = task_of(tmp_path, [file_of(tmp_path / "education.jsonl", rows)])
    assert task.left_out["train_with_tested_paper"] == 1
    learned = {row["paper_id"] for row in task.truth("train").values() if row["set"] == "new"}
    assert learned == {"s2:n10"}


def test_bad_rows_are_named(tmp_path: Path) -> None:
    broken = triplet(2)
    broken["future_paper"]["synthetic_refute_claim"] = None
    file = file_of(tmp_path / "education.jsonl", [triplet(1), broken])
    with pytest.raises(DataError, match=r"refute_claim: .*row 2"):
        task_of(tmp_path, [file])
    with pytest.raises(NotFoundError, match="no file"):
        task_of(tmp_path, [tmp_path / "absent.jsonl"])


def replies(row: dict[str, Any], choices: list[str], **more: Any) -> dict[str, Any]:
    correct = row["answer"]
    said = {"yes": "Yes.", "no": "No.", "fail to parse": "Hm."}
    return {
        "paperId": row["paper_id"].removeprefix("s2:"),
        "model_responses": [said[choice] for choice in choices],
        "model_choices": choices,
        "correct_choice": correct,
        "factual_accuracy": "accurate" if choices[0] == correct else "inaccurate",
        "consistency": len(set(choices)) == 1,
        **more,
    }


def test_replies_come_in_and_go_out_unchanged(tmp_path: Path) -> None:
    file = file_of(tmp_path / "education.jsonl", [triplet(1), triplet(2, prior="p1")])
    task = task_of(tmp_path, [file], test_share="1.0")
    written: dict[str, list[dict[str, Any]]] = {}
    truth = sorted(
        task.truth().values(), key=lambda row: (row["triplet"], row["stance"] == "refute")
    )
    for row in truth:
        choices = ["fail to parse"] * 3 if row["set"] == "future" else ["yes", "yes", "no"]
        told = {"linguistic_confidence": "fail to parse", "moreinfo": "no"}
        written.setdefault(row["set"], []).append(replies(row, choices, **told))
    folder = tmp_path / "llama"
    for name, rows in written.items():
        file_of(folder / f"llama_{name}.json", rows)
    read = SUITE.read_predictions(task, folder / "llama_prior.json", header_of(task, "llama"))
    assert read.counts == {"records": 12, "answered": 12, "not_asked": 0}
    contents: list[Any] = [get_content(answer) for answer in read.run.answers.values()]
    assert {answer["choices"][0] for answer in contents if answer} == {"yes", "invalid"}
    out = SUITE.write_predictions(task, read.run, tmp_path / "again/llama.json")
    assert [path.name for path in out] == [
        f"llama_{name}.json" for name in ("prior", "new", "future")
    ]
    for name, rows in written.items():
        again = json.loads((tmp_path / f"again/llama_{name}.json").read_text())
        assert again == rows
    # Rows of a paper that the task does not ask about are kept in their place.
    more = [{**written["new"][0], "paperId": "other"}, *written["new"]]
    file_of(folder / "llama_new.json", more)
    imported = SUITE.read_predictions(task, folder / "llama_new.json", header_of(task, "llama"))
    assert (imported.counts["answered"], imported.counts["not_asked"]) == (12, 1)
    SUITE.write_predictions(task, imported.run, tmp_path / "again/llama.json")
    assert json.loads((tmp_path / "again/llama_new.json").read_text()) == more
    (folder / "llama_future.json").unlink()
    with pytest.raises(NotFoundError, match="llama_future"):
        SUITE.read_predictions(task, folder / "llama_new.json", header_of(task, "llama"))


def test_domains_lie_in_folders_of_their_own(tmp_path: Path) -> None:
    files = [
        file_of(tmp_path / "biology.jsonl", [triplet(1)]),
        file_of(tmp_path / "business.jsonl", [triplet(2)]),
    ]
    task = task_of(tmp_path, files, test_share="1.0")
    run = run_of(task, "llama", {name: judgment("yes") for name in task.truth()})
    out = SUITE.write_predictions(task, run, tmp_path / "results/llama.json")
    assert tmp_path / "results/biology/judgment/llama_prior.json" in out
    assert len(out) == 6
    read = SUITE.read_predictions(task, out[-1], header_of(task, "llama"))
    said = {name: get_content(answer) for name, answer in read.run.answers.items()}
    assert {name: answer["choices"] for name, answer in said.items() if answer} == {
        name: ["yes"] * 3 for name in task.truth()
    }


def test_generated_claims_come_in(tmp_path: Path) -> None:
    file = file_of(tmp_path / "education.jsonl", [triplet(1)])
    task = task_of(tmp_path, [file], "generation", test_share="1.0")
    for name, said in (("prior", "accurate"), ("new", "inaccurate"), ("future", "fail to parse")):
        row = {"paperId": f"{name[0]}1", "model_response": "It works.", "factual_accuracy": said}
        file_of(tmp_path / f"m_{name}.json", [{**row, "moreinfo": "yes"}])
    imported = SUITE.read_predictions(task, tmp_path / "m_new.json", header_of(task, "llama"))
    told = {name: dict(get_content(answer) or {}) for name, answer in imported.run.answers.items()}
    assert [answer["accurate"] for answer in told.values()] == ["yes", "no", "invalid"]
    assert {answer["more_information"] for answer in told.values()} == {"yes"}


def test_future_papers_are_asked_about_by_subject(tmp_path: Path) -> None:
    file = file_of(tmp_path / "education.jsonl", [triplet(1), triplet(2)])
    named = write_lines(tmp_path / "subjects.jsonl", {"paper_id": "s2:f1", "subject": "teaching"})
    given: dict[str, Any] = {"test_share": "1.0", "subjects": str(named)}
    task = task_of(tmp_path, [file], "generation", **given)
    asked = [query.inputs["subject"] for query in task.queries() if "subject" in query.inputs]
    assert asked == ["teaching", "Study f2"]
    assert task.counts["future_asked_by_title"] == 1
    named.write_text("{}")
    with pytest.raises(DataError, match="line 1"):
        task_of(tmp_path, [file], "generation", **given)


def test_triplets_go_out_as_they_came(tmp_path: Path) -> None:
    rows = {name: [triplet(number) for number in numbers] for name, numbers in
            (("biology", (1, 2)), ("education", (3, 4)))}  # fmt: skip
    files = [file_of(tmp_path / f"in/{name}.jsonl", listed) for name, listed in rows.items()]
    for name in ("judgment", "generation"):
        task = task_of(tmp_path, files, name, test_share="1.0")
        out = tmp_path / name / "out"
        assert SUITE.write_instances(task, pytest.fail, split="test", out=out) == 4
        for domain, listed in rows.items():
            # A JSON list, whatever the name says.
            assert json.loads((out / f"{domain}.jsonl").read_text()) == listed
    value = task_of(tmp_path, files[:1], test_share="1.0")
    SUITE.write_instances(value, pytest.fail, split="test", out=tmp_path / "one.jsonl")
    assert json.loads((tmp_path / "one.jsonl").read_text()) == rows["biology"]


def test_choices_and_signs_that_a_file_states_are_taken(tmp_path: Path) -> None:
    file = file_of(tmp_path / "education.jsonl", [triplet(1)])
    task = task_of(tmp_path, [file], test_share="1.0")
    for name in ("prior", "new", "future"):
        rows = [
            {
                "paperId": f"{name[0]}1",
                "model_responses": ["No.", "No.", "Hm."],
                "model_choices": ["yes", "yes", "no"],
                "correct_choice": right,
                "factual_accuracy": "accurate",
                "consistency": True,
                "linguistic_confidence": "Yes",
                "moreinfo": "maybe",
            }
            for right in ("yes", "no")
        ]
        file_of(tmp_path / f"llama_{name}.json", rows)
    run = SUITE.read_predictions(task, tmp_path / "llama_new.json", header_of(task, "llama")).run
    task_type = get_task_type(task.id)
    assert isinstance(task_type, KnowledgeTask)
    truth = task.truth()
    readings: dict[Reading, str] = {"official": "unknown", "corrected": "correct"}
    for name, answer in run.answers.items():
        for reading, expected in readings.items():
            said = get_content(answer)
            # Consistent by the file; "maybe" is no wish for more; "Yes" is not the word "yes".
            assert task_type.label(said, truth[name], reading, SIGNALS) == expected
        # By the choices two phrasings agree of three, and one sign is not enough.
        assert task_type.label(get_content(answer), truth[name], "strict", SIGNALS) == "unknown"
