"""Put the report together from the graph and the result folders."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from scinet.errors import NotFoundError
from scinet.eval.report import network, scores
from scinet.eval.report.charts import Stop, path, years
from scinet.eval.report.page import CommunityRow, Report, count
from scinet.graph.connection import Database
from scinet.graph.dates import date_of
from scinet.graph.indicators import citations
from scinet.graph.paths import Path as CitationPath
from scinet.graph.quality import Finding, findings
from scinet.graph.snapshot import Snapshot
from scinet.graph.status import status


def assemble(
    db: Database,
    snapshot: Snapshot,
    *,
    title: str,
    results: Path | None = None,
    commands: Sequence[str] = (),
    cache: Path | None = None,
) -> Report:
    """Describe the network and show what was found on it.

    The cut-off of the snapshot holds for the page, but for the quality checks, which are of the
    whole graph. Paragraphs and mentions are counted on a page of all days.
    """
    if snapshot.num_papers == 0:
        raise NotFoundError(
            f"no paper is dated before {snapshot.before}", hint="Choose a later --before."
        )
    about = status(db)
    sections = [] if results is None else scores.sections(results, snapshot.graph_fingerprint)
    chosen = network.famous_path(snapshot)
    by_year = network.per_year(snapshot)
    groups = db.rows(
        "community/members", before=snapshot.before, graph_fingerprint=snapshot.graph_fingerprint
    )
    return Report(
        title=title,
        lead=_lead(snapshot),
        simulated=any(load["simulated"] for load in about["loads"]),
        when="" if snapshot.before is None else f" as of {snapshot.before}",
        facts=_facts(snapshot, about),
        years_svg=years(by_year),
        coverage=_coverage(network.fall_of_references(by_year)),
        quality=[_finding(row) for row in findings(db, cache=cache)],
        ranking=network.disruptive(snapshot),
        commands=commands,
        origin=_origin(snapshot, about),
        communities=_communities(snapshot, groups),
        communities_note=_communities_note(snapshot, groups),
        path_svg=None if chosen is None else path(_stops(snapshot, chosen)),
        path_text="" if chosen is None else _path_text(chosen),
        path_note="" if chosen is None else _path_note(chosen),
        forecasts=[section for section in sections if section.is_forecast],
        tasks=[section for section in sections if not section.is_forecast],
    )


def _lead(snapshot: Snapshot) -> str:
    first, last = (date_of(int(snapshot.day[i])) for i in (0, -1))
    return (
        f"{count(snapshot.num_papers)} papers from {first.year} to {last.year}, "
        f"{count(snapshot.num_authors)} authors and {count(len(snapshot.cites.indices))} citations"
        ", each with its date: what the network looks like, which papers changed its course, how "
        "ideas travelled, and what machines can foresee or find in it."
    )


def _facts(snapshot: Snapshot, about: dict[str, Any]) -> list[tuple[str, str]]:
    # Of all days: the graph counts them as it stores them.
    stored = about if snapshot.before is None else {"nodes": {}, "relationships": {}}
    named = [
        ("papers", snapshot.num_papers),
        ("citations", len(snapshot.cites.indices)),
        ("authors", snapshot.num_authors),
        ("authorships", len(snapshot.authored.indices)),
        ("venues", len(snapshot.venue_id)),
        ("paragraphs", stored["nodes"].get("Paragraph", 0)),
        ("mentions in text", stored["relationships"].get("MENTIONS", 0)),
        ("co-mentioned pairs", len(snapshot.co_mention)),
    ]
    return [(name, count(number)) for name, number in named if number]


def _coverage(fall: network.Fall | None) -> str:
    if fall is None:
        return ""
    return (
        f" References per paper fall from {fall.before:.1f} in {fall.year - 1} to {fall.after:.1f} "
        f"in {fall.year}. So sudden a fall is rather one of the records than of science: citations "
        f"made from {fall.year} on are probably incomplete."
    )


def _finding(row: Finding) -> dict[str, Any]:
    examples = [_example(example) for example in row.examples][:3]
    return {**asdict(row), "examples": "; ".join(examples)}


def _example(example: Any) -> str:
    if isinstance(example, dict):
        return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in example.items())
    return str(example)


def _communities(snapshot: Snapshot, groups: Sequence[dict[str, Any]]) -> list[CommunityRow]:
    cited = citations.counts(snapshot)
    rows = []
    for group in groups:
        members = np.array([snapshot.index(paper) for paper in group["paper_ids"]])
        top = int(members[np.argmax(cited[members])])
        rows.append(
            CommunityRow(
                name=group["name"],
                size=group["size"],
                title=str(snapshot.title[top] or snapshot.paper_id[top]),
                year=date_of(int(snapshot.day[top])).year,
                citations=int(cited[top]),
            )
        )
    return rows


def _communities_note(snapshot: Snapshot, groups: Sequence[dict[str, Any]]) -> str:
    inside = sum(group["size"] for group in groups)
    return (
        f"{count(snapshot.num_papers - inside)} papers are in none of these, since their group is "
        "too small. Another seed of the method would draw some borders differently."
    )


def _stops(snapshot: Snapshot, chosen: CitationPath) -> list[Stop]:
    positions = [snapshot.index(paper) for paper in chosen.papers]
    return [
        Stop(str(snapshot.title[i] or snapshot.paper_id[i]), date_of(int(snapshot.day[i])), cited)
        for i, cited in zip(positions, chosen.citations, strict=True)
    ]


def _path_text(chosen: CitationPath) -> str:
    return (
        "From the most cited paper of the network to a much cited one of its last two years that "
        "builds on it through other papers: of all chains of references of at most "
        f"{chosen.max_hops} steps, the one whose papers have the most citations, "
        f"{count(sum(chosen.citations))} in all."
    )


def _path_note(chosen: CitationPath) -> str:
    return (
        f"{chosen.hops} steps; {count(chosen.optimal_paths)} path(s) reach that total; "
        f"{count(chosen.left_out_edges)} citations without order in time between the two were "
        "left out. The area of a dot is the number of citations."
    )


def _origin(snapshot: Snapshot, about: dict[str, Any]) -> list[tuple[str, str]]:
    versions = about["versions"]
    return [
        ("graph", snapshot.graph_fingerprint[:16]),
        ("cut-off day", "none" if snapshot.before is None else snapshot.before.isoformat()),
        *(
            (f"left out: {name.replace('_', ' ')}", count(n))
            for name, n in snapshot.left_out.items()
        ),
        *((name, version or "missing") for name, version in versions.items()),
        ("made", date.today().isoformat()),  # noqa: DTZ011 - the reader's own day
    ]
