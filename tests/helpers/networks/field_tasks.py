"""The tasks of SciNetBench on the simulated field, small."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helpers.networks.scored_network import BEFORE
from helpers.networks.scoring import draft_of, score

from scinet.eval.results import Result
from scinet.eval.run import Run
from scinet.eval.task import Task, write_task
from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot

OPTIONS = {
    "ego-novelty": {"k": "5", "min_papers": "20", "novelty_unit": "paper"},
    "ego-disruption": {"k": "5", "min_papers": "20", "strict_min_citations": "3"},
    "pair-citation": {"queries": "12", "min_truth": "3", "k": "20"},
    "pair-co-mention": {"queries": "12", "min_truth": "3", "k": "20"},
    "path": {"pairs_per_subfield": "3"},
}


def cut_of(database: Database) -> Snapshot:
    return snapshot.read_snapshot(database).until(BEFORE)


def built(database: Database, name: str, folder: Path, embed: Any = None, **options: str) -> Task:
    given = {**OPTIONS[name], **options}
    cut = cut_of(database)
    return write_task(
        draft_of(f"scinetbench/{name}", cut, given, database=database, embed=embed), folder
    )


def scored(
    database: Database, task: Task, runs: Sequence[Run] = (), **options: Any
) -> dict[str, Result]:
    """Results with the graph available, by system; those of the controls where no run is given."""
    given = {"with_controls": not runs, **options}
    return score(task, runs, database=database, snapshot=cut_of(database), **given)
