"""Benchmarks in a live database: an empty one, filled with a simulated network.

A study runs in a process of its own. A database with any content is refused, so that no user's data
is touched; studies delete their own data.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.arrays import about
from scinet import machine
from scinet.errors import DataError
from scinet.experiments.process import run_once
from scinet.graph.db.connection import Database
from scinet.graph.db.graph_counts import node_blocks
from scinet.graph.load.loading import load as load_files
from scinet.graph.synthetic import generate
from scinet.graph.synthetic.write import PAPERS
from scinet.settings import Neo4jSettings

SOURCE: Final = "bench"
"""Source name of the papers of studies."""
_LIMIT_S: Final = 3_600.0
_STATEMENTS: Final = Path(__file__).with_name("cypher")


def statement(name: str) -> str:
    """Return the file of a statement used by studies only."""
    return str(_STATEMENTS / f"{name}.cypher")


@dataclass
class Ground:
    """Database that was empty at first.

    Attributes:
        is_ours: Whether it was checked to be empty, so that its content is that of studies.
        holds: Name of its network; None for none or a part of one.
    """

    settings: Neo4jSettings
    is_ours: bool = field(default=False, init=False)
    holds: str | None = field(default=None, init=False)

    def claim(self) -> None:
        """Check that the database is empty, the first time."""
        if self.is_ours:
            return
        with Database.connect(self.settings) as database:
            if node_blocks(database):
                raise DataError(
                    f"the database is not empty ({self.settings.uri})",
                    hint="Benchmarks fill and wipe it: unset NEO4J_URI, and a throw-away server "
                    "is started for them.",
                )
        self.is_ours = True

    def clear(self) -> None:
        """Delete the data of studies."""
        if self.is_ours:
            with Database.connect(self.settings) as database:
                database.rows("admin/wipe")
            self.holds = None


@dataclass(frozen=True)
class Place:
    """Input of a study.

    Attributes:
        database: Holds the network, or nothing for a study that loads by itself.
    """

    database: Database
    settings: Neo4jSettings
    papers: Path
    seed: int


@dataclass(frozen=True)
class Study:
    """Benchmark in a database.

    Attributes:
        run: Runs the study; returns ``rows`` and the line ``summary``, perhaps with ``missing``.
        loads: Whether it starts with an empty database and leaves the whole network there.
    """

    name: str
    title: str
    run: Callable[[Place], dict[str, Any]]
    papers: dict[str, int]
    loads: bool = False


def measure(
    study: Study, num_papers: int, ground: Ground, *, networks: Path, seed: int = 1
) -> dict[str, Any]:
    """Run a study; return its ``rows``, ``summary``, client memory and machine."""
    before = machine.machine_facts()["load_average"]
    ground.claim()
    folder = networks / f"records-{num_papers}-{seed}"
    is_loaded = ground.holds == folder.name and not study.loads
    ground.holds = None
    arguments = (study, ground.settings, folder, num_papers, seed, is_loaded)
    result = run_once(_run, *arguments, limit_s=_LIMIT_S)
    ground.holds = folder.name
    return {**about(study.name, study.title, num_papers, seed, before), **result}


def _run(
    study: Study,
    settings: Neo4jSettings,
    folder: Path,
    num_papers: int,
    seed: int,
    is_loaded: bool,  # noqa: FBT001
) -> dict[str, Any]:
    if not (folder / PAPERS).is_file():
        generate(num_papers, seed, folder)
    with Database.connect(settings) as database:
        place = Place(database, settings, folder / PAPERS, seed)
        if not is_loaded:
            database.rows("admin/wipe")
            if not study.loads:
                load(place)
        result = study.run(place)
        versions = {row["name"]: row["version"] for row in database.rows("admin/versions")}
    return {**result, "server": versions, "peak_mib": machine.peak_memory_mib()}


def load(place: Place) -> None:
    """Load the network by scinet's own loader."""
    rejects = place.papers.parent / "rejects.jsonl"
    load_files(place.database, place.papers, source=SOURCE, rejects=rejects)
