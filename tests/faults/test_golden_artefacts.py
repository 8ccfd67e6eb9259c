"""One of every file that scinet writes is stored: it is read, or refused in a line."""

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from helpers import proof as proofs
from helpers.networks.golden_artefacts import (
    ARTEFACTS,
    MODELS,
    STORED,
    TASKS,
    graph_of,
    make,
    structure,
    task_of,
)
from helpers.proof import Proof

import scinet
from scinet import Graph, ModelAccess, ScinetError
from scinet.eval import results
from scinet.graph.db.connection import Database
from scinet.models.citations.classifier import Classifier

Reader: TypeAlias = Callable[[Graph, Path], Any]


@pytest.fixture(scope="module")
def graph(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    yield graph_of(shared_database, tmp_path_factory.mktemp("cache"))
    shared_database.rows("admin/wipe")


def _lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _task(kind: str) -> Reader:
    return lambda _, root: [
        (name, len(task_of(kind, root).queries(name))) for name in task_of(kind, root).before
    ]


def _model(name: str) -> Reader:
    def read(graph: Graph, root: Path) -> int:
        task = task_of(MODELS[name][1], root)
        return len(
            graph.run(root / f"model-{name}", task, out=root / f"again-{name}.jsonl").answers
        )

    return read


def _predictions(kind: str) -> Reader:
    def read(graph: Graph, root: Path) -> int:
        file = root / f"predictions-{kind}" / "predictions.json"
        if not file.exists():  # a file for each set of papers
            file = file.with_name("predictions_new.json")
        out = root / f"imported-{kind}.jsonl"
        graph.import_predictions(task_of(kind, root), file, out=out, system="theirs")
        return len(scinet.read_run(out, task_of(kind, root)).answers)

    return read


def _replayed(graph: Graph, root: Path) -> bool:
    """Whether the answers are those that were written, with nobody there to ask."""
    ledger = root / "ledger" / "ledger.sqlite"
    with closing(sqlite3.connect(ledger)) as database:
        text = "\n".join(database.iterdump())
    address = "http://127.0.0.1:" + text.partition("http://127.0.0.1:")[2].partition("/")[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_BASE_URL", f"{address}/v1")
        patch.setenv("OPENAI_API_KEY", "none")
        model = ModelAccess(model="tiny", ledger=ledger, replay=True, workers=1)
        task = task_of("record", root)
        again = graph.run("enabling-llm", task, out=root / "replayed.jsonl", model=model)
    return dict(again.answers) == dict(scinet.read_run(root / "ledger" / "run.jsonl", task).answers)


def _imported(graph: Graph, root: Path) -> Any:
    del graph
    result = scinet.import_ledger(root / "ledger-export" / "ledger.jsonl.gz", root / "new.sqlite")
    return result["question"], result["attempt"]


READERS: Final[dict[str, Reader]] = {
    "snapshot": lambda _, root: scinet.open_snapshot(root / "snapshot").num_papers,
    **{f"task-{kind}": _task(kind) for kind in TASKS},
    **{f"model-{name}": _model(name) for name in MODELS},
    "run": lambda _, root: len(
        scinet.read_run(root / "run" / "run.jsonl", task_of("list", root)).answers
    ),
    "results": lambda _, root: [
        (row["metric"], round(row["mean"], 4))
        for file in (root / "results").rglob("collaborators-frequency/result.json")
        for row in results.read_result(file)["metrics"][:2]
    ],
    **{f"predictions-{kind}": _predictions(kind) for kind in TASKS if kind != "text"},
    "ledger": _replayed,
    "ledger-export": _imported,
    "citation-reader": lambda _, root: (
        Classifier.load(root / "citation-reader", "sentiment").classes
    ),
    # The last one: it adds papers to the world.
    "generated": lambda graph, root: (
        graph.load(root / "generated" / "papers.jsonl.gz", rejects=root / "rejects.jsonl").loaded
    ),
}

VALUES: Final[dict[str, Any]] = json.loads(STORED.with_suffix(".json").read_text("utf-8"))
# Of another version: the file, a text in it, and what stands in its place.
OTHERS: Final = {
    "snapshot": ("snapshot/manifest.json", '"version": ', '"version": 9'),
    "task-list": ("task-list/task.json", '"task"', '"title"'),
    "results": (
        "results/prescience/collaborators/collaborators-frequency/result.json",
        '"format": ',
        '"format": 9',
    ),
    "model-linear": ("model-linear/model.json", '"version": "', '"version": "99.'),
    "model-trees": ("model-trees/trees.json", "scinet boosted trees ", "scinet boosted trees 9"),
    "citation-reader": ("citation-reader/sentiment.json", "classifier ", "classifier 9"),
    "ledger-export": ("ledger-export/ledger.jsonl.gz", '"format":', '"format":9'),
    "ledger": ("ledger/ledger.sqlite", "PRAGMA user_version", "99"),
    "run": ("run/run.jsonl", '"task_fingerprint":"', '"task_fingerprint":"0'),
}
# Made and read in the full form alone.
SLOW: Final = {
    *(f"model-{name}" for name in MODELS),
    *("task-text", "report", "ledger", "generated", "citation-reader"),
}


def _of_this_form(names: Any) -> list[str]:
    return [name for name in names if proofs.folder() or name not in SLOW]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """What is stored, where it may be written to."""
    shutil.copytree(STORED, tmp_path / "stored")
    return tmp_path / "stored"


def test_what_is_written_has_the_stored_form(proof: Proof, graph: Graph, root: Path) -> None:
    """What this version writes has the files, names and types of what is stored."""
    chosen = _of_this_form(ARTEFACTS)
    stored = shutil.copytree(root, root.parent / "as stored")  # reading a ledger leaves files
    make(graph, root, chosen)
    for name in chosen:
        assert structure(root / name) == structure(stored / name), name
    proof.count(kinds=len(chosen), files=sum(len(structure(root / item)) for item in chosen))


def test_what_is_stored_is_read(proof: Proof, graph: Graph, root: Path) -> None:
    """Each stored file of each kind is read by this version, with the values that were written."""
    chosen = _of_this_form(READERS)
    assert READERS.keys() == VALUES.keys()
    found = json.loads(json.dumps({item: READERS[item](graph, root) for item in chosen}))
    assert found == {item: VALUES[item] for item in chosen}
    proof.count(kinds=len(chosen))


def test_another_version_is_refused(proof: Proof, graph: Graph, root: Path) -> None:
    """A file of another version is refused in one line that names what makes it anew."""
    chosen = _of_this_form(OTHERS)
    for name in chosen:
        file, text, other = OTHERS[name]
        _replace(root / file, text, other)
        with pytest.raises(ScinetError) as refused:
            READERS[name](graph, root)
        assert "\n" not in str(refused.value), name
        assert "scinet " in str(refused.value.hint) or "again" in str(refused.value.hint), name
        shutil.rmtree(root / name)
        shutil.copytree(STORED / name, root / name)
    proof.count(kinds=len(chosen))


def _replace(file: Path, text: str, other: str) -> None:
    if text.startswith("PRAGMA"):
        with closing(sqlite3.connect(file)) as database:
            database.execute(f"{text} = {other}")
        return
    content = file.read_bytes()
    content = gzip.decompress(content) if file.suffix == ".gz" else content
    assert text.encode() in content, file
    changed = content.replace(text.encode(), other.encode())
    file.write_bytes(gzip.compress(changed) if file.suffix == ".gz" else changed)


def test_every_kind_is_stored() -> None:
    assert {file.name for file in STORED.iterdir()} == set(ARTEFACTS)
