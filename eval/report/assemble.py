"""Assembly of the report from the graph and the result folders."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from scinet.errors import NotFoundError, ScinetError
from scinet.eval.report import network, scores
from scinet.eval.report.charts import Stop, draw_path, draw_years
from scinet.eval.task import Row
from scinet.graph.analysis.quality import findings
from scinet.graph.analysis.status import graph_status
from scinet.graph.db.connection import Database
from scinet.graph.indicators import citations
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot


def assemble_report(
    db: Database,
    snapshot: Snapshot,
    *,
    title: str,
    results: Sequence[Path] = (),
    cache: Path | None = None,
    refused: Callable[[ScinetError], None] | None = None,
) -> Row:
    """Collect the parts of ``report.html`` by name: the network and the results on it.

    The cutoff of the snapshot holds for the page, except the quality checks, which are of the whole
    graph. Paragraphs and mentions are counted only without a cutoff.

    Args:
        results: Folders of evaluation results.
        refused: Takes the errors of results left out; they are raised otherwise.
    """
    if snapshot.num_papers == 0:
        raise NotFoundError(
            f"no paper is dated before {snapshot.before}", hint="Choose a later --before."
        )
    status_row = graph_status(db)
    sections = (
        scores.make_sections(results, snapshot.graph_fingerprint, refused=refused)
        if results
        else []
    )
    famous = network.find_famous_path(snapshot)
    by_year = network.count_per_year(snapshot)
    groups = db.rows(
        "community/members", before=snapshot.before, graph_fingerprint=snapshot.graph_fingerprint
    )
    return {
        "title": title,
        "before": snapshot.before,
        "simulated": any(load["simulated"] for load in status_row["loads"]),
        "facts": _network_facts(snapshot, status_row),
        "years": [by_year[0][0], by_year[-1][0]],
        "years_svg": draw_years(by_year),
        "fall": network.find_reference_drop(by_year),
        "quality": [
            {**asdict(row), "examples": "; ".join(map(_format_example, row.examples[:3]))}
            for row in findings(db, cache=cache)
        ],
        "ranking": network.rank_by_disruption(snapshot),
        "origin": _origin_rows(snapshot, status_row),
        "communities": _community_rows(snapshot, groups),
        "path": famous,
        "path_svg": famous and draw_path(_make_stops(snapshot, famous.papers, famous.citations)),
        "forecasts": [section for section in sections if section["is_forecast"]],
        "tasks": [section for section in sections if not section["is_forecast"]],
    }


def _network_facts(snapshot: Snapshot, status_row: Row) -> dict[str, int]:
    # The graph counts these without a cutoff.
    stored = status_row if snapshot.before is None else {"nodes": {}, "relationships": {}}
    return {
        "papers": snapshot.num_papers,
        "citations": len(snapshot.cites.indices),
        "authors": snapshot.num_authors,
        "authorships": len(snapshot.authored.indices),
        "venues": len(snapshot.venue_id),
        "paragraphs": stored["nodes"].get("Paragraph", 0),
        "mentions in text": stored["relationships"].get("MENTIONS", 0),
        "co-mentioned pairs": len(snapshot.co_mention),
    }


def _format_example(example: Any) -> str:
    if isinstance(example, dict):
        return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in example.items())
    return str(example)


def _community_rows(snapshot: Snapshot, groups: Sequence[Row]) -> list[Row]:
    cited = citations.citation_counts(snapshot)
    rows = []
    for group in groups:
        members = np.array([snapshot.index(paper) for paper in group["paper_ids"]])
        top = str(snapshot.paper_id[members[np.argmax(cited[members])]])
        [best] = _make_stops(snapshot, [top], [int(cited[members].max())])
        top_paper = {"paper_id": top, **asdict(best)}
        rows.append({"name": group["name"], "size": group["size"], "best": top_paper})
    return rows


def _make_stops(snapshot: Snapshot, papers: Sequence[str], cited: Sequence[int]) -> list[Stop]:
    return [
        Stop(str(snapshot.title[i] or paper), date_of(int(snapshot.day[i])), count)
        for paper, count in zip(papers, cited, strict=True)
        for i in (snapshot.index(paper),)
    ]


def _origin_rows(snapshot: Snapshot, status_row: Row) -> list[tuple[str, str]]:
    return [
        ("graph", snapshot.graph_fingerprint[:16]),
        ("cut-off day", "none" if snapshot.before is None else snapshot.before.isoformat()),
        *(
            (f"left out: {name.replace('_', ' ')}", f"{n:,}")
            for name, n in snapshot.left_out.items()
        ),
        *((name, version or "missing") for name, version in status_row["versions"].items()),
        ("made", date.today().isoformat()),  # noqa: DTZ011 - the reader's own day
    ]
