"""One of every file that scinet writes, small: made anew here, stored in tests/golden/artefacts.

A form changes only together with a new stored one: `PYTHONPATH=tests python -m
helpers.networks.golden_artefacts URI` writes them all from a database that it empties, or those
that are named after it.
"""

import gzip
import io
import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow.parquet as pq
import pytest
from helpers.networks.audited_tasks import SMALL_SYSTEMS, SMALL_TASKS
from helpers.networks.audited_world import load_world
from helpers.servers.endpoint import filled, serving

import scinet
from scinet import Graph, ModelAccess, Task
from scinet.graph.db import indexes
from scinet.graph.db.connection import Database
from scinet.settings import Neo4jSettings

STORED: Final = Path(__file__).parents[2] / "golden" / "artefacts"
BEFORE: Final = "2012-01-01"
TASKS: Final = {  # one of each answer type
    "list": "prescience/collaborators",
    "number": "prescience/impact",
    "choice": "sciimpact/dataset",
    "text": "scinetbench/survey",
    "record": "scipaths/enabling",
    "claim": "sciencemeter/judgment",
}
MODELS: Final = {  # by what of them is kept: the system, and the answer type of its task
    "trees": ("collaborators-lambdarank", "list"),
    "network": ("collaborators-gnn", "list"),
    "projection": ("collaborators-projection", "list"),
    "forecaster": ("impact-boosted", "number"),
    "linear": ("impact-ridge", "number"),
    "pairs": ("pair-line", "choice"),
}
Made: TypeAlias = Callable[[Graph, Path, Path], object]


def _task(kind: str) -> Made:
    name = TASKS[kind]
    options: dict[str, Any] = dict(SMALL_TASKS.get(name, {}))
    if kind == "choice":  # something to learn from
        options |= {
            "since": "2010-01-01",
            "validation_years": "2",
            "train_years": "5",
            "ratio": "2",
            "uses": "1",
        }
    return lambda graph, out, _: graph.build(name, before=BEFORE, out=out, **options)


def task_of(kind: str, root: Path) -> Task:
    return Task.read(root / f"task-{kind}")


def _model(name: str) -> Made:
    system, kind = MODELS[name]
    settings: dict[str, Any] = dict(SMALL_SYSTEMS.get(system, {}))
    return lambda graph, out, root: graph.train(
        system, task_of(kind, root), out=out, seed=0, **settings
    )


def _run(graph: Graph, out: Path, root: Path) -> None:
    graph.run("collaborators-frequency", task_of("list", root), out=out / "run.jsonl")


def _own(kind: str) -> Callable[[Path], scinet.Run]:
    def made(root: Path) -> scinet.Run:
        task = task_of(kind, root)
        rows = task.truth()
        type_ = tasks_types()[task.id]
        true = {q.query_id: type_.ideal(q, rows[q.query_id], "strict") for q in task.queries()}
        return scinet.make_run(task, "oracle-of-ours", true)

    return made


def tasks_types() -> Mapping[str, Any]:
    from scinet.eval.suites import TASK_TYPES

    return TASK_TYPES


def _results(graph: Graph, out: Path, root: Path) -> None:
    run = root / "run" / "run.jsonl"
    task = task_of("list", root)
    for scoring in ("strict", "official"):
        graph.evaluate(task, [run], scoring=scoring, by=["before"], out=out)


def _predictions(kind: str) -> Made:
    def made(graph: Graph, out: Path, root: Path) -> None:
        out.mkdir(parents=True, exist_ok=True)
        run = scinet.read_run(root / "run" / "run.jsonl", task_of("list", root))
        of = run if kind == "list" else _own(kind)(root)
        graph.export_predictions(task_of(kind, root), of, out / "predictions.json")

    return made


def _ledger(graph: Graph, out: Path, root: Path) -> None:
    with serving() as endpoint, pytest.MonkeyPatch.context() as patch:
        endpoint.answer = filled
        patch.setenv("OPENAI_BASE_URL", endpoint.url)
        patch.setenv("OPENAI_API_KEY", "none")
        out.mkdir(parents=True, exist_ok=True)
        model = ModelAccess(model="tiny", ledger=out / "ledger.sqlite", workers=1)
        graph.run("enabling-llm", task_of("record", root), out=out / "run.jsonl", model=model)


def _export(graph: Graph, out: Path, root: Path) -> None:
    del graph
    out.mkdir(parents=True, exist_ok=True)
    scinet.export_ledger(root / "ledger" / "ledger.sqlite", out / "ledger.jsonl.gz")


