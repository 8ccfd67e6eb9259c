"""The demo: from a corpus to a trained network, scored systems and one report to read.

Everything lies in one folder, the data of its own server included; a demo that was stopped goes on
there.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, StorageError
from scinet.eval.report.assemble import assemble
from scinet.eval.report.page import write
from scinet.eval.task_type import Scoring
from scinet.experiments import pipeline
from scinet.experiments.demo_commands import (
    FORECAST,
    FORECAST_OPTIONS,
    LEARNER,
    SETTINGS,
    WALK,
    by_hand,
    next_steps,
)
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.own_server import corpus_files, start_own
from scinet.graph import communities
from scinet.graph.connection import Database
from scinet.graph.dates import date_of
from scinet.graph.indicators import disruption
from scinet.graph.indicators.write import write as write_back
from scinet.graph.load import load
from scinet.graph.simulation import generate
from scinet.graph.snapshot import Snapshot, read
from scinet.graph.snapshot.coverage import last_full_year

_ACL: Final = Path("../shared/data/acl")
_TASKS: Final = ("ego-disruption", "pair-citation", "pair-co-mention", "path")
# Those that need no embedding of every text, which takes minutes.
_SYSTEMS: Final = ("popularity", "bm25", "graph", "graph-edges")
_SCORINGS: Final[tuple[Scoring, ...]] = ("strict", "official")
_UNTRAINED: Final = (WALK, "collaborators-frequency", "collaborators-adamic-adar")


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demo made.

    Attributes:
        report: The HTML page.
        folder: Everything: tasks, models, runs, results, and the server's data.
        next_steps: Lines for a shell: they ask the server, which is still running, and stop it.
    """

    report: Path
    folder: Path
    next_steps: tuple[str, ...]


def _quiet(text: str) -> None:
    del text


def run_demo(
    out: Path,
    *,
    corpus: Path | None = None,
    papers: int = 5000,
    seed: int = 0,
    say: Callable[[str], None] = _quiet,
) -> Demo:
    """Load a network, compute, train, score, and write a report.

    Args:
        out: Folder for everything that is made; a demo in it goes on where it was.
        corpus: Folder with ``papers.jsonl[.gz]`` and perhaps ``fulltext.jsonl[.gz]``. None takes
            the ACL network where it is at hand, else a simulated network, and every page says so.
        papers: Size of the simulated network.
        seed: Seed of everything random.
        say: Called with a line about each part.

    Raises:
        DataError: If the corpus has no papers, or another demo lies in the folder.
        StorageError: If the folder cannot be written.
        ServerMissingError: If Java or the jars of the server are missing.
    """
    folder, source = _find_corpus(corpus, out, say)
    _refuse_another(
        out, {"corpus": str(folder.resolve()), "source": source, "papers": papers, "seed": seed}
    )
    steps = _Steps(say)
    if source == "simulated":
        with steps.step(f"simulate {papers:,} papers (no corpus was given)"):
            generate(papers, seed, folder)
    with steps.step("server: Neo4j with Graph Data Science"):
        connection, home = start_own(out, heap="1g")
    with Database.connect(connection) as db:
        _load(db, folder, source, steps)
        with steps.step("snapshot: the graph as arrays"):
            whole = read(db, None, cache=out / "cache")
            # The first day on which everything loaded is visible, at the turn of a year.
            day = date(date_of(int(whole.day[-1])).year + 1, 1, 1)
            snapshot = whole.until(day)
        _compute(db, snapshot, steps)
        graph = GraphAccess.of(db, cache=out / "cache", snapshot=snapshot)
        forecast_day = _forecast(graph, out, seed, steps)
        for name in _TASKS:
            with steps.attempt(f"score {name}"):
                _score(graph, name, day, out, seed)
        with steps.step("report"):
            page = out / "report.html"
            lines = by_hand(source, day, seed, forecast_day)
            content = assemble(
                db,
                snapshot,
                title="The ACL network" if source == "acl" else f"The network {source}",
                results=out / "results" if (out / "results").is_dir() else None,
                commands=["make demo", *lines],
                cache=out / "cache",
            )
            write(content, page)
    return Demo(page.resolve(), out.resolve(), next_steps(home.home, connection, snapshot))


