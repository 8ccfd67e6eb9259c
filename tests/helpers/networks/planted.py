"""Simulated papers that cite every work of the graph, by all of its authors and new ones."""

from collections.abc import Callable
from typing import Any, Final

from scinet.graph.db.connection import Database
from scinet.graph.load import simulated
from scinet.graph.schema.dates import day_of

SOURCE: Final = "synthetic"


def plant(
    database: Database, source: str = SOURCE, progress: Callable[[int, int], None] | None = None
) -> dict[str, int]:
    """Store a simulated paper for each dated real one, with its title, abstract and date.

    Each cites all works and the simulated paper before it, and is by all authors and a new one.
    """
    papers = list(
        database.read_text(
            "MATCH (p:Paper) WHERE p.date IS NOT NULL RETURN p.id AS id, p.title AS title, "
            "p.abstract AS abstract, p.date AS date ORDER BY p.date, p.id"
        )
    )
    works = [row["id"] for row in database.read_text("MATCH (w:Work) RETURN w.id AS id")]
    authors = [row["id"] for row in database.read_text("MATCH (a:Author) RETURN a.id AS id")]
    rows: list[dict[str, Any]] = []
    for number, paper in enumerate(papers):
        new = {"id": f"{source}:a{number}", "name": "New Author", "position": len(authors) + 1}
        rows.append(
            {
                "id": f"{source}:{number}",
                "title": paper["title"],
                "abstract": paper["abstract"],
                "date": paper["date"],
                "day": day_of(paper["date"]),
                "date_precision": "day",
                "venue_id": None,
                "field_ids": [],
                "citations_foreseen": 3.0,
                "stands_for": paper["id"],
                "cited": works,
                "cited_simulated": [rows[-1]["id"]] if rows else [],
                "authors": [
                    {"id": author, "position": n} for n, author in enumerate(authors, start=1)
                ],
                "new_authors": [new],
            }
        )
    about = {
        "since": "1990-01-01",
        "days": 10,
        "run": 0,
        "seed": 0,
        "parts": {"impact": "gold"},
        "graph_fingerprint": "f",
    }
    return simulated.store_papers(database, source, about, rows, progress)
