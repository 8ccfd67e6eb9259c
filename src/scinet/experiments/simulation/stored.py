"""A simulated run as nodes of the graph, which no statement on real papers sees."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from scinet.experiments.simulation.folder import Simulation
from scinet.experiments.simulation.papers import PREFIX, SimulatedPaper, is_simulated
from scinet.graph.dates import day_of
from scinet.graph.load import simulated

if TYPE_CHECKING:
    from scinet.graph.connection import Database

_ABOUT: Final = ("since", "days", "graph_fingerprint")


def store(
    simulation: Simulation,
    db: "Database",
    *,
    run: int = 0,
    source: str = PREFIX,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Store a run under a source, which takes the place of the beginning of its ids."""
    papers = simulation.written(run)
    parts = {
        part: one if isinstance(one, str) else one["system"]
        for part, one in simulation.about["parts"].items()
    }
    about = {name: simulation.about[name] for name in _ABOUT}
    about |= {"run": run, "seed": simulation.about["seed"] + run, "parts": parts}
    size = simulated.store(db, source, about, [_row(one, source) for one in papers], progress)
    wanted = {
        "citations": sum(len(paper.references) for paper in papers),
        "authorships": sum(len(paper.authors) for paper in papers),
    }
    left_out = {name: count - size[name] for name, count in wanted.items()}
    return {"source": source, "run": run, **size, "left_out": left_out}


def _row(paper: SimulatedPaper, source: str) -> dict[str, Any]:
    record = paper.record()
    known: list[dict[str, Any]] = []
    new: list[dict[str, Any]] = []
    for author in record.authors:
        row = {"name": author.name, "position": author.position}
        (new if is_simulated(author.id) else known).append({"id": _named(author.id, source), **row})
    return {
        "id": _named(paper.id, source),
        "title": paper.title,
        "abstract": paper.abstract,
        "date": record.date,
        "day": None if record.date is None else day_of(record.date),
        "date_precision": record.date_precision,
        "venue_id": paper.venue,
        "field_ids": [field["id"] for field in paper.fields],
        "citations_foreseen": paper.citations,
        "stands_for": paper.stands_for,
        "cited": [one for one in paper.references if not is_simulated(one)],
        "cited_simulated": [_named(one, source) for one in paper.references if is_simulated(one)],
        "authors": known,
        "new_authors": new,
    }


def _named(identifier: str, source: str) -> str:
    return source + identifier.removeprefix(PREFIX) if is_simulated(identifier) else identifier
