"""Storage of a simulated run in the graph, hidden from statements on real papers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from scinet.experiments.simulated_year.folder import Simulation
from scinet.experiments.simulated_year.papers import PREFIX, SimulatedPaper, is_simulated
from scinet.graph.load import simulated
from scinet.graph.schema.dates import day_of

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_HEADER_KEYS: Final = ("since", "days", "graph_fingerprint")


def store_run(
    simulation: Simulation,
    db: "Database",
    *,
    run: int = 0,
    source: str = PREFIX,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Store a run under a source, which replaces the prefix of its ids."""
    papers = simulation.written(run)
    parts = {
        part: item if isinstance(item, str) else item["system"]
        for part, item in simulation.about["parts"].items()
    }
    header = {name: simulation.about[name] for name in _HEADER_KEYS}
    header |= {"run": run, "seed": simulation.about["seed"] + run, "parts": parts}
    size = simulated.store_papers(
        db, source, header, [_paper_row(item, source) for item in papers], progress
    )
    wanted = {
        "citations": sum(len(paper.references) for paper in papers),
        "authorships": sum(len(paper.authors) for paper in papers),
    }
    left_out = {name: count - size[name] for name, count in wanted.items()}
    return {"source": source, "run": run, **size, "left_out": left_out}


def _paper_row(paper: SimulatedPaper, source: str) -> dict[str, Any]:
    record = paper.record()
    real_authors: list[dict[str, Any]] = []
    new: list[dict[str, Any]] = []
    for author in record.authors:
        row = {"name": author.name, "position": author.position}
        (new if is_simulated(author.id) else real_authors).append(
            {"id": _stored_id(author.id, source), **row}
        )
    return {
        "id": _stored_id(paper.id, source),
        "title": paper.title,
        "abstract": paper.abstract,
        "date": record.date,
        "day": None if record.date is None else day_of(record.date),
        "date_precision": record.date_precision,
        "venue_id": paper.venue,
        "field_ids": [field["id"] for field in paper.fields],
        "citations_foreseen": paper.citations,
        "stands_for": paper.stands_for,
        "cited": [reference for reference in paper.references if not is_simulated(reference)],
        "cited_simulated": [
            _stored_id(reference, source)
            for reference in paper.references
            if is_simulated(reference)
        ],
        "authors": real_authors,
        "new_authors": new,
    }


def _stored_id(identifier: str, source: str) -> str:
    return source + identifier.removeprefix(PREFIX) if is_simulated(identifier) else identifier
