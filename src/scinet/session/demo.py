"""The demo: from a corpus to a trained network, scored systems and one report to read.

Everything lies in one folder, the data of its own server included; a demo that was stopped goes on
there. All that it does are calls that anybody can make; ``docs/examples/demo.py`` is a shorter one.
"""

import json
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal

from scinet import atomic_files
from scinet.errors import DataError, StorageError
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot.coverage import last_full_year
from scinet.server.home import Home
from scinet.session.api import generate, start
from scinet.session.corpus import corpus_files
from scinet.session.graph import Graph
from scinet.session.snapshot import Snapshot
from scinet.settings import Neo4jSettings

_ACL: Final = Path("../shared/data/acl")
_LEARNER: Final = "collaborators-gnn"
_WALK: Final = "collaborators-walk"
_UNTRAINED: Final = (_WALK, "collaborators-frequency", "collaborators-adamic-adar")
_TASKS: Final = ("ego-disruption", "pair-citation", "pair-co-mention", "path")
# Those that need no embedding of every text, which takes minutes.
_SYSTEMS: Final = ("popularity", "bm25", "graph", "graph-edges")
_SCORINGS: Final[tuple[Literal["strict", "official"], ...]] = ("strict", "official")


def run_demo(
    out: Path, *, corpus: Path | None, papers: int, seed: int, say: Callable[[str], None]
) -> tuple[Path, tuple[str, ...]]:
    """Load a network, compute, train, score, and write a report.

    Without a corpus it takes the ACL network if that is there, else a simulated network of so
    many papers, and every page says so.

    Returns:
        The HTML page, and lines for a shell that ask the server, which still runs, and stop it.
    """
    folder, source = _find_corpus(corpus, out, say)
    settings = {"corpus": str(folder.resolve()), "source": source, "papers": papers, "seed": seed}
    _refuse_other_demo(out, settings)
    step = _DemoSteps(say)
    if source == "simulated":
        with step(f"simulate {papers:,} papers (no corpus was given)"):
            generate(folder, papers=papers, seed=seed)
    with step("server: Neo4j with Graph Data Science"):
        graph = start(out / "server", heap="1g", cache=out / "cache")
    with graph:
        for what, files in corpus_files(folder).items():
            with step(f"load {what}"):
                graph.load(files, source=source)
        with step("snapshot: the graph as arrays"):
            whole = graph.snapshot()
            # The first day on which everything loaded is visible, at the turn of a year.
            day = date(date_of(int(whole.day[-1])).year + 1, 1, 1)
            snapshot = whole.until(day)
        with step("disruption of every paper, written back"):
            for window in (5, None):
                graph.disruption(window_years=window, write=True)
        with step("communities by Leiden"):
            # With the default seed of the method, which the tasks and the report look for.
            graph.communities(before=day)
        with step.attempt(f"train {_LEARNER} to name collaborators and score it"):
            _forecast(graph, snapshot, out, seed)
        for name in _TASKS:
            with step.attempt(f"score {name}"):
                _score(graph, name, day, snapshot.num_papers, out, seed)
        with step("report"):
            title = "The ACL network" if source == "acl" else f"The network {source}"
            results = out / "results" if (out / "results").is_dir() else None
            report = graph.report(out / "report.html", before=day, title=title, results=results)
        paper = str(graph.citations(before=day, limit=1)["paper_id"][0])
    return report.resolve(), next_steps(Home(out / "server"), paper, out.resolve())


def _find_corpus(corpus: Path | None, out: Path, say: Callable[[str], None]) -> tuple[Path, str]:
    """Folder of the corpus, and the prefix of its ids."""
    if corpus is None and _ACL.is_dir():
        say(f"corpus: the ACL network ({_ACL})")
        return _ACL, "acl"
    if corpus is None:
        return out / "corpus", "simulated"
    corpus_files(corpus)  # refuses a folder without papers before anything is started
    return corpus, corpus.resolve().name