def _find_corpus(corpus: Path | None, out: Path, say: Callable[[str], None]) -> tuple[Path, str]:
    """Folder of the corpus, and the prefix of its ids."""
    if corpus is None and _ACL.is_dir():
        say(f"corpus: the ACL network ({_ACL})")
        return _ACL, "acl"
    if corpus is None:
        return out / "corpus", "simulated"
    if not corpus_files(corpus, "papers"):
        raise DataError(
            f"no papers.jsonl or papers.jsonl.gz ({corpus})",
            hint="docs/load.md shows what such a file holds.",
        )
    return corpus, corpus.resolve().name


def _refuse_another(out: Path, about: dict[str, Any]) -> None:
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


def _load(db: Database, corpus: Path, source: str, steps: "_Steps") -> None:
    with steps.step("load papers, citations and authors"):
        load(db, corpus_files(corpus, "papers"), source=source)
    if texts := corpus_files(corpus, "fulltext"):
        with steps.step("load full text, mentions and co-mentions"):
            load(db, texts, source=source)


def _compute(db: Database, snapshot: Snapshot, steps: "_Steps") -> None:
    with steps.step("disruption of every paper, written back"):
        for window in (5, None):
            counts = disruption.on_arrays(snapshot, window_years=window)
            write_back(db, snapshot.paper_id.tolist(), counts.columns(), window_years=window)
    with steps.step("communities by Leiden"):
        # With the default seed of the method, which the tasks and the report look for.
        communities.write(
            db,
            communities.detect(db, snapshot),
            before=snapshot.before,
            resolution=1.0,
            seed=0,
            graph_fingerprint=snapshot.graph_fingerprint,
        )


def _forecast(graph: GraphAccess, out: Path, seed: int, steps: "_Steps") -> date | None:
    """Train a graph network to name collaborators and score it; the day after the test year."""
    with steps.attempt(f"train {LEARNER} on {FORECAST} and score it"):
        day = date(last_full_year(graph.snapshot) + 1, 1, 1)
        folder = out / "tasks" / "collaborators"
        task = pipeline.build(FORECAST, day, graph, out=folder, options=FORECAST_OPTIONS, seed=seed)
        options = {**SETTINGS, "seed": seed}
        model = pipeline.train(LEARNER, task, graph, out=out / "models" / LEARNER, options=options)
        runs = [
            pipeline.run(system, task, graph, out=_run_file(out, task.name, name), seed=seed)
            for name, system in [(LEARNER, model), *((one, one) for one in _UNTRAINED)]
        ]
        pipeline.evaluate(task, runs, graph, baseline=WALK, seed=seed).write(out / "results")
        return day
    return None


def _score(graph: GraphAccess, name: str, day: date, out: Path, seed: int) -> None:
    """Build a task of SciNetBench, let all systems answer, and score them both ways."""
    papers = graph.snapshot.num_papers
    # A small network has no subfield of the size that the task asks for by itself.
    is_small = name.startswith("ego") and papers < 8000
    options = {"min_papers": max(50, papers // 40)} if is_small else {}
    task = pipeline.build(
        f"scinetbench/{name}", day, graph, out=out / "tasks" / name, options=options, seed=seed
    )
    runs = [
        pipeline.run(system, task, graph, out=_run_file(out, name, system), seed=seed)
        for system in _SYSTEMS
    ]
    for scoring in _SCORINGS:
        found = pipeline.evaluate(task, runs, graph, scoring=scoring, seed=seed)
        found.write(out / "results")


def _run_file(out: Path, task: str, system: str) -> Path:
    return out / "runs" / task / f"{system}.jsonl"


class _Steps:
    """Says what is being done, and how long it took."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        begun = time.monotonic()
        self._say(f"{what} …")
        yield
        self._say(f"  {time.monotonic() - begun:.1f} s")

    @contextmanager
    def attempt(self, what: str) -> Iterator[None]:
        """A step that a small or short network does not allow: left out, with the reason."""
        with self.step(what):
            try:
                yield
            except DataError as error:
                self._say(f"  left out: {error}")
