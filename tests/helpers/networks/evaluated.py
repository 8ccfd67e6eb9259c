"""A folder with two tasks on the field of the golden files, runs of them and their results."""

from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import orjson

from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Split, Task, TaskDraft, write_task
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph

DAY = date(1994, 1, 10)
STEPS = [
    {
        "text": "I look it up.",
        "calls": [
            {"tool": "lookup_paper", "arguments": {"paper": "P3"}, "result": {"rows": ["P3"]}},
            {"tool": "guess", "arguments": {}, "result": {"error": "there is no tool 'guess'"}},
        ],
    },
    {"text": "P4 cites it."},
]


def citing_task(database: Database, folder: Path, words: str = "") -> Task:
    """Two questions: which papers cite P3 (P4, before the day), and which cite P2 (P3, P4)."""
    truth = {"q1": ("P3", ["P4"], ["P1", "P2"]), "q2": ("P2", ["P3", "P4"], ["P1"])}
    queries = [
        Query(item, f"papers that cite {paper}{words}", {"paper_id": paper, "title": words}, DAY, 5)
        for item, (paper, *_) in truth.items()
    ]
    rows = [
        {
            "query_id": item,
            "items": [{"id": paper, "paragraph_ids": []} for paper in citing],
            "official": cited,
        }
        for item, (_, citing, cited) in truth.items()
    ]
    return _write(database, folder, "scinetbench", "pair-citation", queries, rows)


def impact_task(database: Database, folder: Path) -> Task:
    """Two questions whose truth, 4 and 1, lies after the day."""
    queries = [Query(f"q{n}", f"how often P{n} is cited", {}, DAY, 1) for n in (1, 2)]
    known = {"citations_perhaps_in_time": 0, "venue_id": "v", "year": 1995}
    rows = [
        {"query_id": f"q{n}", "paper_id": f"P{n}", "citations": citations, **known}
        for n, citations in ((1, 4), (2, 1))
    ]
    return _write(database, folder, "prescience", "impact", queries, rows)


def write_run(task: Task, file: Path, system: str, answers: list[dict[str, Any]]) -> Path:
    header = {"system": system, "version": "1", "task_fingerprint": task.fingerprint}
    rows = ({**header, "track": "graph"}, *answers)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    return file


def evaluated_folder(database: Database, folder: Path, *, words: str = "") -> Path:
    """Tasks, runs and results of systems good, poor and agent, and of one on numbers.

    Cite-Acc of good is 1 and 1/2, of poor 0 and 1/2. The list of good holds P7, which is later; so
    does that of agent, which names papers by title, in the first place P4.
    """
    graph = Graph(lambda: database, cache=folder.parent / f"{folder.name}-cache")
    citing = citing_task(database, folder / "tasks" / "citing", words)
    lists = {
        "good": {"q1": ["P4"], "q2": ["P3", "P7"]},
        "poor": {"q1": ["P1"], "q2": ["P4", "P1"]},
    }
    runs = [
        write_run(
            citing,
            folder / "runs" / f"{system}.jsonl",
            system,
            [
                {"query_id": q, "items": [{"id": identifier} for identifier in ids]}
                for q, ids in of.items()
            ],
        )
        for system, of in lists.items()
    ]
    answers: list[dict[str, Any]] = [
        {
            "query_id": "q1",
            "items": [
                {"title": "networks of papers"},
                {"title": words or "Nobody's paper"},
                {"title": "The growth of networks"},
            ],
            "explanation": {"stopped": "steps", "steps": STEPS, "words": words},
            "usage": {"prompt_tokens": 4210, "cost": 0.5},
        },
        {"query_id": "q2", "status": "invalid", "reason": f"not JSON{words}"},
    ]
    runs.append(write_run(citing, folder / "runs" / "agent.jsonl", "agent", answers))
    for scoring in ("strict", "official"):
        graph.evaluate(citing, runs, scoring=scoring, baseline="poor", out=folder / "results")
    impact = impact_task(database, folder / "tasks" / "impact")
    numbers: list[dict[str, Any]] = [
        {"query_id": "q1", "value": 3.0},
        {"query_id": "q2", "value": 1.5},
    ]
    run = write_run(impact, folder / "runs" / "numbers.jsonl", "numbers", numbers)
    graph.evaluate(impact, [run], out=folder / "results")
    return folder


def _write(
    database: Database,
    folder: Path,
    suite: str,
    name: str,
    queries: list[Query],
    truth: list[dict[str, Any]],
) -> Task:
    draft = TaskDraft(
        suite,
        name,
        asdict(get_task_type(f"{suite}/{name}").options()),
        0,
        {"queries": len(queries)},
        {},
        str(fingerprint.stored_fingerprint(database)),
        {"test": Split(DAY, queries, truth)},
    )
    return write_task(draft, folder)
