"""Answers of products elsewhere: what is read of each way to write a list of papers."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.scoring import header_of, task_of, write_lines

from scinet.errors import DataError
from scinet.eval.answer import TextAnswer
from scinet.eval.ranked_list import PaperList, get_items
from scinet.eval.suites.official import ImportedRun
from scinet.eval.suites.scinetbench.answer_files import read_answers
from scinet.eval.task import Query, Task
from scinet.eval.titles import TitleIndex

DAY = date(2024, 1, 1)
TITLES = TitleIndex.from_rows(
    [
        ("a", "Attention Is All You Need", 2017),
        ("b", "BERT: Pre-training of Deep Bidirectional Transformers", 2019),
        ("old", "Long Short-Term Memory", 1997),
        ("word", "Translation", 2010),
    ]
)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    queries = [
        Query(f"q{n:04d}", f"papers that cite “{n}”", {"paper_id": "x"}, DAY, 50) for n in (1, 2)
    ]
    truth = [{"query_id": query.query_id, "items": []} for query in queries]
    return task_of("scinetbench/pair-citation", queries, truth, tmp_path / "task", before=DAY)


def imported(task: Task, file: Path, kind: Any = PaperList) -> ImportedRun:
    return read_answers(task, file, header_of(task), TITLES, kind)


def text_of(task: Task, file: Path) -> str:
    answer = imported(task, file, TextAnswer).run.answers["q0001"]
    assert isinstance(answer, TextAnswer)
    return answer.text


def of(task: Task, file: Path, query: str = "q0001") -> list[str | None]:
    run = imported(task, file).run
    return [item.id or item.title for item in get_items(run.answers[query])]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("attention is all you need", "a"),
        ("1. **Attention Is All You Need** (Vaswani et al., 2017): no recurrence", "a"),
        ("- [Attention is all you need](https://arxiv.org/abs/1706.03762)", "a"),
        ("[3] Vaswani, A., Shazeer, N. (2017). Attention is all you need. NeurIPS, 30.", "a"),
        ("2) Devlin et al. BERT: Pre-training of deep bidirectional transformers. 2019.", "b"),
        ("* “Long short-term memory”, Hochreiter and Schmidhuber, 1997", "old"),
        ("1. (Hochreiter1997 pages 1-3): S. Hochreiter. *Long Short-Term Memory*. 1997", "old"),
        # Its year here is of a reprint; nothing else has that title.
        ("- Long Short-Term Memory (2020)", "old"),
        # One word of a line is not taken for a title; the likeliest one stays for later.
        ("- On Machine Translation, Translation", "On Machine Translation, Translation"),
        ("- “Unknown Title of Nobody” (2001)", "Unknown Title of Nobody"),
    ],
)  # fmt: skip
def test_lines(task: Task, tmp_path: Path, line: str, found: str) -> None:
    file = write_lines(tmp_path / "answers.jsonl", {"query_id": "q0001", "text": line})
    assert of(task, file) == [found]


def test_records_of_json(task: Task, tmp_path: Path) -> None:
    items = ["Attention is all you need", {"title": "Long Short-Term Memory", "year": 1998},
             {"title": "Long Short-Term Memory", "year": 2011}, {"id": "b"}]  # fmt: skip
    rows = [{"query": "papers that cite “1”", "papers": items}, {"query_id": "q0099", "papers": []}]
    file = write_lines(tmp_path / "answers.jsonl", *rows)
    # A year that is given, and not guessed from a line, has to fit.
    assert of(task, file) == ["a", "old", "Long Short-Term Memory", "b"]
    assert imported(task, file).counts == {
        "records": 2, "queries": 2, "answered": 1, "not_asked": 1,
        "titles": 4, "resolved": 3, "unresolved": 1,
    }  # fmt: skip
    file = tmp_path / "answers.json"
    file.write_text(json.dumps({"q0002": ["Long short-term memory"]}))
    assert of(task, file, "q0002") == ["old"]


def test_the_tree_of_pasa_by_place(task: Task, tmp_path: Path) -> None:
    def node(title: str, score: float, *below: dict[str, Any]) -> dict[str, Any]:
        return {"title": title, "select_score": score, "child": {"by": list(below)}, "extra": {}}

    tree = node("?", 0, node("Long Short-Term Memory", 0.6, node("Attention Is All You Need", 0.9)),
                node("Translation", 0.5), node("Long Short-Term Memory", 0.7))  # fmt: skip
    write_lines(tmp_path / "results" / "1.json", tree)
    # Selected above 0.5, best first, each title as it was found first.
    assert of(task, tmp_path / "results", "q0002") == ["a", "old"]


def test_an_answer_of_paperqa(task: Task, tmp_path: Path) -> None:
    references = '1. (V2017 pages 1-2): Vaswani. "Attention is all you need". 2017.'
    session = {"question": "?", "answer": "As shown (V2017).", "references": references}
    file = write_lines(tmp_path / "answers.jsonl", {"query_id": "q0001", "session": session})
    assert of(task, file) == ["a"]


def test_a_report_in_markdown(task: Task, tmp_path: Path) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "q0001.md").write_text(
        "# Report\n\n1. First we look at translation.\n\n## References\n\n"
        "[1] Long Short-Term Memory. 1997.\n[2] Attention Is All You Need.\n\n## Notes\n- Other\n"
    )
    assert of(task, folder) == ["old", "a"]
    assert text_of(task, folder).startswith("# Report")
    item = tmp_path / "all.md"
    item.write_text(
        "## q0002\nAttention is all you need\nLong short-term memory\n## 0\n- Translation\n"
    )
    assert of(task, item, "q0002") == ["a", "old"]
    assert of(task, item) == ["word"]


@pytest.mark.parametrize(
    "between", ["### 2003\n\n{}\n\n### 2004", "## 1998\n\n{}\n\n## 1999", "### 1\n\n{}\n\n### 0"]
)
def test_headings_inside_an_answer_begin_no_other(task: Task, tmp_path: Path, between: str) -> None:
    file = tmp_path / "all.md"
    inside = between.format("- Attention is all you need") + "\n\n- Long short-term memory\n\n"
    file.write_text(f"# 2024\n\n## q0001\n\n{inside}## q0002\n\n- Translation\n")
    assert of(task, file) == ["a", "old"]
    assert of(task, file, "q0002") == ["word"]
    assert text_of(task, file).strip() == inside.strip()


def test_answers_to_queries_of_another_task_are_left_out(task: Task, tmp_path: Path) -> None:
    file = tmp_path / "all.md"
    file.write_text("## q0001\n- Translation\n## q0099\n- Attention is all you need\n")
    assert of(task, file) == ["word"]
    assert imported(task, file).counts["not_asked"] == 1


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("x.jsonl", "{", r"not JSON \(.*x.jsonl, line 1\)"),
        ("x.json", "3", r"neither a JSON list nor a JSON object \(.*x.json\)"),
        ("x.json", '{"q0001": [1' + "0" * 99 + "]}", r"an integer .*x.json"),
        ("x.jsonl", '{"papers": []}', r"names no query \(.*record 1"),
        ("x.jsonl", '{"query_id": "q0001"}\n{"query_id": "q0001"}', "'q0001' is answered twice"),
        ("x.txt", "Attention is all you need", "no answer to a query of the task"),
    ],
)
def test_what_is_refused(
    task: Task, tmp_path: Path, name: str, content: str, complaint: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError, match=complaint):
        imported(task, tmp_path / name)
