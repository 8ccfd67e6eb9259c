"""The most cited path by Cypher: layers of a few hops, each with the best path to every paper."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from scinet.errors import NotFoundError, QueryError, SplitError
from scinet.graph.connection import Database, Row
from scinet.graph.indicators import citations
from scinet.graph.paths.best import Path, without_a_step
from scinet.graph.paths.between import PathBetween, without_papers
from scinet.graph.paths.bound import Bound, resolve
from scinet.graph.paths.objective import Endpoints, Objective

MOST_HOPS = 6
_ALL = 10**9  # papers of an author


def in_database(
    database: Database,
    a: str,
    b: str,
    *,
    max_hops: Bound = "shortest+2",
    shortest_only: bool = False,
    objective: Objective = "sum",
    endpoints: Endpoints = "include",
    before: date | None = None,
    weights_before: date | None = None,
) -> Path:
    """The same path as :func:`scinet.graph.paths.most_cited`, from the database."""
    _refuse_future(before, weights_before)
    ends = _dated(database, [a, b], before)
    known_until = weights_before or before
    if a == b:
        day = ends[0]["date"]
        dated = known_until is None or day < known_until
        return without_a_step(
            a,
            citations.in_database(database, [a], before=known_until).item() if dated else 0,
            left_out=_unordered(database, day, day),
            bound=resolve(max_hops, 0, shortest_only=shortest_only),
            objective=objective,
            endpoints=endpoints,
            weights_before=known_until,
        )
    return _best(
        database,
        ends[:1],
        ends[1:],
        max_hops=max_hops,
        shortest_only=shortest_only,
        objective=objective,
        endpoints=endpoints,
        before=before,
        weights_before=weights_before,
    )


def between_in_database(
    database: Database,
    sources: Collection[str],
    targets: Collection[str],
    *,
    max_hops: Bound = "shortest+2",
    shortest_only: bool = False,
    objective: Objective = "sum",
    endpoints: Endpoints = "include",
    before: date | None = None,
    weights_before: date | None = None,
) -> PathBetween:
    """The same path as :func:`scinet.graph.paths.between`, from the database."""
    if not sources or not targets:
        raise ValueError("a path needs a paper to start from and one to end at")
    _refuse_future(before, weights_before)
    starts, ends = (_dated(database, papers, before) for papers in (sources, targets))
    best = _best(
        database,
        starts,
        ends,
        max_hops=max_hops,
        shortest_only=shortest_only,
        objective=objective,
        endpoints=endpoints,
        before=before,
        weights_before=weights_before,
    )
    return PathBetween(
        **asdict(best),
        source_papers=len(starts),
        target_papers=len(ends),
        shared_papers=len({row["paper_id"] for row in starts} & {row["paper_id"] for row in ends}),
    )


def papers_of_author_in_database(
    database: Database, author_id: str, before: date | None = None
) -> list[str]:
    """Ids of the papers of an author, in time order."""
    rows = database.rows("lookup/author_papers", author_id=author_id, before=before, limit=_ALL)
    papers = [row["paper_id"] for row in rows if row["date"] is not None]
    if not papers:
        raise without_papers(author_id, before)
    return papers


def _best(
    database: Database,
    starts: Sequence[Row],
    ends: Sequence[Row],
    *,
    max_hops: Bound,
    shortest_only: bool,
    before: date | None,
    weights_before: date | None,
    **worth: Any,
) -> Path:
    """The best path of one step at least between papers with their dates, earlier ones first."""
    left_out = _unordered(database, starts[0]["date"], ends[-1]["date"])
    asked = {**worth, "weights_before": weights_before or before}
    if shortest_only or max_hops == "shortest+2":
        shortest = _fewest_hops(database, starts, ends, before)
        max_hops = resolve(max_hops, shortest, shortest_only=shortest_only)
        if shortest < 0 or (max_hops is not None and shortest > max_hops):
            return Path([], [], None, None, 0, left_out, max_hops, None, **asked)
    if max_hops is None or max_hops > MOST_HOPS:
        hops = "any number of" if max_hops is None else str(max_hops)
        raise QueryError(
            f"a path of {hops} hops is too long for the database",
            hint=f"Use `--engine arrays`, or at most {MOST_HOPS} hops.",
        )
    rows = database.rows(
        "path/most_cited",
        source_ids=[row["paper_id"] for row in starts],
        target_ids=[row["paper_id"] for row in ends],
        max_hops=max_hops,
        before=before,
        weights_before=weights_before,
        **worth,
    )
    if not rows:
        return Path([], [], None, None, 0, left_out, max_hops, None, **asked)
    return Path(left_out_edges=left_out, max_hops=max_hops, **asked, **rows[0])


def _fewest_hops(
    database: Database, starts: Sequence[Row], ends: Sequence[Row], before: date | None
) -> int:
    """Fewest hops of a path with a step, -1 when there is none: layer by layer of references."""
    wanted = {row["paper_id"] for row in starts}
    layer, seen = {row["paper_id"] for row in ends}, set[str]()
    hops = 0
    while layer:
        hops += 1
        rows = database.rows(
            "path/ordered_references",
            paper_ids=sorted(layer),
            since=starts[0]["date"],
            before=before,
        )
        found = {row["paper_id"] for row in rows}
        if found & wanted:
            return hops
        layer = found - seen
        seen |= found
    return -1


def _dated(database: Database, papers: Collection[str], before: date | None) -> list[Row]:
    """The papers with their dates, in time order; each must exist before the day."""
    rows = database.rows("path/ends", paper_ids=list(papers), before=before)
    known = {row["paper_id"] for row in rows}
    for paper in papers:
        if paper not in known:
            when = "" if before is None else f" before {before}"
            raise NotFoundError(
                f"no dated paper {paper!r}{when}", hint="See `scinet query lookup/title`."
            )
    return rows


def _unordered(database: Database, first: date, last: date) -> int:
    [span] = database.rows("path/unordered_between", first=first, last=last)
    return int(span["citations"])


def _refuse_future(before: date | None, weights_before: date | None) -> None:
    if before is not None and weights_before is not None and weights_before > before:
        raise SplitError(
            f"weights of {weights_before} on a graph that ends at {before}",
            hint="Count citations up to the cut-off day at most.",
        )
