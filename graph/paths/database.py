"""Most cited path by Cypher: layers of a few hops, each with the best path to every paper."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Unpack

from scinet.errors import NotFoundError, QueryError, SplitError
from scinet.graph.db.connection import Database, Row
from scinet.graph.indicators import citations
from scinet.graph.paths.best import BestPath, no_path, trivial_path
from scinet.graph.paths.objective import ObjectiveOptions, PathObjective
from scinet.graph.paths.path_between import PathBetween, refuse_no_ends, without_papers
from scinet.graph.schema.dates import cutoff_suffix

MAX_HOPS = 6
_ALL = 10**9  # papers of an author


def most_cited_in_database(
    database: Database,
    a: str,
    b: str,
    *,
    before: date | None = None,
    **how: Unpack[ObjectiveOptions],
) -> BestPath:
    """Compute :func:`scinet.graph.paths.most_cited_path` in the database."""
    criteria = _with_cutoff(before, how)
    ends = _dated_papers(database, [a, b], before)
    if a != b:
        return _best_path(database, ends[:1], ends[1:], before, criteria)
    day, known_until = ends[0]["date"], criteria.weights_before
    is_counted = known_until is None or day < known_until
    weight = (
        citations.counts_in_database(database, [a], before=known_until)[0].item()
        if is_counted
        else 0
    )
    return trivial_path(a, weight, _count_unordered(database, day, day), criteria)


def between_in_database(
    database: Database,
    sources: Collection[str],
    targets: Collection[str],
    *,
    before: date | None = None,
    **how: Unpack[ObjectiveOptions],
) -> PathBetween:
    """Compute :func:`scinet.graph.paths.path_between` in the database."""
    refuse_no_ends(sources, targets)
    criteria = _with_cutoff(before, how)
    starts, ends = (_dated_papers(database, papers, before) for papers in (sources, targets))
    return PathBetween(
        **asdict(_best_path(database, starts, ends, before, criteria)),
        source_papers=len(starts),
        target_papers=len(ends),
        shared_papers=len({row["paper_id"] for row in starts} & {row["paper_id"] for row in ends}),
    )


def papers_of_author_in_database(
    database: Database, author_id: str, before: date | None = None
) -> list[str]:
    """Return ids of the papers of an author, in time order."""
    rows = database.rows("lookup/author_papers", author_id=author_id, before=before, limit=_ALL)
    papers = [row["paper_id"] for row in rows if row["date"] is not None]
    if not papers:
        raise without_papers(author_id, before)
    return papers


def _best_path(
    database: Database,
    starts: Sequence[Row],
    ends: Sequence[Row],
    before: date | None,
    criteria: PathObjective,
) -> BestPath:
    """Return the best path of at least one step between papers with dates, in time order."""
    left_out = _count_unordered(database, starts[0]["date"], ends[-1]["date"])
    max_hops = criteria.max_hops
    if criteria.shortest_only or max_hops == "shortest+2":
        shortest = _fewest_hops(database, starts, ends, before)
        max_hops = criteria.bound(shortest)
        if shortest < 0 or (max_hops is not None and shortest > max_hops):
            return no_path(left_out, max_hops, criteria)
    if max_hops is None or max_hops > MAX_HOPS:
        hops = "any number of" if max_hops is None else str(max_hops)
        raise QueryError(
            f"a path of {hops} hops is too long for the database",
            hint=f"Use `--engine arrays`, or at most {MAX_HOPS} hops.",
        )
    rows = database.rows(
        "path/most_cited",
        source_ids=[row["paper_id"] for row in starts],
        target_ids=[row["paper_id"] for row in ends],
        max_hops=max_hops,
        before=before,
        weights_before=criteria.weights_before,
        objective=criteria.objective,
        endpoints=criteria.endpoints,
    )
    path = no_path(left_out, max_hops, criteria)
    return replace(path, **rows[0]) if rows else path


def _fewest_hops(
    database: Database, starts: Sequence[Row], ends: Sequence[Row], before: date | None
) -> int:
    """Return the fewest hops of a path with a step, by layers of references; -1 without one."""
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
        cited = {row["paper_id"] for row in rows}
        if cited & wanted:
            return hops
        layer = cited - seen
        seen |= cited
    return -1


def _dated_papers(database: Database, papers: Collection[str], before: date | None) -> list[Row]:
    """Return the papers with their dates, in time order; each must exist before the day."""
    rows = database.rows("path/ends", paper_ids=list(papers), before=before)
    dated_ids = {row["paper_id"] for row in rows}
    for paper in papers:
        if paper not in dated_ids:
            raise NotFoundError(
                f"no dated paper {paper!r}{cutoff_suffix(before)}",
                hint="See `scinet query lookup/title`.",
            )
    return rows


def _count_unordered(database: Database, first: date, last: date) -> int:
    [span] = database.rows("path/unordered_between", first=first, last=last)
    return int(span["citations"])


def _with_cutoff(before: date | None, how: ObjectiveOptions) -> PathObjective:
    """Make the objective, with the cutoff as default day of the weights."""
    criteria = PathObjective(**how)
    cutoff = criteria.weights_before
    if before is not None and cutoff is not None and cutoff > before:
        raise SplitError(
            f"weights of {cutoff} on a graph that ends at {before}",
            hint="Count citations up to the cut-off day at most.",
        )
    return criteria.as_of(before)
