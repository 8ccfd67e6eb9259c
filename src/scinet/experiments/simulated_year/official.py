"""Export of a simulated run as files of PreScience's simulation, for its analysis scripts.

``all_papers.json`` has the network before the first day and the simulated papers, and
``sd2publications.json`` the papers of each author. Embeddings, which some of the scripts need, are
not included.

Source:
    PreScience, ``multiturn/simulate.py`` (allenai/prescience).
"""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.suites.prescience.official.export import PaperRows
from scinet.experiments.simulated_year.folder import Simulation
from scinet.experiments.simulated_year.papers import is_simulated
from scinet.experiments.simulated_year.world import SimulatedWorld
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot

PAPERS: Final = "all_papers.json"
PUBLICATIONS: Final = "sd2publications.json"
_ROLE: Final = "synthetic"
_SCRIPT: Final = "scinet simulation export"


def write_official(
    simulation: Simulation, whole: Snapshot, out: Path, *, run: int = 0, source: str = ""
) -> dict[str, Any]:
    """Write the files of a run.

    Args:
        whole: The real network, not cut.
        source: Prefix that is removed from ids of the network.
    """
    if whole.graph_fingerprint != simulation.about["graph_fingerprint"]:
        raise DataError(
            f"another network than this one was simulated ({simulation.folder})",
            hint="Load what was loaded then, or simulate anew.",
        )
    papers = simulation.written(run)
    atomic_files.refuse_foreign_folder(out, {PAPERS: _SCRIPT})
    past = whole.until(simulation.since)
    world = SimulatedWorld(past)
    world.add(papers, simulation.end - timedelta(days=1))
    grown = world.snapshot
    named = _Names(grown, source)
    rows = PaperRows(grown, named.of, day_of(simulation.end) - 1)
    targets = {
        paper: date_of(int(grown.day[paper])) for paper in range(past.num_papers, grown.num_papers)
    }
    roles = rows.roles(targets, _ROLE)
    listed = (
        rows.row(paper, sorted(roles.get(paper, ())), targets.get(paper), tells_more=True)
        for paper in range(grown.num_papers)
    )
    metadata = {"script": _SCRIPT, "args": {**simulation.about, "run": run}}
    document = {"metadata": [metadata], "data": [_drop_unknown(row) for row in listed]}
    _save_json(document, out / PAPERS)
    publications = {
        named.of(str(author)): [named.of(str(grown.paper_id[position])) for position in papers_of]
        for author, papers_of in zip(grown.author_id, _author_paper_lists(grown), strict=True)
    }
    _save_json(publications, out / PUBLICATIONS)
    return {
        "papers": grown.num_papers,
        "simulated": len(papers),
        "authors": grown.num_authors,
        "files": [str(out / name) for name in (PAPERS, PUBLICATIONS)],
    }


class _Names:
    """Ids as in the published files: simulated ones are numbered after existing ones."""

    def __init__(self, grown: Snapshot, source: str) -> None:
        self._prefix = f"{source}:" if source else ""
        self._new: dict[str, str] = {}
        for ids, mark in ((grown.paper_id, "S"), (grown.author_id, "SYNTH_")):
            real_ids = [
                self.of(identifier) for identifier in map(str, ids) if not is_simulated(identifier)
            ]
            number = _highest_number(real_ids, mark)
            for identifier in filter(is_simulated, map(str, ids)):
                number += 1
                self._new[identifier] = f"{mark}{number:08d}"

    def of(self, identifier: str) -> str:
        return self._new.get(identifier) or identifier.removeprefix(self._prefix)


def _highest_number(ids: Iterable[str], mark: str) -> int:
    """Return the highest number among ids made of a mark and a number."""
    matches = (re.fullmatch(rf"{mark}(\d+)", item) for item in ids)
    return max((int(item[1]) for item in matches if item), default=0)


def _author_paper_lists(grown: Snapshot) -> Iterator[Iterable[int]]:
    return (grown.author_papers.row(author) for author in range(grown.num_authors))


def _drop_unknown(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without its null fields, and without the citations, which are unknown."""
    return {
        name: value
        for name, value in row.items()
        if value is not None and name != "citation_trajectory"
    }


def _save_json(document: Any, file: Path) -> None:
    atomic_files.write_file(json.dumps(document, indent=1, ensure_ascii=False) + "\n", file)