def _refuse_other_demo(out: Path, settings: dict[str, Any]) -> None:
    """Refuse a folder whose server and results are those of another demo."""
    note = out / "demo.json"
    atomic_files.refuse_foreign_folder(out, {note.name: ""})
    if not note.exists():
        try:
            out.mkdir(parents=True, exist_ok=True)
            note.write_text(json.dumps(settings), encoding="utf-8")
        except OSError as error:
            raise StorageError(
                f"the demo cannot be written: {error.strerror} ({out})",
                hint="Name another folder with --out (make demo OUT=folder).",
            ) from error
    elif json.loads(note.read_text(encoding="utf-8")) != settings:
        raise DataError(
            f"another demo is in this folder ({out})",
            hint="Name another with --out (make demo OUT=folder), or delete it.",
        )


def _forecast(graph: Graph, snapshot: Snapshot, out: Path, seed: int) -> None:
    """Train a graph network to name collaborators and score it."""
    task = graph.build(
        "prescience/collaborators",
        before=date(last_full_year(snapshot) + 1, 1, 1),
        out=out / "tasks" / "collaborators",
        seed=seed,
        train_years=1,
        validation_years=1,
        targets=100,
    )
    model = graph.train(
        _LEARNER, task, out=out / "models" / _LEARNER, seed=seed, encoder="sage", epochs=3
    )
    runs = [
        graph.run(system, task, out=out / "runs" / task.name / f"{name}.jsonl", seed=seed)
        for name, system in [
            (_LEARNER, model),
            *((untrained, untrained) for untrained in _UNTRAINED),
        ]
    ]
    graph.evaluate(task, runs, baseline=_WALK, seed=seed, out=out / "results")


def _score(graph: Graph, name: str, day: date, papers: int, out: Path, seed: int) -> None:
    """Build a task of SciNetBench, let all systems answer, and score them both ways."""
    # A small network has no subfield of the size that the task asks for by itself.
    is_small = name.startswith("ego") and papers < 8000
    options: dict[str, Any] = {"min_papers": max(50, papers // 40)} if is_small else {}
    folder = out / "tasks" / name
    task = graph.build(f"scinetbench/{name}", before=day, out=folder, seed=seed, **options)
    runs = [
        graph.run(system, task, out=out / "runs" / name / f"{system}.jsonl", seed=seed)
        for system in _SYSTEMS
    ]
    for scoring in _SCORINGS:
        graph.evaluate(task, runs, scoring=scoring, seed=seed, out=out / "results")


def next_steps(home: Home, paper: str, out: Path) -> tuple[str, ...]:
    """Lines for a shell that ask the demo's server, show it and stop it, whatever is set there."""
    lines = [f"export SCINET_SERVER_HOME={shlex.quote(str(home.folder))}"]
    started = home.started()
    if started and Neo4jSettings().uri is not None:  # another database is set, perhaps in .env
        password = f'"$(cat {shlex.quote(str(home.password))})"'
        lines.append(f"export NEO4J_URI={started.uri} NEO4J_PASSWORD={password}")
    scinet = _command()
    return (
        *lines,
        f"{scinet} status",
        f"{scinet} query ranking/co_citation -p paper_id={shlex.quote(paper)} -p limit=5",
        f"{scinet} explore --results {shlex.quote(str(out))}",
        f"{scinet} server stop",
    )


def _command() -> str:
    """Return the command for ``scinet``: `make demo` has an environment of its own."""
    ours = Path(sys.executable).parent / "scinet"
    executable = shutil.which("scinet")
    if not ours.exists() or (executable is not None and Path(executable).samefile(ours)):
        return "scinet"
    return shlex.quote(str(ours))


class _DemoSteps:
    """Says what is being done, and how long it took."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        begun = time.monotonic()
        self._say(f"{what} …")
        yield
        self._say(f"  {time.monotonic() - begun:.1f} s")

    @contextmanager
    def attempt(self, what: str) -> Iterator[None]:
        """A step that a small or short network does not allow: left out, with the reason."""
        with self(what):
            try:
                yield
            except DataError as error:
                self._say(f"  left out: {error}")