def _reader(graph: Graph, out: Path, root: Path) -> None:
    del root
    said = {"positive": "We build on the strong", "negative": "Unlike the weak", "neutral": "See"}
    rows = [
        {"text": f"{words} method number {number} of Doe ({2000 + number}).", "sentiment": label}
        for number in range(8)
        for label, words in said.items()
    ]
    file = out.with_name("sentences.jsonl")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    graph.train_reader(file, out=out, seed=0)
    file.rename(out / file.name)


def _training(graph: Graph, out: Path, root: Path) -> None:
    graph.export_task(task_of("choice", root), out, training=True)


def _published(graph: Graph, out: Path, root: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    graph.export_task(task_of("record", root), out / "rows.json")


def _rejects(graph: Graph, out: Path, root: Path) -> None:
    del root
    out.mkdir(parents=True, exist_ok=True)
    file = out / "lines.jsonl"
    file.write_text('{"id": 7.5}\n{"id": "p0"\n')
    try:
        graph.load(file, rejects=out / "rejects.jsonl", max_rejected=1.0)
    finally:
        file.unlink()


ARTEFACTS: Final[Mapping[str, Made]] = {
    "snapshot": lambda graph, out, _: graph.snapshot("2003-01-01").save(out),
    **{f"task-{kind}": _task(kind) for kind in TASKS},
    **{f"model-{name}": _model(name) for name in MODELS},
    "run": _run,
    "results": _results,
    "report": lambda graph, out, root: graph.report(
        out / "report.html", before="2003-01-01", results=root / "results"
    ),
    **{f"predictions-{kind}": _predictions(kind) for kind in TASKS if kind != "text"},
    "task-published": _published,
    "training-files": _training,
    "citation-reader": _reader,
    "ledger": _ledger,
    "ledger-export": _export,
    "rejects": _rejects,
    "generated": lambda _, out, __: scinet.generate(out, papers=100),
}


def make(graph: Graph, root: Path, names: list[str] | None = None) -> None:
    for name in names or ARTEFACTS:
        shutil.rmtree(root / name, ignore_errors=True)
        ARTEFACTS[name](graph, root / name, root)
    for rest in root.glob("ledger/ledger.sqlite?*"):
        rest.unlink()


def structure(folder: Path) -> dict[str, Any]:
    """What is in the files of a folder without what it says: names, types, shapes."""
    files = sorted(
        file for file in folder.rglob("*") if file.is_file() and ".sqlite-" not in file.name
    )
    return {file.relative_to(folder).as_posix(): _structure(file) for file in files}


def _structure(file: Path) -> Any:
    content = file.read_bytes()
    if file.suffix == ".gz":
        content, file = gzip.decompress(content), file.with_suffix("")
    if file.suffix == ".parquet":
        return [f"{item.name}: {item.type}" for item in pq.read_schema(io.BytesIO(content))]
    if file.suffix in {".npy", ".npz"}:
        loaded = np.load(io.BytesIO(content), allow_pickle=False)
        arrays = loaded if isinstance(loaded, np.lib.npyio.NpzFile) else {"": loaded}
        return {name: f"{arrays[name].dtype.kind} {arrays[name].ndim}" for name in arrays}
    if content.startswith(b"SQLite format"):
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            rows = database.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY 1")
            return [version, *(row[0] for row in rows)]
    if file.suffix == ".pt":
        import torch

        return _shape(torch.load(io.BytesIO(content), weights_only=True))
    if file.suffix == ".html":
        return "a page"
    text = content.decode()
    try:
        return _shape(json.loads(text))
    except ValueError:
        return _merged([_line(line) for line in text.splitlines()])


def _line(text: str) -> Any:
    try:
        return _shape(json.loads(text))
    except ValueError:
        return "text"


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _shape(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_merged([_shape(item) for item in value])] if value else []
    if isinstance(value, bool) or value is None:
        return type(value).__name__
    return "number" if isinstance(value, int | float) else type(value).__name__


def _merged(shapes: list[Any]) -> Any:
    once = {json.dumps(item, sort_keys=True): item for item in shapes}
    return [once[key] for key in sorted(once)]


def graph_of(database: Database, cache: Path) -> Graph:
    """The audited world behind the front door; the database is emptied first."""
    load_world(database)
    return Graph(lambda: database, cache=cache)


def _main(uri: str, names: list[str]) -> None:
    settings = Neo4jSettings.model_construct(uri=uri)
    with Database.connect(settings) as database, tempfile.TemporaryDirectory() as cache:
        indexes.ensure_schema(database)
        root = Path(cache) / "artefacts"
        shutil.copytree(STORED, root)
        make(graph_of(database, Path(cache)), root, names or None)
        shutil.rmtree(STORED)  # no file of it is made in place: some name the folder
        shutil.copytree(root, STORED)


if __name__ == "__main__":
    _main(sys.argv[1], sys.argv[2:])
