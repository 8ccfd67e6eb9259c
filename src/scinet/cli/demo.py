"""Everything at once: from a corpus to the report, on a server of its own."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from scinet.cli import output
from scinet.cli.own_server import corpus_files, start_own
from scinet.cli.root import app
from scinet.errors import DataError, StorageError

if TYPE_CHECKING:
    from scinet.graph.connection import Database
    from scinet.graph.snapshot import Snapshot

_ACL: Final = Path("../shared/data/acl")
_TASKS: Final = ("ego-disruption", "pair-citation", "pair-co-mention", "path")
_LINKS: Final = ("links/citation", "links/coauthor")
# Those that need no embedding of every text, which takes minutes.
_SYSTEMS: Final = ("popularity", "bm25", "graph", "graph-edges")


@app.command()
def demo(
    *,
    out: Annotated[Path, typer.Option(help="Folder for everything that the demo makes.")] = Path(
        "demo-out"
    ),
    corpus: Annotated[
        Path | None,
        typer.Option(help="Folder with papers.jsonl[.gz] and perhaps fulltext.jsonl[.gz]."),
    ] = None,
    papers: Annotated[
        int, typer.Option(min=500, help="Size of the simulated network, without a corpus.")
    ] = 5000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything that is drawn.")] = 0,
    as_json: output.AsJson = False,
) -> None:
    """Load a network, compute, train, score, and write a report to read.

    Without --corpus it takes the ACL network where that lies in ../shared/data/acl, else it
    simulates one, and every page says so. The server stays up afterwards, to be asked.

    Example: scinet demo --out demo-out
    """
    begun = time.monotonic()
    folder, source = _corpus(corpus, out)
    _keep_apart(
        out, {"corpus": str(folder.resolve()), "source": source, "papers": papers, "seed": seed}
    )
    if source == "simulated":
        _simulate(folder, papers, seed)
    with _server(out) as db:
        _load(db, folder, source)
        snapshot = _snapshot(db, out)
        _compute(db, snapshot)
        trainings = _train(snapshot, out, seed)
        _score(db, snapshot, out, seed)
        page = _report(db, snapshot, out, source, trainings, seed)
    _say(f"done in {time.monotonic() - begun:.0f} s. Open {page}")
    home = (out / "server").resolve()
    _say(f"The server still runs. Ask it: export SCINET_SERVER_HOME={home}; scinet queries")
    _say("Stop it: scinet server stop")
    output.emit_one({"report": str(page)}, as_json=as_json)


def _corpus(corpus: Path | None, out: Path) -> tuple[Path, str]:
    if corpus is None and _ACL.is_dir():
        _say(f"corpus: the ACL network ({_ACL})")
        return _ACL, "acl"
    if corpus is not None:
        if not corpus_files(corpus, "papers"):
            raise DataError(
                f"no papers.jsonl or papers.jsonl.gz ({corpus})",
                hint="docs/load.md shows what such a file holds.",
            )
        return corpus, corpus.resolve().name
    return out / "corpus", "simulated"


def _simulate(folder: Path, papers: int, seed: int) -> None:
    from scinet.graph.simulation import generate

    with _step(f"simulate {papers:,} papers (no corpus was given)"):
        generate(papers, seed, folder)


def _keep_apart(out: Path, about: dict[str, Any]) -> None:
    """Refuse a folder whose server and results are those of another demo."""
    note = out / "demo.json"
    if not note.exists():
        try:
            out.mkdir(parents=True, exist_ok=True)
            note.write_text(json.dumps(about), encoding="utf-8")
        except OSError as error:
            raise StorageError(
                f"the demo cannot be written: {error.strerror} ({out})",
                hint="Name another folder with --out (make demo OUT=folder).",
            ) from error
    elif json.loads(note.read_text(encoding="utf-8")) != about:
        raise DataError(
            f"another demo lies in this folder ({out})",
            hint="Name another with --out (make demo OUT=folder), or delete it.",
        )


@contextmanager
def _server(out: Path) -> "Iterator[Database]":
    from scinet.graph.connection import Database

    with _step("server: Neo4j with Graph Data Science"):
        connection, _ = start_own(out, heap="1g")
    with Database.connect(connection) as db:
        yield db


def _load(db: "Database", corpus: Path, source: str) -> None:
    from scinet.graph.load import load

    with _step("load papers, citations and authors"):
        load(db, corpus_files(corpus, "papers"), source=source)
    if texts := corpus_files(corpus, "fulltext"):
        with _step("load full text, mentions and co-mentions"):
            load(db, texts, source=source)


def _snapshot(db: "Database", out: Path) -> "Snapshot":
    from scinet.graph.dates import date_of
    from scinet.graph.snapshot import read

    with _step("snapshot: the graph as arrays"):
        whole = read(db, None, cache=out / "cache")
        last = date_of(int(whole.day[-1]))
        # The first day on which everything loaded is visible, at the turn of a year.
        return whole.until(date(last.year + 1, 1, 1))


def _compute(db: "Database", snapshot: "Snapshot") -> None:
    from scinet.graph import communities
    from scinet.graph.indicators import disruption
    from scinet.graph.indicators.write import write

    with _step("disruption of every paper, written back"):
        for window in (5, None):
            counts = disruption.on_arrays(snapshot, window_years=window)
            write(db, snapshot.paper_id.tolist(), counts.columns(), window_years=window)
    with _step("communities by Leiden"):
        # With the default seed of the method, which the tasks and the report look for.
        found = communities.detect(db, snapshot)
        communities.write(
            db,
            found,
            before=snapshot.before,
            resolution=1.0,
            seed=0,
            graph_fingerprint=snapshot.graph_fingerprint,
        )


def _train(snapshot: "Snapshot", out: Path, seed: int) -> list[Path]:
    from scinet.graph.snapshot.coverage import last_full_year
    from scinet.models.links.experiment import Settings, run_experiment

    folders: list[Path] = []
    try:
        before = date(last_full_year(snapshot) + 1, 1, 1)
    except DataError as error:
        _say(f"no training: {error}")
        return folders
    for task in _LINKS:
        folder = out / "training" / task.partition("/")[2]
        with _attempt(f"train GraphSAGE on {task}, tested on {before.year - 1}"):
            run_experiment(
                snapshot,
                task,
                before=before,
                folder=folder,
                settings=Settings(seed=seed),
            )
            folders.append(folder)
    return folders


def _score(db: "Database", snapshot: "Snapshot", out: Path, seed: int) -> None:
    from scinet.eval import results
    from scinet.eval import run as runs
    from scinet.eval import task as tasks
    from scinet.eval.evaluate import evaluate
    from scinet.eval.suites import named
    from scinet.eval.task_type import Material
    from scinet.models.base.run import run
    from scinet.models.registry import make

    if snapshot.before is None:
        raise ValueError("a task needs a cut-off day")
    for name in _TASKS:
        task_type = named(f"scinetbench/{name}")
        with _attempt(f"score {name}"):
            options = task_type.read_options(_options(name, snapshot.num_papers))
            draft = task_type.build(Material(db, snapshot, snapshot.before, seed), options)
            task = tasks.write(draft, out / "tasks" / name)
            answered = []
            for system in _SYSTEMS:
                file = out / "runs" / name / f"{system}.jsonl"
                run(
                    make(system),
                    task_type,
                    task,
                    database=db,
                    snapshot=snapshot,
                    out=file,
                    seed=seed,
                )
                ids = [query.query_id for query in task.queries("test")]
                answered.append(runs.read(file, fingerprint=task.fingerprint, queries=ids))
            for scoring in ("strict", "official"):
                found = evaluate(
                    task_type,
                    task,
                    answered,
                    scoring=scoring,
                    database=db,
                    snapshot=snapshot,
                    seed=seed,
                )
                results.write(found, task, out / "results", scoring=scoring, seed=seed)


def _options(task: str, papers: int) -> dict[str, str]:
    """Options of a task that a small network needs; a large one keeps the task's own."""
    is_small = task.startswith("ego") and papers < 8000
    return {"min_papers": str(max(50, papers // 40))} if is_small else {}


def _report(
    db: "Database", snapshot: "Snapshot", out: Path, source: str, trainings: list[Path], seed: int
) -> Path:
    from scinet.eval.report.assemble import assemble
    from scinet.eval.report.page import write

    name = "The ACL network" if source == "acl" else f"The network {source}"
    page = out / "report.html"
    with _step("report"):
        content = assemble(
            db,
            snapshot,
            title=name,
            results=out / "results" if (out / "results").is_dir() else None,
            trainings=trainings,
            commands=["make demo", *_commands(snapshot, source, trainings, seed)],
            cache=out / "cache",
        )
        write(content, page)
    return page.resolve()


def _commands(snapshot: "Snapshot", source: str, trainings: list[Path], seed: int) -> list[str]:
    day = snapshot.before
    lines = [
        "# or step by step, with `scinet server start` before:",
        f"scinet load papers.jsonl.gz fulltext.jsonl.gz --source {source}",
        f"scinet communities --before {day}",
    ]
    for folder in trainings:
        asked = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        lines.append(
            f"scinet train {asked['model']} {asked['task']} --before {asked['before']} "
            f"--seed {seed} --out {folder.name}"
        )
    lines += [
        "# and for every task and system, both ways of scoring:",
        f"scinet task build scinetbench/path --before {day} --seed {seed} --out tasks/path",
        f"scinet run graph tasks/path --seed {seed} --out graph.jsonl",
        f"scinet evaluate tasks/path graph.jsonl --seed {seed} --out results",
        f"scinet evaluate tasks/path graph.jsonl --seed {seed} --scoring official --out results",
    ]
    given = "".join(f" --training {folder.name}" for folder in trainings)
    return [*lines, f"scinet report --before {day} --results results{given} --out report.html"]


@contextmanager
def _step(what: str) -> Iterator[None]:
    begun = time.monotonic()
    _say(f"{what} …")
    yield
    _say(f"  {time.monotonic() - begun:.1f} s")


@contextmanager
def _attempt(what: str) -> Iterator[None]:
    """A step that a small or short network does not allow: it is left out, and the reason said."""
    with _step(what):
        try:
            yield
        except DataError as error:
            _say(f"  left out: {error}")


def _say(text: str) -> Any:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
